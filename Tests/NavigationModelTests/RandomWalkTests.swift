import NavigationModel
import Testing

/// What must hold after every transition, on long seeded walks.
@Suite struct RandomWalkTests {
  struct World: Sendable, CustomTestStringConvertible {
    var sketch: String
    var behavior: SplitBehavior
    var system: SystemVersion
    /// Whether UIKit's own collapse and expand may change the tree (M11).
    var losesPlace: Bool

    var testDescription: String { "\(sketch) on \(system)" }
  }

  static let worlds: [World] = SystemVersion.allCases.flatMap { system in
    [
      World(sketch: "split[tabs[a*: la | b: lb | c: lc] || ph]", behavior: .tabsInPrimary, system: system, losesPlace: false),
      World(sketch: "split[A || ph]", behavior: .tabsInPrimary, system: system, losesPlace: false),
      World(sketch: "split[A || N: B]", behavior: SplitBehavior(), system: system, losesPlace: true),
      World(sketch: "tabs[x*: a | y: b]", behavior: SplitBehavior(), system: system, losesPlace: false),
      World(sketch: "stack: a", behavior: SplitBehavior(), system: system, losesPlace: false),
    ]
  }

  /// Ten worlds of 12,000 transitions.
  static let stepsPerWorld = 12_000

  @Test(arguments: worlds) func walk(_ world: World) throws {
    let seed: UInt64 = 0x5EED
    var random = SplitMix(state: seed)
    var session = try open(world)
    var trail: [Transition] = []
    var accepted = 0
    for step in 0..<Self.stepsPerWorld {
      if step % 200 == 0 {
        session = try open(world)
        trail = []
      }
      let transition = session.randomTransition(&random)
      trail.append(transition)
      let story = { "seed \(seed), \(world.testDescription): \(trail.suffix(200)) at \(session.sketch)" }
      let before = session
      do {
        let answer = try session.apply(transition)
        accepted += 1
        try #require(session.violations.isEmpty, "\(session.violations) after \(story())")
        try #require(lost(from: before, to: session, told: answer.events) == [], "lost without a word after \(story())")
        try #require(unbalanced(before: before, after: session, answer.events) == [], "appearance does not add up after \(story())")
      } catch is Rejection {
        try #require(session == before, "a refused transition changed something after \(story())")
      }
      if step.isMultiple(of: 10) {
        var again = before
        _ = try? again.apply(transition)
        try #require(again == session, "the same transition made something else after \(story())")
      }
      if step.isMultiple(of: 4), !world.losesPlace { try roundTrip(session, story) }
    }
    #expect(accepted > Self.stepsPerWorld / 2)
  }

  private func open(_ world: World) throws -> Session {
    try Session.open(SketchParser.tree(world.sketch, behavior: world.behavior), in: Environment(system: world.system)).session
  }

  /// Collapse and expand, or expand and collapse, end where they began; a list that reappears collapsed may forget its row.
  private func roundTrip(_ session: Session, _ story: () -> String) throws {
    let horizontal = session.environment.horizontal
    var trip = session
    _ = try trip.apply(.forced(horizontal == .compact ? .regular : .compact))
    _ = try trip.apply(.forced(horizontal))
    let expected = session.withoutSwipe.sketch
    let wasHidden = session.root.split.map { !$0.isCollapsed && !$0.displayMode.visibleColumns.contains(.primary) } ?? false
    let startsCollapsed = horizontal == .compact
    if wasHidden || startsCollapsed {
      // The primary reappears collapsed on one of the two ways, which clears its selection (LS-3).
      try #require(trip.sketch.withoutSelections == expected.withoutSelections, "a round trip lost something after \(story())")
    } else {
      try #require(trip.sketch == expected, "a round trip lost something after \(story())")
    }
  }

  private func lost(from before: Session, to after: Session, told events: [Event]) -> [ControllerID] {
    let told = events.compactMap { if case .discarded(let id) = $0 { id } else { nil } }
    let gone = before.allIDs.subtracting(after.allIDs)
    let doubled = told.filter { id in told.count { $0 == id } > 1 }
    return gone.subtracting(told).sorted() + doubled + Set(told).subtracting(gone).sorted()
  }

  /// Every screen that came on display was told to appear, every one that went to disappear, and no other.
  private func unbalanced(before: Session, after: Session, _ events: [Event]) -> [ControllerID] {
    let came = Set(after.visible.map(\.id)).subtracting(before.visible.map(\.id))
    let went = Set(before.visible.map(\.id)).subtracting(after.visible.map(\.id))
    var state: [ControllerID: Int] = [:]
    for event in events {
      switch event {
      case .viewDidAppear(let id, _): state[id, default: 0] += 1
      case .viewDidDisappear(let id, _): state[id, default: 0] -= 1
      default: break
      }
    }
    let isSwiping = before != before.withoutSwipe || after != after.withoutSwipe
    if isSwiping { return [] }
    return (came.union(went).union(state.keys)).filter { id in
      state[id, default: 0] != (came.contains(id) ? 1 : went.contains(id) ? -1 : 0)
    }.sorted()
  }
}

extension String {
  fileprivate var withoutSelections: String { replacing(#/\(r\d\)/#, with: "") }
}

/// A small seeded generator: the same walk on every machine.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
