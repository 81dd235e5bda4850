import Navigation
import SeededRandom
import Testing

/// The invariants after every transition of long seeded walks.
@Suite struct RandomWalkTests {
  struct World: Sendable, CustomTestStringConvertible {
    var sketch: String
    var behavior: SplitDelegate
    var system: SystemVersion
    /// Whether UIKit's own collapse and expansion may change the tree (M11).
    var losesPlace: Bool
    /// A transition before the first.
    var first: Transition?
    /// In place of the sketch, with the behavior as the primary of a split view.
    var groups: GroupDesign?

    var testDescription: String { "\(sketch) on \(system)" }

    func open(in environment: Environment? = nil) throws -> Session {
      let groups = try groups.map { try behavior == SplitDelegate() ? $0.tree() : $0.inSplit(behavior) }
      let tree = try groups ?? SketchParser.tree(sketch, behavior: behavior)
      let told = system == .iOS27 ? tree.withDelegates : tree
      var session = try Session.open(told, in: environment ?? Environment(system: system)).session
      if let first { _ = try session.apply(first) }
      return session
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
      World(
        sketch: "split[A || N: B]", behavior: SplitDelegate(onSeparate: .wrapped), system: system, losesPlace: true),
      World(
        sketch: "split[A || N: B]", behavior: SplitDelegate(placeholder: "ph".placeholder), system: system,
        losesPlace: true),
      World(
        sketch: "split[A || S: ph]",
        behavior: SplitDelegate(primaryForCollapsing: .stack("alt", .screen("l")), placeholder: "ph".placeholder),
        system: system, losesPlace: true),
      // A detail on a tab that is not selected is a page after a round trip (D-29).
      World(
        sketch: "split[tabs[a*: la | b: lb] || ph]", behavior: .tabsThatKeep, system: system, losesPlace: true),
      World(
        sketch: "split[tabs[a*: la | b: lb] || ph]", behavior: .ontoFirst, system: system, losesPlace: true),
      World(
        sketch: "split[tabs[a*: la | b: lb] || N: B > C]", behavior: .ontoFirst, system: system, losesPlace: true),
      // A secondary that a collapse moves whole (D-142), also off a tab that is not selected.
      World(sketch: "split[A || N: B > C]", behavior: .tabsInPrimary, system: system, losesPlace: false),
      World(
        sketch: "split[tabs[a*: la | b: lb] || N: B > C]", behavior: .tabsThatKeep, system: system, losesPlace: true),
      World(
        sketch: "split[tabs[a*: la | b: lb | =lc] || =B]", behavior: .tabBarInStack, system: system, losesPlace: true),
      World(
        sketch: "split/3[A || S || B > C]",
        behavior: SplitDelegate(placeholder: "ph".placeholder, onDetailPopped: .discard), system: system,
        losesPlace: false),
      World(sketch: "split/2[A || B]", behavior: SplitDelegate(), system: system, losesPlace: false),
      World(sketch: "split/2[A || B + I]", behavior: SplitDelegate(), system: system, losesPlace: false),
      World(sketch: "split/3[A || S || ph + (I)]", behavior: .lastTop, system: system, losesPlace: false),
      World(
        sketch: "tabs[*=split/2[A || B + I] | y: b]", behavior: SplitDelegate(), system: system, losesPlace: true),
      World(
        sketch: "split/2[A || ph @ C]", behavior: SplitDelegate(topColumnForCollapsing: .byProvenance), system: system,
        losesPlace: false),
      World(sketch: "split/3[A || S || B]", behavior: SplitDelegate(), system: system, losesPlace: false),
      World(
        sketch: "split/3[A || S || B @ C]", behavior: SplitDelegate(topColumnForCollapsing: .supplementary),
        system: system,
        losesPlace: false),
      World(
        sketch: "split/3[A || S || ph]", behavior: .lastTop, system: system, losesPlace: false),
      World(sketch: "split/3[A || sp || ph]", behavior: .emptySupplementary, system: system, losesPlace: false),
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
      World(
        sketch: "split[tabs[a*: la# | b: lb# | c: lc] || ph]", behavior: .tabsInPrimary, system: system,
        losesPlace: false),
      World(
        sketch: "split[top: tabs[*=la# | =lb#] || ph]", behavior: .tabBarInStack, system: system, losesPlace: false),
      World(sketch: "split/3[A# || S# || B]", behavior: SplitDelegate(), system: system, losesPlace: false),
      // Groups (TG-9).
      World(sketch: "groups", behavior: SplitDelegate(), system: system, losesPlace: false, groups: .nested),
      World(sketch: "a group", behavior: SplitDelegate(), system: system, losesPlace: false, groups: .landingInCompact),
      World(
        sketch: "a group without", behavior: SplitDelegate(), system: system, losesPlace: false, groups: .unmanaged),
      World(sketch: "groups in columns", behavior: .tabsInPrimary, system: system, losesPlace: false, groups: .nested),
      World(sketch: "a group that keeps", behavior: .tabsThatKeep, system: system, losesPlace: true, groups: .managed),
      // A collapse selects a tab (D-431).
      World(
        sketch: "split/2[A || tabs[x*: a | y: b] @ bar[u*: c | v: d | w: e]]", behavior: SplitDelegate(),
        system: system,
        losesPlace: true,
        first: Transition(
          .setTabs(
            tabBar: "bar",
            tabs: [
              .init(twin: .some("x"), child: .existing("u")),
              .init(twin: .some("y"), onExpand: .some("x"), child: .existing("v")),
              .init(twin: .some("primary"), child: .existing("w")),
            ]))),
    ]
  }

  /// The transitions in each of 105 worlds: `NAVIGATION_WALK_STEPS`, or 1,000.
  static let stepsPerWorld = TestLength.steps(1_000, or: "NAVIGATION_WALK_STEPS")

  @Test(arguments: worlds) func `D-1 D-7: a walk`(_ world: World) throws {
    let seed: UInt64 = 0x5EED
    var random = Seeded(seed)
    var session = try world.open()
    var trail: [Transition] = []
    var follower = Follower(of: session)
    var walked: Set<String> = []
    var (accepted, cancelled, roots) = (0, 0, 0)
    for step in 0..<Self.stepsPerWorld {
      if step % min(200, Self.stepsPerWorld / 10) == 0 {
        session = try world.open()
        trail = []
        follower = Follower(of: session)
      }
      let kind = Int.random(in: 0..<12, using: &random)
      let isBatch = kind < 3
      let transitions =
        switch kind {
        case 1: session.cancellingBatch(&random)
        case 2: session.replacingBatch(&random)
        default: (0..<(isBatch ? 3 : 1)).map { _ in session.randomTransition(&random) }
        }
      trail += transitions
      walked.formUnion(transitions.map(\.action.type))
      let story = { "seed \(seed), \(world.testDescription): \(trail.suffix(200)) at \(session.sketch)" }
      let before = session
      if let reported = try session.take(transitions) {
        accepted += 1
        try #require(session.violations.isEmpty, "\(session.violations) after \(story())")
        let isNewRoot =
          reported.isRevision && zip(transitions, reported.outcomes).contains { $0.replacesRoot && $1.handled }
        roots += isNewRoot ? 1 : 0
        try #require(
          session.lost(since: before, reported: reported.events, isNewRoot: isNewRoot) == [],
          "lost without an event after \(story())")
        if reported.isHandled {
          let opened = Set(transitions.compactMap(\.opened))
          try #require(isBatch || opened.isSubset(of: session.allIDs), "a reopened controller is gone after \(story())")
        }
        // What is no revision leaves all as it was, the id counter too; a revision has a change or an event (D-134).
        if !reported.isRevision { try #require(session == before, "no revision, but changed after \(story())") }
        if reported.isRevision {
          try #require(!reported.events.isEmpty || session.differs(from: before), "an empty revision after \(story())")
        }
        // What is not handled says why (D-160).
        try #require(
          reported.outcomes.allSatisfy {
            $0.handled == ($0.reason == nil) && ($0.reason == .blocked) == !$0.blocked.isEmpty
          }, "\(reported.outcomes) after \(story())")
        try #require(session.notFollowing == [], "a list does not follow its detail after \(story())")
        let selected = session.selectedBesidePlaceholder(since: before).filter {
          !transitions.compactMap(\.choosing).contains($0)
        }
        try #require(selected == [], "a selection stays after \(story())")
        cancelled += isBatch && !reported.isRevision ? 1 : 0
        follower.follow(reported.events, from: before, to: session)
        try #require(follower.mistakes(about: session) == [], "the events do not tell after \(story())")
      } else {
        try #require(session == before, "a refused transition changed something after \(story())")
      }
      if !isBatch, session.differs(from: before), let newcomer = transitions[0].action.returning {
        try session.requireNothingAgain(transitions[0], newcomer, since: before, story)
      }
      if step.isMultiple(of: 10) {
        var again = before
        _ = try again.take(transitions)
        try #require(again == session, "the same transition has another result after \(story())")
      }
      if step.isMultiple(of: 4), !session.isScrolling { try session.requireDetailsReplaced(story) }
      if step.isMultiple(of: 4) { try session.requireTabsReturn(&random, story) }
      if step.isMultiple(of: 4), !world.losesPlace, session.keepsPlace {
        let horizontal = session.environment.horizontal
        try session.requireRoundTrip(
          by: [.forced(horizontal == .compact ? .regular : .compact), .forced(horizontal)], story)
        if !session.environment.isInBackground {
          try session.requireRoundTrip(by: [Transition(.enterBackground), Transition(.enterForeground)], story)
        }
      }
      if step.isMultiple(of: 5) {
        var goingBack = session
        let back = try? goingBack.apply(Transition(.back()))
        try #require(
          session.withoutSwipe.canGoBack == (back?.outcome.handled ?? false) || back?.outcome.blocked.isEmpty == false,
          "can.goBack after \(story())")
      }
    }
    #expect(accepted > Self.stepsPerWorld / 2)
    // A short walk may be without.
    guard !TestLength.isShort else { return }
    #expect(cancelled > Self.stepsPerWorld / 100)
    #expect(roots > Self.stepsPerWorld / 200)
    let kinds = Set(try world.open().everyController.map(\.kind))
    #expect(Set(Transition.Action.kinds.filter { $0.canBeDrawn(in: kinds) }.map(\.type)).isSubset(of: walked))
  }

  @Test func `each kind of controller is in a world`() throws {
    let kinds = try Self.worlds.flatMap { try $0.open().everyController.map(\.kind) }
    #expect(Set(kinds) == Set(Controller.Kind.allCases))
  }

  @Test func `each settable member of a screen is drawn`() throws {
    var (draw, drawn) = (RandomDraw(try Self.worlds[0].open(), Seeded(7)), Set<String>())
    let update = Transition.Action.updateScreen("a", ScreenUpdate())
    for _ in 0..<1_000 {
      guard let body = draw.action(update).body(as: Transition.UpdateScreen.self) else { continue }
      let members = Mirror(reflecting: body.update).children
      drawn.formUnion(members.filter { !Mirror(reflecting: $0.value).children.isEmpty }.compactMap(\.label))
    }
    #expect(drawn == Set(Mirror(reflecting: ScreenUpdate()).children.compactMap(\.label)))
  }

  @Test func `D-5 D-85: transitions are blocked for each reason`() throws {
    var (random, reasons) = (Seeded(38), Set<Outcome.Blocked.Reason>())
    let world = World(sketch: "split[A || ph] ^ n: s", behavior: .tabsInPrimary, system: .iOS26, losesPlace: false)
    var session = try world.open()
    for step in 0..<10_000 where reasons.count < Outcome.Blocked.Reason.allCases.count {
      if step % 50 == 0 { session = try world.open() }
      var draw = RandomDraw(session, random)
      _ = try? session.apply(Transition(draw.action(.updateScreen("a", ScreenUpdate()))))
      for kind in Transition.Action.kinds {
        var copy = session
        let answer = try? copy.apply(Transition(draw.action(kind)))
        reasons.formUnion(answer?.outcome.blocked.map(\.reason) ?? [])
      }
      random = draw.random
    }
    #expect(reasons == Set(Outcome.Blocked.Reason.allCases))
  }
}

extension Session {
  /// Applies one transition, or several as a batch. Returns the events, and whether any was handled; nil if refused.
  fileprivate mutating func take(_ transitions: [Transition]) throws -> (
    events: [Event], outcomes: [Outcome], isHandled: Bool, isRevision: Bool
  )? {
    guard transitions.count > 1 else {
      guard let answer = try? apply(transitions[0]) else { return nil }
      return (answer.events, [answer.outcome], answer.outcome.handled, answer.isRevision)
    }
    guard let answer = try? apply(batch: transitions) else { return nil }
    if let stopped = answer.outcomes.last, !stopped.blocked.isEmpty {
      #expect(answer.events.isEmpty, "a blocked batch has events")
    }
    let isHandled = answer.outcomes.contains(where: \.handled) && answer.outcomes.count == transitions.count
    return (answer.events, answer.outcomes, isHandled, answer.isRevision)
  }
}

extension Transition {
  /// The existing controller that the transition opens again.
  fileprivate var opened: ControllerID? {
    let newcomer: Newcomer? =
      switch action.body {
      case let push as Push: push.newcomer
      case let show as Show: show.newcomer
      case let detail as ShowDetail: detail.newcomer
      default: nil
      }
    return if case .existing(let id)? = newcomer { id } else { nil }
  }
}
