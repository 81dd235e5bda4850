/// The four view callbacks of everything that came on display or went, found by comparing before and after (Q13, NV-20, NV-21).
struct Appearance {
  let before: [Displayed]
  let after: [Displayed]
  private let animated: Bool
  private let still: [ControllerID]
  private let newAppearsFirst: Bool

  init(from before: [Displayed], to after: [Displayed], _ telling: Telling, isFirst: Bool) {
    self.before = before
    self.after = after
    animated = !isFirst && telling.animated
    still = telling.still
    newAppearsFirst = telling.changesCover
  }

  /// Whether everything that was on display still is, and nothing else.
  var isUnchanged: Bool {
    before.count == after.count && before.indices.allSatisfy { before[$0].id == after[$0].id && before[$0].stage == after[$0].stage }
  }

  func earlierStage(of id: ControllerID) -> Displayed.Stage? { Self.stage(of: id, in: before) }
  private func laterStage(of id: ControllerID) -> Displayed.Stage? { Self.stage(of: id, in: after) }

  private static func stage(of id: ControllerID, in displayed: [Displayed]) -> Displayed.Stage? {
    displayed.indices.first { displayed[$0].id == id }.map { displayed[$0].stage }
  }

  /// Adds what the screens are told. What was about to appear and does not goes first, then: old will, new will, old did, new did, each leading
  /// to trailing (NV-20, NV-22); where a presentation covers its presenter, or did, the new did comes before the old did.
  func tell(_ events: inout [Event]) {
    for old in before where old.stage == .appearing && laterStage(of: old.id) == nil {
      events.append(.viewWillDisappear(old.id, animated: animated))
      events.append(.viewDidDisappear(old.id, animated: animated))
    }
    for old in before where beginsToDisappear(old) { events.append(.viewWillDisappear(old.id, animated: isAnimated(old.id))) }
    for new in after where beginsToAppear(new) { events.append(.viewWillAppear(new.id, animated: animated)) }
    if newAppearsFirst { tellAppeared(&events) }
    for old in before where old.stage != .appearing && laterStage(of: old.id) == nil {
      events.append(.viewDidDisappear(old.id, animated: isAnimated(old.id)))
    }
    if !newAppearsFirst { tellAppeared(&events) }
  }

  private func tellAppeared(_ events: inout [Event]) {
    for new in after where new.stage == .appeared && earlierStage(of: new.id) != .appeared {
      events.append(.viewDidAppear(new.id, animated: animated))
    }
  }

  private func isAnimated(_ id: ControllerID) -> Bool { animated && !still.contains(id) }

  private func beginsToDisappear(_ old: Displayed) -> Bool {
    switch (old.stage, laterStage(of: old.id)) {
    case (.appeared, nil), (.appeared, .disappearing), (.appearing, .disappearing): true
    case (.appearing, nil), (.disappearing, nil), (.disappearing, .disappearing), (_, .appearing), (_, .appeared): false
    }
  }

  private func beginsToAppear(_ new: Displayed) -> Bool {
    switch (earlierStage(of: new.id), new.stage) {
    case (nil, .appeared), (.disappearing, .appeared), (nil, .appearing), (.appeared, .appearing), (.disappearing, .appearing): true
    case (.appeared, .appeared), (.appearing, .appeared), (.appearing, .appearing), (_, .disappearing): false
    }
  }
}
