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
    report(
      from: former, to: present, isAnimated: recorder.animated, calls: calls, recorder: recorder, &events)
  }

  /// Adds the events of the end of a root: those that it had, then its disappearances and discards (D-220).
  func reportEnd(_ recorder: inout EventRecorder, _ events: inout [Event]) {
    events += recorder.takeOldRoot()
    let former = changes(of: leaves) { StageChange(from: $1.stage, to: nil) }
    report(from: former, to: [], isAnimated: recorder.animated, calls: nil, recorder: recorder, &events)
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
    from former: Changes, to present: Changes, isAnimated: Bool, calls: StackCalls?,
    recorder: borrowing EventRecorder, _ events: inout [Event]
  ) {
    for (leaf, change) in former where change.contains(.isReverted) {
      events.append(.viewWillDisappear(leaf.id, animated: isAnimated))
      events.append(.viewDidDisappear(leaf.id, animated: isAnimated))
    }
    for (leaf, change) in former where change.contains(.beginsToDisappear) {
      events.append(.viewWillDisappear(leaf.id, animated: isAnimated && !recorder.still.contains(leaf.id)))
    }
    if recorder.replacesColumn { reportDisappeared(former, isAnimated: isAnimated, recorder: recorder, &events) }
    for (leaf, change) in present where change.contains(.beginsToAppear) {
      events.append(.viewWillAppear(leaf.id, animated: isAnimated))
      guard change.contains(.appearsBriefly) else { continue }
      events.append(.viewDidAppear(leaf.id, animated: isAnimated))
      events.append(.viewWillDisappear(leaf.id, animated: isAnimated))
    }
    if let calls { events += calls.wills }
    if recorder.changesCover { reportAppeared(present, isAnimated: isAnimated, &events) }
    if !recorder.replacesColumn { reportDisappeared(former, isAnimated: isAnimated, recorder: recorder, &events) }
    if !recorder.changesCover { reportAppeared(present, isAnimated: isAnimated, &events) }
    if let calls { events += calls.dids }
  }

  private func reportAppeared(_ present: Changes, isAnimated: Bool, _ events: inout [Event]) {
    for (leaf, change) in present where change.contains(.hasAppeared) {
      events.append(.viewDidAppear(leaf.id, animated: isAnimated))
    }
  }

  private func reportDisappeared(
    _ former: Changes, isAnimated: Bool, recorder: borrowing EventRecorder, _ events: inout [Event]
  ) {
    for (leaf, change) in former where change.contains(.hasDisappeared) {
      events.append(.viewDidDisappear(leaf.id, animated: isAnimated && !recorder.still.contains(leaf.id)))
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
}
