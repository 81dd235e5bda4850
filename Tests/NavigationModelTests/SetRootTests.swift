import Testing

@testable import Navigation

/// D-220 to D-223: a window gets another root.
@Suite struct SetRootTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var rule: String
    var start: String
    var place = Row.Place.pad
    var before: [Transition] = []
    var root: String
    var dismisses = false
    var animated: Bool?
    var tells: String

    var testDescription: String { "\(rule): \(start)" }
  }

  static let cases: [Case] = [
    Case(
      rule: "D-220 a login", start: "stack: login", root: "tabs[x*: a | y: b]",
      tells: "-will login, -did login, discarded stack, discarded login, +will a, +did a"),
    Case(
      rule: "D-221 the same ids are other controllers", start: "stack: a", root: "stack: a",
      tells: "-will a, -did a, discarded stack, discarded a, +will a, +did a"),
    Case(
      rule: "D-221 one that was a container", start: "tabs[x*: a | =y]", root: "tabs: x > y",
      tells:
        "-will a, -did a, discarded tabs, discarded x, discarded a, discarded y, +will y, +did y"),
    Case(
      rule: "D-220 M0 a split view appears for the first time", start: "stack: login", root: "split[A || B]",
      tells: "-will login, -did login, discarded stack, discarded login, !willChangeTo oneBesideSecondary, "
        + "!willShow primary, !willShow secondary, mode secondaryOnly->oneBesideSecondary, "
        + "+will A, +will B, +did A, +did B, !didShow primary, !didShow secondary"),
    Case(
      rule: "D-220 SC-3 and collapses in a compact window", start: "split[A || B]", place: .phone,
      root: "split[A || ph]",
      tells: "-will B, -did B, discarded split, discarded ph, discarded primary, discarded A, discarded secondary, "
        + "discarded B, !willChangeTo oneBesideSecondary, ?primaryForCollapsing=nil, "
        + "?collapse secondary onto primary=true, !willShow primary, mode secondaryOnly->oneBesideSecondary, "
        + "collapsed, +will A, +did A, !didCollapse, !didShow primary, target"),
    Case(
      rule: "D-22 D-220 a placeholder that waits leaves with its split view", start: "split[A || N: B]",
      root: "stack: a",
      tells: "-will A, -will B, -did A, -did B, discarded split, discarded ph, discarded primary, discarded A, "
        + "discarded N, discarded B, +will a, +did a"),
    Case(
      rule: "D-220 CL-23 what an inner context presents", start: "tabs[x*: a | y: b]",
      before: [.present("s", .currentContext, from: "a")], root: "stack: a",
      tells: "dismissed s, -will s, -did s, discarded tabs, discarded x, discarded a, discarded s, discarded y, "
        + "discarded b, +will a, +did a"),
    Case(
      rule: "D-222 all sheets are dismissed first", start: "stack: a ^ s ^ t", root: "stack: b", dismisses: true,
      tells: "dismissed s, dismissed t, -will a, -will s, -will t, -did a, -did s, -did t, "
        + "discarded stack, discarded a, discarded s, discarded t, +will b, +did b"),
    Case(
      rule: "D-220 what the new root presents", start: "stack: a ^ s", root: "stack: a ^ s", dismisses: true,
      tells: "dismissed s, -will a, -will s, -did a, -did s, discarded stack, discarded a, discarded s, "
        + "presented s by stack, +will a, +will s, +did a, +did s"),
    Case(
      rule: "D-14 a swipe is cancelled", start: "stack: a > b", before: [.back(.began)], root: "stack: c",
      tells:
        "-will a, -did a, +will b, +did b, -will b, -did b, discarded stack, discarded a, discarded b, +will c, +did c"
    ),
  ]

  @Test(arguments: cases) func `a new root`(_ row: Case) throws {
    var session = try Self.open(row.start, row.place)
    for step in row.before { _ = try session.apply(step) }
    let before = session
    let tree = try SketchParser.tree(row.root)
    let answer = try session.apply(
      Transition(.setRoot(.controller(.new(tree)), dismisses: row.dismisses), animated: row.animated))
    #expect(answer.events.map(\.sketch).joined(separator: ", ") == row.tells, "\(row.rule)")
    if row.before.isEmpty { #expect(answer.events.allSatisfy { $0.isAnimated != true }, "\(row.rule): at once") }
    #expect(session.sketch == (try Self.open(row.root, row.place)).sketch, "\(row.rule)")
    // An equal tree is a revision, but no step of the history (D-134).
    let isStep = !session.isSame(as: before)
    #expect(session.restore(before).outcome.handled == isStep && session.isSame(as: before), "\(row.rule): undo")
  }

  /// Trees with the same ids, and in each window.
  static let trees = [
    "a", "stack: a > b", "tabs[a*: x | =b]", "top{*a | s: b}", "split[A || ph]", "split[tabs[a*: la | b: lb] || N: B]",
    "split/2[A || B]", "split/3[A || S || B]",
  ]
  static let places: [Row.Place] = [.pad, .slideOver, .phone, .duo(.open, .landscape)]

  @Test(arguments: trees, places) func `D-220 D-221: the old tree's end, then a creation`(
    _ start: String, _ place: Row.Place
  ) throws {
    for root in Self.trees {
      var session = try Self.open(start, place)
      let before = session
      let tree = try SketchParser.tree(root)
      let created = try Session.open(tree, in: session.environment)
      let answer = try session.apply(.root(tree))
      #expect(session.root == created.session.root && session.environment == created.session.environment)
      #expect(Array(answer.events.suffix(created.events.count)) == created.events, "\(start) to \(root)")
      let end = answer.events.dropLast(created.events.count)
      #expect(end.allSatisfy { $0.isOfAnEnd }, "\(start) to \(root)")
      #expect(session.lost(since: before, reported: answer.events, isNewRoot: true) == [])
    }
  }

  @Test func `D-220 D-44: a root that supports one orientation turns the window`() throws {
    var session = try Self.open("stack: a", .phone)
    _ = try session.apply(.rotate(.landscape))
    var behavior = SplitDelegate.tabsInPrimary
    behavior.supportedInterfaceOrientations = .portrait
    let answer = try session.apply(.root(try SketchParser.tree("split[A || ph]", behavior: behavior)))
    #expect(session.environment.orientation == .portrait)
    #expect(answer.events.map(\.sketch).contains("?orientations=portrait"))
    _ = try session.apply(.root(.stack("stack", .screen("a"))))
    #expect(session.environment.orientation == .landscape)
  }

  static let refusals: [(start: String, before: [Transition], step: Transition, Rejection)] = [
    ("stack: a ^ s", [], .root(.screen("b")), .alreadyPresenting("stack")),
    ("stack: a ^ s ^ t", [], .root(.screen("b")), .alreadyPresenting("stack")),
    ("tabs[*=a]", [.present("s", .currentContext)], .root(.screen("b")), .alreadyPresenting("tabs")),
    ("stack: a", [.present("s", .currentContext)], .root(.screen("b")), .alreadyPresenting("stack")),
    (
      "tabs[x*: a]", [.present("s", .currentContext, from: "a"), .present("t", from: "s")], .root(.screen("b")),
      .alreadyPresenting("s")
    ),
    ("stack: a > b", [], Transition(.setRoot(.controller(.existing("b")))), .cannotPush("b")),
    ("stack: a > b", [], Transition(.setRoot(.controller(.existing("stack")))), .cannotPush("stack")),
    ("stack: a > b", [], Transition(.setRoot(.controller(.existing("z")))), .noSuchController("z")),
    ("stack: a", [], .root(.stack("b", .screen("b"))), .duplicateController("b")),
    ("stack: a", [], .root(.stack("b", .stack("c", .screen("d")))), .cannotPush("c")),
    ("stack: a", [], .root(deep), .controllerLimit(.depth)),
    ("stack: a", [], .root(wide), .controllerLimit(.controllers)),
  ]

  private static let deep = (0..<Limits.depth).reduce(Controller.screen("x")) { tree, level in
    Controller(
      id: .counted(level + 10), content: TabBar(tabs: [Tab(child: tree)]).map(Controller.Content.tabBar) ?? tree.content
    )
  }
  private static let wide = Controller(
    id: .automatic,
    content: .stack(
      Stack(root: .screen("x"), above: (0..<Limits.controllers).map { _ in .screen(.automatic) })))

  @Test(arguments: refusals) func `D-221 D-222: refused`(
    _ row: (start: String, before: [Transition], step: Transition, rejection: Rejection)
  ) throws {
    var session = try Self.open(row.start)
    for step in row.before { _ = try session.apply(step) }
    let before = session
    #expect(refusal(of: { _ = try session.apply(row.step) }) == row.rejection, "\(row.start)")
    #expect(session == before && session.countedIDs == before.countedIDs, "\(row.start)")
  }

  static let blocked: [(start: String, screen: ControllerID, root: String, holder: ControllerID?)] = [
    ("stack: a > b", "b", "stack: c", "stack"), ("stack: a > b", "b", "stack: a > b", "stack"),
    ("a", "a", "b", nil), ("a", "a", "a", nil), ("tabs[x*: a | y: b]", "b", "stack: c", "y"),
    ("stack: a ^ s", "s", "stack: c", "stack"),
  ]

  @Test(arguments: blocked) func `D-223: a screen that blocks its removal`(
    _ row: (start: String, screen: ControllerID, root: String, holder: ControllerID?)
  ) throws {
    var session = try Self.open(row.start)
    _ = try session.apply(.update(row.screen) { $0.blocksRemoval = true })
    let before = session
    let step = Transition.root(try SketchParser.tree(row.root), dismisses: true)
    let answer = try session.apply(step)
    #expect(answer.outcome == Outcome(blocked: [.init(row.screen, in: row.holder)]) && answer.events.isEmpty)
    #expect(session == before)
    #expect(try session.apply(batch: [step]).outcomes == [answer.outcome] && session == before)
    #expect(try session.apply(Transition(step.action, confirm: true)).outcome.handled)
  }

  @Test func `D-223 D-110: nor is the root undone that blocks its removal`() throws {
    var session = try Self.open("stack: login")
    let login = session
    _ = try session.apply(.root(.screen("form")))
    _ = try session.apply(.update("form") { $0.blocksRemoval = true })
    #expect(session.restore(login).outcome == Outcome(blocked: [.init("form", in: nil)]))
    #expect(session.restore(login, isConfirmed: true).outcome.handled && session.isSame(as: login))
  }

  /// Batches and their events.
  static let batches: [(start: String, steps: [Transition], end: String, tells: String)] = [
    (
      "stack: login", [.push("x"), .root(.stack("stack", .screen("a"))), .push("b")], "stack: a > b",
      "-will login, -did login, discarded stack, discarded login, +will b, +did b"
    ),
    (
      "stack: a", [.root(.stack("stack", .screen("a")))], "stack: a",
      "-will a, -did a, discarded stack, discarded a, +will a, +did a"
    ),
    (
      "tabs[x*: a | y: b]", [Transition(.selectTab("y")), .root(.screen("c")), .root(.screen("d"))], "d",
      "tab x->y, -will a, -did a, discarded tabs, discarded x, discarded a, discarded y, discarded b, +will d, +did d"
    ),
    (
      "tabs[x*: a | y: b]", [.root(tree("tabs[x: a | y*: b]"))], "tabs[x: a | y*: b]",
      "-will a, -did a, discarded tabs, discarded x, discarded a, discarded y, discarded b, +will b, +did b"
    ),
    (
      "stack: a", [.root(tree("split[A || B]")), .root(.screen("d"))], "d",
      "-will a, -did a, discarded stack, discarded a, +will d, +did d"
    ),
    (
      "stack: a ^ s", [.dismiss(), .root(.stack("stack", .screen("a")))], "stack: a",
      "dismissed s, -will a, -will s, -did a, -did s, discarded stack, discarded a, discarded s, +will a, +did a"
    ),
    (
      "stack: a > b", [.root(.stack("stack", .screen("c"))), Transition(.push(.new(.screen("b")), again: .return))],
      "stack: c > b",
      "-will b, -did b, discarded stack, discarded a, discarded b, +will b, +did b"
    ),
  ]

  /// Of a row of this file: a wrong sketch ends the run with its text.
  private static func tree(_ sketch: String) -> Controller {
    guard let tree = try? SketchParser.tree(sketch) else { fatalError(sketch) }
    return tree
  }

  @Test(arguments: batches) func `D-4 D-220: one comparison`(
    _ row: (start: String, steps: [Transition], end: String, tells: String)
  ) throws {
    var session = try Self.open(row.start)
    let before = session
    let answer = try session.apply(batch: row.steps)
    #expect(answer.outcomes.allSatisfy { $0.handled } && answer.isRevision)
    #expect(session.sketch == row.end && answer.events.map(\.sketch).joined(separator: ", ") == row.tells)
    let isStep = !session.isSame(as: before)
    #expect(session.restore(before).outcome.handled == isStep && session.isSame(as: before))
  }

  @Test func `D-220: it is animated if it says so`() throws {
    for animated in [nil, false, true] {
      var session = try Self.open("stack: a")
      let step = Transition(.setRoot(.layout(.stack(root: .screen("b")))), animated: animated)
      let told = try session.apply(step).events.compactMap { $0.isAnimated }
      #expect(told == Array(repeating: animated ?? false, count: 4))
    }
  }

  private static func open(_ sketch: String, _ place: Row.Place = .pad) throws -> Session {
    try Session.open(SketchParser.tree(sketch), in: place.environment(.iOS26)).session
  }
}

extension Event {
  /// Whether it tells of controllers that leave.
  fileprivate var isOfAnEnd: Bool {
    switch self {
    case .viewWillDisappear, .viewDidDisappear, .dismissed, .discarded: true
    case .delegateCall, .parentChanged, .viewWillAppear, .viewDidAppear, .placeholderWillAppear,
      .showDetailTargetDidChange, .leftBarButtonTapped, .scrollToTop, .selectionChanged, .collapsed, .expanded,
      .displayModeChanged, .tabSelected, .pageChanged, .presented, .adaptationChanged, .detentChanged, .barChanged:
      false
    }
  }
}
