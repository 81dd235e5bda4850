import Navigation
import Testing

/// NV: navigation stacks.
@Suite struct StackTests {
  static let rows: [Row] = [
    Row("NV-2 NV-20 push", "stack: a", [.push("b")], "stack: a > b", "-will a, +will b, -did a, +did b"),
    Row("NV-3 NV-20 pop", "stack: a > b", [.pop()], "stack: a", "-will b, +will a, -did b, +did a, discarded b"),
    Row("NV-3 at the root", "stack: a", [.pop()], "stack: a", ""),
    Row(
      "NV-4 NV-23 to the root", "stack: a > b > c", [.popToRoot()], "stack: a",
      "-will c, +will a, -did c, +did a, discarded b, discarded c"
    ),
    Row(
      "NV-5 to a controller", "stack: a > b > c > d", [.popTo("b")], "stack: a > b",
      "-will d, +will b, -did d, +did b, discarded c, discarded d"),
    Row("NV-5 to the top", "stack: a > b", [.popTo("b")], "stack: a > b", ""),
    Row(
      "NV-6 last already on top", "stack: a > b", [.setStack(nil, [.new("x"), .existing("b")])], "stack: x > b",
      "discarded a"),
    Row(
      "NV-6 last was below", "stack: a > b > c", [.setStack(nil, [.new("d"), .existing("a"), .existing("b")])],
      "stack: d > a > b",
      "-will c, +will b, -did c, +did b, discarded c"),
    Row(
      "NV-6 last is new", "stack: a > b", [.setStack(nil, [.existing("a"), .new("c")])], "stack: a > c",
      "-will b, +will c, -did b, +did c, discarded b"),
    Row(
      "NV-12 PR-10 a controller moves", "tabs[x*: a > b | y: c]", [.move("b", to: "y")], "tabs[x*: a | y: c > b]",
      "b:x->y, -will b, +will a, -did b, +did a"),
    Row(
      "NV-21 D-4 no appearance off display", "tabs[x*: a | y: c]", [.push("d", on: "y")],
      "tabs[x*: a | y: c > d]", ""),
    Row("NV-1 M13 several at once", "stack: a > b > c > d", [.pop(2)], "stack: a > b"),
    Row("NV-3 stops at the root", "stack: a > b", [.pop(9)], "stack: a"),
    Row(
      "the top is replaced", "stack: a > b", [.replaceTop("c")], "stack: a > c",
      "-will b, +will c, -did b, +did c, discarded b"),
    Row("the root is replaced", "stack: a", [.replaceTop("c")], "stack: c"),
    Row("one in the middle is taken out", "stack: a > b > c", [.remove("b")], "stack: a > c", "discarded b"),
    Row("the root is taken out", "stack: a > b", [.remove("a")], "stack: b", "discarded a"),
    Row(
      "taken out above the details", "split<tabs[a*: la > sub >> d1] / ph>", in: .slideOver, [.remove("sub"), .expand],
      "split[tabs[a*: la] || ph > d1]"),
    Row(
      "D-16 the innermost stack of the screen shown last", "split[tabs[a*: la] || ph > d1]", [.push("d2")],
      "split[tabs[a*: la] || ph > d1 > d2]"),
    Row(
      "CL-7 the nested stack is the innermost", "split[A || N: B]", behavior: SplitDelegate(), [.collapse, .push("C")],
      "split<A > {N: B > C}>"),
    Row(
      "none around the screen shown last: the only one in the window", "split[A || =B]", [.push("C")],
      "split[A > C || =B]"),
    Row(
      "preserved ones count, so a collapse decides nothing", "split<tabs[a*: la] / ph>", in: .slideOver, [.push("C")],
      "split<tabs[a*: la > C >>] / ph>"),
    Row(
      "D-366 from a screen that is not shown last", "split[A || B > C]", [.push("x", from: "A")],
      "split[A > x || B > C]"),
    Row(
      "D-366 from a stack's own child, beneath others", "split[A > D || B > C]", [.push("x", from: "B")],
      "split[A > D || B > C > x]"),
    Row(
      "NV-10 a tab bar in a stack", "stack: tabs[x*: a | y: b]", [.push("d", on: "stack")],
      "stack: tabs[x*: a | y: b] > d"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  static let refusals: [Refusal] = [
    Refusal("NV-8 twice", "stack: a > b", .move("b", to: "stack"), .duplicateController("b")),
    Refusal(
      "NV-7 twice in a list", "stack: a > b", .setStack(nil, [.existing("a"), .existing("a")]),
      .duplicateController("a")),
    Refusal(
      "NV-7 a new one with a taken name", "stack: a > b", .push("a"),
      .duplicateController("a", at: HolderPlace(in: "stack", .displayed))),
    Refusal("NV-9 a stack", "stack: a", .push(tree: .stack("s", .screen("b"))), .cannotPush("s")),
    Refusal("NV-9 a stack inside a list", "stack: a", .setStack(nil, [.stack("s", "b")]), .cannotPush("s")),
    Refusal("CL-27 a split view", "stack: a", .push(tree: .split), .cannotPush("split")),
    Refusal("NV-12 a root", "tabs[x*: a > b | y: c]", .move("a", to: "y"), .cannotPush("a")),
    Refusal("NV-12 a tab", "tabs[x*: a | y: c]", .move("x", to: "y"), .cannotPush("x")),
    Refusal(
      "NV-12 a column's root", "split[tabs[a*: la] || ph > d1]", .move("ph", to: "a"),
      .cannotContain(container: "a", child: "ph")),
    Refusal("NV-5 not in a stack", "tabs[x*: a | y: c]", .popTo("x"), .notInStack("x")),
    Refusal("NV-5 unknown", "stack: a", .popTo("z"), .noSuchController("z")),
    Refusal("NV-11 no children", "stack: a", .setStack(nil, []), .emptyContainer("stack")),
    Refusal(
      "an id of another stack", "tabs[x*: a | y: c > d]", .setStack("x", [.existing("a"), .existing("d")]),
      .notInStack("d")),
    Refusal("an unknown id", "stack: a", .setStack(nil, [.existing("z")]), .noSuchController("z")),
    Refusal("the only one", "stack: a", .remove("a"), .emptyContainer("stack")),
    Refusal("no stack", "stack: a", .push("b", on: "a"), .wrongKind("a", expected: .stack)),
    Refusal(
      "several, and none of them around it", "split[tabs[a*: la | b: lb] || =B]", .push("C"),
      .noTarget(.container(.stack))),
    Refusal(
      "D-366 no stack around a bare detail", "split[A || =B]", .push("C", from: "B"), .noTarget(.stackAround("B"))),
    Refusal("D-366 an unknown sender", "stack: a", .push("b", from: "z"), .noSuchController("z")),
    Refusal("no stack anywhere", "tabs[*=a]", .push("b"), .noTarget(.container(.stack))),
    Refusal(
      "a placeholder", "stack: a", .push(tree: "p".placeholder ?? .screen("x")),
      .cannotContain(container: "stack", child: "p")),
  ]

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }

  @Test func `NV-4 NV-5 M13: pops return bottom first, and nothing if nothing is popped`() throws {
    var session = try Session.open(SketchParser.tree("stack: a > b > c > d"), in: Environment()).session
    #expect(try session.apply(.pop()).outcome == Outcome(returned: ["d"]))
    #expect(try session.apply(.popToRoot()).outcome == Outcome(returned: ["b", "c"]))
    #expect(try session.apply(.popToRoot()).outcome == Outcome(.atRoot), "M13")
    #expect(try session.apply(.pop()).outcome == Outcome(.atRoot), "NV-3")
    #expect(try session.apply(.popTo("a")).outcome == Outcome(.alreadyThere), "M13")
  }

  @Test func `NV-19 NV-25: only the top is on display, and a popped screen has no place`() throws {
    var session = try Session.open(SketchParser.tree("stack: a > b > c"), in: Environment()).session
    #expect(session.visible.map(\.id) == ["c"])
    #expect(
      try session.apply(.back(.began)).events.map(\.sketch) == ["-will c", "+will b"], "two of them during a swipe")
    #expect(try session.apply(.pop()).outcome.returned == ["c"])
    #expect(session.root.find("c") == nil)
  }

  @Test func `NV-21 D-4: a batch has the appearance of its end only`() throws {
    var session = try Session.open(SketchParser.tree("split[tabs[a*: la(r1)] || ph > d1]"), in: Environment()).session
    let answer = try session.apply(batch: [.popToRoot("secondary"), .push("d2", on: "secondary"), .push("d3")])
    #expect(answer.events.map(\.sketch) == ["-will d1", "+will d3", "-did d1", "+did d3", "discarded d1"])
    #expect(session.sketch == "split[tabs[a*: la(r1)] || ph > d2 > d3]")
  }

  @Test func `a batch is all or nothing, and names the refused member`() throws {
    var session = try Session.open(SketchParser.tree("stack: a"), in: Environment()).session
    let before = session
    var refused: Session.BatchRejection?
    do { _ = try session.apply(batch: [.push("b"), .push("b"), .push("c")]) } catch { refused = error }
    #expect(
      refused?.index == 1 && refused?.rejection == .duplicateController("b", at: HolderPlace(in: "stack", .displayed)))
    #expect(session == before)
  }

  @Test func `animated is UIKit's default unless the transition sets it`() throws {
    var session = try Session.open(SketchParser.tree("stack: a"), in: Environment()).session
    #expect(try session.apply(.push("b")).events.compactMap(\.isAnimated).allSatisfy { $0 })
    let quiet = Transition(.push(.new(.screen("c")), stack: nil), animated: false)
    #expect(try session.apply(quiet).events.compactMap(\.isAnimated).allSatisfy { !$0 })
  }
}

/// The back button and the edge swipe.
@Suite struct BackTests {
  static let rows: [Row] = [
    Row("NV-17 back", "stack: a > b", [.back()], "stack: a", "-will b, +will a, -did b, +did a, discarded b"),
    Row(
      "CL-7 the nested stack first", "split[A || N: B > C]", behavior: SplitDelegate(), [.collapse, .back()],
      "split<A > {N: B}>"),
    Row(
      "CL-7 then the stack around it", "split[A || N: B]", behavior: SplitDelegate(), [.collapse, .back()], "split<A>"),
    Row("a stack around a tab bar", "stack: x > tabs[y*: b]", [.back()], "stack: x"),
    Row(
      "never across the columns", "split[tabs[a*: la > sub] || ph]", [.back()], "split[tabs[a*: la > sub] || ph]", ""),
    Row(
      "D-430 but out of a split view", "stack: x > tabs[*=split[A || N: B]]", behavior: SplitDelegate(), [.back()],
      "stack: x"),
    Row("NV-22 begun", "stack: a > b", [.back(.began)], "stack: a > b <~", "-will b, +will a"),
    Row(
      "NV-22 cancelled", "stack: a > b", [.back(.began), .back(.cancelled)], "stack: a > b",
      "-will a, -did a, +will b, +did b"),
    Row(
      "NV-22 finished", "stack: a > b", [.back(.began), .back(.finished)], "stack: a", "-did b, +did a, discarded b"),
    Row(
      "NV-22 anything else cancels", "stack: a > b", [.back(.began), .push("c")], "stack: a > b > c",
      "-will a, -did a, +will b, +did b, -will b, +will c, -did b, +did c"),
    Row(
      "NV-22 begun over the placeholder", "split[tabs[a*: la(r1)] || ph > d1]", [.back(.began)],
      "split[tabs[a*: la(r1)] || ph > d1 <~]",
      "nothing-selected ph, -will d1, +will ph"),
    Row(
      "D-13 NV-22 SYS0-14 a finished swipe clears the selection", "split[tabs[a*: la(r1)] || ph > d1]",
      [.back(.began), .back(.finished)],
      "split[tabs[a*: la] || ph]"),
    Row(
      "NV-22 a cancelled swipe keeps it", "split[tabs[a*: la(r1)] || ph > d1]", [.back(.began), .back(.cancelled)],
      "split[tabs[a*: la(r1)] || ph > d1]"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  @Test func `a swipe that has not begun is not handled`() throws {
    var session = try Session.open(SketchParser.tree("stack: a"), in: Environment()).session
    for phase: Transition.BackPhase? in [nil, .began, .cancelled, .finished] {
      #expect(
        try session.apply(.back(phase)).outcome == Outcome(phase == nil || phase == .began ? .atRoot : .noSwipe))
    }
    #expect(!session.canGoBack)
    _ = try session.apply(.push("b"))
    #expect(session.canGoBack)
  }
}

extension Controller {
  fileprivate static let split = Controller(id: "split", content: .split(Split(primary: .screen("p"), secondary: nil)))
}
