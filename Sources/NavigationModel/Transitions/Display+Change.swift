/// The four view callbacks of everything that came on display or went, found by comparing before and after (Q13, NV-20, NV-21).
extension Display {
  /// How a leaf stands on display; nil is off it.
  func stage(of id: ControllerID) -> Displayed.Stage? {
    for index in leaves.indices where leaves[index].id == id { return leaves[index].stage }
    return nil
  }

  /// Whether everything that was on display still is, and nothing else.
  func isUnchanged(since before: Display) -> Bool {
    before === self
      || before.leaves.count == leaves.count
        && leaves.indices.allSatisfy { before.leaves[$0].id == leaves[$0].id && before.leaves[$0].stage == leaves[$0].stage }
  }

  /// Adds what the screens are told. What was about to appear and does not goes first, then: old will, new will, old did, new did, each leading
  /// to trailing (NV-20, NV-22); where a presentation covers its presenter, or did, the new did comes before the old
  /// did, and where a column of a column style gets another content, the old one goes wholly before the new one comes
  /// (M6).
  func tellChange(since before: Display?, _ telling: borrowing Telling, _ events: inout [Event]) {
    let isAnimated = before != nil && telling.animated
    if let before {
      tellGone(since: before, &events) { change, id, events in
        guard change.isTakenBack else { return }
        events.append(.viewWillDisappear(id, animated: isAnimated))
        events.append(.viewDidDisappear(id, animated: isAnimated))
      }
      tellGone(since: before, &events) { change, id, events in
        if change.beginsToDisappear { events.append(.viewWillDisappear(id, animated: isAnimated && !telling.still.contains(id))) }
      }
    }
    if telling.replacesColumn { tellDisappeared(since: before, telling, isAnimated, &events) }
    tellCome(since: before, &events) { change, id, events in
      if change.beginsToAppear { events.append(.viewWillAppear(id, animated: isAnimated)) }
      guard change.comesAndGoes else { return }
      events.append(.viewDidAppear(id, animated: isAnimated))
      events.append(.viewWillDisappear(id, animated: isAnimated))
    }
    if telling.changesCover { tellAppeared(since: before, isAnimated, &events) }
    if !telling.replacesColumn { tellDisappeared(since: before, telling, isAnimated, &events) }
    if !telling.changesCover { tellAppeared(since: before, isAnimated, &events) }
  }

  private func tellAppeared(since before: Display?, _ isAnimated: Bool, _ events: inout [Event]) {
    tellCome(since: before, &events) { change, id, events in
      if change.hasAppeared { events.append(.viewDidAppear(id, animated: isAnimated)) }
    }
  }

  private func tellDisappeared(since before: Display?, _ telling: borrowing Telling, _ isAnimated: Bool, _ events: inout [Event]) {
    guard let before else { return }
    tellGone(since: before, &events) { change, id, events in
      if change.hasDisappeared { events.append(.viewDidDisappear(id, animated: isAnimated && !telling.still.contains(id))) }
    }
  }

  @inline(__always)
  private func tellGone(since before: Display, _ events: inout [Event], _ tell: (Change, ControllerID, inout [Event]) -> Void) {
    for index in before.leaves.indices {
      let change = Change(from: before.leaves[index].stage, to: stage(of: before.leaves[index].id))
      if change.from != change.to { tell(change, before.leaves[index].id, &events) }
    }
  }

  @inline(__always)
  private func tellCome(since before: Display?, _ events: inout [Event], _ tell: (Change, ControllerID, inout [Event]) -> Void) {
    for index in leaves.indices {
      let change = Change(from: before?.stage(of: leaves[index].id), to: leaves[index].stage)
      if change.from != change.to { tell(change, leaves[index].id, &events) }
    }
  }

  /// What a leaf was and what it is; nil is off display.
  private struct Change {
    let from: Displayed.Stage?
    let to: Displayed.Stage?

    /// Was about to appear, and does not.
    var isTakenBack: Bool { from == .appearing && to == nil }
    /// A batch that brings a screen, and begins to swipe it away.
    var comesAndGoes: Bool { from == nil && to == .disappearing }
    var hasDisappeared: Bool { from != .appearing && to == nil }
    var hasAppeared: Bool { from != .appeared && to == .appeared }

    var beginsToDisappear: Bool {
      switch (from, to) {
      case (.appeared, nil), (.appeared, .disappearing), (.appearing, .disappearing): true
      case (.appearing, nil), (.disappearing, nil), (.disappearing, .disappearing), (nil, _), (_, .appearing), (_, .appeared): false
      }
    }

    var beginsToAppear: Bool {
      switch (from, to) {
      case (nil, .appeared), (nil, .disappearing), (.disappearing, .appeared), (nil, .appearing), (.appeared, .appearing),
        (.disappearing, .appearing):
        true
      case (.appeared, .appeared), (.appearing, .appeared), (.appearing, .appearing), (.appeared, .disappearing),
        (.appearing, .disappearing), (.disappearing, .disappearing), (_, nil):
        false
      }
    }
  }
}
