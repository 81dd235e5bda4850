import Navigation
import Testing

/// SC and TR: the origin of a size class, and the events of its changes.
@Suite struct WindowRulesTests {
  static let wrapped: [(rule: String, Row.Place, SizeClass, sketch: String)] = [
    ("SC-2 collapsed on a pad", .pad, .compact, "split<A > {N: B}>"),
    ("SC-2 expanded on a phone", .phone, .regular, "split[(A) || N: B]"),
    ("TR-5 expanded on a phone on its side", .window(667, 375), .regular, "split[A || N: B]"),
  ]

  @Test(arguments: wrapped)
  func `SC-2 TR-5: a container around the split view decides`(
    _ row: (rule: String, Row.Place, SizeClass, sketch: String)
  ) throws {
    var tree = try SketchParser.tree("split[A || N: B]", behavior: SplitDelegate())
    tree.traitOverride = .horizontal(row.2)
    #expect(try Session.open(tree, in: row.1.environment(.iOS26)).session.sketch == row.sketch, "\(row.rule)")
  }

  static let zoomed: [(String, Double, Double)] = [
    ("a Plus", 667, 375), ("a Max", 812, 375), ("another", 693, 320), ("the smallest", 568, 320),
  ]

  @Test(arguments: zoomed) func `SC-10: a zoomed phone is a window of the smaller phone's size`(
    _ row: (String, Double, Double)
  ) throws {
    let environment = try Environment(place: .free(Size(width: row.1, height: row.2), .phone, scale: 2))
    #expect(environment.horizontal == .compact && environment.vertical == .compact)
  }

  static let changes: [Row] = [
    Row(
      "SC-7 DM-6 half of a large pad acts like portrait", "split[tabs[a*: la] || ph]", in: .window(678, 1_024),
      system: .iOS14, [],
      "split[(tabs[a*: la]) || ph]"),
    Row(
      "SC-12 a size alone has no events", "split[tabs[a*: la] || ph]", in: .window(900, 700), [.resize(1_000, 700)],
      "split[tabs[a*: la] || ph]",
      ""),
    Row(
      "RS-7 the system's pictures leave all as it was", "split[tabs[a*: la(r1)] || ph > d1]", in: .window(900, 700),
      [Transition(.enterBackground)],
      "split[tabs[a*: la(r1)] || ph > d1]"),
  ]

  @Test(arguments: changes) func change(_ row: Row) throws { try row.check() }
}
