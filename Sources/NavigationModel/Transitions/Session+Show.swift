/// The family Show: an action searches for the container that takes it, from the sender outwards (SH-1).
extension Session {
  /// A stack pushes (SH-4, NV-26, SYS1-19); a split view asks the app, then replaces its primary (SH-5).
  mutating func show(_ newcomer: Transition.Newcomer, from sender: ControllerID?, _ recorder: inout EventRecorder)
    throws(Rejection) -> Outcome
  {
    let sender = try resolveSender(sender)
    guard let taker = sender.first(where: { $0.kind == .stack || $0.kind == .split }) else {
      _ = try presentUntaken(newcomer, from: sender, &recorder)
      return Outcome()
    }
    guard case .split(let split) = taker.node else { return try push(newcomer, on: taker.id, &recorder) }
    return try show(newcomer, in: taker.id, split.value, from: sender, &recorder)
  }

  /// Only a split view takes `showDetail` (SH-2, SYS2-5).
  mutating func showDetail(
    _ newcomer: Transition.Newcomer, from sender: ControllerID?, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    let sender = try resolveSender(sender)
    guard let taker = sender.first(where: { $0.kind == .split }), case .split(let split) = taker.node else {
      _ = try presentUntaken(newcomer, from: sender, &recorder)
      return Outcome()
    }
    guard split.value.style == .classic else {
      return try showDetailInColumns(newcomer, in: taker.id, split.value, from: sender, &recorder)
    }
    switch split.value.behavior.onShowDetail {
    case .handled:
      try askShowDetail(newcomer, in: taker.id, answer: true, &recorder)
      return Outcome()
    case .replaceAbovePlaceholder:
      if let outcome = try reopenDetail(newcomer, in: taker.id, split.value, answer: true, &recorder) { return outcome }
      if case .stack(let detail)? = split.value.detailStack?.node {
        let (target, isCollapsed) = (detail.id, split.value.isCollapsed)
        let controller = try bring(newcomer, into: target, .stackMember, &recorder)
        recorder.ask(.showDetail(split: taker.id, controller: controller.id, answer: true))
        _ = root.update(target) {
          $0.updateStack { stack in
            if !isCollapsed { _ = stack.truncate(to: 1) }
            stack.push(controller)
          }
        }
        // A detail that replaces another one is not animated, so that the placeholder does not appear between them
        // (SYS0-10, SYS0-11).
        recorder.animated = isCollapsed || detail.value.above.isEmpty
        return Outcome()
      }
      if !split.value.isCollapsed, split.value.secondary == nil, let placeholder = split.value.behavior.placeholder {
        // A column restored empty gets its stack with the first detail (SYS0-4, D-49).
        let controller = try bring(newcomer, into: taker.id, .stackMember, &recorder)
        recorder.ask(.showDetail(split: taker.id, controller: controller.id, answer: true))
        let stack = Controller(id: nextID(), content: .stack(Stack(root: placeholder, above: [controller])))
        updateSplit(taker.id) { $0.secondary = stack }
        recorder.animated = true
        return Outcome()
      }
    case .system:
      if let outcome = try reopenDetail(newcomer, in: taker.id, split.value, answer: false, &recorder) {
        return outcome
      }
    }
    return try showDetailBySystem(newcomer, in: taker.id, split.value, from: sender, &recorder)
  }

  /// Reopens a detail of the session in place; the app is asked as for any other.
  private mutating func reopenDetail(
    _ newcomer: Transition.Newcomer, in id: ControllerID, _ split: Split, answer: Bool, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome? {
    guard case .existing = newcomer else { return nil }
    var told = recorder
    told.ask(.showDetail(split: id, controller: newcomer.id, answer: answer))
    guard let outcome = try reopen(newcomer, on: split.detailStack?.id, &told) else { return nil }
    recorder = told
    return outcome
  }

  /// Replaces the secondary's content, and shows it on top while collapsed, without a delegate call (SH-10 to SH-12,
  /// M10). A compact tree on top takes the detail if it is a stack; else the detail is presented (SH-12).
  private mutating func showDetailInColumns(
    _ newcomer: Transition.Newcomer, in id: ControllerID, _ split: Split, from sender: Location,
    _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    if split.isCollapsed, split.collapsedColumn == .compact {
      guard let compact = split.columns.compact, compact.kind == .stack else {
        _ = try presentUntaken(newcomer, from: sender, &recorder)
        return Outcome()
      }
      return try push(newcomer, on: compact.id, &recorder)
    }
    // On top of another column it is not yet a detail, and becomes one.
    let top = split.currentContent(of: split.isCollapsed ? split.topColumn : .secondary)
    let isOfColumn = split.isCollapsed && split.topColumn != .secondary && top?.stack?.top.id == newcomer.id
    if let outcome = try reopen(newcomer, on: isOfColumn ? nil : top?.id, &recorder) {
      updateSplit(id) { if $0.currentContent(of: .secondary)?.find(newcomer.id) != nil { $0.isDetailChosen = true } }
      return outcome
    }
    let content = try contents(newcomer, for: .secondary, of: id, &recorder)
    return try changeSplit(id, &recorder) { (_, split, _, change, recorder) in
      split.isDetailChosen = true
      if split.isCollapsed {
        split.showCollapsedDetail(content, &change, &recorder)
      } else {
        split.columns.secondary = content
        recorder.replacesColumn = true
      }
      recorder.animated = split.isCollapsed
      return Outcome()
    }
  }

  /// Collapsed: `show` on the primary, a plain push for a stack, and a page sheet for any other kind (SH-6, SYS0-8,
  /// SYS2-7, M11). Expanded: replaces the secondary (SH-7, SH-8, SYS2-6, D-51).
  private mutating func showDetailBySystem(
    _ newcomer: Transition.Newcomer, in id: ControllerID, _ split: Split, from sender: Location,
    _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    guard split.isCollapsed else {
      let controller = try bring(newcomer, into: id, .detailColumn, &recorder)
      recorder.ask(.showDetail(split: id, controller: controller.id, answer: false))
      updateSplit(id) { $0.secondary = controller }
      return Outcome()
    }
    guard let primary = split.primary, primary.kind == .stack else {
      let presented = try presentUntaken(newcomer, from: sender, &recorder)
      recorder.ask(.showDetail(split: id, controller: presented, answer: false))
      return Outcome()
    }
    let controller = try bring(newcomer, into: primary.id, .primaryStackMember, &recorder)
    recorder.ask(.showDetail(split: id, controller: controller.id, answer: false))
    let rules = environment.system.rules
    recorder.ask(.willHide(split: id, split.topColumn))
    if rules.tellsDidShowAndDidHide { recorder.notify(.didHide(split: id, split.topColumn)) }
    _ = root.update(primary.id) { $0.push(controller) }
    recorder.animated = true
    return Outcome()
  }

  /// An expanded split view makes it its primary; for a collapsed one it is presented (SH-5, SH-13).
  private mutating func show(
    _ newcomer: Transition.Newcomer, in id: ControllerID, _ split: Split, from sender: Location,
    _ recorder: inout EventRecorder
  ) throws(Rejection) -> Outcome {
    if split.style != .classic {
      if let outcome = try reopen(newcomer, on: nil, &recorder) { return outcome }
      if !split.isCollapsed { return try setColumn(.primary, newcomer, in: id, &recorder) }
      _ = try presentUntaken(newcomer, from: sender, &recorder)
      return Outcome()
    }
    switch split.behavior.onShow {
    case .handled:
      recorder.ask(.show(split: id, controller: newcomer.id, answer: true))
      return Outcome()
    case .system:
      var told = recorder
      told.ask(.show(split: id, controller: newcomer.id, answer: false))
      if let outcome = try reopen(newcomer, on: nil, &told) {
        recorder = told
        return outcome
      }
      if split.isCollapsed {
        let presented = try presentUntaken(newcomer, from: sender, &recorder)
        recorder.ask(.show(split: id, controller: presented, answer: false))
        return Outcome()
      }
      var isInPrimary = false
      if case .existing(let moved) = newcomer { isInPrimary = split.primary?.find(moved) != nil }
      let controller = try bring(newcomer, into: id, isInPrimary ? .detailColumn : .primary, &recorder)
      recorder.ask(.show(split: id, controller: controller.id, answer: false))
      updateSplit(id) { split in
        if isInPrimary { split.secondary = controller } else { split.primary = controller }
      }
      return Outcome()
    }
  }

  /// The app handles the controller; one of the session stays in place.
  private func askShowDetail(
    _ newcomer: Transition.Newcomer, in id: ControllerID, answer: Bool, _ recorder: inout EventRecorder
  ) throws(Rejection) {
    if case .existing(let existing) = newcomer, root.findInSession(existing) == nil {
      throw .noSuchController(existing)
    }
    recorder.ask(.showDetail(split: id, controller: newcomer.id, answer: answer))
  }

  /// A controller by its id, or the topmost visible screen of the primary column; without a split view, the last
  /// visible leaf.
  func resolveSender(_ given: ControllerID?) throws(Rejection) -> Location {
    if let given {
      guard let location = root.locateInSession(given) else { throw .noSuchController(given) }
      return location
    }
    let display = display
    defer { withExtendedLifetime(display) {} }
    if let primary = display.last(where: { $0.column == .primary }), let location = root.locate(primary.id) {
      return location
    }
    // Without a split view there are no columns; in a collapsed one, the top controller is in the primary's place.
    guard let last = display.last,
      display.ownContainers(around: last).allSatisfy({
        $0.kind != .split || root.find($0.id)?.split?.isCollapsed ?? true
      }),
      let location = root.locate(last.id)
    else { throw .noTarget(.sender) }
    return location
  }

  mutating func updateSplit(_ id: ControllerID, _ change: (inout Split) -> Void) {
    _ = root.update(id) { controller in
      guard case .split(let kept) = controller.node else { return }
      var split = kept.value
      change(&split)
      controller.become(split)
    }
  }
}

extension Split {
  /// The stack that receives details: the secondary while expanded, else the one details were moved onto (SYS0-9,
  /// SYS0-10).
  @inline(__always)
  fileprivate var detailStack: Controller? {
    guard isCollapsed else { return secondary }
    switch primary?.node {
    case .stack: return primary
    case .tabBar(let tabBar): return tabBar.value.selectedChild
    case .screen, .topTabs, .split, nil: return nil
    }
  }
}

extension Location {
  /// The first match among the controller and its containers, innermost first (SH-1).
  fileprivate func first(where isTaker: (Controller) -> Bool) -> Controller? {
    isTaker(controller) ? controller : containers.first(where: isTaker)
  }
}

extension Transition.Newcomer {
  /// The id in the transition.
  var id: ControllerID {
    switch self {
    case .new(let controller): controller.id
    case .existing(let id): id
    }
  }
}
