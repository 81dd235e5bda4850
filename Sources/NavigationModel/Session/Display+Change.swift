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
  func tellChange(since before: Display?, _ recorder: borrowing EventRecorder, _ events: inout [Event]) {
    withUnsafeTemporaryAllocation(of: Fate.self, capacity: leafCount + (before?.leafCount ?? 0) + 1) { fates in
      guard let room = fates.baseAddress else { return }
      let come = Fates(of: self, in: room) { Fate(from: before?.stage(of: $0.controller, near: $1), to: $0.stage) }
      var gone: Fates?
      if let before {
        gone = Fates(of: before, in: room + leafCount) { Fate(from: $0.stage, to: stage(of: $0.controller, near: $1)) }
      }
      tell(gone, come, recorder, &events)
    }
  }

  private func tell(_ gone: Fates?, _ come: Fates, _ recorder: borrowing EventRecorder, _ events: inout [Event]) {
    let isAnimated = gone != nil && recorder.animated
    gone?.forEach(.isTakenBack) { id, _ in
      events.append(.viewWillDisappear(id, animated: isAnimated))
      events.append(.viewDidDisappear(id, animated: isAnimated))
    }
    gone?.forEach(.beginsToDisappear) { id, _ in
      events.append(.viewWillDisappear(id, animated: isAnimated && !recorder.still.contains(id)))
    }
    if recorder.replacesColumn { tellDisappeared(gone, isAnimated, recorder, &events) }
    come.forEach(.beginsToAppear) { id, fate in
      events.append(.viewWillAppear(id, animated: isAnimated))
      guard fate.contains(.comesAndGoes) else { return }
      events.append(.viewDidAppear(id, animated: isAnimated))
      events.append(.viewWillDisappear(id, animated: isAnimated))
    }
    if recorder.changesCover { tellAppeared(come, isAnimated, &events) }
    if !recorder.replacesColumn { tellDisappeared(gone, isAnimated, recorder, &events) }
    if !recorder.changesCover { tellAppeared(come, isAnimated, &events) }
  }

  private func tellAppeared(_ come: Fates, _ isAnimated: Bool, _ events: inout [Event]) {
    come.forEach(.hasAppeared) { id, _ in events.append(.viewDidAppear(id, animated: isAnimated)) }
  }

  private func tellDisappeared(
    _ gone: Fates?, _ isAnimated: Bool, _ recorder: borrowing EventRecorder, _ events: inout [Event]
  ) {
    gone?.forEach(.hasDisappeared) { id, _ in
      events.append(.viewDidDisappear(id, animated: isAnimated && !recorder.still.contains(id)))
    }
  }

  /// The change of each leaf of a display.
  private struct Fates {
    private let display: Display
    private let each: UnsafeMutablePointer<Fate>
    private var any: Fate = []

    /// - Parameter each: memory for one `Fate` per leaf.
    @inline(__always)
    init(of display: Display, in each: UnsafeMutablePointer<Fate>, _ fate: (Displayed, Int) -> Fate) {
      self.display = display
      self.each = each
      for index in 0..<display.leafCount {
        let fate = fate(display.leaf(index), index)
        (each + index).initialize(to: fate)
        any.formUnion(fate)
      }
    }

    /// Calls `body` with the leaves with a given change.
    @inline(__always)
    func forEach(_ meant: Fate, _ body: (ControllerID, Fate) -> Void) {
      guard any.contains(meant) else { return }
      for index in 0..<display.leafCount where each[index].contains(meant) { body(display.leaf(index).id, each[index]) }
    }
  }

  /// The change of a leaf that was or is on display.
  private struct Fate: OptionSet {
    let rawValue: UInt8

    /// It was about to appear and does not.
    static let isTakenBack = Fate(rawValue: 1)
    static let beginsToDisappear = Fate(rawValue: 2)
    static let hasDisappeared = Fate(rawValue: 4)
    static let beginsToAppear = Fate(rawValue: 8)
    static let hasAppeared = Fate(rawValue: 16)
    /// A batch adds the screen and begins its swipe back.
    static let comesAndGoes = Fate(rawValue: 32)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The change from one stage to another; nil is off display.
    init(from: Displayed.Stage?, to: Displayed.Stage?) {
      self =
        switch (from, to) {
        case (nil, nil), (.appeared, .appeared), (.appearing, .appearing), (.disappearing, .disappearing): []
        case (.appearing, nil): .isTakenBack
        case (.appeared, nil): [.beginsToDisappear, .hasDisappeared]
        case (.disappearing, nil): .hasDisappeared
        case (.appeared, .disappearing), (.appearing, .disappearing): .beginsToDisappear
        case (nil, .appeared), (.disappearing, .appeared): [.beginsToAppear, .hasAppeared]
        case (.appearing, .appeared): .hasAppeared
        case (nil, .appearing), (.appeared, .appearing), (.disappearing, .appearing): .beginsToAppear
        case (nil, .disappearing): [.beginsToAppear, .comesAndGoes]
        }
    }
  }
}
