import Navigation
import Testing

/// LS and the families Lists and Screens.
@Suite struct ScreenTests {
  static let rows: [Row] = [
    Row(
      "LS-1 LS-2 back clears the row", "stack: l(r1) > d", [.pop()], "stack: l",
      "-will d, +will l, l(r1->-) viewWillAppear, -did d, +did l, discarded d"),
    Row(
      "LS-3 LS-5 expanded keeps it", "split[tabs[a*: la(r1) > sub] || ph]", [.pop(from: "a")],
      "split[tabs[a*: la(r1)] || ph]"),
    Row(
      "LS-3 collapsed clears it", "split<tabs[a*: la(r1) > sub] / ph>", in: .slideOver, [.pop()],
      "split<tabs[a*: la] / ph>"),
    Row(
      "LS-5 an expansion keeps it", "split<tabs[a*: la(r1) > d1] / ph>", in: .slideOver, [.expand],
      "split[tabs[a*: la(r1)] || ph > d1]"),
    Row("LS-6 the placeholder deselects", "split[tabs[a*: la(r1)] || ph > d1]", [.back()], "split[tabs[a*: la] || ph]"),
    Row("D-24 a row is tapped", "stack: l", [.row("r1", in: "l")], "stack: l(r1)", "l(-->r1) user"),
    Row("the same row again", "stack: l(r1)", [.row("r1", in: "l")], "stack: l(r1)", ""),
    Row("the app deselects", "stack: l(r1)", [.deselect("l")], "stack: l", "l(r1->-) programmatic"),
    Row(
      "D-17 an item leaves with all above it", "stack: a > b > c", [.removeItem("b")], "stack: a",
      "-will c, +will a, -did c, +did a, discarded b, discarded c"),
    Row(
      "in every stack, parked or not", "split[tabs[a*: la > d1 | b: lb(r1) > d2] || ph > d3]",
      [.removeItem("d2"), .removeItem("d3")],
      "split[tabs[a*: la > d1 | b: lb] || ph]"),
    Row("the root of a tab stays", "split[tabs[a*: la] || ph]", [.removeItem("la")], "split[tabs[a*: la] || ph]", ""),
    Row(
      "a column shows its placeholder again", "split[tabs[a*: la] || d0 > d1]", [.removeItem("d0")],
      "split[tabs[a*: la] || ph]"),
    Row(
      "a column is emptied", "split[A || N: B]", behavior: SplitDelegate(), [.removeItem("B")], "split[A || -]",
      "-will B, -did B, discarded N, discarded B"),
    Row("a plain column is emptied", "split[A || =B]", behavior: SplitDelegate(), [.removeItem("B")], "split[A || -]"),
    Row(
      "preserved too", "split<A / N: B>", in: .slideOver, behavior: SplitDelegate(), [.removeItem("B")], "split<A>"),
    Row(
      "a nested column", "split<A > {N: B > C}>", in: .slideOver, behavior: SplitDelegate(), [.removeItem("B")],
      "split<A>"),
    Row(
      "the placeholder is no item", "split[tabs[a*: la] || ph]", [.removeItem("ph")], "split[tabs[a*: la] || ph]", ""),
    Row(
      "a parked list loses its row with its detail", "split[tabs[a*: la | b: lb(r1) > d2] || ph]", [.removeItem("d2")],
      "split[tabs[a*: la | b: lb] || ph]", "lb(r1->-) itemRemoved, discarded d2"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  static let clearing: [(Screen.ClearsSelection, collapsed: Bool, kept: Bool)] = [
    (.whenCollapsed, true, false), (.whenCollapsed, false, true), (.always, true, false), (.always, false, false),
    (.never, true, true),
    (.never, false, true),
  ]

  @Test(arguments: clearing) func `LS-3 LS-4: a list clears its selection`(
    _ row: (Screen.ClearsSelection, collapsed: Bool, kept: Bool)
  )
    throws
  {
    let place: Row.Place = row.collapsed ? .slideOver : .pad
    var session = try Session.open(
      SketchParser.tree("split[tabs[a*: la(r1) > sub] || ph]"), in: place.environment(.iOS26)
    ).session
    _ = try session.apply(.update("la") { $0.clearsSelectionOnAppear = row.0 })
    _ = try session.apply(.pop(from: "a"))
    #expect(session.root.find("la")?.screen?.selection == (row.kept ? "r1" : nil))
  }

  @Test func `an item must have the given params, and may have others`() throws {
    var session = try Session.open(SketchParser.tree("stack: a"), in: Environment()).session
    let screens = [("x", "42"), ("y", "43")].map { id, chat in
      Controller(
        id: ControllerID(id) ?? .automatic,
        content: .screen(
          Screen(
            route: "chat", params: Params(members: [.init(name: "chat", json: chat), .init(name: "n", json: "1")]))))
    }
    for screen in screens { _ = try session.apply(.push(tree: screen)) }
    #expect(
      try session.apply(.removeItem("chat", Params(members: [.init(name: "chat", json: "44")]))).outcome.handled
        == false)
    #expect(try session.apply(.removeItem("chat", Params(members: [.init(name: "chat", json: "43")]))).outcome.handled)
    #expect(session.sketch == "stack: a > x")
  }

  @Test func `a placeholder is no item`() throws {
    var session = try Session.open(SketchParser.tree("split[tabs[a*: la] || ph]"), in: Environment()).session
    #expect(try session.apply(.removeItem("ph")).outcome.handled == false)
  }

  @Test func `an update sets only the members that it names`() throws {
    var session = try Session.open(SketchParser.tree("stack: a"), in: Environment()).session
    _ = try session.apply(
      .update("a") {
        $0.title = "A"
        $0.backButtonTitle = "Back"
      })
    _ = try session.apply(.update("a") { $0.title = .some(nil) })
    let screen = try #require(session.root.find("a")?.screen)
    #expect(screen.title == nil && screen.backButtonTitle == "Back" && screen.route == "a")
    #expect(refusal(of: { _ = try session.apply(.update("stack") { _ in }) }) == .wrongKind("stack", expected: .screen))
  }

  @Test func `a screen that blocks its removal stays until the transition confirms`() throws {
    var session = try Session.open(SketchParser.tree("stack: a > b > c"), in: Environment()).session
    _ = try session.apply(.update("b") { $0.blocksRemoval = true })
    let before = session
    let answer = try session.apply(.popToRoot())
    #expect(
      answer.outcome == Outcome(blocked: [.init("b", in: "stack")]) && answer.events.isEmpty
        && session == before)
    #expect(try session.apply(.pop()).outcome.handled, "a pop without it is not blocked")
    #expect(try session.apply(Transition(.popToRoot(stack: nil), confirm: true)).outcome.returned == ["b"])
  }
}

/// The rules of every session for ids and sizes.
@Suite struct AdmissionTests {
  @Test func `the session generates missing ids, and never one twice`() throws {
    var session = try Session.open(SketchParser.tree("stack: c1"), in: Environment()).session
    let unnamed = Controller(id: .automatic, content: .screen(Screen(route: "x")))
    _ = try session.apply(.push(tree: unnamed))
    #expect(session.sketch == "stack: c1 > c2", "c1 is taken")
    _ = try session.apply(.pop())
    _ = try session.apply(.push(tree: unnamed))
    #expect(session.sketch == "stack: c1 > c3")
  }

  @Test func `D-6: the id of a removed controller may be used again`() throws {
    var session = try Session.open(SketchParser.tree("stack: a > b"), in: Environment()).session
    _ = try session.apply(.pop())
    #expect(try session.apply(.push("b")).outcome.handled)
  }

  /// A start, what changes its state, a batch that replaces the controller, and the events of the new one's state.
  static let replaced: [(start: String, before: [Transition], batch: [Transition], tells: [String])] = [
    (
      "split[A || ph]", [.row("r1", in: "ph")],
      [.set(.secondary, tree: .stack("n", .screen("x"))), .clear(.secondary)],
      ["ph(r1->-) programmatic"]
    ),
    (
      "split[A || ph]", [],
      [.row("r1", in: "ph"), .set(.secondary, tree: .stack("n", .screen("x"))), .clear(.secondary)],
      ["ph(-->r1) user", "ph(r1->-) programmatic"]
    ),
    ("split[A || ph]", [.row("r1", in: "ph")], [.set(.secondary, tree: .stack("n", .screen("x")))], []),
    ("stack: a > b", [.row("r1", in: "b")], [.pop(), .push("b")], ["b(r1->-) programmatic"]),
    ("stack: a > b", [], [.row("r1", in: "b"), .pop(), .push("b")], ["b(-->r1) user", "b(r1->-) programmatic"]),
    ("stack: a > b", [.row("r1", in: "b")], [.pop(), .push("b"), .row("r1", in: "b")], ["b(-->r1) user"]),
    ("tabs[x*: a > b | y: c]", [.row("r1", in: "b")], [.move("b", to: "y")], []),
    (
      "stack: a", [.present(tree: tabs), .tap("y")], [.dismiss(), .present(tree: tabs)], ["tab y->x"]
    ),
  ]
  private static let tabs = (try? SketchParser.tree("tabs[*=x | =y]")) ?? .screen("tabs")

  @Test(arguments: replaced) func `D-4 D-6: a batch tells the state of a controller that replaces another one`(
    start: String, before: [Transition], batch: [Transition], tells: [String]
  ) throws {
    var session = try Row("", start, behavior: SplitDelegate(placeholder: "ph".placeholder), [], "").open()
    for step in before { _ = try session.apply(step) }
    let events = try session.apply(batch: batch).events.filter {
      switch $0 {
      case .selectionChanged, .tabSelected: true
      default: false
      }
    }
    #expect(events.map(\.sketch) == tells)
  }

  @Test func `D-19: the ids of the detail stack stay taken while it is out of the tree`() throws {
    var session = try Session.open(
      SketchParser.tree("split[tabs[a*: la] || ph]"), in: Row.Place.slideOver.environment(.iOS26)
    ).session
    for (id, holder): (ControllerID, ControllerID) in [("ph", "secondary"), ("secondary", "split")] {
      let place = HolderPlace(in: holder, .preserved)
      #expect(refusal(of: { _ = try session.apply(.push(id)) }) == .duplicateController(id, at: place))
    }
  }

  @Test func `controllers are counted up to the limit`() throws {
    let screens = (1..<Limits.controllers - 1).map { Controller.screen(ControllerID("s\($0)") ?? .automatic) }
    var session = try Session.open(
      Controller(id: "stack", content: .stack(Stack(root: .screen("a"), above: screens))), in: Environment()
    ).session
    #expect(refusal(of: { _ = try session.apply(.push("more")) }) == .controllerLimit(.controllers))
    _ = try session.apply(.pop())
    #expect(try session.apply(.push("more")).outcome.handled)
  }

  @Test func `containers nest up to the limit`() throws {
    func nested(_ depth: Int) throws -> Controller {
      guard depth > 1 else { return .screen("leaf") }
      return Controller(
        id: .automatic, content: .tabBar(try #require(TabBar(tabs: [Tab(child: try nested(depth - 1))]))))
    }
    _ = try Session.open(nested(Limits.depth), in: Environment())
    let tooDeep = try nested(Limits.depth + 1)
    #expect(refusal(of: { _ = try Session.open(tooDeep, in: Environment()) }) == .controllerLimit(.depth))
  }

  static let ids: [(String, isAllowed: Bool)] = [
    ("a", true), ("A-z.0_9:x", true), (String(repeating: "x", count: 128), true),
    (String(repeating: "x", count: 129), false), ("", false),
    ("a b", false), ("ä", false), ("a/b", false), ("a\u{0}", false),
  ]

  @Test(arguments: ids) func id(_ row: (String, isAllowed: Bool)) {
    #expect((ControllerID(row.0) != nil) == row.isAllowed)
  }

  static let trees: [(String, Rejection)] = [
    ("stack: a > a", .duplicateController("a")), ("stack: {s: a}", .cannotPush("s")),
    ("stack: a > {s: b}", .cannotPush("s")),
    ("stack: ph", .cannotContain(container: "stack", child: "ph")),
    ("split[A || =ph]", .cannotContain(container: "split", child: "ph")),
    ("split[A || N: B > ph]", .cannotContain(container: "N", child: "ph")),
    ("tabs[x*: a | y: x]", .duplicateController("x")),
  ]

  @Test(arguments: trees) func refusesTree(_ row: (String, Rejection)) throws {
    let tree = try SketchParser.tree(row.0, behavior: SplitDelegate())
    #expect(refusal(of: { _ = try Session.open(tree, in: Environment()) }) == row.1)
  }
}
