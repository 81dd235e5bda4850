import Navigation
import Testing

/// SYS4: paged top tabs, in a window 320 points wide unless a row has another.
@Suite struct TopTabsTests {
  static let narrow = Row.Place.window(320, 568)

  static let taps: [Row] = [
    Row(
      "SYS4-9 SYS4-17 a tap settles at once", "top{*a | b | c}", in: narrow, [.title("c")], "top{a | b | *c}",
      "page a->c, -will a, +will c, -did a, +did c"),
    Row("SYS4-9 the current page again", "top{*a | b | c}", in: narrow, [.title("a")], "top{*a | b | c}", ""),
    Row(
      "SYS4-9 a tap in mid-scroll", "top{*a | b | c}", in: narrow, [.scroll(100), .title("a", in: "top")],
      "top{*a | b | c}",
      "-will b, -did b"),
    Row(
      "SYS4-25 a page in a stack pushes over the whole container", "stack: top{*a | b}", in: narrow,
      [.title("b"), .push("d")],
      "stack: top{a | *b} > d", "-will b, +will d, -did b, +did d"),
    Row(
      "SYS4-25 and comes back to it", "stack: top{*a | b}", in: narrow, [.title("b"), .push("d"), .back()],
      "stack: top{a | *b}"),
    Row(
      "SYS4-25 a push within a page", "top{*s: a | b}", in: narrow, [.push("d"), .title("b"), .title("s")],
      "top{*s: a > d | b}",
      "page b->s, -will b, +will d, -did b, +did d"),
    Row("SYS4-9 the innermost of two", "top{*inner{*a | b} | c}", in: narrow, [.title("b")], "top{*inner{a | *b} | c}"),
    Row("SYS4-9 and the outer one", "top{*inner{a | *b} | c}", in: narrow, [.title("c")], "top{inner{a | *b} | *c}"),
  ]

  @Test(arguments: taps) func tap(_ row: Row) throws { try row.check() }

  static let scrolls: [Row] = [
    Row(
      "SYS4-4 SYS4-17 a drag shows two pages", "top{*a | b | c}", in: narrow, [.scroll(100)], "top{*a | b | c @100}",
      "+will b, +did b"),
    Row(
      "SYS4-17 a drag changes no page", "top{*a | b | c}", in: narrow, [.scroll(200), .scroll(300, .decelerating)],
      "top{*a | b | c @300}",
      ""),
    Row(
      "SYS4-17 the end settles", "top{*a | b | c}", in: narrow, [.scroll(200), .scroll(300, .ended)], "top{a | *b | c}",
      "page a->b, -will a, -did a"),
    Row(
      "SYS4-19 an end without deceleration too", "top{*a | b | c}", in: narrow, [.scroll(161, .ended)],
      "top{a | *b | c}"),
    Row("SYS4-11 the nearer one below", "top{*a | b | c}", in: narrow, [.scroll(159, .ended)], "top{*a | b | c}", ""),
    Row("SYS4-11 half-way is the lower one", "top{*a | b | c}", in: narrow, [.scroll(160, .ended)], "top{*a | b | c}"),
    Row(
      "SYS4-11 half-way is the lower one further on", "top{a | b | *c}", in: narrow, [.scroll(480, .ended)],
      "top{a | *b | c}"),
    Row(
      "SYS4-4 back again", "top{*a | b | c}", in: narrow, [.scroll(100), .scroll(20, .ended)], "top{*a | b | c}",
      "-will b, -did b"),
    Row(
      "SYS4-17 a drag over a whole page shows that page alone", "top{*a | b | c}", in: narrow,
      [.scroll(300), .scroll(320)],
      "top{*a | b | c @320}", "-will a, -did a"),
    Row(
      "SYS4-12 overscroll shows the first page alone", "top{*a | b}", in: narrow, [.scroll(-20)], "top{*a | b @-20}", ""
    ),
    Row("D-124 SYS4-12 as far as half a page", "top{*a | b}", in: narrow, [.scroll(-1000)], "top{*a | b @-160}"),
    Row("SYS4-12 at the other end", "top{a | *b}", in: narrow, [.scroll(1000)], "top{a | *b @480}"),
    Row(
      "SYS4-12 and settles on the first", "top{*a | b}", in: narrow, [.scroll(-160), .scroll(-160, .ended)],
      "top{*a | b}", ""),
    Row("SYS4-12 or the last", "top{*a | b}", in: narrow, [.scroll(1e7, .ended)], "top{a | *b}"),
    Row(
      "the only ones in the window, in the primary", "split[A: top{*a | b} || N: B]", [.scroll(320, .ended)],
      "split[A: top{a | *b} || N: B]",
      "page a->b, -will a, +will b, -did a, +did b"),
    Row("-0 is 0", "top{*a | b}", in: narrow, [.scroll(-0.0)], "top{*a | b}", ""),
  ]

  @Test(arguments: scrolls) func scroll(_ row: Row) throws { try row.check() }

  /// The fifth article: all pages as children of one scroll view.
  static let together: [Row] = [
    Row(
      "SYS4-5 SYS4-9 a tap reports only the page", "top+{*a | b | c}", in: narrow, [.title("c")], "top+{a | b | *c}",
      "page a->c"),
    Row(
      "SYS4-4 SYS4-17 a drag has no events", "top+{*a | b | c}", in: narrow, [.scroll(100)], "top+{*a | b | c @100}", ""
    ),
    Row(
      "D-126 SYS4-5 the pages appear with the container", "stack: x", in: narrow, [.push(tree: .pages)],
      "stack: x > top+{*a | b}",
      "-will x, +will a, +will b, -did x, +did a, +did b"),
    Row(
      "SYS4-25 and go with it", "stack: top+{*a | b}", in: narrow, [.push("d")], "stack: top+{*a | b} > d",
      "-will a, -will b, +will d, -did a, -did b, +did d"),
    Row(
      "LS-1 a list keeps its row as its page goes", "top+{*a(r1) | b}", in: narrow, [.title("b"), .title("a")],
      "top+{*a(r1) | b}",
      "page b->a"),
    Row(
      "LS-1 where they appear one by one it does not", "top{*a(r1) | b}", in: narrow, [.title("b"), .title("a")],
      "top{*a | b}"),
    Row(
      "LS-1 nor where the container comes back", "stack: top+{*a(r1) | b(r2)} > d", in: narrow, [.pop()],
      "stack: top+{*a | b}",
      "-will d, +will a, a(r1->-) viewWillAppear, +will b, b(r2->-) viewWillAppear, -did d, +did a, +did b, discarded d"
    ),
    Row(
      "the screen shown last is in view", "top+{*s: a | t: b}", in: narrow, [.push("d")], "top+{*s: a > d | t: b}",
      "-will a, +will d, -did a, +did d"),
    Row(
      "a push on another page shows at once", "top+{*s: a | t: b}", in: narrow, [.push("d", on: "t")],
      "top+{*s: a | t: b > d}",
      "-will b, +will d, -did b, +did d"),
    Row(
      "back is that of the page in view", "top+{*s: a | t: b > c}", in: narrow, [.back()], "top+{*s: a | t: b > c}", ""),
    Row(
      "SYS4-1 a page that comes appears", "top+{*a | b}", in: narrow, [.setPages([.existing("a"), .new("c")])],
      "top+{*a | c}",
      "-will b, +will c, -did b, +did c, discarded b"),
    Row(
      "one by one from now on", "top+{*a | b}", in: narrow, [.setTopTabs { $0.pageAppearance = .current }],
      "top{*a | b}", "-will b, -did b"
    ),
    Row("SYS4-18 another width", "top+{*a | b}", in: narrow, [.title("b"), .resize(400, 568)], "top+{a | *b}", ""),
    Row(
      "a page in a page beside", "top+{*a | in+{*b | c}}", in: narrow, [.title("in")], "top+{a | *in+{*b | c}}",
      "page a->in"),
    Row(
      "PR-7 a presentation of a page beside is off display", "top+{*a | s: b ^ c}", in: narrow, [.dismiss()],
      "top+{*a | s: b ^ c}", ""),
    Row(
      "PR-7 and appears with the page", "top+{*a | s: b ^ c}", in: narrow, [.title("s")], "top+{a | *s: b ^ c}",
      "page a->s, +will c, +did c"),
  ]

  @Test(arguments: together) func appearance(_ row: Row) throws { try row.check() }

  @Test func `SYS4-5: the page in view is visible; while they move, both are`() throws {
    var session = try Session.open(
      SketchParser.tree("top+{*a | s: b}"), in: Row.Place.window(320, 568).environment(.iOS26)
    ).session
    #expect(session.visible.map(\.id) == ["a"])
    _ = try session.apply(.scroll(100))
    #expect(session.visible.map(\.id) == ["a", "b"])
  }

  static let widths: [Row] = [
    Row(
      "SYS4-15 SYS4-16 the third page on a wider window", "top{a | b | *c}", in: narrow, [.resize(568, 320)],
      "top{a | b | *c}", ""),
    Row(
      "SYS4-20 a change in mid-scroll goes to the last settled page", "top{*a | b | c}", in: narrow,
      [.scroll(200), .resize(568, 320)],
      "top{*a | b | c}", "-will b, -did b"),
    Row(
      "SYS4-18 another height changes nothing", "top{*a | b}", in: narrow, [.scroll(100), .resize(320, 400)],
      "top{*a | b @100}", ""),
    Row(
      "SYS4-18 nor does a push", "stack: top{*a | b}", in: narrow, [.scroll(100), .push("d")],
      "stack: top{*a | b @100} > d"),
    Row("SYS4-18 nor a size class", "top{*a | b}", in: narrow, [.scroll(100), .forced(.regular)], "top{*a | b @100}"),
    Row(
      "SYS4-18 on a hidden page too", "top{*inner{*a | b} | c}", in: narrow,
      [.scroll(100, in: "inner"), .title("c"), .resize(568, 320)],
      "top{inner{*a | b} | *c}"),
    Row(
      "SYS4-20 the system's pictures too", "top{*a | b}", in: narrow,
      [.scroll(100), .resize(400, 568), .scroll(100), Transition(.enterBackground)], "top{*a | b}"),
    Row(
      "SC-11 and the foreground does not bring the scroll back", "top{*a | b}", in: .pad,
      [.scroll(100), Transition(.enterBackground), Transition(.enterForeground)],
      "top{*a | b}", ""),
  ]

  @Test(arguments: widths) func width(_ row: Row) throws { try row.check() }

  static let edges: [Row] = [
    Row(
      "SYS4-23 SYS4-24 no bounce at the leading edge", "top{*a | b | c}", in: narrow,
      [.bounce([.trailing]), .scroll(-20)],
      "top{*a | b | c}", ""),
    Row(
      "SYS4-24 inwards it begins", "top{*a | b | c}", in: narrow, [.bounce([.trailing]), .scroll(20)],
      "top{*a | b | c @20}"),
    Row(
      "SYS4-24 the other edge keeps its bounce", "top{a | b | *c}", in: narrow, [.bounce([.trailing]), .scroll(660)],
      "top{a | b | *c @660}"
    ),
    Row(
      "SYS4-24 in the middle it always begins", "top{a | *b | c}", in: narrow, [.bounce([.trailing]), .scroll(-20)],
      "top{a | *b | c @0}"),
    Row(
      "SYS4-22 SYS4-23 no bounce at the trailing edge", "top{a | *b}", in: narrow, [.bounce([.leading]), .scroll(330)],
      "top{a | *b}", ""),
    Row("SYS4-22 none at all", "top{*a}", in: narrow, [.setTopTabs { $0.bounces = false }, .scroll(1)], "top{*a}", ""),
    Row(
      "SYS4-22 an overscroll goes back when it may not be", "top{*a | b}", in: narrow,
      [.scroll(-20), .bounce([.trailing])], "top{*a | b}"),
    Row(
      "D-123 SYS4-23 a scroll that ends beyond the edge settles", "top{*a | b}", in: narrow,
      [.bounce([]), .scroll(40), .scroll(-5, .ended)],
      "top{*a | b}"
    ),
  ]

  @Test(arguments: edges) func edge(_ row: Row) throws { try row.check() }

  static let pages: [Row] = [
    Row(
      "SYS4-1 a page not named again is removed", "top{*a | b}", in: narrow, [.setPages([.new("c")])], "top{*c}",
      "page a->c, -will a, +will c, -did a, +did c, discarded a, discarded b"),
    Row(
      "SYS4-1 the same child stays", "top{a | *b | c}", in: narrow, [.setPages([.existing("b"), .new("d")])],
      "top{*b | d}",
      "discarded a, discarded c"),
    Row(
      "SYS4-1 with all in it", "top{a | *s: b > c}", in: narrow, [.setPages([.existing("s"), .existing("a")])],
      "top{*s: b > c | a}", ""),
    Row(
      "SYS4-1 else the same index", "top{a | *b | c}", in: narrow, [.setPages([.existing("c"), .existing("a")])],
      "top{c | *a}"),
    Row(
      "SYS4-1 else the last", "top{a | b | *c}", in: narrow, [.setPages([.existing("b"), .existing("a")])],
      "top{b | *a}",
      "page c->a, -will c, +will a, -did c, +did a, discarded c"),
    Row(
      "SYS4-1 a scroll ends with it", "top{*a | b}", in: narrow,
      [.scroll(20), .setPages([.existing("a"), .existing("b")])],
      "top{*a | b}"),
    Row(
      "SYS4-13 the control may hide, and nothing else changes", "top{*a | b}", in: narrow,
      [.setTopTabs { $0.isTabControlHidden = true }, .scroll(300, .ended)], "top{a | *b}"),
    Row(
      "SYS4-17 programmatic", "top{*a | b}", in: narrow, [.setTopTabs { $0.currentPage = "b" }], "top{a | *b}",
      "page a->b, -will a, +will b, -did a, +did b"),
    Row(
      "SYS4-17 covered too", "stack: top{*a | b} > d", in: narrow, [.setTopTabs("top") { $0.currentPage = "b" }],
      "stack: top{a | *b} > d",
      "page a->b"),
  ]

  @Test(arguments: pages) func page(_ row: Row) throws { try row.check() }

  static let others: [Row] = [
    Row("removeItem: a page stays", "top{*a | b}", in: narrow, [.removeItem("a")], "top{*a | b}", ""),
    Row(
      "removeItem: so does the root of a page's stack", "top{*a: a1 > a2 > a3 | b}", in: narrow,
      [.removeItem("a2"), .removeItem("a1")],
      "top{*a: a1 | b}"),
    Row(
      "setStack within a page", "top{*s: a > b | c}", in: narrow, [.setStack("s", [.existing("b"), .new("d")])],
      "top{*s: b > d | c}"),
    Row(
      "NV-12 out of a page", "tabs[x*: top{*s: a > b | c} | y: d]", in: narrow, [.move("b", to: "y")],
      "tabs[x*: top{*s: a | c} | y: d > b]"
    ),
    Row(
      "back within a page, then around it", "stack: r > top{*s: a > b | c}", in: narrow, [.back(), .back()], "stack: r"),
    Row(
      "a detail from a page", "split[=top{*a | b} || ph]", [.showDetail("d", from: "a")],
      "split[=top{*a | b} || ph > d]"),
    Row(
      "LS-3 a list that comes back forgets its row", "top{*a(r1) | b}", in: narrow,
      [.row("r2", in: "a"), .title("b"), .update("a") { $0.clearsSelectionOnAppear = .always }, .title("a")],
      "top{*a | b}"),
  ]

  @Test(arguments: others) func other(_ row: Row) throws { try row.check() }

  static let refusals: [Refusal] = [
    Refusal("SYS4-9 covered", "stack: top{*a | b} > d", in: narrow, .title("b"), .notOnDisplay("top")),
    Refusal("SYS4-4 covered", "stack: top{*a | b} > d", in: narrow, .scroll(20, in: "top"), .notOnDisplay("top")),
    Refusal("SYS4-9 on another page", "top{inner{*a | b} | *c}", in: narrow, .title("b"), .notOnDisplay("inner")),
    Refusal("SYS4-9 not a page", "top{*s: a | b}", in: narrow, .title("a"), .noMember("a", of: .topTabs, in: "s")),
    Refusal("SYS4-9 unknown", "top{*a | b}", in: narrow, .title("z"), .noSuchController("z")),
    Refusal(
      "SYS4-9 of other top tabs", "top{*inner{*a | b} | c}", in: narrow, .title("b", in: "top"), .notInStack("b")),
    Refusal(
      "SYS4-9 in no top tabs", "stack: top{*a | b}", in: narrow, .title("b", in: "stack"),
      .wrongKind("stack", expected: .topTabs)),
    Refusal("nothing to scroll", "stack: a", in: narrow, .scroll(20), .noTarget(.container(.topTabs))),
    Refusal("SYS4-1 no pages", "top{*a | b}", in: narrow, .setPages([]), .emptyContainer("top")),
    Refusal(
      "SYS4-1 a page twice", "top{*a | b}", in: narrow, .setPages([.existing("a"), .existing("a")]),
      .duplicateController("a")),
    Refusal(
      "SYS4-1 not a page", "stack: top{*a | b} > d", in: narrow, .setPages([.existing("d")], of: "top"),
      .notInStack("d")),
    Refusal(
      "SYS4-1 a placeholder", "top{*a | b}", in: narrow, .setPages([.new(.placeholder)]),
      .cannotContain(container: "top", child: "ph")),
    Refusal("SYS4-17 not a page", "top{*s: a | b}", in: narrow, .setTopTabs { $0.currentPage = "a" }, .notInStack("a")),
    Refusal("SYS4-17 unknown", "top{*a | b}", in: narrow, .setTopTabs { $0.currentPage = "z" }, .noSuchController("z")),
  ]

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }

  @Test func `SYS4-9 SYS4-13: a hidden control cannot be tapped`() throws {
    var session = try Session.open(SketchParser.tree("top{*a | b}"), in: Environment()).session
    _ = try session.apply(.setTopTabs { $0.isTabControlHidden = true })
    #expect(refusal(of: { _ = try session.apply(.title("b")) }) == .notOnDisplay("top"))
    #expect(try session.apply(.scroll(1)).outcome.handled)
  }

  @Test func `SYS4-22 SYS4-23: a scroll that cannot begin is not handled`() throws {
    var session = try Session.open(SketchParser.tree("top{*a | b}"), in: Environment()).session
    _ = try session.apply(.bounce([.trailing]))
    for phase in Transition.ScrollPhase.allCases { #expect(try !session.apply(.scroll(-1, phase)).outcome.handled) }
    for offset in [Double.nan, .infinity, -.infinity] { #expect(try !session.apply(.scroll(offset)).outcome.handled) }
    #expect(try session.apply(.scroll(1)).outcome.handled)
  }
}

extension Transition {
  fileprivate static func bounce(_ edges: Set<HorizontalEdge>) -> Transition {
    setTopTabs { $0.allowedBounceEdges = edges }
  }
}

extension Controller {
  fileprivate static let placeholder = Controller(id: "ph", content: .screen(Screen(route: "ph", isPlaceholder: true)))
}

extension Controller {
  fileprivate static var pages: Controller {
    let pages = [Page(title: "A", child: .screen("a")), Page(title: "B", child: .screen("b"))]
    return TopTabs(pages: pages, pageAppearance: .all).map { Controller(id: "top", content: .topTabs($0)) }
      ?? .screen("none")
  }
}
