import Foundation
import NavigationJSON
import NavigationModel
import SeededRandom
import Testing

/// What must hold after every transition, on long seeded walks.
@Suite struct RandomWalkTests {
  struct World: Sendable, CustomTestStringConvertible {
    var sketch: String
    var behavior: SplitDelegate
    var system: SystemVersion
    /// Whether UIKit's own collapse and expand may change the tree (M11).
    var losesPlace: Bool

    var testDescription: String { "\(sketch) on \(system)" }

    func open() throws -> Session {
      try Session.open(SketchParser.tree(sketch, behavior: behavior), in: Environment(system: system)).session
    }
  }

  static let worlds: [World] = SystemVersion.allCases.flatMap { system in
    [
      World(
        sketch: "split[tabs[a*: la | b: lb | c: lc] || ph]", behavior: .tabsInPrimary, system: system, losesPlace: false
      ),
      World(
        sketch: "split[top: tabs[*=la | =lb | =lc] || ph]", behavior: .tabBarInStack, system: system, losesPlace: false),
      World(
        sketch: "split[tabs[a*: la | b: lb | =lc] || ph]", behavior: .tabBarInStack, system: system, losesPlace: false),
      World(sketch: "split[A || ph]", behavior: .tabsInPrimary, system: system, losesPlace: false),
      World(sketch: "split[A || N: B]", behavior: SplitDelegate(), system: system, losesPlace: true),
      World(sketch: "split[A || ph]", behavior: .discardsAndMoves, system: system, losesPlace: true),
      World(sketch: "split/2[A || B]", behavior: SplitDelegate(), system: system, losesPlace: false),
      World(
        sketch: "split/2[A || ph @ C]", behavior: SplitDelegate(topColumnForCollapsing: .byProvenance), system: system,
        losesPlace: false),
      World(sketch: "split/3[A || S || B]", behavior: SplitDelegate(), system: system, losesPlace: false),
      World(
        sketch: "split/3[A || S || B @ C]", behavior: SplitDelegate(topColumnForCollapsing: .supplementary),
        system: system,
        losesPlace: false),
      World(sketch: "tabs[*=split/3[A || S || B] | y: b]", behavior: SplitDelegate(), system: system, losesPlace: true),
      World(sketch: "tabs[x*: a | y: b]", behavior: SplitDelegate(), system: system, losesPlace: false),
      World(sketch: "split[A || ph] ^ n: s", behavior: .tabsInPrimary, system: system, losesPlace: false),
      World(
        sketch: "stack: a ^ split[tabs[x*: lx | y: ly] || ph]", behavior: .tabsInPrimary, system: system,
        losesPlace: true),
      World(sketch: "stack: a", behavior: SplitDelegate(), system: system, losesPlace: false),
      World(sketch: "stack: top{*a | s: b | c}", behavior: SplitDelegate(), system: system, losesPlace: false),
      World(
        sketch: "tabs[x*: top{*a | b} | =top2{*in{*c | d} | e}]", behavior: SplitDelegate(), system: system,
        losesPlace: false),
      World(
        sketch: "split[tabs[a*: la | b: top{*lb | lc}] || ph]", behavior: .tabsInPrimary, system: system,
        losesPlace: false),
      World(
        sketch: "stack: top+{*a | s: b > e | tabs[x*: c | y: d]}", behavior: SplitDelegate(), system: system,
        losesPlace: false),
      World(
        sketch: "split[A: top{*a | s: b} || S: top2{*c | d}]", behavior: SplitDelegate(), system: system,
        losesPlace: true),
    ]
  }

  /// 60 worlds of 4,000 transitions, or of as many as `NAVIGATION_WALK_STEPS` says.
  static let stepsPerWorld = ProcessInfo.processInfo.environment["NAVIGATION_WALK_STEPS"].flatMap(Int.init) ?? 4_000

  @Test(arguments: worlds) func `D-1 D-7: a walk`(_ world: World) throws {
    let seed: UInt64 = 0x5EED
    var random = Seeded(seed)
    var session = try world.open()
    var trail: [Transition] = []
    var follower = Follower(of: session)
    var walked: Set<TransitionType> = []
    var accepted = 0
    for step in 0..<Self.stepsPerWorld {
      if step % 200 == 0 {
        session = try world.open()
        trail = []
        follower = Follower(of: session)
      }
      let isBatch = Int.random(in: 0..<10, using: &random) == 0
      let transitions = (0..<(isBatch ? 3 : 1)).map { _ in session.randomTransition(&random) }
      trail += transitions
      walked.formUnion(transitions.map(\.action.type))
      let story = { "seed \(seed), \(world.testDescription): \(trail.suffix(200)) at \(session.sketch)" }
      let before = session
      if let told = try session.take(transitions) {
        accepted += 1
        try #require(session.violations.isEmpty, "\(session.violations) after \(story())")
        try #require(session.lost(since: before, told: told.events) == [], "lost without a word after \(story())")
        if told.isHandled {
          let opened = Set(transitions.compactMap(\.opened))
          try #require(isBatch || opened.isSubset(of: session.allIDs), "what was opened again is gone after \(story())")
        }
        if !told.isHandled { try #require(session == before, "not handled, and changed something after \(story())") }
        follower.follow(told.events, from: before, to: session)
        try #require(follower.mistakes(about: session) == [], "the events do not tell after \(story())")
      } else {
        try #require(session == before, "a refused transition changed something after \(story())")
      }
      if step.isMultiple(of: 10) {
        var again = before
        _ = try again.take(transitions)
        try #require(again == session, "the same transition made something else after \(story())")
      }
      if step.isMultiple(of: 4), !world.losesPlace, session.keepsPlace {
        let horizontal = session.environment.horizontal
        try session.requireRoundTrip(
          by: [.forced(horizontal == .compact ? .regular : .compact), .forced(horizontal)], story)
      }
    }
    #expect(accepted > Self.stepsPerWorld / 2)
    let kinds = Set(try world.open().everyController.map(\.kind))
    #expect(Set(TransitionType.allCases.filter { $0.canBeDrawn(in: kinds) }).isSubset(of: walked))
  }
}

extension Session {
  /// One transition, or several as a batch: what was told, and whether any was handled; nil where they are refused.
  fileprivate mutating func take(_ transitions: [Transition]) throws -> (events: [Event], isHandled: Bool)? {
    guard transitions.count > 1 else {
      guard let answer = try? apply(transitions[0]) else { return nil }
      return (answer.events, answer.outcome.handled)
    }
    guard let answer = try? apply(batch: transitions) else { return nil }
    if let stopped = answer.outcomes.last, !stopped.blocked.isEmpty {
      #expect(answer.events.isEmpty, "a blocked batch tells something")
    }
    return (answer.events, answer.outcomes.contains(where: \.handled) && answer.outcomes.count == transitions.count)
  }
}

extension Transition {
  /// The controller of the session that it opens again.
  fileprivate var opened: ControllerID? {
    switch action {
    case .push(.existing(let id), _), .show(.existing(let id), _), .showDetail(.existing(let id), _): id
    default: nil
    }
  }
}
