import Testing

@testable import Navigation

/// A row that sets the next column (D-154).
@Suite struct NextColumnTests {
  private static let columns = SplitDelegate()
  private static let placed = SplitDelegate(placeholder: "ph".placeholder)
  private static let three = "split/3[A || S > x || B > y]"

  static let rows: [Row] = [
    Row(
      "the supplementary, and the secondary is cleared", three, behavior: columns,
      [.tapRow("m", in: "A", "T", .column)],
      "split/3[A(m) || T || -]",
      "A(-->m) user, -will x, -will y, -did x, -did y, +will T, +did T, discarded S, discarded x, discarded secondary, discarded B, discarded y"
    ),
    Row(
      "D-48 or shows its placeholder, beside which the tapped list keeps its row", "split/3[A || S(1) > x || B > y]",
      behavior: placed, [.tapRow("m", in: "A", "T", .column)], "split/3[A(m) || T || ph]"),
    Row(
      "D-150 D-151 the lists follow", "split/3[A# || S##m || B#1]", behavior: columns,
      [.tapRow("n", in: "A", "T", .column)], "split/3[A#(n) || T#n || -]"),
    Row(
      "the secondary, from the supplementary", three, behavior: columns,
      [.popTo("S"), .tapRow("1", in: "S", "d", .column)], "split/3[A || S(1) || d]"),
    Row(
      "the secondary of two columns", "split/2[A || B > y]", behavior: columns, [.tapRow("1", in: "A", "d", .column)],
      "split/2[A(1) || d]"),
    Row(
      "CO-6 never on the old one", "split/2[A || B]", system: .iOS14, behavior: columns,
      [.show(.primary), .tapRow("1", in: "A", "d", .column)], "split/2[A(1) || d]"),
    Row(
      "M10 collapsed it is shown", three, behavior: columns,
      [.collapse, .show(.primary), .tapRow("m", in: "A", "T", .column)], "split/3<A(m) > {supplementary: T}>",
      "A(-->m) user, !willShow supplementary, !willHide primary, supplementary:none->primary, -will A, +will T, -did A, +did T, !didShow supplementary, !didHide primary, discarded S, discarded x, discarded secondary, discarded B, discarded y"
    ),
    Row(
      "M10 the secondary, too", three, behavior: columns,
      [.collapse, .show(.supplementary), .popTo("S"), .tapRow("1", in: "S", "d", .column)],
      "split/3<A > {supplementary: S(1)} > {secondary: d}>"),
    Row(
      "DM-18 expanded no mode changes", three, behavior: columns,
      [.mode(.twoOverSecondary), .tapRow("m", in: "A", "T", .column)], "split/3[A(m) |> T |> -]"),
    Row(
      "D-152 the same supplementary is on top", "split/3[A || S || B > y]", behavior: columns,
      [Transition(.tapRow("m", list: "A", opening: .new(.screen("z", route: "S")), as: .column, again: .return))],
      "split/3[A(m) || S || B > y]"),
    Row(
      "D-67 or is shown again", three, behavior: columns,
      [
        .collapse, .show(.primary),
        Transition(.tapRow("m", list: "A", opening: .new(.screen("z", route: "S")), as: .column, again: .return)),
      ], "split/3<A(m) > {supplementary: S} / secondary: B > y>"),
  ]

  @Test(arguments: rows) func `D-154`(_ row: Row) throws { try row.check() }

  static let refused: [(Refusal, [Transition])] = [
    (Refusal("the last column", three, behavior: columns, tap("y"), .noTarget(.nextColumn("y"))), []),
    (Refusal("the classic style", "split[A || N: B]", behavior: columns, tap("A"), .noTarget(.nextColumn("A"))), []),
    (Refusal("no split view", "stack: l", tap("l"), .noTarget(.nextColumn("l"))), []),
    (
      Refusal("a compact tree", "split/2[A || B @ C]", behavior: columns, tap("C"), .noTarget(.nextColumn("C"))),
      [.collapse]
    ),
    (
      Refusal(
        "M12 the supplementary itself", three, behavior: columns,
        Transition(.tapRow("m", list: "A", opening: .existing("supplementary"), as: .column)),
        .columnTaken("supplementary")),
      []
    ),
  ]

  @Test(arguments: refused) func `D-154 refuses`(_ row: (Refusal, [Transition])) throws {
    try row.0.check(after: row.1)
  }

  private static func tap(_ list: ControllerID) -> Transition { .tapRow("r", in: list, "d", .column) }
}
