import Testing

@testable import Navigation

/// What delegates of stacks are told: each stack of a row has one.
@Suite struct StackDelegateTests {
  static let changes: [Row] = [
    Row(
      "NV-27 a push", "stack: a", [.push("b")], "stack: a > b",
      "-will a, +will b, !stack.willShow b, -did a, +did b, !stack.didShow b"),
    Row(
      "NV-27 a pop", "stack: a > b", [.back()], "stack: a",
      "-will b, +will a, !stack.willShow a, -did b, +did a, !stack.didShow a, discarded b"),
    Row(
      "NV-27 NV-23 to the root", "stack: a > b > c", [.popToRoot()], "stack: a",
      "-will c, +will a, !stack.willShow a, -did c, +did a, !stack.didShow a, discarded b, discarded c"),
    Row(
      "NV-27 another top", "stack: a > b", [.replaceTop("c")], "stack: a > c",
      "-will b, +will c, !stack.willShow c, -did b, +did c, !stack.didShow c, discarded b"),
    Row("D-201 what is below the top", "stack: a > b > c", [.remove("b")], "stack: a > c", "discarded b"),
    Row(
      "D-201 the top is the direct child", "split[A || N: B > C]", behavior: SplitDelegate(),
      [.collapse, .back()], "split<A > {N: B}>",
      "-will C, +will B, !N.willShow B, -did C, +did B, !N.didShow B, discarded C"),
    Row(
      "D-201 a nested stack's end is the outer one's", "split[A || N: B]", behavior: SplitDelegate(),
      [.collapse, .back()], "split<A>",
      "-will B, +will A, !primary.willShow A, -did B, +did A, !primary.didShow A, discarded N, discarded B"
    ),
  ]

  static let off: [Row] = [
    Row(
      "D-201 a first appearance", "tabs[x*: a | y: b]", [.select("y")], "tabs[x: a | y*: b]",
      "tab x->y, -will a, +will b, !y.willShow b, -did a, +did b, !y.didShow b"),
    Row(
      "D-201 TB-9 a tab switch", "tabs[x*: a | y: b]", [.select("y"), .select("x")], "tabs[x*: a | y: b]",
      "tab y->x, -will b, +will a, -did b, +did a"),
    Row("D-201 off display", "tabs[x*: a | y: b]", [.push("c", on: "y")], "tabs[x*: a | y: b > c]", ""),
    Row(
      "D-201 with its next appearance", "tabs[x*: a | y: b]",
      [.select("y"), .select("x"), .push("c", on: "y"), .select("y")], "tabs[x: a | y*: b > c]",
      "tab x->y, -will a, +will c, !y.willShow c, -did a, +did c, !y.didShow c"),
    Row(
      "D-201 unless it is undone before", "tabs[x*: a | y: b]",
      [.select("y"), .select("x"), .push("c", on: "y"), .pop(1, from: "y"), .select("y")], "tabs[x: a | y*: b]",
      "tab x->y, -will a, +will b, -did a, +did b"),
    Row(
      "D-201 what is presented", "stack: a", [.present(tree: sheet, .fullScreen)],
      "stack: a ^fullScreen n: s",
      "presented n by stack fullScreen, -will a, +will s, !n.willShow s, +did s, -did a, !n.didShow s"),
    Row(
      "D-201 and dismissed", "stack: a", [.present(tree: sheet, .fullScreen), .dismiss()],
      "stack: a", "dismissed n, -will s, +will a, +did a, -did s, discarded n, discarded s"),
    Row(
      "D-201 a push under a sheet is seen", "stack: a ^ x", [.push("b", on: "stack")], "stack: a > b ^ x",
      "-will a, +will b, !stack.willShow b, -did a, +did b, !stack.didShow b"),
    Row(
      "D-201 one under a full screen is told afterwards", "stack: a ^fullScreen x",
      [.push("b", on: "stack"), .dismiss()],
      "stack: a > b", "dismissed x, -will x, +will b, !stack.willShow b, +did b, -did x, !stack.didShow b, discarded x"),
    Row(
      "D-201 a page beside the current one has appeared too", "top+{*a | s: b}", [.push("c", on: "s")],
      "top+{*a | s: b > c}", "-will b, +will c, !s.willShow c, -did b, +did c, !s.didShow c"),
  ]

  static let swipes: [Row] = [
    Row(
      "NV-28 begun", "stack: a > b", [.back(.began)], "stack: a > b <~", "-will b, +will a, !stack.willShow a"),
    Row(
      "NV-28 finished", "stack: a > b", [.back(.began), .back(.finished)], "stack: a",
      "-did b, +did a, !stack.didShow a, discarded b"),
    Row(
      "NV-28 cancelled", "stack: a > b", [.back(.began), .back(.cancelled)], "stack: a > b",
      "-will a, -did a, +will b, +did b"),
    Row(
      "NV-28 anything else cancels", "stack: a > b", [.back(.began), .push("c")], "stack: a > b > c",
      "-will a, -did a, +will b, +did b, -will b, +will c, !stack.willShow c, -did b, +did c, !stack.didShow c"),
    Row(
      "NV-28 and again", "stack: a > b", [.back(.began), .back(.cancelled), .back(.began)], "stack: a > b <~",
      "-will b, +will a, !stack.willShow a"),
    Row(
      "NV-28 a stack in the lower screen that was never shown", "stack: a",
      [.setStack(nil, [.existing("a"), .new(tabs), .new(.screen("b"))]), .back(.began), .back(.finished)],
      "stack: a > tabs[x*: c]", "-did b, +did c, !stack.didShow tabs, !x.didShow c, discarded b"),
  ]

  private static let sheet = Controller.stack("n", .screen("s")).withDelegates
  private static let tabs = Controller(
    id: "tabs",
    content: TabBar(tabs: [Tab(child: Controller.stack("x", .screen("c")).withDelegates)]).map { .tabBar($0) }
      ?? .screen(Screen(route: "")))

  @Test(arguments: changes + off + swipes) func told(_ row: Row) throws {
    var row = row
    row.hasDelegates = true
    try row.check()
  }

  static let batches: [(rule: String, start: String, [Transition], tells: String)] = [
    (
      "D-4 the last top of a batch", "stack: a", [.push("b"), .push("c")],
      "-will a, +will c, !stack.willShow c, -did a, +did c, !stack.didShow c"
    ),
    ("D-4 none where nothing is left of it", "stack: a", [.push("b"), .pop()], ""),
    (
      "NV-28 a top that only appears to be swiped", "stack: a", [.push("b"), .back(.began)],
      "+will b, +did b, -will b, +will a, !stack.willShow b, !stack.didShow b, !stack.willShow a"
    ),
    (
      "NV-28 a whole swipe", "stack: a > b", [.back(.began), .back(.finished)],
      "-will b, +will a, !stack.willShow a, -did b, +did a, !stack.didShow a, discarded b"
    ),
  ]

  @Test(arguments: batches) func batch(_ row: (rule: String, start: String, [Transition], tells: String)) throws {
    let tree = try SketchParser.tree(row.start).withDelegates
    var session = try Session.open(tree, in: Environment()).session
    #expect(try session.apply(batch: row.2).events.map(\.sketch).joined(separator: ", ") == row.tells, "\(row.rule)")
  }

  @Test func `NV-27: a stack without a delegate tells nothing`() throws {
    var session = try Session.open(SketchParser.tree("stack: a"), in: Environment()).session
    #expect(try session.apply(.push("b")).events.map(\.sketch) == ["-will a", "+will b", "-did a", "+did b"])
  }

  @Test func `NV-27: a window's first appearance, outer stacks first, and whether it is animated`() throws {
    let tree = try SketchParser.tree("stack: tabs[x*: a | y: b]").withDelegates
    var (session, events) = try Session.open(tree, in: Environment())
    #expect(
      events.map(\.sketch) == [
        "+will a", "!stack.willShow tabs", "!x.willShow a", "+did a", "!stack.didShow tabs", "!x.didShow a",
      ])
    #expect(events.compactMap(\.isToldAnimated) == [false, false, false, false])
    #expect(try session.apply(.push("c", on: "x")).events.compactMap(\.isToldAnimated) == [true, true])
    #expect(
      try session.apply(Transition(.popToRoot(stack: "x"), animated: false)).events.compactMap(\.isToldAnimated)
        == [false, false])
  }

  @Test func `D-201: undo tells, as a delegate remembers what it was told last`() throws {
    let start = try Session.open(SketchParser.tree("tabs[x*: a | y: b]").withDelegates, in: Environment()).session
    var session = start
    _ = try session.apply(.push("c", on: "x"))
    let calls = session.restore(start).events.map(\.sketch).filter { $0.hasPrefix("!") }
    #expect(calls == ["!x.willShow a", "!x.didShow a"])
    _ = try session.apply(.select("y"))
    _ = try session.apply(.select("x"))
    #expect(session.isSame(as: start) && session != start)
    #expect(session.restore(start).outcome == Outcome(.noChange))
    #expect(session.root.find("y")?.stack?.delegate?.lastShown == "b")
  }

  @Test func `D-201: a copy tells what is on display, and remembers the rest`() throws {
    let tree = try SketchParser.tree("tabs[x*: a | y: b]").withDelegates
    var session = try Session.open(tree, in: Environment()).session
    _ = try session.apply(.select("y"))
    let copy = try CreateSession(request: Snapshot(session).json()).open()
    #expect(copy.events.map(\.sketch) == ["+will b", "!y.willShow b", "+did b", "!y.didShow b"])
    #expect(copy.session == session)
  }

  @Test func `M10 NV-15: a column that is emptied keeps its stack's delegate and its bar`() throws {
    var tree = try SketchParser.tree("split[A || N: B]", behavior: SplitDelegate(placeholder: "ph".placeholder))
    _ = tree.update("N") { $0.updateStack { ($0.isNavigationBarHidden, $0.delegate) = (true, Stack.Delegate()) } }
    for change in [Transition.clear(.secondary), .removeItem("B")] {
      var session = try Session.open(tree, in: Environment()).session
      _ = try session.apply(change)
      let stack = try #require(session.root.find("N")?.stack)
      #expect(stack.top.id == "ph" && stack.isNavigationBarHidden && stack.delegate?.lastShown == "ph")
    }
  }
}

extension Event {
  /// Of a call of a stack's delegate.
  fileprivate var isToldAnimated: Bool? {
    if case .delegateCall(.willShowChild(_, _, let animated)) = self { return animated }
    if case .delegateCall(.didShowChild(_, _, let animated)) = self { return animated }
    return nil
  }
}
