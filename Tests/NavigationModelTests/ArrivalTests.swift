import Testing

@testable import Navigation

/// Rare cases of late trees and of duplicate ids, found with random trees.
@Suite struct ArrivalTests {
  static let system = SplitDelegate()
  static let placeholder = SplitDelegate(placeholder: "ph".placeholder)
  static let movesOnly = SplitDelegate(
    onCollapse: .moveAbovePlaceholder, onSeparate: .moveAboveRoot, placeholder: "ph".placeholder)
  static let columns = Controller(
    id: "s",
    content: .split(
      Split(style: .doubleColumn, columns: ColumnContents(primary: .screen("p"), secondary: .screen("q")))))
  static let inner = Controller(id: "inner", content: .split(Split(primary: .screen("p"), secondary: nil)))
  static let nested = Controller(
    id: "n", content: .stack(Stack(root: .screen("p"), above: [.stack("m", .screen("q"))])))

  static let rows: [Row] = [
    Row(
      "CO-3 a column style that comes with a transition makes stacks too", "tabs[x*: a]", behavior: system,
      [.setTabs([.existing("x"), .new(columns)])], "tabs[x*: a | =s/2[c1: p || c2: q]]"),
    Row(
      "CL-27 M10 a split view for a secondary on a stack waits", "split[A || N: B]", behavior: system,
      [.collapse, .set(.secondary, tree: inner)], "split<A / inner<=p>>"),
    Row(
      "NV-9 SYS0-20 stacks shown while collapsed: UIKit decides", "split[A || ph]", behavior: movesOnly,
      [.collapse, .showDetail(tree: .stack("N", .screen("B"))), .showDetail(tree: .stack("M", .screen("C"))), .expand],
      "split[A > {N: B} || M: C]"),
    Row(
      "CO-6 a placeholder below a detail is where its column is", "split/3[- || S || ph]",
      in: .window(1_200, 1_000),
      system: .iOS14, behavior: placeholder, [.set(.secondary, "d"), .forced(.compact)],
      "split/3<supplementary: S > {secondary: ph > d}>"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  static let refusals: [Refusal] = [
    Refusal(
      "NV-9 a stack on a stack, as a column", "split/2[A || B]", behavior: system, .set(.primary, tree: nested),
      .cannotPush("m"))
  ]

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }

  @Test func `D-22 NV-7: the id of an absent placeholder is taken`() throws {
    let stack = Controller(
      id: "primary", content: .stack(Stack(root: .screen("A"), above: [.stack("ph", .screen("B"))])))
    let collapse = Collapse(columns: [
      CollapsedColumn(column: .primary, id: "primary"), CollapsedColumn(column: .secondary, id: "ph"),
    ])
    let split = Split(
      style: .doubleColumn, columns: ColumnContents(primary: stack), collapse: collapse, delegate: Self.placeholder)
    #expect(
      refusal(of: { _ = try Session.open(Controller(id: "split", content: .split(split)), in: Environment()) })
        == .duplicateController("ph"))
  }
}
