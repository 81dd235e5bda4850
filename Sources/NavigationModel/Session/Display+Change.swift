/// The four view callbacks of all leaves that appeared or disappeared, found by comparing displays before and after
/// (D-4, NV-20, NV-21, NV-23, TB-9).
extension Display {
  /// A leaf's stage on this display; nil if off display.
  ///
  /// - Parameter index: its likely position, checked first.
  @inline(__always)
  func stage(of leaf: HeldController, near index: Int = 0) -> Displayed.Stage? {
    if index < leafCount, self.leaf(index).controller.isIdentical(to: leaf) { return self.leaf(index).stage }
    return find(leaf)
  }

  private func find(_ leaf: HeldController) -> Displayed.Stage? {
    for index in 0..<leafCount where self.leaf(index).controller.isSame(as: leaf) { return self.leaf(index).stage }
    return nil
  }

  /// Whether both displays have the same leaves in the same stages.
  func isUnchanged(since before: Display) -> Bool {
    if before === self { return true }
    guard before.leafCount == leafCount else { return false }
    for index in 0..<leafCount {
      let (now, then) = (leaf(index), before.leaf(index))
      guard now.stage == then.stage, now.controller.isSame(as: then.controller) else { return false }
    }
    return true
  }

  /// Adds the screens' view callbacks, in this order: leaves that no longer appear, old will, new will, old did, new
  /// did, each leading to trailing (NV-20, NV-22). Where a presentation covers or uncovers its presenter, new did
  /// precedes old did. Where a column of a column style gets new content, the old content disappears fully before the
  /// new one appears (M6).
  func reportChange(since before: Display?, _ recorder: borrowing EventRecorder, _ events: inout [Event]) {
    withUnsafeTemporaryAllocation(of: StageChange.self, capacity: leafCount + (before?.leafCount ?? 0) + 1) { changes in
      guard let room = changes.baseAddress else { return }
      let present = StageChanges(of: self, in: room) {
        StageChange(from: before?.stage(of: $0.controller, near: $1), to: $0.stage)
      }
      var former: StageChanges?
      if let before {
        former = StageChanges(of: before, in: room + leafCount) {
          StageChange(from: $0.stage, to: stage(of: $0.controller, near: $1))
        }
      }
      report(former, present, recorder, &events)
    }
  }

  private func report(
    _ former: StageChanges?, _ present: StageChanges, _ recorder: borrowing EventRecorder, _ events: inout [Event]
  ) {
    let isAnimated = former != nil && recorder.animated
    former?.forEach(.isReverted) { id, _ in
      events.append(.viewWillDisappear(id, animated: isAnimated))
      events.append(.viewDidDisappear(id, animated: isAnimated))
    }
    former?.forEach(.beginsToDisappear) { id, _ in
      events.append(.viewWillDisappear(id, animated: isAnimated && !recorder.still.contains(id)))
    }
    if recorder.replacesColumn { reportDisappeared(former, isAnimated, recorder, &events) }
    present.forEach(.beginsToAppear) { id, change in
      events.append(.viewWillAppear(id, animated: isAnimated))
      guard change.contains(.appearsBriefly) else { return }
      events.append(.viewDidAppear(id, animated: isAnimated))
      events.append(.viewWillDisappear(id, animated: isAnimated))
    }
    if recorder.changesCover { reportAppeared(present, isAnimated, &events) }
    if !recorder.replacesColumn { reportDisappeared(former, isAnimated, recorder, &events) }
    if !recorder.changesCover { reportAppeared(present, isAnimated, &events) }
  }

  private func reportAppeared(_ present: StageChanges, _ isAnimated: Bool, _ events: inout [Event]) {
    present.forEach(.hasAppeared) { id, _ in events.append(.viewDidAppear(id, animated: isAnimated)) }
  }

  private func reportDisappeared(
    _ former: StageChanges?, _ isAnimated: Bool, _ recorder: borrowing EventRecorder, _ events: inout [Event]
  ) {
    former?.forEach(.hasDisappeared) { id, _ in
      events.append(.viewDidDisappear(id, animated: isAnimated && !recorder.still.contains(id)))
    }
  }

  /// The change of each leaf of a display.
  private struct StageChanges {
    private let display: Display
    private let each: UnsafeMutablePointer<StageChange>
    private var any: StageChange = []

    /// - Parameter each: memory for one `StageChange` per leaf.
    @inline(__always)
    init(of display: Display, in each: UnsafeMutablePointer<StageChange>, _ change: (Displayed, Int) -> StageChange) {
      self.display = display
      self.each = each
      for index in 0..<display.leafCount {
        let change = change(display.leaf(index), index)
        (each + index).initialize(to: change)
        any.formUnion(change)
      }
    }

    /// Calls `body` with the leaves with a given change.
    @inline(__always)
    func forEach(_ meant: StageChange, _ body: (ControllerID, StageChange) -> Void) {
      guard any.contains(meant) else { return }
      for index in 0..<display.leafCount where each[index].contains(meant) { body(display.leaf(index).id, each[index]) }
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
    init(from: Displayed.Stage?, to: Displayed.Stage?) {
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
