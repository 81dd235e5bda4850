import Navigation
import Testing

/// PR-3, PR-4, PR-7: a user dismisses a sheet or a popover, or tries to (`UIAdaptivePresentationControllerDelegate`).
@Suite struct UserDismissalTests {
  static let going: [Row] = [
    Row(
      "D-86 PR-4 a sheet is swiped down", "stack: a ^ n: b", [.swipeDown()], "stack: a",
      "?shouldDismiss n=true, !willDismiss n, dismissed n, -will b, -did b, !didDismiss n, discarded n, discarded b"),
    Row("PR-4 by its presenter", "stack: a ^ n: b", [.swipeDown("stack")], "stack: a"),
    Row("PR-4 by a screen in it", "stack: a ^ n: b > c", [.swipeDown("b")], "stack: a"),
    Row(
      "PR-4 without a name: the topmost", "stack: a ^ n: b ^ c", [.swipeDown()], "stack: a ^ n: b",
      "?shouldDismiss c=true, !willDismiss c, dismissed c, -will c, -did c, !didDismiss c, discarded c"),
    Row("a form sheet", "stack: a ^formSheet b", [.swipeDown()], "stack: a"),
    Row(
      "a popover, by a tap outside", "stack: a ^popover b", [.tapOutside()], "stack: a",
      "?shouldDismiss b=true, !willDismiss b, dismissed b, -will b, -did b, !didDismiss b, discarded b"),
    Row("PR-3 a popover in a compact window is a sheet", "stack: a ^popover b", in: .phone, [.swipeDown()], "stack: a"),
    Row("PR-3 a form sheet too", "stack: a ^formSheet b", in: .phone, [.swipeDown()], "stack: a"),
    Row(
      "PR-7 with one in its own area", "stack: a ^ n: b ^currentContext c", [.swipeDown("stack")], "stack: a",
      "?shouldDismiss n=true, !willDismiss n, dismissed n, dismissed c, -will c, -did c, !didDismiss n, discarded n, discarded b, "
        + "discarded c"),
    Row("LS-3 PR-7 the screen below was on display", "stack: a(r1) ^ b", [.swipeDown()], "stack: a(r1)"),
    Row("nothing is presented: nothing", "stack: a", [.swipeDown()], "stack: a", ""),
    Row("PR-4 neither presenting nor presented: nothing", "stack: a ^ b", [.tapOutside("a")], "stack: a ^ b", ""),
    Row(
      "dismiss is the app's, which is asked nothing", "stack: a ^ b",
      [.update("b") { $0.onShouldDismiss = false }, .dismiss()], "stack: a",
      "dismissed b, -will b, -did b, discarded b"),
    Row(
      "dismiss takes a modal tree", "stack: a ^ b", [.update("b") { $0.isModalInPresentation = true }, .dismiss()],
      "stack: a",
      "dismissed b, -will b, -did b, discarded b"),
    Row(
      "one that refuses below holds nothing above", "stack: a ^ b ^ c",
      [.update("b") { $0.isModalInPresentation = true }, .swipeDown()],
      "stack: a ^ b"),
  ]

  @Test(arguments: going) func goes(_ row: Row) throws { try row.check() }

  /// Transitions applied before, the refused one, the refusing controllers, and the events.
  struct Refused: Sendable, CustomTestStringConvertible {
    var rule: String
    var start: String
    var said: [Transition]
    var tried: Transition = .swipeDown()
    var by: [Outcome.Blocked]
    var tells: String

    var testDescription: String { "\(rule): \(start)" }
  }

  private static func modal(_ id: ControllerID) -> Transition { .update(id) { $0.isModalInPresentation = true } }
  private static func blocks(_ id: ControllerID) -> Transition { .update(id) { $0.blocksRemoval = true } }
  private static func refuses(_ id: ControllerID) -> Transition { .update(id) { $0.onShouldDismiss = false } }

  static let staying: [Refused] = [
    Refused(
      rule: "isModalInPresentation: the app is notified of the attempt", start: "stack: a ^ b", said: [modal("b")],
      by: [.init("b", in: "stack", by: .isModalInPresentation)], tells: "!didAttemptToDismiss b"),
    Refused(
      rule: "D-84 that of a screen in it", start: "stack: a ^ n: b > c", said: [modal("b")],
      by: [.init("b", in: "n", by: .isModalInPresentation)], tells: "!didAttemptToDismiss n"),
    Refused(
      rule: "a screen in it blocks its removal", start: "stack: a ^ n: b > c", said: [blocks("b")],
      by: [.init("b", in: "n")],
      tells: "!didAttemptToDismiss n"),
    Refused(
      rule: "one that is not on display, and another one", start: "stack: a ^ tabs[x*: b | y: c]",
      said: [blocks("c"), modal("b")],
      by: [.init("b", in: "x", by: .isModalInPresentation), .init("c", in: "y")], tells: "!didAttemptToDismiss tabs"),
    Refused(
      rule: "D-85 a modal tree is not asked", start: "stack: a ^ b", said: [modal("b"), refuses("b")],
      by: [.init("b", in: "stack", by: .isModalInPresentation)], tells: "!didAttemptToDismiss b"),
    Refused(
      rule: "onShouldDismiss false", start: "stack: a ^ n: b", said: [refuses("b")],
      by: [.init("b", in: "n", by: .shouldDismiss)],
      tells: "?shouldDismiss n=false, !didAttemptToDismiss n"),
    Refused(
      rule: "a popover likewise", start: "stack: a ^popover b", said: [refuses("b")], tried: .tapOutside(),
      by: [.init("b", in: "stack", by: .shouldDismiss)], tells: "?shouldDismiss b=false, !didAttemptToDismiss b"),
    Refused(
      rule: "a confirmation is no answer of the app", start: "stack: a ^ b", said: [refuses("b")],
      tried: .swipeDown(confirm: true),
      by: [.init("b", in: "stack", by: .shouldDismiss)], tells: "?shouldDismiss b=false, !didAttemptToDismiss b"),
    Refused(
      rule: "a modal tree stays, confirmed or not", start: "stack: a ^ b", said: [modal("b"), blocks("b")],
      tried: .swipeDown(confirm: true), by: [.init("b", in: "stack", by: .isModalInPresentation)],
      tells: "!didAttemptToDismiss b"),
  ]

  @Test(arguments: staying) func stays(_ row: Refused) throws {
    var session = try Session.open(SketchParser.tree(row.start), in: Environment()).session
    for step in row.said { _ = try session.apply(step) }
    let before = session
    let answer = try session.apply(row.tried)
    #expect(answer.outcome == Outcome(blocked: row.by), "\(row.rule)")
    #expect(answer.events.map(\.sketch).joined(separator: ", ") == row.tells, "\(row.rule)")
    #expect(session == before, "\(row.rule)")
  }

  @Test func `a confirmed dismissal removes a screen that blocks its removal`() throws {
    var session = try Session.open(SketchParser.tree("stack: a ^ b"), in: Environment()).session
    _ = try session.apply(Self.blocks("b"))
    #expect(try session.apply(.swipeDown(confirm: true)).outcome.handled && session.sketch == "stack: a")
  }

  static let refused: [Refusal] = [
    Refusal("D-83 PR-7 a full screen has no such gesture", "stack: a ^fullScreen b", .swipeDown(), .notOnDisplay("b")),
    Refusal("PR-7 nor has one over it", "stack: a ^overFullScreen b", .swipeDown(), .notOnDisplay("b")),
    Refusal("PR-7 nor one in its presenter's area", "stack: a ^currentContext b", .tapOutside(), .notOnDisplay("b")),
    Refusal("PR-3 a popover in a regular window is no sheet", "stack: a ^popover b", .swipeDown(), .notOnDisplay("b")),
    Refusal("PR-3 a sheet is no popover", "stack: a ^ b", in: .phone, .tapOutside(), .notOnDisplay("b")),
    Refusal(
      "PR-3 nor a popover in a compact window", "stack: a ^popover b", in: .phone, .tapOutside(), .notOnDisplay("b")),
    Refusal("PR-7 a covered one", "stack: a ^ b ^ c", .swipeDown("stack"), .notOnDisplay("b")),
    Refusal("PR-7 a stack likewise", "stack: a ^ n: b ^ c", .swipeDown("b"), .notOnDisplay("n")),
    Refusal("PR-7 one off display", "tabs[x*: a | y: {b ^ c}]", .swipeDown("c"), .notOnDisplay("c")),
    Refusal("no such controller", "stack: a ^ b", .swipeDown("z"), .noSuchController("z")),
  ]

  @Test(arguments: refused) func refuses(_ row: Refusal) throws { try row.check() }
}
