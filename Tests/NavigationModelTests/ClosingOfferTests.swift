import Navigation
import Testing

/// D-262: an offer that closes its own screen. The screen `x` has one.
@Suite struct ClosingOfferTests {
  static let rows: [(rule: String, start: String, before: [Transition], closes: String?, end: String)] = [
    ("a sheet", "stack: a ^ x", [], "dismiss", "stack: a"),
    ("a full-screen modal", "stack: a ^fullScreen x", [], "dismiss", "stack: a"),
    ("on a stack of a sheet, the whole sheet", "stack: a ^ n: s > x", [], "dismiss", "stack: a"),
    ("its tree, not the one below", "stack: a ^ n: s ^ x", [], "dismiss", "stack: a ^ n: s"),
    ("not below what covers it", "stack: a ^ n: x ^ y", [], nil, "stack: a ^ n: x ^ y"),
    ("a pushed screen", "stack: a > x", [], "popTo", "stack: a"),
    ("by its presenter's tab", "tabs[p*: a ^ x | q: b]", [], "dismiss", "tabs[p*: a | q: b]"),
    ("a root", "stack: x", [], nil, "stack: x"),
    ("a tab", "tabs[*=x | =b]", [], nil, "tabs[*=x | =b]"),
    ("the root of a tab", "stack: a > tabs[p*: x | q: b]", [], nil, "stack: a > tabs[p*: x | q: b]"),
    ("a column", "split/2[A || x]", [], nil, "split/2[A || x]"),
    ("a column on the collapsed stack", "split/2[A || x]", [.collapse], "popTo", "split/2<A / secondary: x>"),
    ("in the background", "stack: a > x", [Transition(.enterBackground)], nil, "stack: a > x"),
    (
      "no delegate is asked", "stack: a ^ x", [.update("x") { $0.onShouldDismiss = false }], "dismiss", "stack: a"
    ),
  ]

  private static func routes(name: String? = nil) throws -> ScreenRoutes {
    try ScreenRoutes([ScreenRoute("x", offers: [.init(.close, name: name)])], values: JSONParamValues())
  }

  @Test(arguments: rows) func `D-262: what closes a screen`(
    row: (rule: String, start: String, before: [Transition], closes: String?, end: String)
  ) throws {
    var session = try Session.open(SketchParser.tree(row.start, behavior: SplitDelegate()), in: Environment()).session
    for step in row.before { _ = try session.apply(step) }
    let move = try session.moves(routes: Self.routes()).first { $0.name == "Done" }
    #expect(move?.transitions.map(\.action.type) == row.closes.map { [$0] }, "\(row.rule)")
    if let move { #expect(try session.apply(move.transitions[0]).outcome.handled, "\(row.rule)") }
    #expect(session.sketch == row.end, "\(row.rule)")
  }

  @Test(arguments: ["stack: a ^ x", "stack: a > x"]) func `D-262: a screen that blocks its removal`(start: String)
    throws
  {
    var session = try Session.open(SketchParser.tree(start), in: Environment()).session
    _ = try session.apply(.update("x") { $0.blocksRemoval = true })
    let move = try #require(session.moves(routes: Self.routes(name: "Cancel")).first { $0.name == "Cancel" })
    #expect(move.blocked.map(\.controller) == ["x"] && move.reason == .blocked && !move.isGesture)
  }
}
