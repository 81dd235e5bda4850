import Testing

@testable import Navigation

/// What the session shows already is returned to (D-152, D-153). A screen of the tables has its id as its route.
@Suite struct AgainTests {
  struct Returning: Sendable, CustomTestStringConvertible {
    var rule: String
    var start: String
    var behavior = SplitDelegate.tabsInPrimary
    var place = Row.Place.pad
    var steps: [Transition] = []
    var action: Transition.Action
    var end: String
    var outcome: Outcome
    var tells: String?

    init(
      _ rule: String, _ start: String, behavior: SplitDelegate = .tabsInPrimary, in place: Row.Place = .pad,
      after steps: [Transition] = [], _ action: Transition.Action, _ end: String, _ outcome: Outcome,
      _ tells: String? = nil
    ) {
      (self.rule, self.start, self.behavior, self.place, self.steps) = (rule, start, behavior, place, steps)
      (self.action, self.end, self.outcome, self.tells) = (action, end, outcome, tells)
    }

    var testDescription: String { "\(rule): \(start)" }

    func check() throws {
      var session = try Row("", start, in: place, behavior: behavior, [], "").open()
      for step in steps { _ = try session.apply(step) }
      let answer = try session.apply(Transition(action))
      #expect(session.sketch == end, "\(rule)")
      #expect(answer.outcome == outcome, "\(rule)")
      if let tells { #expect(answer.events.map(\.sketch).joined(separator: ", ") == tells, "\(rule)") }
    }
  }

  private static let system = SplitDelegate()
  private static let discards = SplitDelegate(onCollapse: .discard)
  private static let no = Outcome(.alreadyThere)
  /// A screen that shows the same as another one, under another id.
  private static func same(_ route: String, row: String? = nil, _ json: String? = nil) -> Transition.Newcomer {
    var screen = Screen(route: route, row: row)
    if let json { screen.params = Params(members: [.init(name: "n", json: json), .init(name: "m", json: "1")]) }
    return .new(Controller(id: "new", content: .screen(screen)))
  }
  private static func back(to id: ControllerID, _ returned: [ControllerID] = []) -> Outcome {
    Outcome(returned: returned, reopened: id)
  }

  static let replacing: [Returning] = [
    Returning(
      "D-434 on top the same", "stack: a > b", .push(same("b"), again: .replace), "stack: a > b", no, ""),
    Returning(
      "D-434 another one of its route makes way", "stack: a > b", .push(same("b", "2"), again: .replace),
      "stack: a > new", Outcome(), "-will b, +will new, -did b, +did new, discarded b"),
    Returning(
      "D-434 another route", "stack: a > b", .push(same("c"), again: .replace), "stack: a > b > new", Outcome()),
    Returning(
      "D-434 the same below is not returned to", "stack: a > b > c", .push(same("b"), again: .replace),
      "stack: a > b > c > new", Outcome()),
    Returning("D-434 not the root", "stack: b", .push(same("b", "2"), again: .replace), "stack: b > new", Outcome()),
    Returning(
      "D-434 D-65 one of the session as ever", "stack: a > b > c", .push(.existing("b"), again: .replace),
      "stack: a > b", Outcome(returned: ["c"])),
    Returning(
      "D-434 show pushes", "stack: a > b", .show(same("b", "2"), again: .replace), "stack: a > new", Outcome()),
    Returning(
      "D-434 SYS0-10 a detail above another one", "split[A || ph > d > e]",
      .showDetail(same("e", "2"), again: .replace), "split[A || ph > d > new]", Outcome(),
      "?showDetail new=true, -will e, +will new, -did e, +did new, discarded e"),
    Returning(
      "D-434 the first detail", "split[A || ph > d]", .showDetail(same("d", "2"), again: .replace),
      "split[A || ph > new]", Outcome()),
    Returning(
      "D-434 else as another", "split[A || ph > d > e]", .showDetail(same("x"), again: .replace),
      "split[A || ph > new]", Outcome()),
    Returning(
      "D-434 D-27 a page stays one", "split[A || ph]", after: [.collapse, .push("p")],
      .showDetail(same("p", "2"), again: .replace), "split<A > new >> / ph>", Outcome()),
    Returning(
      "D-434 M11 UIKit's own push", "split[A || N: B]", behavior: system, after: [.collapse, .showDetail("d")],
      .showDetail(same("d", "2"), again: .replace), "split<A > {N: B} > new>", Outcome()),
    Returning(
      "D-434 a column's stack", "split/2[A || B > d]", behavior: system, .showDetail(same("d", "2"), again: .replace),
      "split/2[A || B > new]", Outcome()),
    Returning(
      "D-434 not its root", "split/2[A || d]", behavior: system, .showDetail(same("d", "2"), again: .replace),
      "split/2[A || new]", Outcome()),
    Returning(
      "D-434 D-154 a row sets its column whole", "split/2[A || B > d]", behavior: system,
      .tapRow("1", list: "A", opening: same("d", "2"), as: .column, again: .replace), "split/2[A(1) || new]", Outcome()
    ),
    Returning(
      "D-434 a row's push", "stack: a > b", after: [.push("b2")],
      .tapRow("1", list: "b2", opening: same("b2", "2"), as: .push, again: .replace), "stack: a > b > new", Outcome()),
    Returning(
      "D-434 what no stack takes is presented", "split[A || ph]", behavior: system, in: .slideOver,
      after: [.present("x")], .present(same("x", "2"), from: "x", again: .replace),
      "split<A > {secondary: ph}> ^ x ^ new", Outcome()
    ),
  ]

  @Test(arguments: replacing) func replaces(_ row: Returning) throws { try row.check() }

  @Test func `D-434: a top that blocks its removal stays`() throws {
    var session = try Row("", "stack: a > b", [], "").open()
    _ = try session.apply(.update("b") { $0.blocksRemoval = true })
    let outcome = try session.apply(Transition(.push(Self.same("b", "2"), again: .replace))).outcome
    #expect(outcome == Outcome(blocked: [.init("b", in: "stack")]) && session.sketch == "stack: a > b")
  }

  static let pushes: [Returning] = [
    Returning(
      "below, as D-65", "stack: a > b > c", .push(same("b"), again: .return), "stack: a > b", back(to: "b", ["c"]),
      "-will c, +will b, -did c, +did b, discarded c"),
    Returning("on top", "stack: a > b", .push(same("b"), again: .return), "stack: a > b", no, ""),
    Returning("without the word another one", "stack: a > b", .push(same("b")), "stack: a > b > new", Outcome()),
    Returning(
      "the topmost of several", "stack: b > c",
      after: [Transition(.push(.new(.screen("b2", route: "b")))), .push("d")],
      .push(same("b"), again: .return), "stack: b > c > b2", back(to: "b2", ["d"])),
    Returning(
      "a new screen with the id", "stack: a > b > c", .push(.new(.screen("b", route: "x")), again: .return),
      "stack: a > b", back(to: "b", ["c"])),
    Returning("NV-8 the id of the top", "stack: a > b", .push(.existing("b"), again: .return), "stack: a > b", no),
    Returning("other params", "stack: a > b", .push(same("b", "2"), again: .return), "stack: a > b > new", Outcome()),
    Returning(
      "equal params in another order", "stack: a > b",
      after: [
        .update("b") { $0.params = Params(members: [.init(name: "m", json: "1"), .init(name: "n", json: "2")]) }
      ], .push(same("b", "2"), again: .return), "stack: a > b", no),
    Returning(
      "only the row is taken", "stack: a# > b > c", .push(same("b", row: "2"), again: .return), "stack: a#(2) > b#2",
      back(to: "b", ["c"])),
    Returning(
      "D-66 the stacks of a collapse", "split[A > x || N: B > C]", behavior: system, after: [.collapse],
      .push(same("x"), stack: "N", again: .return), "split<A > x >>>", back(to: "x", ["N"])),
    Returning(
      "a screen above a nested column", "split/2[A || B]", behavior: system,
      after: [.collapse, .push("x", on: "primary")],
      .push(same("x"), stack: "primary", again: .return), "split/2<A > {secondary: B} > x>", no),
    Returning(
      "on top of a covered stack", "split/3[A || S || B]", behavior: system,
      after: [.collapse, .push("x", on: "supplementary")], .push(same("x"), stack: "supplementary", again: .return),
      "split/3<A > {supplementary: S > x} > {secondary: B}>", no),
    Returning(
      "D-66 from above a nested column", "split/2[A || B]", behavior: system,
      after: [.collapse, .push("x", on: "primary")], .showDetail(same("B"), from: "B", again: .return),
      "split/2<A > {secondary: B}>", back(to: "B", ["x"])),
    Returning(
      "only where it would go", "tabs[x*: a > b | y: c > d]", .push(same("d"), again: .return),
      "tabs[x*: a > b > new | y: c > d]", Outcome()),
    Returning("show", "stack: a > b > c", .show(same("a"), again: .return), "stack: a", back(to: "a", ["b", "c"])),
    Returning(
      "SH-5 the primary", "split[=A || N: B]", behavior: system, .show(same("A"), from: "A", again: .return),
      "split[=A || N: B]", no),
    Returning(
      "a placeholder is not looked for", "split[tabs[a*: la] || ph > d]",
      .showDetail(same("ph"), again: .return), "split[tabs[a*: la] || ph > new]", Outcome()),
  ]

  static let details: [Returning] = [
    Returning(
      "a detail below", "split[tabs[a*: la] || ph > d1 > d2]", .showDetail(same("d1"), again: .return),
      "split[tabs[a*: la] || ph > d1]", back(to: "d1", ["d2"]),
      "?showDetail d1=true, -will d2, +will d1, -did d2, +did d1, discarded d2"),
    Returning(
      "on top", "split[tabs[a*: la] || ph > d1]", .showDetail(same("d1"), again: .return),
      "split[tabs[a*: la] || ph > d1]", no, ""),
    Returning(
      "collapsed", "split<tabs[a*: la > d1 > d2] / ph>", in: .slideOver, .showDetail(same("d1"), again: .return),
      "split<tabs[a*: la > d1] / ph>", back(to: "d1", ["d2"])),
    Returning(
      "a stack by its root", "split/2[A || B > C]", behavior: system,
      .showDetail(.new(.stack("n", .screen("r", route: "B"))), again: .return), "split/2[A || B]", back(to: "B", ["C"])),
    Returning(
      "D-67 a preserved secondary", "split/2[A || B > C]", behavior: system, after: [.collapse, .hide(.secondary)],
      .showDetail(same("B"), again: .return), "split/2<A > {secondary: B}>", back(to: "B", ["C"])),
    Returning(
      "D-68 the classic one", "split[A || N: B > C]",
      behavior: SplitDelegate(onCollapse: .discard), after: [.collapse], .showDetail(same("B"), again: .return),
      "split<A > {N: B}>", back(to: "B", ["C"])),
    Returning(
      "D-68 by a push on the primary's stack", "split[A || N: B > C]", behavior: discards, after: [.collapse],
      .push(same("B"), again: .return), "split<A > {N: B}>", back(to: "B", ["C"]),
      "!willHide primary, !willShow secondary, N:none->primary, -will A, +will B, -did A, +did B, !didHide primary, "
        + "!didShow secondary, discarded C"),
    Returning(
      "D-68 by its id", "split[A || =B]", behavior: discards, after: [.collapse],
      .push(.new(.screen("B", route: "x")), again: .return), "split<A > B>", back(to: "B")),
    Returning(
      "D-68 not by a push elsewhere", "tabs[*=split[A || N: B] | y: c]", behavior: discards, after: [.collapse],
      .push(same("B"), stack: "y", again: .return), "tabs[*=split<A / N: B> | y: c > new]", Outcome()),
    Returning(
      "D-68 what is on the page comes first", "split[A || N: B]", behavior: discards,
      after: [.collapse, Transition(.push(.new(.screen("b", route: "B"))))], .push(same("B"), again: .return),
      "split<A > b / N: B>", no),
    Returning(
      "D-68 a screen above a placeholder moves alone", "split[A || ph > d1 > d2]", behavior: .discardsAndMoves,
      after: [.collapse], .showDetail(same("d1", row: "2"), again: .return), "split<A > d1#2 / ph > d2>",
      back(to: "d1")),
    Returning(
      "D-68 by a push, too", "split[A || ph > d1 > d2]", behavior: .discardsAndMoves, after: [.collapse],
      .push(same("d2"), again: .return), "split<A > d2 >> / ph > d1>", back(to: "d2")),
    Returning(
      "D-70 saved details of the selected tab", "split<top: tabs[*=la & d1 > d2 | =lb & e1] / ph>",
      behavior: .tabBarInStack, in: .slideOver, .showDetail(same("d1"), again: .return),
      "split<top: tabs[*=la | =lb & e1] > d1 / ph>", back(to: "d1", ["d2"])),
    Returning(
      "but not of another one", "split<top: tabs[*=la & d1 | =lb & e1] / ph>", behavior: .tabBarInStack,
      in: .slideOver, .showDetail(same("e1"), again: .return),
      "split<top: tabs[*=la & d1 | =lb & e1] > new / ph>", Outcome()),
    Returning(
      "SH-6 a delegate that takes it", "split[tabs[a*: la] || ph > d1]",
      behavior: SplitDelegate(onShowDetail: .handled, placeholder: "ph".placeholder),
      .showDetail(same("d1"), again: .return), "split[tabs[a*: la] || ph > d1]", Outcome(), "?showDetail new=true"),
    Returning(
      "SYS0-8 a sheet is not presented twice", "split<tabs[a*: la] / ph>", behavior: system, in: .slideOver,
      after: [Transition(.showDetail(same("d"), from: "la"))],
      .showDetail(.new(.screen("z", route: "d")), from: "la", again: .return),
      "split<tabs[a*: la] / ph> ^ new", no, "?showDetail new=false"),
  ]

  static let sheets: [Returning] = [
    Returning("D-153 the sheet on top", "stack: a ^ x", .present(same("x"), again: .return), "stack: a ^ x", no, ""),
    Returning(
      "one below", "stack: a ^ x ^ y", .present(same("x"), again: .return), "stack: a ^ x", back(to: "x"),
      "dismissed y, -will y, -did y, discarded y"),
    Returning(
      "from below", "stack: a ^ x ^ y", .present(same("y"), from: "a", again: .return), "stack: a ^ x ^ y", no),
    Returning(
      "by the root of its stack", "stack: a ^ n: x > y", .present(same("x"), again: .return), "stack: a ^ n: x > y", no),
    Returning("none of them", "stack: a ^ x", .present(same("z"), again: .return), "stack: a ^ x ^ new", Outcome()),
    Returning(
      "D-155 what is presented is replaced", "stack: a ^ x ^ y", .present(same("z"), replaces: true),
      "stack: a ^ new", Outcome(),
      "dismissed x, dismissed y, presented new by stack, -will x, -will y, +will new, -did x, -did y, +did new, discarded x, discarded y"
    ),
    Returning("nothing is presented", "stack: a", .present(same("z"), replaces: true), "stack: a ^ new", Outcome()),
    Returning(
      "of a given presenter", "stack: a ^ x ^ y", .present(same("z"), from: "x", replaces: true),
      "stack: a ^ x ^ new", Outcome()),
    Returning(
      "in another area", "tabs[x*: a | y: b] ^ s",
      .present(same("z"), style: .currentContext, from: "a", replaces: true),
      "tabs[x*: a ^currentContext new | y: b] ^ s", Outcome()),
    Returning(
      "D-84 a modal one, too", "stack: a ^ x", after: [.update("x") { $0.isModalInPresentation = true }],
      .present(same("z"), replaces: true), "stack: a ^ new", Outcome()),
    Returning(
      "D-110 a blocking one is not", "stack: a ^ x", after: [.update("x") { $0.blocksRemoval = true }],
      .present(same("z"), replaces: true), "stack: a ^ x", Outcome(blocked: [.init("x", in: "stack")])),
    Returning(
      "return is asked first", "stack: a ^ x ^ y", .present(same("x"), replaces: true, again: .return), "stack: a ^ x",
      back(to: "x")),
    Returning(
      "NV-12 one of its own screens moves", "stack: a ^ n: x > y", .present(.existing("y"), replaces: true),
      "stack: a ^ y", Outcome()),
  ]

  static let taps: [Returning] = [
    Returning(
      "D-68 a row of the collapsed list", "split[A# || N: B > C]", behavior: discards, after: [.collapse],
      .tapRow("r1", list: "A", opening: same("B"), as: .push, again: .return), "split<A#(r1) > {N: B#r1}>",
      back(to: "B", ["C"])),
    Returning(
      "D-25 a tap that changes the selection", "split[tabs[a*: la(r1)] || ph > d]",
      .tapRow("r2", list: "la", opening: same("d"), as: .detail, again: .return), "split[tabs[a*: la(r2)] || ph > d]",
      Outcome(), "la(r1->r2) user"),
    Returning(
      "and one that does not", "split[tabs[a*: la(r1)] || ph > d]",
      .tapRow("r1", list: "la", opening: same("d"), as: .detail, again: .return), "split[tabs[a*: la(r1)] || ph > d]",
      no),
    Returning(
      "D-151 the row of what is on top", "split[tabs[a*: la#] || ph > d#r1]",
      .tapRow("r2", list: "la", opening: same("d"), as: .detail, again: .return),
      "split[tabs[a*: la#(r2)] || ph > d#r2]", Outcome(), "la(r1->r2) user"),
    Returning(
      "the same row", "split[tabs[a*: la#] || ph > d#r1]",
      .tapRow("r1", list: "la", opening: same("d"), as: .detail, again: .return),
      "split[tabs[a*: la#(r1)] || ph > d#r1]", no),
    Returning(
      "below", "split[tabs[a*: la#] || ph > d > e]",
      .tapRow("r1", list: "la", opening: same("d"), as: .detail, again: .return),
      "split[tabs[a*: la#(r1)] || ph > d#r1]", back(to: "d", ["e"])),
  ]

  @Test(arguments: pushes + details + sheets + taps) func `D-152 D-153 D-155`(_ row: Returning) throws {
    try row.check()
  }

  @Test func `D-152 in a batch pushes return too`() throws {
    var session = try Row("", "stack: a", [], "").open()
    let push = { (id: ControllerID) in Transition(.push(.new(.screen(id, route: "r")), again: .return)) }
    let answer = try session.apply(batch: [push("x"), push("y")])
    #expect(session.sketch == "stack: a > x" && answer.outcomes.map(\.handled) == [true, false])
  }
}
