import Navigation
import SeededRandom
import Testing

/// What a user can do (D-165): in a table, and against every action of a user in the states of walks.
@Suite struct MoveTests {
  static let rows: [(name: String, start: String, before: [Transition], moves: [String])] = [
    ("a stack's root", "stack: a", [], []),
    ("a back button", "stack: a > b", [], ["back stack"]),
    ("the tabs, then the content", "tabs[x*: a > b | y: c]", [], ["tapTab x", "tapTab y", "back x"]),
    ("a tab bar in the background", "tabs[x*: a | y: c]", [Transition(.enterBackground)], []),
    ("a sheet over a stack", "stack: a > b ^ n: s > t", [], ["back n", "swipeDown stack"]),
    ("pages but the present one", "top{*a | b}", [], ["tapTitle b"]),
    ("one bar of two stacks", "split/2[A || B > y]", [.forced(.compact)], ["back secondary"]),

    (
      "a column over a dimmed one", "split/2[A > x || B > y]", [.mode(.oneOverSecondary)],
      ["back primary", "tapDimmedSecondary", "swipe trailing"]
    ),
    ("a swipe hides", "split/2[A || B]", [], ["tapDisplayModeButton", "swipe trailing"]),
    ("a swipe shows", "split/2[A || B]", [.mode(.secondaryOnly)], ["tapDisplayModeButton", "swipe leading"]),
    (
      "from the primary's edge", "split/2[A || B]",
      [.setSplit { $0.primaryEdge = .trailing }, .mode(.secondaryOnly)], ["tapDisplayModeButton", "swipe trailing"]
    ),
    (
      "both, one step each", "split/3[A || S || B]", [.mode(.oneBesideSecondary)],
      ["tapDisplayModeButton", "swipe leading", "swipe trailing"]
    ),
    ("the classic button's target", "split[A || B]", [], ["tapDisplayModeButton", "swipe trailing"]),
    (
      "no target", "split[A || B]",
      [.setSplit { $0.delegate = SplitDelegateUpdate { $0.targetDisplayModeForAction = .oneBesideSecondary } }], []
    ),
    ("no gesture", "split/2[A || B]", [.setSplit { $0.presentsWithGesture = false }], []),
    ("under a sheet", "split/2[A || B] ^ s", [], ["swipeDown split"]),
    ("in the background", "split/2[A || B]", [Transition(.enterBackground)], []),
    // D-288
    (
      "an empty column beside a hidden one", "split/2[A || B]",
      [.mode(.secondaryOnly), Transition(.setColumn(.secondary, nil, split: "split"))],
      ["tapDisplayModeButton", "swipe leading"]
    ),
    (
      "its own root covered", "split/2[A || B] ^fullScreen s",
      [.mode(.secondaryOnly), Transition(.setColumn(.secondary, nil, split: "split"))], []
    ),
    ("pages take it", "split/2[A || top{*a | b}]", [], ["tapDisplayModeButton", "tapTitle b"]),
    (
      "but not at their end", "split/2[A || top{a | *b}]", [.setTopTabs { $0.bounces = false }],
      ["tapDisplayModeButton", "tapTitle a", "swipe trailing"]
    ),
  ]

  @Test(arguments: rows) func `D-165, D-260, D-288: bars, then content, then gestures`(
    row: (name: String, start: String, before: [Transition], moves: [String])
  ) throws {
    var session = try Session.open(SketchParser.tree(row.start, behavior: SplitDelegate()), in: Environment()).session
    for transition in row.before { _ = try session.apply(transition) }
    #expect(session.moves.map { $0.transitions[0].action.short } == row.moves, "\(row.name)")
    #expect(session.moves.allSatisfy { !$0.name.isEmpty && $0.blocked.isEmpty })
  }

  @Test func `D-165: a screen that refuses is named`() throws {
    let form = Controller(id: "form", content: .screen(Screen(route: "form", blocksRemoval: true)))
    let session = try Session.open(.stack("s", root: .screen("a", route: "a"), above: [form]), in: Environment())
      .session
    let move = try #require(session.moves.first)
    #expect(move.name == "Back" && move.blocked.map(\.controller) == ["form"] && move.reason == .blocked)
  }

  static let refusals: [(start: String, answer: Transition, reason: Outcome.Blocked.Reason)] = [
    ("stack: a ^ b", .update("b") { $0.isModalInPresentation = true }, .isModalInPresentation),
    ("stack: a ^formSheet b", .update("b") { $0.onShouldDismiss = false }, .shouldDismiss),
    ("stack: a ^popover b", .update("b") { $0.onShouldDismiss = false }, .shouldDismiss),
  ]

  @Test(arguments: refusals) func `D-165: a presented tree that refuses is named`(
    row: (start: String, answer: Transition, reason: Outcome.Blocked.Reason)
  ) throws {
    var session = try Session.open(SketchParser.tree(row.start), in: Environment()).session
    _ = try session.apply(row.answer)
    let move = try #require(session.moves.first)
    #expect(move.blocked.map(\.reason) == [row.reason] && move.reason == .blocked, "\(row.start)")
  }

  @Test func `D-165: a control that does nothing says why`() throws {
    let button = { (id: ControllerID, action: Screen.LeftBarAction) in
      Controller(id: id, content: .screen(Screen(route: "r", leftBarButton: "x", leftBarAction: action)))
    }
    let tabs = [
      Tab(child: .stack("x", root: button("a", .pop))),
      Tab(shouldSelect: .never, child: .stack("y", root: button("b", .dismiss))),
    ]
    let bar = try #require(TabBar(tabs: tabs))
    var session = try Session.open(Controller(id: "tabs", content: .tabBar(bar)), in: Environment()).session
    #expect(session.moves.map(\.reason) == [nil, .refusedByApp, .atRoot])
    _ = try session.apply(Transition(.selectTab("y")))
    #expect(session.moves.map(\.reason) == [nil, .refusedByApp, .nothingPresented])
  }

  @Test func `D-165: a name is a key`() throws {
    let tabs = [
      Tab(title: "A", badge: "3", child: .stack("x", root: .screen("a", route: "r"))),
      Tab(title: "B", child: .stack("y", root: .screen("b", route: "r"))),
    ]
    let bar = try #require(TabBar(tabs: tabs))
    var session = try Session.open(Controller(id: "tabs", content: .tabBar(bar)), in: Environment()).session
    let before = session.moves
    #expect(before.map(\.name) == ["Tab A", "Tab B"] && before.map(\.badge) == ["3", nil])
    #expect(before.map(\.isSelected) == [true, false])
    _ = try session.apply(before[1].transitions[0])
    #expect(session.moves.map(\.name) == before.map(\.name) && session.moves.map(\.isSelected) == [false, true])
  }

  @Test(arguments: RandomWalkTests.worlds) func `D-165: a walk`(_ world: RandomWalkTests.World) throws {
    var random = Seeded(0x30_7E5)
    var session = try world.open()
    for step in 0..<RandomWalkTests.stepsPerWorld / 10 {
      if step.isMultiple(of: 50) { session = try world.open() }
      let before = session
      _ = try? session.apply(session.randomTransition(&random))
      if session != before { try session.requireMoves("\(world) step \(step): \(session.sketch)") }
    }
  }
}

extension Session {
  /// Each move is handled unless it is blocked, gestures last; any other action of a user is not, or does what a move
  /// does: a sheet is swiped down by any of its controllers.
  fileprivate func requireMoves(_ story: String) throws {
    let (moves, controls) = (moves, taps.filter { !$0.isGesture })
    let actions = (controls + gestures).map(\.transitions[0].action)
    try #require(moves.map(\.transitions[0].action) == actions, "one of \(actions) is refused, \(story)")
    try #require(moves.map(\.isGesture) == actions.indices.map { $0 >= controls.count }, "\(story)")
    var reached: Set<Session> = []
    for move in moves {
      var trial = self
      let answer = try #require(try? trial.apply(move.transitions[0]), "\(move) is refused, \(story)")
      try #require(answer.outcome.blocked == move.blocked && answer.outcome.reason == move.reason, "\(move), \(story)")
      try #require(answer.outcome.handled == (move.reason == nil), "\(move): \(answer), \(story)")
      reached.insert(trial)
    }
    let offered = Set(moves.map(\.transitions[0].action))
    for action in allUserActions where !offered.contains(action) {
      var trial = self
      guard let answer = try? trial.apply(Transition(action)), answer.outcome.handled else { continue }
      if let taker = answer.outcome.takenBy, root.find(taker)?.kind == .topTabs { continue }
      try #require(reached.contains(trial), "\(action.short) is no move, \(story)")
    }
  }

  /// Every action of a user with every controller of its kind, but for rows, scrolling and the stages of a swipe back.
  private var allUserActions: [Transition.Action] {
    allIDs.sorted().flatMap { id -> [Transition.Action] in
      guard let controller = root.first(where: { $0.id == id }) else { return [] }
      let dismissals: [Transition.Action] = [.swipeDown(id), .tapOutside(id)]
      return switch controller.content {
      case .screen: dismissals + [.tapLeftBarButton(id)]
      case .stack: dismissals + [.back(stack: id, phase: nil)]
      case .tabBar(let tabBar): dismissals + tabBar.tabs.map { .tapTab($0.child.id) }
      case .topTabs(let topTabs): dismissals + topTabs.pages.map { .tapTitle(page: $0.child.id, topTabs: id) }
      case .split:
        dismissals + [
          .tapDisplayModeButton(split: id), .tapSecondaryOnlyButton(split: id), .tapDimmedSecondary(split: id),
          .swipe(.leading, split: id), .swipe(.trailing, split: id),
        ]
      }
    }
  }
}

extension Transition.Action {
  /// The type and the controller of a move.
  fileprivate var short: String {
    if let swipe = body as? Transition.Swipe { return "\(type) \(swipe.edge)" }
    let controller: ControllerID? =
      switch body {
      case let tap as Transition.TapTab: tap.tab
      case let tap as Transition.TapTitle: tap.page
      case let back as Transition.Back: back.stack
      case let swipe as Transition.SwipeDown: swipe.controller
      default: nil
      }
    return controller.map { "\(type) \($0)" } ?? type
  }
}
