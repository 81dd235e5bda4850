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
    let change = before.map { TreeChange(from: $0.root, to: root) }
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
      reportPlaceholders(shown, since: before, recorder, &events)
      let start = events.count
      shown.reportChange(since: before, telling: calls, recorder, &events)
      if let before, !recorder.keepsSelections { reportSelections(shown, since: before, &events, from: start) }
    } else if let calls {
      events += calls.wills + calls.dids
    }
    recorder.report(.notices, &events)
    if !recorder.keepsSelections { bars?.reportNotices(&events) }
    recorder.report(.targets, &events)
    change?.reportDiscards(&events)
    recorder.reportDissolved(in: root, &events)
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

  /// The calls after a change of the display, which the stacks then know; nil where no stack has a delegate.
  ///
  /// - Parameter before: nil for a first appearance.
  mutating func callStackDelegates(_ shown: Display, since before: Display?, isAnimated: Bool) -> StackCalls? {
    guard root.summary.holdsStackDelegate else { return nil }
    var calls = StackCalls(isAnimated: isAnimated)
    let earlier = before?.delegatedStacks ?? []
    for stack in shown.delegatedStacks {
      calls.add(stack, announced: earlier.first { $0.id == stack.id }?.announced, isFirst: before == nil)
    }
    for (stack, child) in calls.newlyShown {
      _ = root.update(stack) { $0.updateStack { $0.delegate?.lastShown = child } }
    }
    return calls
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

  // What delegates have been told is the app's memory, and no part of a state that is restored (D-201).

  /// This tree, where delegates remember what they do in another one; a stack that it lacks has been told nothing.
  func withLastShown(of present: Controller) -> Controller {
    var tree = self
    tree.updateDelegates { id, delegate in
      if delegate != nil { delegate?.lastShown = present.find(id)?.stack?.delegate?.lastShown }
    }
    return tree
  }

  /// This tree without delegates of stacks, whose states are fewer.
  var withoutStackDelegates: Controller {
    var tree = self
    tree.updateDelegates { $1 = nil }
    return tree
  }

  private mutating func updateDelegates(_ change: (ControllerID, inout Stack.Delegate?) -> Void) {
    guard summary.holdsStackDelegate else { return }
    let id = id
    _ = updateStack { change(id, &$0.delegate) }
    updateEachHeld { $0.updateDelegates(change) }
  }
}

extension Event {
  fileprivate func isWillAppear(of id: ControllerID) -> Bool {
    if case .viewWillAppear(id, _) = self { true } else { false }
  }
}

/// The four view callbacks of all leaves that appeared or disappeared, found by comparing displays before and after
/// (D-4, NV-20, NV-21, NV-23, TB-9).
extension Display {
  /// A leaf's stage on this display; nil if off display.
  ///
  /// - Parameter index: its likely position, checked first.
  func stage(of leaf: Controller, near index: Int = 0) -> Shown.Stage? {
    if leaves.indices.contains(index), leaves[index].controller.isIdentical(to: leaf) { return leaves[index].stage }
    return leaves.first { $0.controller.isSame(as: leaf) }?.stage
  }

  /// Whether both displays have the same leaves in the same stages.
  func isUnchanged(since before: Display) -> Bool {
    before.root.isIdentical(to: root) && before.environment.adapts(as: environment)
      || before.leaves.elementsEqual(leaves) { $0.stage == $1.stage && $0.controller.isSame(as: $1.controller) }
  }

  /// Adds the screens' view callbacks, in this order: leaves that no longer appear, old will, new will, old did, new
  /// did, each leading to trailing (NV-20, NV-22), and each pair with the calls of stacks' delegates after it (NV-27).
  /// Where a presentation covers or uncovers its presenter, new did precedes old did. Where a column of a column style
  /// gets new content, the old content disappears fully before the new one appears (M6).
  func reportChange(
    since before: Display?, telling calls: StackCalls?, _ recorder: borrowing EventRecorder, _ events: inout [Event]
  ) {
    let present = changes(of: leaves) { StageChange(from: before?.stage(of: $1.controller, near: $0), to: $1.stage) }
    let former = changes(of: before?.leaves) {
      StageChange(from: $1.stage, to: stage(of: $1.controller, near: $0))
    }
    report(from: former, to: present, calls: calls, recorder, &events)
  }

  /// Adds the events of the end of a root: those that it had, then its disappearances and discards (D-220).
  func reportEnd(_ recorder: inout EventRecorder, _ events: inout [Event]) {
    events += recorder.takeOldRoot()
    let former = changes(of: leaves) { StageChange(from: $1.stage, to: nil) }
    report(from: former, to: [], calls: nil, recorder, &events)
    TreeChange(from: root, to: nil).reportDiscards(&events)
  }

  /// The leaves that change, with their changes.
  private typealias Changes = [(leaf: Shown, change: StageChange)]

  private func changes(of leaves: Leaves?, _ change: (Int, Shown) -> StageChange) -> Changes {
    var changes: Changes = []
    guard let leaves else { return changes }
    for index in leaves.indices {
      let change = change(index, leaves[index])
      if change.isEmpty { continue }
      if changes.isEmpty { changes.reserveCapacity(leaves.count - index) }
      changes.append((leaves[index], change))
    }
    return changes
  }

  private func report(
    from former: Changes, to present: Changes, calls: StackCalls?, _ recorder: borrowing EventRecorder,
    _ events: inout [Event]
  ) {
    let isAnimated = recorder.animated
    for (leaf, change) in former where change.contains(.isReverted) {
      events.append(.viewWillDisappear(leaf.id, animated: isAnimated))
      events.append(.viewDidDisappear(leaf.id, animated: isAnimated))
    }
    for (leaf, change) in former where change.contains(.beginsToDisappear) {
      events.append(.viewWillDisappear(leaf.id, animated: isAnimated && !recorder.still.contains(leaf.id)))
    }
    if recorder.replacesColumn { reportDisappeared(former, recorder, &events) }
    for (leaf, change) in present where change.contains(.beginsToAppear) {
      events.append(.viewWillAppear(leaf.id, animated: isAnimated))
      guard change.contains(.appearsBriefly) else { continue }
      events.append(.viewDidAppear(leaf.id, animated: isAnimated))
      events.append(.viewWillDisappear(leaf.id, animated: isAnimated))
    }
    if let calls { events += calls.wills }
    if recorder.changesCover { reportAppeared(present, isAnimated: isAnimated, &events) }
    if !recorder.replacesColumn { reportDisappeared(former, recorder, &events) }
    if !recorder.changesCover { reportAppeared(present, isAnimated: isAnimated, &events) }
    if let calls { events += calls.dids }
  }

  private func reportAppeared(_ present: Changes, isAnimated: Bool, _ events: inout [Event]) {
    for (leaf, change) in present where change.contains(.hasAppeared) {
      events.append(.viewDidAppear(leaf.id, animated: isAnimated))
    }
  }

  private func reportDisappeared(_ former: Changes, _ recorder: borrowing EventRecorder, _ events: inout [Event]) {
    for (leaf, change) in former where change.contains(.hasDisappeared) {
      events.append(.viewDidDisappear(leaf.id, animated: recorder.animated && !recorder.still.contains(leaf.id)))
    }
  }

  /// The change of a leaf that was or is on display.
  private struct StageChange: OptionSet {
    let rawValue: UInt8

    /// It was about to appear and does not.
    static let isReverted = StageChange(rawValue: 1)
    static let beginsToDisappear = StageChange(rawValue: 2)
    static let hasDisappeared = StageChange(rawValue: 4)
    static let beginsToAppear = StageChange(rawValue: 8)
    static let hasAppeared = StageChange(rawValue: 16)
    /// A batch adds the screen and begins its swipe back.
    static let appearsBriefly = StageChange(rawValue: 32)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The change from one stage to another; nil is off display.
    init(from: Shown.Stage?, to: Shown.Stage?) {
      self =
        switch (from, to) {
        case (nil, nil), (.appeared, .appeared), (.appearing, .appearing), (.disappearing, .disappearing): []
        case (.appearing, nil): .isReverted
        case (.appeared, nil): [.beginsToDisappear, .hasDisappeared]
        case (.disappearing, nil): .hasDisappeared
        case (.appeared, .disappearing), (.appearing, .disappearing): .beginsToDisappear
        case (nil, .appeared), (.disappearing, .appeared): [.beginsToAppear, .hasAppeared]
        case (.appearing, .appeared): .hasAppeared
        case (nil, .appearing), (.appeared, .appearing), (.disappearing, .appearing): .beginsToAppear
        case (nil, .disappearing): [.beginsToAppear, .appearsBriefly]
        }
    }
  }

  /// The stacks with a delegate around the leaves, outermost first.
  fileprivate var delegatedStacks: [ShownStack] {
    guard root.summary.holdsStackDelegate else { return [] }
    return entries.indices.compactMap { index in
      guard case .stack(let stack) = entries[index].controller.node, stack.value.delegate != nil,
        leaves.contains(where: { index < $0.index && $0.index < entries[index].end })
      else { return nil }
      return ShownStack(id: stack.id, stack: stack.value, isAppearing: entries[index].place.stage == .appearing)
    }
  }
}

/// The calls of stacks' delegates: `willShow` and `didShow` of a stack whose top is not the one told last (NV-27, D-201).
struct StackCalls {
  /// Sent after the views' "will" callbacks.
  private(set) var wills: [Event] = []
  /// Sent after the views' "did" callbacks.
  private(set) var dids: [Event] = []
  /// The stacks with a new `lastShown`.
  private(set) var newlyShown: [(stack: ControllerID, child: ControllerID)] = []
  private let isAnimated: Bool

  init(isAnimated: Bool) { self.isAnimated = isAnimated }

  /// - Parameters:
  ///   - announced: the child of the last `willShow` that no `didShow` has followed.
  ///   - isFirst: nothing has been told, whatever the stack says.
  mutating func add(_ shown: ShownStack, announced: ControllerID?, isFirst: Bool) {
    let (stack, top) = (shown.stack, shown.stack.top.id)
    let isKnown = !isFirst && stack.delegate?.lastShown == top
    if !isKnown {
      if announced != top { wills.append(willShow(top, in: shown.id)) }
      if shown.isAppearing { return }
      newlyShown.append((shown.id, top))
      let didShow = Event.delegateCall(.didShowChild(stack: shown.id, top, animated: isAnimated))
      // A batch adds the top and begins its swipe back: it appears before the lower screen does.
      if stack.isInteractiveBack { wills.append(didShow) } else { dids.append(didShow) }
    }
    if stack.isInteractiveBack, let behind = stack.behind?.id, !isKnown || announced != behind {
      wills.append(willShow(behind, in: shown.id))
    }
  }

  private func willShow(_ child: ControllerID, in stack: ControllerID) -> Event {
    .delegateCall(.willShowChild(stack: stack, child, animated: isAnimated))
  }
}

/// A stack with a delegate, on display.
struct ShownStack {
  let id: ControllerID
  let stack: Stack
  /// It is within the lower screen of another stack's swipe back.
  let isAppearing: Bool

  /// The child that a swipe brings, as its delegate knows: it has not been shown yet (NV-28).
  fileprivate var announced: ControllerID? {
    if stack.isInteractiveBack { return stack.behind?.id }
    return isAppearing && stack.delegate?.lastShown != stack.top.id ? stack.top.id : nil
  }
}
