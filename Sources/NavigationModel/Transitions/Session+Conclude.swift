/// What a transition leaves to be found out: who moved, who came on display and who went, and who left for good.
extension Session {
  /// Puts everything that was told into the one order, and lets lists forget their selection where that follows. `before` is nil for a first appearance.
  mutating func conclude(_ telling: Telling, since before: Scene?, _ events: inout [Event]) {
    let change = TreeChange(from: before?.root ?? root, to: root)
    events.reserveCapacity(events.count + telling.count + Self.usualAppearances)
    events += telling.questions
    change.tellMoves(&events)
    events += telling.changes
    let appearance = Appearance(from: before?.displayed ?? [], to: scene().displayed, telling, isFirst: before == nil)
    if !appearance.isUnchanged {
      tellPlaceholders(appearance, since: before, &events)
      tellAppearance(appearance, isFirst: before == nil, &events)
    }
    events += telling.notices
    events += telling.targets
    change.tellDiscards(&events, from: before?.root ?? root, to: root)
  }

  /// Events that most transitions add to those they tell themselves: one screen goes for good, one comes.
  private static let usualAppearances = 6

  /// Each placeholder that begins to appear says so, and once it has appeared the primary's lists that are on display lose their selection (SYS0-12 to SYS0-14, SYS0-26).
  ///
  /// Not where the split view has just expanded: a placeholder that comes back with its column is no news that nothing is selected any more,
  /// and a round trip keeps the selection.
  private mutating func tellPlaceholders(_ appearance: Appearance, since before: Scene?, _ events: inout [Event]) {
    for shown in appearance.after where shown.controller.isPlaceholder {
      guard let split = innermostSplit(around: shown) else { continue }
      if appearance.earlierStage(of: shown.id) == nil {
        events.append(.placeholderWillAppear(split: split, placeholder: shown.id))
      }
      let hasJustAppeared = shown.stage == .appeared && ![.appeared, .disappearing].contains(appearance.earlierStage(of: shown.id))
      guard hasJustAppeared, let before, before.root.find(split)?.split?.isCollapsed == false else { continue }
      for list in appearance.after where list.column == .primary && list.containers.contains(split) {
        if let event = changeSelection(of: list.id, to: nil, .placeholderAppeared) { events.append(event) }
      }
    }
  }

  /// A list that comes on display forgets its selection as it appears, at the end of a swipe once that is done; not at the first appearance.
  private mutating func tellAppearance(_ appearance: Appearance, isFirst: Bool, _ events: inout [Event]) {
    let start = events.count
    appearance.tell(&events)
    guard !isFirst else { return }
    for shown in appearance.after where shown.stage == .appeared {
      switch appearance.earlierStage(of: shown.id) {
      case .appeared, .disappearing: break
      case nil, .appearing:
        guard let cleared = clearSelection(of: shown.controller) else { continue }
        let cause = events[start...].firstIndex { $0.isWillAppear(of: shown.id) } ?? events.endIndex - 1
        events.insert(cleared, at: cause + 1)
      }
    }
  }

  /// What a list does in `viewWillAppear` (LS-1, LS-3).
  private mutating func clearSelection(of list: Controller) -> Event? {
    guard case .screen(let screen) = list.node, screen.value.selection != nil else { return nil }
    switch screen.value.clearsSelectionOnAppear {
    case .never: return nil
    case .always: break
    case .whenCollapsed:
      let split = root.locate(list.id)?.containers.first { $0.kind == .split }
      if split?.split?.isCollapsed == false { return nil }
    }
    return changeSelection(of: list.id, to: nil, .viewWillAppear)
  }

  private func innermostSplit(around shown: Displayed) -> ControllerID? {
    shown.containers.last { root.find($0)?.kind == .split }
  }

  /// Nil where the selection is what it was.
  mutating func changeSelection(of id: ControllerID, to row: String?, _ cause: Event.SelectionCause) -> Event? {
    guard case .screen(let list)? = root.find(id)?.node, list.value.selection != row else { return nil }
    var changed = list.value
    changed.selection = row
    _ = root.update(id) { $0.content = .screen(changed) }
    return .selectionChanged(id, from: list.value.selection, to: row, cause)
  }
}

extension Event {
  fileprivate func isWillAppear(of id: ControllerID) -> Bool {
    if case .viewWillAppear(id, _) = self { true } else { false }
  }
}
