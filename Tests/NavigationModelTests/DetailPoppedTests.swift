import Navigation
import Testing

/// D-143: `onDetailPopped` of a column style.
@Suite struct DetailPoppedTests {
  private static let two = "split/2[A || B > C]"
  private static let three = "split/3[A || S || B]"
  private static let discards = SplitDelegate(placeholder: "ph".placeholder, onDetailPopped: .discard)
  private static let emptied = "split/2<A / secondary: ph>"

  static let rows: [Row] = [
    Row(
      "D-143 M10 a popped secondary", two, behavior: discards, [.collapse, .pop(from: "primary")], emptied,
      "!willHide secondary, secondary:primary->none, -will C, +will A, -did C, +did A, !didHide secondary, "
        + "discarded B, discarded C"),
    Row(
      "D-143 CO-16 its placeholder is back", two, behavior: discards, [.collapse, .pop(from: "primary"), .expand],
      "split/2[A || ph]"),
    Row("D-143 by a user", "split/2[A || B]", behavior: discards, [.collapse, .back()], emptied),
    Row(
      "D-143 by a swipe", "split/2[A || B]", behavior: discards, [.collapse, .back(.began), .back(.finished)], emptied),
    Row(
      "D-143 not before its end", "split/2[A || B]", behavior: discards, [.collapse, .back(.began), .expand],
      "split/2[A || B]"),
    Row("D-143 within it nothing", two, behavior: discards, [.collapse, .back(), .expand], "split/2[A || B]"),
    Row("D-143 hidden", two, behavior: discards, [.collapse, .hide(.secondary)], emptied),
    Row("D-143 below a shown one", two, behavior: discards, [.collapse, .show(.primary)], emptied),
    Row("D-143 popTo", two, behavior: discards, [.collapse, .popTo("A")], emptied),
    Row("D-143 by its id", two, behavior: discards, [.collapse, .show(again: "A")], emptied),
    Row(
      "D-143 dropped with its stack", two, behavior: discards, [.collapse, .setStack("primary", [.existing("A")])],
      "split/2<A / c1: ph>"),
    Row("D-143 its item is removed", two, behavior: discards, [.collapse, .removeItem("B")], emptied),
    Row("D-143 a window keeps it", two, behavior: discards, [.collapse, .expand], two),
    Row(
      "D-143 so does a collapse onto another column", two,
      behavior: SplitDelegate(
        placeholder: "ph".placeholder, topColumnForCollapsing: .primary, onDetailPopped: .discard),
      [.collapse, .pop(from: "primary"), .expand], two),
    Row(
      "D-143 another one is put in its place", two, behavior: discards, [.collapse, .set(.secondary, "Z")],
      "split/2<A > {secondary: Z}>"),
    Row(
      "D-143 shown again", two, behavior: discards, [.collapse, .pop(from: "primary"), .showDetail("Z")],
      "split/2<A > {secondary: Z}>"),
    Row(
      "D-143 without a placeholder the column is empty", two, behavior: SplitDelegate(onDetailPopped: .discard),
      [.collapse, .pop(from: "primary"), .expand], "split/2[A || -]"),
    Row(
      "D-143 three columns", three, behavior: discards, [.collapse, .popToRoot("primary")],
      "split/3<A / supplementary: S / secondary: ph>"),
    Row(
      "D-143 the supplementary is kept", three, behavior: discards,
      [.collapse, .popToRoot("primary"), .expand], "split/3[A || S || ph]"),
    Row(
      "D-143 the detail alone", three, behavior: discards, [.collapse, .back()],
      "split/3<A > {supplementary: S} / secondary: ph>"),
    Row(
      "D-143 no longer chosen", "split/2[A || B]",
      behavior: SplitDelegate(
        placeholder: "ph".placeholder, topColumnForCollapsing: .byProvenance, onDetailPopped: .discard),
      [.showDetail("Z"), .collapse, .pop(from: "primary"), .expand, .collapse], emptied),
    Row(
      "D-143 keep, by default", two, behavior: SplitDelegate(placeholder: "ph".placeholder),
      [.collapse, .pop(from: "primary"), .expand], two),
    Row(
      "D-143 classic: without effect", "split[A || N: B]",
      behavior: SplitDelegate(onCollapse: .discard, placeholder: "ph".placeholder, onDetailPopped: .discard),
      [.collapse, .showDetail("x"), .pop(), .expand], "split[A || N: B]"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  @Test func `D-143: undo brings the detail back, and takes nothing away`() throws {
    var session = try Row("", Self.two, behavior: Self.discards, [], "").open()
    _ = try session.apply(.collapse)
    let before = session
    _ = try session.apply(.pop(from: "primary"))
    let emptied = session
    _ = session.restore(before)
    #expect(session.sketch == before.sketch)
    _ = session.restore(emptied)
    #expect(session.sketch == Self.emptied)
  }

  @Test func `D-143 D-140: a blocking screen is not discarded`() throws {
    var session = try Row("", Self.two, behavior: Self.discards, [], "").open()
    for step in [.update("B") { $0.blocksRemoval = true }, Transition.collapse] { _ = try session.apply(step) }
    #expect(try session.apply(.hide(.secondary)).outcome.blocked.map(\.controller) == ["B"])
    let batch = try session.apply(batch: [.pop(), Transition(.pop(stack: "primary", count: 1), confirm: true)])
    #expect(batch.isRevision && session.sketch == Self.emptied)
  }
}
