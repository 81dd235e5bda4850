/// Layout after every transition, outermost first: split views collapse, expand or change their mode (SC-1), pages move
/// with their width (SYS4-18).
extension Session {
  mutating func layOut(_ recorder: inout EventRecorder) {
    guard root.summary.holdsGeometry else { return }
    if root.summary.namesTwins { forgetLostTwins() }
    repeat { layOutGeometry(&recorder) } while root.summary.showsInspector && settleInspector(&recorder)
    recorder.arrived = []
  }

  private mutating func layOutGeometry(_ recorder: inout EventRecorder) {
    let (traits, rules) = (environment.traits, environment.system.rules)
    while let (id, traits) = root.firstNotLaidOut(in: traits, rules, recorder.arrived) {
      let arrival = recorder.arrived.firstIndex(of: id)
      if let arrival { recorder.arrived.remove(at: arrival) }
      let isFirstAppearance = arrival != nil
      let counted = countedIDs
      let newStack = traits.horizontal == .regular && root.find(id)?.split?.mayNeedStack == true ? nextID() : nil
      _ = root.update(id) { controller in
        switch controller.content {
        case .screen, .stack, .tabBar: break
        case .topTabs(var topTabs):
          topTabs.layOut(pageWidth: traits.size.width)
          controller.content = .topTabs(topTabs)
        case .split(var split):
          split.layOut(
            id, in: traits, rules: rules, isFirstAppearance: isFirstAppearance, newStack: newStack, &recorder)
          controller.content = .split(split)
        }
      }
      if let newStack, root.find(newStack) == nil { countedIDs = counted }
    }
  }
}

extension Session {
  /// Whether the whole tree is laid out for the window (D-112).
  var isLaidOut: Bool {
    root.firstNotLaidOut(in: environment.traits, environment.system.rules, []) == nil && root.misplacedInspector == nil
  }
}

extension Controller {
  fileprivate func firstNotLaidOut(in inherited: Traits, _ rules: SystemRules, _ arrived: [ControllerID]) -> (
    ControllerID, Traits
  )? {
    firstGeometry(in: inherited, rules) { controller, traits in
      switch controller.kind {
      case .screen, .stack, .tabBar: false
      case .topTabs: controller.downcast(to: TopTabs.self).value.pageWidth != traits.size.width
      case .split:
        (!arrived.isEmpty && arrived.contains(controller.id))
          || !controller.downcast(to: Split.self).value.isLaidOut(in: traits)
      }
    }
  }

  /// The first controller with a geometry that satisfies a predicate, with its inherited traits, outermost first (SC-2,
  /// TR-1, CL-19).
  ///
  /// Preserved and saved trees are laid out too, so that they equal freshly given ones. A presented tree has a room of
  /// its own (D-78).
  func firstGeometry(
    in inherited: Traits, of window: Traits? = nil, _ rules: SystemRules, where matches: (Controller, Traits) -> Bool
  ) -> (ControllerID, Traits)? {
    guard summary.holdsGeometry else { return nil }
    let window = window ?? inherited
    let traits = traitOverride?.applied(to: inherited, in: window.horizontal) ?? inherited
    switch kind {
    case .screen: break
    case .stack: if let found = firstGeometryInPlace(in: traits, of: window, rules, where: matches) { return found }
    case .tabBar:
      if matches(self, traits) { return (id, traits) }
      let inner = downcast(to: TabBar.self).value.contentTraits(in: traits)
      if let found = firstGeometryInPlace(in: inner, of: window, rules, where: matches) { return found }
    case .topTabs:
      if matches(self, traits) { return (id, traits) }
      if let found = firstGeometryInPlace(in: traits, of: window, rules, where: matches) { return found }
    case .split:
      if matches(self, traits) { return (id, traits) }
      let split = downcast(to: Split.self)
      for column in Column.allCases {
        // The room is computed only for content with a geometry.
        if let content = split.value.columns[column], content.summary.holdsGeometry,
          let found = content.firstGeometry(
            in: split.value.traits(of: column, in: traits, rules), of: window, rules, where: matches)
        {
          return found
        }
        let preserved = split.value.collapse?.preserved[column]
        if let found = preserved?.firstGeometry(in: traits, of: window, rules, where: matches) { return found }
      }
    }
    guard let presentedChild else { return nil }
    let own = presentation.adapted(in: window, rules).traits(
      preferring: presentedChild.answers.preferredContentSize,
      by: rules.presentedTraitsFromSuperview ? inherited : traits, in: window)
    return presentedChild.firstGeometry(in: own, of: window, rules, where: matches)
  }

  /// The first match among the children in its own area.
  private func firstGeometryInPlace(
    in traits: Traits, of window: Traits, _ rules: SystemRules, where matches: (Controller, Traits) -> Bool
  ) -> (ControllerID, Traits)? {
    for slot in slots where slot != Self.presentedSlot {
      if let found = held(at: slot)?.firstGeometry(in: traits, of: window, rules, where: matches) { return found }
    }
    return nil
  }
}

extension Split {
  /// An expanded split view makes its sidebars compact; each column has its actual width (CL-19).
  func traits(of column: Column, in traits: Traits, _ rules: SystemRules) -> Traits {
    if isCollapsed { return traits }
    let room = room(in: traits, rules)
    var own = traits
    switch column {
    case .compact: return traits
    case .primary: own.size.width = room.primaryWidth(in: displayMode)
    case .supplementary: own.size.width = room.supplementaryWidth(in: displayMode)
    case .inspector: own.size.width = room.inspectorWidth(in: displayMode)
    case .secondary:
      own.size.width = room.frames(in: displayMode).first { $0.column == .secondary }?.width ?? traits.size.width
      if own.size.width != traits.size.width { own.fold = nil }
      return own
    }
    own.enterSidebar()
    return own
  }

  func isLaidOut(in traits: Traits) -> Bool {
    isCollapsed == (traits.horizontal == .compact) && size == traits.size && !hasStaleColumns && !hasStaleDetails
      && !hasStaleTarget
  }

  /// Collapses or expands only on a change of the size class (CL-22, SYS3-6); a change of size alone may change the
  /// mode.
  mutating func layOut(
    _ id: ControllerID, in traits: Traits, rules: SystemRules, isFirstAppearance: Bool, newStack: ControllerID?,
    _ recorder: inout EventRecorder
  ) {
    let isRequested = requestMode(atWidth: traits.size.width, rules, isFirstAppearance: isFirstAppearance)
    let room = room(in: traits, rules)
    let hasRoomChanged = rules.automaticMode == .byWidth ? size?.width != traits.size.width : size != traits.size
    size = traits.size
    forgetStaleColumns()
    forgetStaleTarget()
    var change = ColumnChange(split: id, rules: rules)
    let restored = displayMode
    if isFirstAppearance {
      isOverlayDeferred = room.defersOverlay(restored: restored)
      forgetMode(rules)
    } else {
      change.visible = visibleColumns
    }
    switch traits.horizontal {
    case .compact:
      if isFirstAppearance || !isCollapsed { collapse(id, &change, &recorder) }
    case .regular:
      if isCollapsed {
        let occasion = SplitRoom.Occasion.expansion(isOverlayDeferred: isOverlayDeferred)
        expand(id, to: laidOutMode(room, on: occasion), in: room, newStack: newStack, &change, &recorder)
      } else if isFirstAppearance {
        changeMode(id, to: laidOutMode(room, on: .firstAppearance(restored: restored)), &change, &recorder)
      } else if hasRoomChanged {
        changeMode(
          id, to: laidOutMode(room, on: isRequested ? .request : .resize(from: displayMode)), &change, &recorder)
      }
    }
    if isFirstAppearance, inspector != .hidden { change.report(.inspector, isShown: true, &recorder) }
    restoreStaleDetails()
    change.conclude(&recorder)
  }

  /// The mode for a new size: the user's choice for such a width, else the preference (M2, DM-19, D-60).
  func laidOutMode(_ room: SplitRoom, on occasion: SplitRoom.Occasion) -> DisplayMode {
    chosenMode(in: room) ?? room.preferredMode(on: occasion)
  }

  private func chosenMode(in room: SplitRoom) -> DisplayMode? {
    chosenModes.isEmpty
      ? nil : chosenModes.first { $0.automatic == room.automaticMode }.map { room.chosenMode($0.mode) }
  }

  /// Before the first appearance the mode is `secondaryOnly`, except in a collapsed split view that stores its last
  /// expanded mode (M0, DM-2).
  private mutating func forgetMode(_ rules: SystemRules) {
    if case .lastExpanded = rules.collapsedMode, isCollapsed { return }
    displayMode = .secondaryOnly
  }

  /// Changes the mode while expanded, with all its callbacks (M6).
  mutating func changeMode(
    _ id: ControllerID, to mode: DisplayMode, _ change: inout ColumnChange, _ recorder: inout EventRecorder
  ) {
    announce(id, mode: mode, &recorder)
    change.pass(to: mode.visibleColumns(style), &recorder)
  }

  /// Calls `willChangeTo` before everything else, only for a different mode (M0, CO-25, DM-17).
  mutating func announce(_ id: ControllerID, mode: DisplayMode, _ recorder: inout EventRecorder) {
    guard mode != displayMode else { return }
    recorder.call(.willChangeDisplayMode(split: id, to: mode))
    recorder.add(.displayModeChanged(split: id, from: displayMode, to: mode), to: .changes)
    displayMode = mode
  }
}
