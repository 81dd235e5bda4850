import Navigation
import Testing

/// LS: a user's tap on a row, and the screen that the app opens for it, as one change: the selection first, then the
/// events of `showDetail` and `push`.
@Suite struct RowTapTests {
  static let rows: [Row] = [
    Row(
      "D-25 LS-6 SYS0-10 a detail", "split[tabs[a*: la | b: lb] || ph]", [.tapRow("r1", in: "la", "d1")],
      "split[tabs[a*: la(r1) | b: lb] || ph > d1]",
      "la(-->r1) user, ?showDetail d1=true, -will ph, +will d1, -did ph, +did d1"),
    Row(
      "SYS0-11 another row", "split[tabs[a*: la(r1)] || ph > d1]", [.tapRow("r2", in: "la", "d2")],
      "split[tabs[a*: la(r2)] || ph > d2]",
      "la(r1->r2) user, ?showDetail d2=true, -will d1, +will d2, -did d1, +did d2, discarded d1"),
    Row(
      "the same row again", "split[tabs[a*: la(r1)] || ph]", [.tapRow("r1", in: "la", "d1")],
      "split[tabs[a*: la(r1)] || ph > d1]",
      "?showDetail d1=true, -will ph, +will d1, -did ph, +did d1"),
    Row(
      "SYS0-9 collapsed", "split<tabs[a*: la] / ph>", in: .slideOver, [.tapRow("r1", in: "la", "d1")],
      "split<tabs[a*: la(r1) > d1] / ph>",
      "la(-->r1) user, ?showDetail d1=true, -will la, +will d1, -did la, +did d1"),
    Row(
      "NV-2 a push", "stack: l", [.tapRow("r1", in: "l", "d", .push)], "stack: l(r1) > d",
      "l(-->r1) user, -will l, +will d, -did l, +did d"),
    Row(
      "a push on the stack around the list, not on the one shown last", "split[A || N: B]", behavior: SplitDelegate(),
      [.tapRow("r1", in: "A", "d", .push)], "split[A(r1) > d || N: B]"),
    Row(
      "SH-1 a detail that no container takes", "stack: l", [.tapRow("r1", in: "l", "d")], "stack: l(r1) ^ d",
      "l(-->r1) user, presented d by stack, +will d, +did d"),
    Row(
      "NV-22 it lets go of a swipe", "stack: a > l", [.back(.began), .tapRow("r1", in: "l", "d", .push)],
      "stack: a > l(r1) > d"),
    Row(
      "NV-12 a controller of the session moves", "tabs[x*: l | y: b > c]",
      [Transition(.tapRow("r1", list: "l", opening: .existing("c"), as: .push))], "tabs[x*: l(r1) > c | y: b]",
      "l(-->r1) user, c:y->x, -will l, +will c, -did l, +did c"),
    Row(
      "D-25 NV-8 the detail on top, of another row", "split[tabs[a*: la(r1)] || ph > d1]",
      [.tapRow("r2", in: "la", "d1")], "split[tabs[a*: la(r2)] || ph > d1]", "la(r1->r2) user"),
    Row(
      "D-25 NV-8 the secondary itself", "split/2[A(r1) || B]", behavior: SplitDelegate(),
      [Transition(.tapRow("r2", list: "A", opening: .existing("B"), as: .detail))], "split/2[A(r2) || B]",
      "A(r1->r2) user"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  @Test func `D-25 D-134: a tap on the row whose screen is on top is not handled`() throws {
    var session = try Row("", "split[tabs[a*: la] || ph]", [], "").open()
    _ = try session.apply(.tapRow("r1", in: "la", "d1"))
    let before = session
    for newcomer in [Transition.Newcomer.new(.screen("d1")), .existing("d1")] {
      let answer = try session.apply(Transition(.tapRow("r1", list: "la", opening: newcomer, as: .detail)))
      #expect(answer.outcome == Outcome(.alreadyThere) && session == before)
    }
  }

  /// The selection precedes the tap's other events, and follows those of earlier members of the batch.
  @Test func `in a batch selections are reported in order`() throws {
    var session = try Session.open(SketchParser.tree("stack: l"), in: Environment()).session
    let reported = try session.apply(batch: [
      Transition(.selectRow("l", row: "r1")), .tapRow("r2", in: "l", "d", .push),
    ])
    .events
    let rows = reported.compactMap { event in if case .selectionChanged(_, _, let row, _) = event { row } else { nil } }
    #expect(rows == ["r1", "r2"])
  }

  static let refused: [(Refusal, [Transition])] = [
    (Refusal("a covered one", "stack: l ^ s", .tapRow("r1", in: "l", "d", .push), .notOnDisplay("l")), []),
    (Refusal("one below the top", "stack: l > d", .tapRow("r1", in: "l", "e", .push), .notOnDisplay("l")), []),
    (
      Refusal("SYS4-5 one on a page beside", "top+{*a | s: l}", .tapRow("r1", in: "l", "d", .push), .notOnDisplay("l")),
      []
    ),
    (Refusal("no such list", "stack: l", .tapRow("r1", in: "z", "d", .push), .noSuchController("z")), []),
    (
      Refusal(
        "a stack is no list", "stack: l", .tapRow("r1", in: "stack", "d", .push), .wrongKind("stack", expected: .screen)
      ), []
    ),
    (Refusal("no stack around it", "tabs[*=l]", .tapRow("r1", in: "l", "d", .push), .noTarget(.stackAround("l"))), []),
    (
      Refusal(
        "NV-7 a duplicate id: no row is selected", "stack: l", .tapRow("r1", in: "l", "l", .push),
        .duplicateController("l", at: HolderPlace(in: "stack", .displayed))), []
    ),
    (
      Refusal("SC-11 in the background", "stack: l", .tapRow("r1", in: "l", "d", .push), .inBackground),
      [Transition(.enterBackground)]
    ),
  ]

  @Test(arguments: refused) func refuses(_ row: (Refusal, [Transition])) throws { try row.0.check(after: row.1) }

  @Test func `all or nothing: if a screen blocks its removal, no row is selected`() throws {
    var session = try Session.open(SketchParser.tree("split[tabs[a*: la] || ph > d1]"), in: Environment()).session
    _ = try session.apply(.update("d1") { $0.blocksRemoval = true })
    let before = session
    let answer = try session.apply(.tapRow("r1", in: "la", "d2"))
    #expect(answer.outcome == Outcome(blocked: [.init("d1", in: "secondary")]) && answer.events.isEmpty)
    #expect(session == before)
  }
}
