import Navigation
import SeededRandom
import Testing

/// WN-4, WN-8: random walks over states that a fold, and a resized window, must preserve.
@Suite struct FoldWalkTests {
  /// A layout in a system, and whether UIKit's own collapse and expansion may change it (M11).
  struct World: Sendable, CustomTestStringConvertible {
    var name: String
    var layout: Layout?
    var groups: GroupDesign?
    var system: SystemVersion

    var losesPlace: Bool { name == "listDetail" }
    var testDescription: String { "\(name) on \(system)" }

    func open(_ place: Row.Place) throws -> Session {
      let tree: Controller = if let groups { try groups.tree() } else { try #require(layout).controller() }
      return try Session.open(tree, in: place.environment(system)).session
    }
  }

  static let worlds: [World] = SystemVersion.allCases.flatMap { system in
    SnapshotWalkTests.layouts.map { World(name: $0.0, layout: $0.1, system: system) } + [
      World(name: "groups", groups: .nested, system: system),
      World(name: "a landing page in compact", groups: .landingInCompact, system: system),
    ]
  }

  /// The number of states per world.
  static let states = TestLength.steps(240, or: "NAVIGATION_FOLD_STEPS")

  /// Applies a random transition, except one that removes the window from the device.
  private static func step(_ session: inout Session, _ random: inout Seeded) {
    let transition = session.randomTransition(&random)
    if transition.action.body is Transition.SetDevice { return }
    _ = try? session.apply(transition)
  }

  @Test(arguments: worlds) func `WN-4 WN-8 closed, open, bent, closed`(_ world: World) throws {
    var random = Seeded(0xF01D)
    var session = try world.open(.duo(.closed, .portrait))
    for state in 0..<Self.states {
      if state % 40 == 0 { session = try world.open(.duo(.closed, .portrait)) }
      for _ in 0..<3 { Self.step(&session, &random) }
      var start = session
      _ = try start.apply(Transition(.enterForeground))
      _ = try start.apply(.multitasking(.fullScreen))
      _ = try start.apply(.fold(.closed))
      var (trip, follower) = (start, Follower(of: start))
      for (number, pose) in [Pose.open, .bent, .closed].enumerated() {
        let story = { "\(world.testDescription), folded to be \(pose) at \(start.sketch)" }
        let before = trip
        let answer = try trip.apply(.fold(pose))
        try #require(answer.outcome.handled && trip.environment.pose == pose, "\(story())")
        try #require(trip.violations.isEmpty, "\(trip.violations) \(story())")
        try #require(trip.lost(since: before, reported: answer.events) == [], "lost without an event \(story())")
        try #require(
          trip.allIDs.isSuperset(of: world.losesPlace || !start.keepsPlace ? [] : start.allIDs), "lost \(story())")
        follower.follow(answer.events, from: before, to: trip)
        try #require(follower.mistakes(about: trip) == [], "the events do not tell \(story())")
        // One of the three is copied, each in its turn.
        if state % 3 == number {
          let copy = try CreateSession(request: Snapshot(trip).json()).open().session
          try #require(
            copy == trip || Snapshot(copy).json() == Snapshot(trip).json() && copy.visible == trip.visible,
            "another copy \(story())")
        }
        guard trip.canGoBack else { continue }
        var back = trip
        try #require(try back.apply(Transition(.back(), confirm: true)).outcome.handled, "WN-8 \(story())")
      }
      try #require(trip.environment == start.environment, "\(world.testDescription) at \(start.sketch)")
      guard !world.losesPlace, start.keepsPlace else { continue }
      try start.requirePlace(of: trip) { "\(world.testDescription) at \(start.sketch)" }
    }
  }

  @Test(arguments: worlds.filter { $0.system.rules.phoneWindowsResize })
  func `WN-3 300 random sizes lose nothing`(_ world: World) throws {
    var random = Seeded(0x512E)
    var session = try world.open(.phone)
    for _ in 0..<20 { Self.step(&session, &random) }
    _ = try session.apply(Transition(.enterForeground))
    _ = try session.apply(.forced(nil))
    _ = try session.apply(.resize(320, 400))
    let start = session
    var follower = Follower(of: session)
    for _ in 0..<TestLength.steps(300) {
      let size = Size(
        width: Double.random(in: 320...1_280, using: &random).rounded(),
        height: Double.random(in: 320...1_280, using: &random).rounded())
      let story = { "\(world.testDescription) at \(session.sketch), \(size)" }
      let before = session
      let answer = try session.apply(Transition(.resize(size)))
      try #require(session.violations.isEmpty, "\(session.violations) \(story())")
      try #require(
        session.environment.horizontal == (size.width >= 660 && size.height >= 480 ? .regular : .compact),
        "WN-5 \(story())")
      try #require(session.lost(since: before, reported: answer.events) == [], "\(story())")
      follower.follow(answer.events, from: before, to: session)
      try #require(follower.mistakes(about: session) == [], "the events do not tell \(story())")
    }
    _ = try session.apply(.resize(320, 400))
    guard !world.losesPlace, start.keepsPlace else { return }
    try start.requirePlace(of: session) { "\(world.testDescription) at \(start.sketch)" }
  }
}
