import NavigationModel
import Testing

/// The invariants (D-1) in every state within a few transitions, in small worlds.
@Suite struct SmallWorldTests {
  struct World: Sendable, CustomTestStringConvertible {
    var sketch: String
    var behavior = SplitDelegate()
    var letters: [Transition]
    /// The number of states within `depth` transitions; another number means that the rules have changed.
    var states: Int
    /// Whether UIKit's own collapse and expansion may change the tree (M11).
    var losesPlace = false

    var testDescription: String { sketch }
  }

  static let depth = 6

  private static let shared: [Transition] = [
    .forced(.compact), .forced(.regular), .showDetail("X"), .back(), .pop(from: "primary"), .mode(nil), .tapButton,
  ]

  static let worlds = [
    World(
      sketch: "split/2[A || B]",
      letters: shared + [
        .push("Y"), .show(.primary), .show(.secondary), .hide(.primary), .clear(.secondary), .set(.secondary, "Z"),
        .mode(.oneOverSecondary),
        .tapDimmed, .clear(.primary),
      ], states: 1682),
    World(
      sketch: "split/3[A || S || B]",
      letters: shared + [
        .push("Y"), .show(.primary), .show(.supplementary), .show(.secondary), .hide(.primary), .hide(.supplementary),
        .hide(.secondary),
        .clear(.supplementary), .swipe(.leading), .swipe(.trailing), .resize(820, 1_000), .set(.primary, "Z"),
      ], states: 3340),
    World(
      sketch: "split/2[A || ph @ C]",
      letters: shared + [.push("Y"), .clear(.compact), .set(.compact, "Z"), .clear(.primary), .removeItem("Z")],
      states: 385),
    World(
      sketch: "split[A || B]",
      letters: shared + [.push("Y"), .set(.secondary, "Z"), .clear(.secondary), .mode(.oneOverSecondary)],
      states: 399, losesPlace: true),
    World(
      sketch: "split[tabs[a*: la | b: lb] || ph]", behavior: .tabsInPrimary, letters: details + [.tap("a"), .tap("b")],
      states: 86,
      losesPlace: true),
    World(
      sketch: "split[top: tabs[*=la | =lb] || ph]", behavior: .tabBarInStack,
      letters: details + [.tap("la"), .select("lb"), .select("la")], states: 71, losesPlace: true),
    World(
      sketch: "split[A || ph]", behavior: .tabsInPrimary,
      letters: details + [
        Transition(.present(.new(.stack("n", .screen("s"))), style: .pageSheet, from: nil)),
        Transition(.present(.new(.screen("f")), style: .fullScreen, from: "s")), Transition(.dismiss(nil)),
        .push("s2", on: "n"),
      ], states: 173, losesPlace: true),
  ]

  /// Letters for details that follow their tab. A round trip may move them, which only the random walks check.
  private static let details: [Transition] = [
    .forced(.compact), .forced(.regular), .showDetail("X"), .push("Y"), .back(), .pop(), .removeItem("X"),
  ]

  @Test(arguments: worlds) func `D-1 D-2: every state holds`(_ world: World) throws {
    let start = try Session.open(SketchParser.tree(world.sketch, behavior: world.behavior), in: Environment()).session
    let seen = try start.reachable(by: world.letters, depth: Self.depth) { session, letter in
      var changed = session
      guard (try? changed.apply(letter)) != nil else {
        try #require(changed == session, "a refused \(letter) changed \(session.sketch)")
        return nil
      }
      try #require(changed.violations.isEmpty, "\(changed.violations) after \(letter) at \(session.sketch)")
      return changed
    }
    if !world.losesPlace { for session in seen { try roundTrip(session) } }
    #expect(seen.count == world.states)
  }

  /// Each column returns from the other form with all its screens (D-2).
  private func roundTrip(_ session: Session) throws {
    let horizontal = session.environment.horizontal
    var trip = session
    _ = try trip.apply(.forced(horizontal == .compact ? .regular : .compact))
    _ = try trip.apply(.forced(horizontal))
    try #require(trip.sketchOfColumns == session.sketchOfColumns)
  }
}
