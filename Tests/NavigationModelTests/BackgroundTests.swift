import NavigationModel
import Testing

/// SC-11: the background resizes the app, and the foreground finds it as it was.
@Suite struct BackgroundTests {
  private static let leave = Transition(.enterBackground)
  private static let comeBack = Transition(.enterForeground)

  static let rows: [Row] = [
    Row(
      "SC-11 a large phone on its side collapses and expands", "split<tabs[a*: la > d1] / ph>", in: .phone,
      [.device("iPhone 16 Plus"), .rotate(.landscape), leave], "split[tabs[a*: la] || ph > d1]",
      "?primaryForCollapsing=nil, ?collapse secondary onto tabs=false, !willHide secondary, ?primaryForExpanding=nil, "
        + "?separate from tabs=secondary, !willShow primary, !willShow secondary, collapsed, expanded, !didCollapse, !didHide secondary, "
        + "!didExpand, !didShow primary, !didShow secondary, target, target"),
    Row("SC-11 an iPad is regular both ways", "split[tabs[a*: la] || ph > d1]", [leave], "split[tabs[a*: la] || ph > d1]", ""),
    Row(
      "SC-11 a free window is pictured 320 wide", "split[tabs[a*: la(r1)] || ph > d1]", in: .window(900, 700), [leave, comeBack],
      "split[tabs[a*: la(r1)] || ph > d1]", ""),
    Row(
      "SC-11 transitions are accepted meanwhile, and gone on the return", "split[tabs[a*: la] || ph > d1]", [leave, .push("d2"), comeBack],
      "split[tabs[a*: la] || ph > d1]", "-will d2, +will d1, -did d2, +did d1, discarded d2"),
    Row(
      "SC-11 what went meanwhile is there again", "stack: a > b", [leave, .pop(), comeBack], "stack: a > b",
      "-will a, +will b, -did a, +did b"),
    Row("SC-11 and so is the size", "split[tabs[a*: la] || ph]", [leave, .collapse, comeBack], "split[tabs[a*: la] || ph]"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  @Test func `SC-11: it is left once, and come back to once`() throws {
    var session = try Session.open(SketchParser.tree("stack: a"), in: Environment()).session
    let foreground = session
    #expect(try session.apply(Self.comeBack).outcome.handled == false)
    #expect(try session.apply(Self.leave).outcome.handled)
    #expect(try session.apply(Self.leave).outcome.handled == false)
    #expect(session != foreground)
    #expect(try session.apply(Self.comeBack).outcome.handled)
    #expect(session == foreground)
  }
}
