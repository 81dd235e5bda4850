import Navigation
import Testing

/// M12: a cleared detail column shows the placeholder of its behavior; one restored empty stays empty until it shows
/// a screen.
@Suite struct PlaceholderColumnTests {
  static let rows: [Row] = [
    Row(
      "D-48 M12 CO-7 null brings the placeholder back", "split[tabs[a*: la(r1)] || ph > d1 > d2]", [.clear(.secondary)],
      "split[tabs[a*: la] || ph]",
      "nothing-selected ph, la(r1->-) placeholderAppeared, -will d2, +will ph, -did d2, +did ph, discarded d1, discarded d2"
    ),
    Row(
      "M12 in place of a stack without it", "split[A || N: B > C]", [.clear(.secondary)], "split[A || N: ph]",
      "nothing-selected ph, -will C, +will ph, -did C, +did ph, discarded B, discarded C"),
    Row(
      "M12 in place of a screen, on a stack that is made", "split[A || =B]", [.clear(.secondary)], "split[A || c1: ph]"),
    Row(
      "M12 SYS0-17 details move on collapse as always", "split[A || =B]",
      [.clear(.secondary), .showDetail("d1"), .collapse, .expand],
      "split[A || c1: ph > d1]"),
    Row("M12 alone it stays", "split[A || ph]", [.clear(.secondary)], "split[A || ph]", ""),
    Row(
      "M12 collapsed it is preserved for the expansion", "split<A / N: B>", in: .slideOver, [.clear(.secondary)],
      "split<A / N: ph>"),
    Row(
      "M12 collapsed without a preserved one", "split<A > d1>", in: .slideOver, [.clear(.secondary), .expand],
      "split[A || c1: ph > d1]"),
    Row(
      "M12 M11 the nested stack leaves the primary's", "split<A > {N: B}>", in: .slideOver,
      behavior: .placeholderAlone,
      [.clear(.secondary)], "split<A / N: ph>"),
    Row(
      "M12 in a column style", "split/2[A || B > C]", behavior: .placeholderAlone, [.clear(.secondary)],
      "split/2[A || ph]"),
    Row(
      "M12 in a column style, alone", "split/2[A || ph]", behavior: .placeholderAlone, [.clear(.secondary)],
      "split/2[A || ph]", ""),
    Row(
      "M10 M12 a column style, collapsed: off the stack", "split/2[A || B]", behavior: .placeholderAlone,
      [.collapse, .clear(.secondary)], "split/2<A / secondary: ph>"),
    Row(
      "D-48 a stack below the top stays, and another one is made", "split<A > {N: B} > x>", in: .slideOver,
      behavior: .placeholderAlone, [.clear(.secondary)], "split<A > {N: B} > x / c1: ph>"),
    Row(
      "D-48 M11 a placeholder in the primary's stack stays, too", "split<A > {secondary: ph}>", in: .slideOver,
      behavior: .placeholderAlone, [.push("x", on: "primary"), .expand, .clear(.secondary)],
      "split[A > {secondary: ph} || c1: c2]", "nothing-selected c2, -will x, +will c2, -did x, +did c2, discarded x"),
    Row(
      "D-48 and the one of the counter is discarded with its column", "split<A > {secondary: ph}>", in: .slideOver,
      behavior: .placeholderAlone,
      [.push("x", on: "primary"), .expand, .clear(.secondary), .set(.secondary, "z")],
      "split[A > {secondary: ph} || =z]", "-will c2, +will z, -did c2, +did z, discarded c1, discarded c2"),
    Row(
      "D-22 one that is off the tree stays", "split[A || ph]", behavior: .placeholderAlone, [.set(.secondary, "x")],
      "split[A || =x]", "-will ph, +will x, -did ph, +did x, discarded secondary"),
    Row(
      "D-22 until the app has another one, or none", "split[A || =x]", behavior: .placeholderAlone,
      [.setSplit { $0.delegate = SplitDelegateUpdate { $0.placeholder = .some(nil) } }], "split[A || =x]",
      "discarded ph"),
    Row(
      "D-22 one that has its place stays there", "split[A || ph]", behavior: .placeholderAlone,
      [.setSplit { $0.delegate = SplitDelegateUpdate { $0.placeholder = .some("p2".placeholder) } }], "split[A || ph]",
      ""),
    Row(
      "CO-7 without a placeholder it is empty", "split[A || N: B]", behavior: SplitDelegate(), [.clear(.secondary)],
      "split[A || -]"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  @Test func `M12: with only the placeholder it is not handled`() throws {
    var session = try Row("", "split[A || ph]", [], "").open()
    let before = session
    #expect(try session.apply(.clear(.secondary)).outcome == Outcome(.noChange))
    #expect(session == before)
  }

  @Test(
    arguments: [
      ([], "split[A || -]"), ([.collapse, .expand], "split[A || -]"),
      ([.collapse, .push("x"), .expand], "split[A > x || -]"),
      ([.showDetail("d1")], "split[A || c1: ph > d1]"), ([.showDetail("d1"), .collapse], "split<A > d1 / c1: ph>"),
      ([.clear(.secondary)], "split[A || c1: ph]"),
    ] as [([Transition], String)]) func `D-49 M12: a column restored empty stays so until it shows a screen`(
      steps: [Transition], end: String
    )
    throws
  {
    let split = Split(
      columns: ColumnContents(primary: .stack("primary", .screen("A"))), displayMode: .oneBesideSecondary,
      delegate: .tabsInPrimary)
    var session = try Session.restore(Controller(id: "split", content: .split(split)), in: Environment(), countedIDs: 0)
      .session
    for step in steps { _ = try session.apply(step) }
    #expect(session.sketch == end)
  }
}

extension SplitDelegate {
  fileprivate static var placeholderAlone: SplitDelegate { SplitDelegate(placeholder: "ph".placeholder) }
}
