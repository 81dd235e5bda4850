import Navigation
import Testing

/// RS: a session's tree and environment are stored, and restored unchanged.
@Suite struct SnapshotRulesTests {
  static let kept: [Row] = [
    Row("RS-2 every stack", "tabs[x*: a > b | y: c(r1) > d]", [], "tabs[x*: a > b | y: c(r1) > d]"),
    Row("RS-2 the selected tab", "tabs[x*: a | y: b]", [.tap("y")], "tabs[x: a | y*: b]"),
    Row("RS-2 every column", "split/3[A || S || B @ C]", [.push("D")], "split/3[A || S || B > D @ compact: C]"),
    Row(
      "RS-2 parked details", "split[tabs[a*: la | b: lb] || ph > d1]", [.tap("b")],
      "split[tabs[a: la > d1 | b*: lb] || ph]"),
    Row(
      "RS-6 a collapsed tree, with its preserved column", "split[A || N: B]",
      behavior: SplitDelegate(onCollapse: .discard), [.collapse],
      "split<A / N: B>"),
    Row(
      "RS-5 DM-22 a mode that a user chose", "split[A || =B]", behavior: SplitDelegate(), [.tapButton],
      "split[(A) || =B]"),
    Row(
      "RS-5 DM-22 one that the app asked for", "split[A || =B]", behavior: SplitDelegate(), [.mode(.oneOverSecondary)],
      "split[A |> =B]"),
  ]

  @Test(arguments: kept) func `RS-1 RS-4: the tree is restored, with given and generated ids`(_ row: Row) throws {
    var session = try row.open()
    for step in row.steps { _ = try session.apply(step) }
    #expect(session.sketch == row.end, "\(row.rule)")
    let again = try Session.open(session.root, in: session.environment).session
    #expect(again.root == session.root, "\(row.rule)")
  }

  @Test func `RS-3: its only events are those of the first appearance`() throws {
    let opened = try Session.open(SketchParser.tree("stack: a > b"), in: Environment())
    #expect(opened.events.map(\.sketch) == ["+will b", "+did b"])
  }
}
