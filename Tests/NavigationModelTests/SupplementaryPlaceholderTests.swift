import Navigation
import Testing

/// D-412: a supplementary with nothing in it, as a timeline without a feed.
@Suite struct SupplementaryPlaceholderTests {
  private static let empty = "split/3[A(r1) || sp || ph]"
  private static let filled = "split/3[A(r1) || S || B]"
  private static let list = "split/3<A(r1) / supplementary: sp / secondary: ph>"

  static let rows: [Row] = [
    Row("D-412 CO-26 no content: the primary is on top", empty, behavior: .emptySupplementary, [.collapse], list),
    Row("D-412 and back", empty, behavior: .emptySupplementary, [.collapse, .expand], empty),
    Row(
      "D-412 a detail alone is on top of the primary", "split/3[A || sp || B]", behavior: .emptySupplementary,
      [.collapse], "split/3<A > {secondary: B} / supplementary: sp>"),
    Row(
      "D-412 byProvenance", "split/3[A || sp || B]", behavior: .emptySupplementary.answering(.byProvenance),
      [.collapse], "split/3<A / supplementary: sp / secondary: B>"),
    Row("D-412 lastTop", empty, behavior: .emptySupplementary.answering(.lastTop), [.collapse], list),
    Row(
      "D-412 supplementary as the answer: as proposed", empty,
      behavior: .emptySupplementary.answering(.supplementary), [.collapse], list),
    Row(
      "D-412 what is above it is content", "split/3[A || sp > f || ph]", behavior: .emptySupplementary, [.collapse],
      "split/3<A > {supplementary: sp > f} / secondary: ph>"),
    Row(
      "D-412 D-154 a tap on a row replaces it", empty, behavior: .emptySupplementary,
      [.tapRow("2", in: "A", "S", .column)], "split/3[A(2) || S || ph]",
      "A(r1->2) user, -will sp, -did sp, +will S, +did S"),
    Row(
      "D-412 M10 and is shown while collapsed", empty, behavior: .emptySupplementary,
      [.collapse, .tapRow("2", in: "A", "S", .column)], "split/3<A(2) > {supplementary: S} / secondary: ph>"),
    Row(
      "D-412 D-48 null brings it back", filled, behavior: .emptySupplementary, [.clear(.supplementary)],
      "split/3[A || sp || B]",
      "nothing-selected sp, A(r1->-) placeholderAppeared, -will S, -did S, +will sp, +did sp, discarded S"),
    Row("D-412 D-48 alone it stays", empty, behavior: .emptySupplementary, [.clear(.supplementary)], empty, ""),
    Row(
      "D-412 D-48 collapsed, off the stack", filled, behavior: .emptySupplementary,
      [.collapse, .clear(.supplementary)], "split/3<A(r1) > {secondary: B} / supplementary: sp>"),
    Row(
      "D-412 and back", filled, behavior: .emptySupplementary, [.collapse, .clear(.supplementary), .expand],
      "split/3[A(r1) || sp || B]"),
    Row("D-412 without one the column is empty", filled, [.clear(.supplementary)], "split/3[A(r1) || - || B]"),
    Row(
      "D-412 D-22 off the tree it waits", empty, behavior: .emptySupplementary, [.set(.supplementary, "S")],
      "split/3[A(r1) || S || ph]", "-will sp, -did sp, +will S, +did S"),
    Row(
      "D-412 D-22 until the app has another one", filled, behavior: .emptySupplementary,
      [.setSplit { $0.delegate = SplitDelegateUpdate { $0.supplementaryPlaceholder = "sp2".placeholder } }], filled,
      "discarded sp"),
    Row(
      "D-412 D-128 or none", filled, behavior: .emptySupplementary,
      [
        .setSplit { $0.delegate = SplitDelegateUpdate { $0.supplementaryPlaceholder = .some(nil) } },
        .clear(.supplementary),
      ], "split/3[A(r1) || - || B]"),
    Row(
      "D-412 D-129 an arrangement's words leave it", filled, behavior: .emptySupplementary,
      [.setSplit { $0.delegateFrom = .tripleColumn }, .clear(.supplementary)], "split/3[A || sp || B]"),
    Row(
      "D-412 SYS0-4 an empty column gets it at once", "split/3[A || - || B]", behavior: .emptySupplementary, [],
      "split/3[A || c1: sp || B]"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  static let refusals: [Refusal] = [
    Refusal(
      "D-412 D-1 not in the primary", empty, behavior: .emptySupplementary,
      .set(.primary, tree: .stack("n", "x".placeholder ?? .screen("x"))), .cannotContain(container: "n", child: "x")),
    Refusal(
      "D-412 D-1 not above a root", empty, behavior: .emptySupplementary,
      .push(tree: "x".placeholder ?? .screen("x"), on: "supplementary"),
      .cannotContain(container: "supplementary", child: "x")),
    Refusal(
      "D-412 SYS0-3 its place stays", empty, behavior: .emptySupplementary, .replaceTop("x", of: "supplementary"),
      .cannotContain(container: "supplementary", child: "x")),
    Refusal(
      "D-412 TB-12 a tab bar is none", empty, behavior: .emptySupplementary,
      .set(.supplementary, tree: bar),
      .cannotContain(container: "split", child: "t")),
    Refusal(
      "D-412 M12 two columns have none", "split/2[A || B]",
      .setSplit { $0.delegate = SplitDelegateUpdate { $0.supplementaryPlaceholder = "sp".placeholder } },
      .wrongStyle("split")),
    Refusal(
      "D-412 M12 nor has the classic style", "split[A || B]",
      .setSplit { $0.delegate = SplitDelegateUpdate { $0.supplementaryPlaceholder = "sp".placeholder } },
      .wrongStyle("split")),
    Refusal(
      "D-412 NV-7 its id is taken", filled, behavior: .emptySupplementary, .push("sp"),
      .duplicateController("sp", at: HolderPlace(in: "split", nil))),
  ]
  private static let bar = (try? SketchParser.tree("t[x*: y]")) ?? .screen("none")

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }

  @Test func `D-412: undo brings it back`() throws {
    var session = try Row("", Self.empty, behavior: .emptySupplementary, [], "").open()
    let before = session
    _ = try session.apply(.set(.supplementary, "S"))
    _ = session.restore(before)
    #expect(session == before)
  }
}

extension SplitDelegate {
  static let emptySupplementary = SplitDelegate(
    placeholder: "ph".placeholder, supplementaryPlaceholder: "sp".placeholder)

  fileprivate func answering(_ top: TopColumnForCollapsing) -> SplitDelegate {
    var behavior = self
    behavior.topColumnForCollapsing = top
    return behavior
  }
}
