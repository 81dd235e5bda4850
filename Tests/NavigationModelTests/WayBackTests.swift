import Navigation
import Testing

/// NV-15 to NV-17, NV-22: without its button a user cannot go back; a screen's own left button acts instead.
@Suite struct WayBackTests {
  private static func hides(_ id: ControllerID) -> Transition { .update(id) { $0.hidesBackButton = true } }
  private static func button(_ id: ControllerID, _ action: Screen.LeftBarAction? = nil, supplements: Bool = false)
    -> Transition
  {
    .update(id) {
      $0.leftBarButton = .some("Cancel")
      $0.leftBarAction = .some(action)
      $0.leftItemsSupplementBackButton = supplements
    }
  }

  static let back: [Row] = [
    Row("NV-16 hidesBackButton", "stack: a > b", [hides("b"), .back()], "stack: a > b", ""),
    Row("NV-22 no swipe begins", "stack: a > b", [hides("b"), .back(.began)], "stack: a > b", ""),
    Row("NV-16 by its name neither", "stack: a > b", [hides("b"), .back(nil, "stack")], "stack: a > b", ""),
    Row("NV-16 a left button instead", "stack: a > b", [button("b"), .back()], "stack: a > b", ""),
    Row("NV-16 a left button beside it", "stack: a > b", [button("b", supplements: true), .back()], "stack: a"),
    Row("NV-16 that of the screen below is its own", "stack: a > b", [hides("a"), .back()], "stack: a"),
    Row("NV-16 the app pops all the same", "stack: a > b", [hides("b"), .pop()], "stack: a"),
    Row(
      "D-11 NV-16 no stack further out is tried", "stack: a > tabs[x*: b > c | y: d]", [hides("c"), .back()],
      "stack: a > tabs[x*: b > c | y: d]", ""),
    Row(
      "NV-16 the root of a tab's stack does not affect the bar around", "stack: a > tabs[x*: b | y: d]",
      [hides("b"), .back()], "stack: a"),
    Row(
      "NV-17 CL-7 in nested column stacks the top screen decides for the outer one", "split<A > {N: B}>",
      in: .slideOver,
      behavior: SplitDelegate(), [hides("B"), .back()], "split<A > {N: B}>", ""),
    Row(
      "NV-17 CL-7 and lets it", "split<A > {N: B}>", in: .slideOver, behavior: SplitDelegate(), [hides("A"), .back()],
      "split<A>"),
    Row(
      "D-430 out of a split view whose column is at its root", "out: a > top{*split[A || N: B] | c}",
      behavior: SplitDelegate(), [.back()], "out: a"),
    Row(
      "D-430 collapsed, too", "out: a > top{*split[A || N: B] | c}", behavior: SplitDelegate(onCollapse: .discard),
      [.collapse, .back()], "out: a"),
    Row(
      "D-430 the column's own stack first", "out: a > top{*split[A || N: B > d] | c}", behavior: SplitDelegate(),
      [.back()], "out: a > top{*split[A || N: B] | c}"),
    Row(
      "D-430 D-11 whose top screen may take the way back", "out: a > top{*split[A || N: B > d] | c}",
      behavior: SplitDelegate(), [hides("d"), .back()], "out: a > top{*split[A || N: B > d] | c}", ""),
    Row(
      "D-430 SYS0-3 a first detail without a return leads out", "out: a > top{*split[A || ph > d] | c}",
      behavior: SplitDelegate(onShowDetail: .replaceAbovePlaceholder, allowsReturnToPlaceholder: false), [.back()],
      "out: a"),
    Row(
      "D-430 nothing around it", "tabs[*=split[A || N: B]]", behavior: SplitDelegate(), [.back()],
      "tabs[*=split[A || N: B]]", ""),
  ]

  @Test(arguments: back) func goes(_ row: Row) throws {
    try row.check()
    var session = try row.open()
    for step in row.steps.dropLast() { _ = try session.apply(step) }
    // `canGoBack` is true if `back` has an effect.
    guard row.steps.last?.action == .back() else { return }
    #expect(session.canGoBack == (row.end != session.sketch), "\(row.rule)")
  }

  private static func swipes(_ id: ControllerID, _ swipe: Screen.BackSwipe?) -> Transition {
    .update(id) { $0.backSwipe = .some(swipe) }
  }

  /// BK-1, D-436: a word of the screen wins over its button; without one a swipe goes where the button goes.
  static let swipes: [Row] = [
    Row("BK-1 from the edge", "stack: a > b", [.back(by: .edge)], "stack: a", popped),
    Row("BK-1 on the content", "stack: a > b", [.back(by: .content)], "stack: a", popped),
    Row(
      "BK-1 on the content from iOS 26 on", "stack: a > b", system: .iOS14, [.back(by: .content)], "stack: a > b", ""),
    Row(
      "BK-1 D-436 whatever the screen says", "stack: a > b", system: .iOS14, [swipes("b", .both), .back(by: .content)],
      "stack: a > b", ""),
    Row("BK-1 from the edge before, too", "stack: a > b", system: .iOS14, [.back(by: .edge)], "stack: a", popped),
    Row("D-436 off with the button", "stack: a > b", [hides("b"), .back(by: .edge)], "stack: a > b", ""),
    Row(
      "D-436 on again without it", "stack: a > b", [hides("b"), swipes("b", .edge), .back(by: .edge)], "stack: a",
      popped),
    Row("D-436 and no button", "stack: a > b", [hides("b"), swipes("b", .edge), .back()], "stack: a > b", ""),
    Row(
      "D-436 the edge alone", "stack: a > b", [hides("b"), swipes("b", .edge), .back(by: .content)], "stack: a > b", ""),
    Row(
      "D-436 its own button is not tapped", "stack: a > b",
      [button("b", .dismiss), swipes("b", .both), .back(by: .content)],
      "stack: a", popped),
    Row("D-436 none, and a button", "stack: a > b", [swipes("b", .neither), .back(.began)], "stack: a > b", ""),
    Row("D-436 which still leads back", "stack: a > b", [swipes("b", .neither), .back()], "stack: a", popped),
    Row(
      "D-436 null: as the button again", "stack: a > b", [swipes("b", .neither), swipes("b", nil), .back(by: .edge)],
      "stack: a", popped),
    Row(
      "D-15 D-436 what blocks its removal stays", "stack: a > b",
      [.update("b") { $0.blocksRemoval = true }, swipes("b", .both), .back(by: .content)], "stack: a > b", ""),
    Row(
      "NV-17 D-436 the top screen of a nested stack says it", "split<A > {N: B}>", in: .slideOver,
      behavior: SplitDelegate(), [hides("B"), swipes("B", .edge), .back(by: .edge)], "split<A>"),
    Row(
      "NV-22 BK-3 D-436 in phases", "stack: a > b", [hides("b"), swipes("b", .edge), .back(.began), .back(.finished)],
      "stack: a"),
  ]
  private static let popped = "-will b, +will a, -did b, +did a, discarded b"

  @Test(arguments: swipes) func swipe(_ row: Row) throws { try row.check() }

  @Test func `D-436: why a swipe is off, and where none can be`() throws {
    var behavior = SplitDelegate.tabsInPrimary
    behavior.allowsReturnToPlaceholder = false
    for (start, behavior, reason): (String, SplitDelegate, Outcome.Reason) in [
      ("stack: a", SplitDelegate(), .atRoot), ("split[A || ph > d]", behavior, .swipeOff),
    ] {
      var session = try Session.open(SketchParser.tree(start, behavior: behavior), in: Environment()).session
      #expect(try session.apply(.back(by: .edge)).outcome == Outcome(reason))
    }
  }

  @Test func `D-436: the swipe is a gesture where no button does the same`() throws {
    var session = try Session.open(SketchParser.tree("stack: a > b"), in: Environment()).session
    #expect(session.gestures.isEmpty)
    for step in [Self.hides("b"), Self.swipes("b", .edge)] { _ = try session.apply(step) }
    #expect(session.gestures.map(\.name) == ["Swipe back"])
    #expect(session.gestures.flatMap(\.transitions) == [.back(nil, "stack", by: .edge)])
  }

  @Test func `NV-15: a hidden bar has no way back, also not for its own stack`() throws {
    let bare = Stack(root: .screen("b"), above: [.screen("c")], isNavigationBarHidden: true)
    var session = try Session.open(Controller(id: "x", content: .stack(bare)), in: Environment()).session
    #expect(try session.apply(.back()).outcome == Outcome(.noWayBack) && !session.canGoBack)
    let tabs = try #require(TabBar(tabs: [Tab(child: .stack("t", .screen("r")))]))
    let outer = Stack(
      root: .screen("a"), above: [Controller(id: "tabs", content: .tabBar(tabs))], isNavigationBarHidden: true)
    session = try Session.open(Controller(id: "x", content: .stack(outer)), in: Environment()).session
    #expect(try session.apply(.back()).outcome == Outcome(.noWayBack) && !session.canGoBack)
  }

  @Test func `D-113 NV-22: a snapshot's swipe that could not have begun is refused`() throws {
    var swiped = Stack(
      root: .screen("a"), above: [Controller(id: "b", content: .screen(Screen(route: "b", hidesBackButton: true)))])
    swiped.isInteractiveBack = true
    let tree = Controller(id: "s", content: .stack(swiped))
    #expect(refusal(of: { _ = try Session.restore(tree, in: Environment(), countedIDs: 0) }) == .notOnDisplay("s"))
  }

  static let buttons: [Row] = [
    Row(
      "D-12 NV-16 the app is only notified", "stack: a > b", [button("b"), .leftButton()], "stack: a > b",
      "tapped b"),
    Row(
      "NV-16 it pops", "stack: a > b", [button("b", .pop), .leftButton()], "stack: a",
      "tapped b, -will b, +will a, -did b, +did a, discarded b"),
    Row(
      "NV-16 CL-7 the stack around, from the root of its own", "split<A > {N: B}>", in: .slideOver,
      behavior: SplitDelegate(),
      [button("B", .pop), .leftButton("B")], "split<A>"),
    Row(
      "NV-16 nothing to pop", "split[A || N: B]", behavior: SplitDelegate(), [button("B", .pop), .leftButton()],
      "split[A || N: B]",
      "tapped B"),
    Row(
      "D-12 D-430 never out of a split view", "out: a > top{*split[A || N: B] | c}", behavior: SplitDelegate(),
      [button("B", .pop), .leftButton()], "out: a > top{*split[A || N: B] | c}", "tapped B"),
    Row(
      "NV-16 PR-4 it dismisses", "stack: a ^ n: b > c", [button("c", .dismiss), .leftButton()], "stack: a",
      "tapped c, dismissed n, -will c, -did c, discarded n, discarded b, discarded c"),
    Row(
      "NV-16 PR-4 nothing to dismiss", "stack: a > b", [button("b", .dismiss), .leftButton()], "stack: a > b",
      "tapped b"),
    Row(
      "NV-16 any that can be reached, by its name", "split[A || N: B]", behavior: SplitDelegate(),
      [button("A"), .leftButton("A")],
      "split[A || N: B]", "tapped A"),
  ]

  @Test(arguments: buttons) func tap(_ row: Row) throws { try row.check() }

  @Test func `a screen that blocks its removal stays, without events`() throws {
    var session = try Session.open(SketchParser.tree("stack: a > b"), in: Environment()).session
    for step in [Self.button("b", .pop), .update("b") { $0.blocksRemoval = true }] { _ = try session.apply(step) }
    let answer = try session.apply(.leftButton())
    #expect(answer.outcome == Outcome(blocked: [.init("b", in: "stack")]) && answer.events.isEmpty)
  }

  static let refused: [(Refusal, [Transition])] = [
    (Refusal("a screen without such a button", "stack: a", .leftButton(), .notOnDisplay("a")), []),
    (Refusal("PR-7 a covered one", "stack: a ^ b", .leftButton("a"), .notOnDisplay("a")), [button("a")]),
    (Refusal("one below the top", "stack: a > b", .leftButton("a"), .notOnDisplay("a")), [button("a")]),
    (Refusal("one without a bar", "tabs[*=a]", .leftButton(), .notOnDisplay("a")), [button("a")]),
    (Refusal("a stack has none", "stack: a", .leftButton("stack"), .wrongKind("stack", expected: .screen)), []),
    (
      Refusal("SC-11 in the background", "stack: a", .leftButton(), .inBackground),
      [button("a"), Transition(.enterBackground)]
    ),
  ]

  @Test(arguments: refused) func refuses(_ row: (Refusal, [Transition])) throws { try row.0.check(after: row.1) }
}
