import Navigation
import Testing

/// SC-11: the background resizes the app, and changes made there are permanent.
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
    Row(
      "SC-11 an iPad is regular both ways", "split[tabs[a*: la] || ph > d1]", [leave], "split[tabs[a*: la] || ph > d1]",
      ""),
    Row(
      "SC-11 a free window is pictured 320 wide", "split[tabs[a*: la(r1)] || ph > d1]", in: .window(900, 700), [leave],
      "split[tabs[a*: la(r1)] || ph > d1]"),
    Row(
      "SC-11 the return restores nothing", "split/2[A(r1) || B]", in: .window(900, 700), behavior: SplitDelegate(),
      [leave, .hide(.primary), comeBack],
      "split/2[(A(r1)) || B]", ""),
    Row(
      "SC-11 a screen added meanwhile stays", "split[tabs[a*: la] || ph > d1]", [leave, .push("d2"), comeBack],
      "split[tabs[a*: la] || ph > d1 > d2]", ""),
    Row("SC-11 a screen popped meanwhile is gone", "stack: a > b", [leave, .pop(), comeBack], "stack: a", ""),
    Row(
      "SC-11 the size too stays", "split[tabs[a*: la] || ph]", [leave, .collapse, comeBack], "split<tabs[a*: la] / ph>",
      ""),
    Row(
      "SC-11 it lets go of a swipe", "stack: a > b", [.back(.began), leave], "stack: a > b",
      "-will a, -did a, +will b, +did b"),
  ]

  /// SC-11: in the background a user's transitions are refused, those of the app and the system are not.
  static let usersActions: [(String, Transition)] = [
    ("stack: a > b", .back()), ("stack: a > b", .back(.began)), ("split/2[A || B]", .tapButton),
    ("split/3[A || S || B]", .tapSecondaryOnly),
    ("split/2[A |> B]", .tapDimmed), ("split/2[A || B]", .swipe(.trailing)), ("tabs[x*: a | y: b]", .tap("y")),
    ("top{*a | b}", .title("b")), ("top{*a | b}", .scroll(100)), ("stack: a", .row("r1", in: "a")),
    ("stack: a ^ b", .swipeDown()), ("stack: a ^popover b", .tapOutside()),
  ]

  @Test(arguments: usersActions) func `SC-11: a user's transition is refused`(_ row: (String, Transition)) throws {
    try Refusal("SC-11", row.0, behavior: SplitDelegate(), row.1, .inBackground).check(after: [Self.leave])
  }

  @Test func `D-119 SC-11: no history move changes the ground, and none ends in a swipe there`()
    throws
  {
    var session = try Session.open(SketchParser.tree("stack: a > b"), in: Environment()).session
    let rest = session
    _ = try session.apply(.back(.began))
    let swiping = session
    _ = try session.apply(Self.leave)
    _ = try session.apply(.push("c"))
    #expect(session.restore(rest).outcome.handled)
    #expect(session.environment.isInBackground && session.isSame(as: rest) && session != rest)
    #expect(session.restore(swiping).events.isEmpty)
    #expect(session.environment.isInBackground && session.sketch == "stack: a > b")
    var foreground = rest
    #expect(foreground.restore(session).events.isEmpty && foreground == rest, "nor into the background")
  }

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  @Test func `D-118 SC-11: a second change to the same ground is not handled`() throws {
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
