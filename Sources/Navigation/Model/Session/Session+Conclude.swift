/// Events derived after a transition: what moved, what appeared or disappeared, and what left permanently.
extension Session {
  /// Puts all events into order, and clears list selections as appearances require. `before` is nil for a first
  /// appearance, such as that of a new root (D-220).
  mutating func conclude(_ recorder: inout EventRecorder, since before: Display?, _ events: inout [Event]) {
    if recorder.replacedRoots > 0, let before {
      before.reportEnd(&recorder, &events)
      return conclude(&recorder, since: nil, &events)
    }
    let followed = followDetails()
    let shown = cacheDisplay()
    let change = before.flatMap { TreeChange.any(from: $0.root, to: root) }
    let isUnchanged = before.map { shown.isUnchanged(since: $0) } ?? false
    let bars = BarChanges(since: before, to: shown)
    let appearances = isUnchanged ? 0 : 4 * max(shown.leaves.count, before?.leaves.count ?? 0)
    let count = recorder.count + (change?.count ?? 0) + appearances + followed.count
    if events.isEmpty { swap(&events, &recorder.questions) } else { events += recorder.questions }
    // What is restored asks no delegate.
    if !recorder.keepsSelections { bars?.reportQuestions(&events) }
    if events.capacity < count { events.reserveCapacity(events.count + count) }
    change?.reportMoves(&events)
    recorder.report(.changes, &events)
    bars?.report(&events)
    if before != nil { events += followed }
    let calls = callStackDelegates(shown, since: before, isAnimated: recorder.animated)
    if !isUnchanged {
      conclude(shown, since: before, telling: calls, recorder, &events)
    } else if let calls {
      events += calls.wills + calls.dids
    }
    recorder.report(.notices, &events)
    if !recorder.keepsSelections { bars?.reportNotices(&events) }
    recorder.report(.targets, &events)
    change?.reportDiscards(&events)
    recorder.reportDissolved(in: root, &events)
  }

  /// Adds the events of appearances and disappearances.
  private mutating func conclude(
    _ shown: Display, since before: Display?, telling calls: StackCalls?, _ recorder: borrowing EventRecorder,
    _ events: inout [Event]
  ) {
    reportPlaceholders(shown, since: before, recorder, &events)
    let start = events.count
    shown.reportChange(since: before, telling: calls, recorder, &events)
    if let before, !recorder.keepsSelections { reportSelections(shown, since: before, &events, from: start) }
  }

  /// Each placeholder that begins to appear is announced. Once it has appeared, the primary's lists lose their
  /// selection, in view or not, but for those of a tab whose details are put away (LS-6, SYS0-12 to SYS0-14, SYS0-26).
  ///
  /// Not after an expansion: a placeholder that returns with its column does not mean an empty selection, and a round
  /// trip preserves the selection (D-21). Nor does the list lose it whose row has emptied the column (D-154).
  private mutating func reportPlaceholders(
    _ display: Display, since before: Display?, _ recorder: borrowing EventRecorder, _ events: inout [Event]
  ) {
    for shown in display.leaves where shown.controller.isPlaceholder {
      guard let split = shown.innermost(.split)?.id else { continue }
      let earlier = before?.stage(of: shown.controller)
      if earlier == nil { events.append(.placeholderWillAppear(split: split, placeholder: shown.id)) }
      guard !recorder.keepsSelections, shown.stage == .appeared, earlier == nil || earlier == .appearing, let before,
        case .split(let was)? = before.root.find(split)?.node, !was.value.isCollapsed
      else { continue }
      for list in root.find(split)?.split?.selectedLists ?? [] where list != recorder.choosing {
        if let event = changeSelection(of: list, to: nil, .placeholderAppeared) { events.append(event) }
      }
    }
  }

  /// A list clears its selection as it appears, at the end of a swipe only once the swipe is finished (D-13); not at
  /// the first appearance (D-23).
  private mutating func reportSelections(
    _ display: Display, since before: Display, _ events: inout [Event], from start: Int
  ) {
    for leaf in display.leaves where leaf.stage == .appeared && leaf.controller.hasSelection {
      switch before.stage(of: leaf.controller) {
      case .appeared, .disappearing: break
      case nil, .appearing:
        let list = leaf.id
        guard let cleared = clearSelection(of: list) else { continue }
        let cause = events[start...].firstIndex { $0.isWillAppear(of: list) } ?? events.endIndex - 1
        events.insert(cleared, at: cause + 1)
      }
    }
  }

  /// A list's selection change in `viewWillAppear` (LS-1 to LS-4, SYS0-25).
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

  /// Changes a list's selection; nil where it is unchanged, and where it follows the list's detail (D-150).
  mutating func changeSelection(of id: ControllerID, to row: String?, _ cause: Event.SelectionCause) -> Event? {
    guard case .screen(let list)? = root.find(id)?.node, list.value.selection != row, !list.value.selectionFollowsDetail
    else { return nil }
    var changed = list.value
    changed.selection = row
    _ = root.update(id) { $0.content = .screen(changed) }
    return .selectionChanged(id, from: list.value.selection, to: row, cause)
  }
}

extension Split {
  /// The lists in the primary with a selected row, in tree order, but those of a tab whose details are parked or saved,
  /// and those that follow their detail.
  package var selectedLists: [ControllerID] {
    var lists: [ControllerID] = []
    primary?.collectSelectedLists(except: tabsWithDetails, &lists)
    return lists
  }

  private var tabsWithDetails: [ControllerID] {
    guard let tabBar = primary?.detailTabBar else { return [] }
    return tabBar.tabs.filter { tab in
      if !tab.savedDetails.isEmpty { return true }
      return delegate.onTabSwitch == .followTab && tab.child.id != tabBar.selectedChild.id
        && tab.child.stack?.hasDetails == true
    }.map(\.child.id)
  }
}

extension Controller {
  fileprivate func collectSelectedLists(except passedOver: [ControllerID], _ lists: inout [ControllerID]) {
    guard !passedOver.contains(id) else { return }
    if let screen, screen.hasSelection, !screen.selectionFollowsDetail { lists.append(id) }
    forEachPresent { held, holding in
      if holding != .preserved { held.collectSelectedLists(except: passedOver, &lists) }
    }
  }
}

extension Event {
  fileprivate func isWillAppear(of id: ControllerID) -> Bool {
    if case .viewWillAppear(id, _) = self { true } else { false }
  }
}
