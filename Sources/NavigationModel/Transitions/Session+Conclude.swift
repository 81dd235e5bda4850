/// What a transition leaves to be found out: who moved, who came on display and who went, and who left for good.
extension Session {
  /// Puts everything that was told into the one order, and lets lists forget their selection where that follows. `before` is nil for a first appearance.
  mutating func conclude(_ telling: borrowing Telling, since before: Display?, _ events: inout [Event]) {
    let shown = look()
    let change = TreeChange(from: before?.root ?? root, to: root)
    events.reserveCapacity(events.count + telling.count + Self.usualAppearances)
    if !telling.questions.isEmpty { events += telling.questions }
    change.tellMoves(&events)
    if !telling.changes.isEmpty { events += telling.changes }
    if before.map(shown.isUnchanged(since:)) != true {
      tellPlaceholders(shown, since: before, keepsSelections: telling.keepsSelections, &events)
      let start = events.count
      shown.tellChange(since: before, telling, &events)
      if let before, !telling.keepsSelections { tellSelections(shown, since: before, &events, from: start) }
    }
    if !telling.notices.isEmpty { events += telling.notices }
    if !telling.targets.isEmpty { events += telling.targets }
    change.tellDiscards(&events)
  }

  /// Events that most transitions add to those they tell themselves: one screen goes for good, one comes.
  private static let usualAppearances = 6

  /// Each placeholder that begins to appear says so, and once it has appeared the primary's lists that are on display lose their selection (SYS0-12 to SYS0-14, SYS0-26).
  ///
  /// Not where the split view has just expanded: a placeholder that comes back with its column is no news that nothing is selected any more,
  /// and a round trip keeps the selection.
  private mutating func tellPlaceholders(
    _ display: Display, since before: Display?, keepsSelections: Bool, _ events: inout [Event]
  ) {
    for index in display.leaves.indices where display.leaves[index].isPlaceholder {
      let shown = display.leaves[index]
      guard let split = display.containers(around: shown).last(where: { $0.kind == .split })?.id else { continue }
      let earlier = before?.stage(of: shown.id)
      if earlier == nil { events.append(.placeholderWillAppear(split: split, placeholder: shown.id)) }
      guard !keepsSelections, shown.stage == .appeared, earlier == nil || earlier == .appearing, let before,
        before.root.find(split)?.split?.isCollapsed == false
      else { continue }
      for list in display.leaves where list.column == .primary && display.containers(around: list).contains(where: { $0.id == split }) {
        if let event = changeSelection(of: list.id, to: nil, .placeholderAppeared) { events.append(event) }
      }
    }
  }

  /// A list that comes on display forgets its selection as it appears, at the end of a swipe once that is done; not at the first appearance.
  private mutating func tellSelections(_ display: Display, since before: Display, _ events: inout [Event], from start: Int) {
    for index in display.leaves.indices where display.leaves[index].hasSelection && display.leaves[index].stage == .appeared {
      let list = display.leaves[index].id
      switch before.stage(of: list) {
      case .appeared, .disappearing: break
      case nil, .appearing:
        guard let cleared = clearSelection(of: list) else { continue }
        let cause = events[start...].firstIndex { $0.isWillAppear(of: list) } ?? events.endIndex - 1
        events.insert(cleared, at: cause + 1)
      }
    }
  }

  /// What a list does in `viewWillAppear` (LS-1, LS-3).
  private mutating func clearSelection(of list: ControllerID) -> Event? {
    guard case .screen(let screen)? = root.find(list)?.node else { return nil }
    switch screen.value.clearsSelectionOnAppear {
    case .never: return nil
    case .always: break
    case .whenCollapsed:
      let split = root.locate(list)?.containers.first { $0.kind == .split }
      if split?.split?.isCollapsed == false { return nil }
    }
    return changeSelection(of: list, to: nil, .viewWillAppear)
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
