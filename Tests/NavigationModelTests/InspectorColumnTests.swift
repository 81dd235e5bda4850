import Navigation
import Testing

/// IN-1 to IN-6: a column at the trailing edge, and a sheet while collapsed.
@Suite struct InspectorColumnTests {
  private static let two = "split/2[A || B + (I)]"
  private static let three = "split/3[A || S || B + (I)]"
  private static let sheet = "split/2<A > {secondary: B}> ^pageSheet inspector: I"
  private static let behavior = SplitDelegate()

  private static func row(
    _ rule: String, _ start: String, in place: Row.Place = .pad, _ steps: [Transition], _ end: String,
    _ tells: String? = nil
  ) -> Row {
    Row(rule, start, in: place, behavior: behavior, steps, end, tells)
  }

  /// Of two columns.
  private static func row(
    _ rule: String, in place: Row.Place = .pad, _ steps: [Transition], _ end: String, _ tells: String? = nil
  ) -> Row {
    row(rule, two, in: place, steps, end, tells)
  }

  static let columns: [Row] = [
    row("IN-1 hidden at first", [], two),
    row(
      "IN-1 IN-4 D-483 shown", [.show(.inspector)], "split/2[A || B + I]",
      "!willShow inspector, +will I, +did I, !didShow inspector"),
    row(
      "IN-4 D-483 hidden", [.show(.inspector), .hide(.inspector)], two,
      "!willHide inspector, -will I, -did I, !didHide inspector"),
    row("IN-1 shown already", [.show(.inspector), .show(.inspector)], "split/2[A || B + I]", ""),
    row("IN-1 hidden already", [.hide(.inspector)], two, ""),
    row("IN-1 there is none", "split/2[A || B]", [.show(.inspector)], "split/2[A || B]", ""),
    row(
      "D-482 at 820 the sidebar yields", in: .window(820, 1_180), [.show(.inspector)], "split/2[(A) || B + I]",
      "!willChangeTo secondaryOnly, !willShow inspector, mode oneBesideSecondary->secondaryOnly, -will A, +will I, "
        + "-did A, +did I, !didShow inspector"),
    row(
      "D-482 and comes back", in: .window(820, 1_180), [.show(.inspector), .hide(.inspector)], two,
      "!willChangeTo oneBesideSecondary, !willHide inspector, mode secondaryOnly->oneBesideSecondary, -will I, "
        + "+will A, -did I, +did A, !didHide inspector"),
    row(
      "D-482 showColumn shows it over", in: .window(820, 1_180), [.show(.inspector), .show(.primary)],
      "split/2[A |> B + I]"),
    row(
      "D-482 and beside once it is hidden", in: .window(820, 1_180),
      [.show(.inspector), .show(.primary), .hide(.inspector)], two),
    row("D-482 at 954.5 both fit", in: .window(954.5, 800), [.show(.inspector)], "split/2[A || B + I]"),
    row("D-482 at 954 they do not", in: .window(954, 800), [.show(.inspector)], "split/2[(A) || B + I]"),
    row(
      "D-482 of three columns the primary yields first", three, in: .window(1_194.5, 800), [.show(.inspector)],
      "split/3[(A) || S || B + I]"),
    row(
      "D-482 at 1195 all fit", three, in: .window(1_195, 800), [.show(.inspector)], "split/3[A || S || B + I]"),
    row(
      "D-482 the fit follows the window", in: .window(820, 1_180), [.show(.inspector), .resize(1_000, 1_180)],
      "split/2[A || B + I]"),
    row(
      "D-482 D-60 a user's choice is one of such widths", in: .window(820, 1_180),
      [.tapButton, .show(.inspector), .hide(.inspector)], "split/2[(A) || B + (I)]"),
    row(
      "D-481 a narrow regular window keeps the column", in: .window(700, 900), [.show(.inspector)],
      "split/2[(A) || B + I]"),
    row(
      "CO-3 D-480 set", "split/2[A || B]", [.set(.inspector, "I"), .show(.inspector)],
      "split/2[A || B + c1: I]"),
    row(
      "CO-3 M10 replaced in its stack", [.show(.inspector), .set(.inspector, "J")], "split/2[A || B + J]",
      "-will I, -did I, +will J, +did J, discarded I"),
    row(
      "D-486 emptied: hidden first", [.show(.inspector), .clear(.inspector)], "split/2[A || B]",
      "!willHide inspector, -will I, -did I, !didHide inspector, discarded inspector, discarded I"),
    row("D-486 emptied while hidden", [.clear(.inspector)], "split/2[A || B]", "discarded inspector, discarded I"),
    row("CL-19 a detail leaves it", [.show(.inspector), .showDetail("x")], "split/2[A || x + I]"),
    row("D-16 D-490 a push beside it", [.show(.inspector), .push("x")], "split/2[A || B > x + I]"),
    row(
      "D-430 D-490 and back", [.show(.inspector), .push("j", on: "inspector"), .push("x"), .back()],
      "split/2[A || B + I > j]"),
    row(
      "D-490 as a sheet it is on top", in: .phone, [.show(.inspector), .push("x")],
      "split/2<A > {secondary: B}> ^pageSheet inspector: I > x"),
    row("NV-19 a stack of its own", [.show(.inspector), .push("j", on: "inspector")], "split/2[A || B + I > j]"),
  ]

  @Test(arguments: columns) func column(_ row: Row) throws { try row.check() }

  static let sheets: [Row] = [
    row(
      "IN-2 a sheet of the system's", in: .phone, [.show(.inspector)], sheet,
      "!willShow inspector, inspector:split->none, presented inspector by split pageSheet, +will I, +did I, "
        + "!didShow inspector"),
    row(
      "IN-2 D-484 it collapses into a sheet, without calls of its own", [.show(.inspector), .collapse], sheet,
      "?topColumn secondary=secondary, !willHide secondary, !willHide primary, !willShow secondary, "
        + "inspector:split->none, secondary:split->primary, collapsed, presented inspector by split pageSheet, -will A, "
        + "-did A, !didCollapse, !didHide primary, !didShow secondary, target"),
    row(
      "IN-5 D-484 column, sheet, column", [.show(.inspector), .collapse, .expand], "split/2[A || B + I]"),
    row("IN-5 D-484 hidden", [.collapse, .expand], two),
    row("IN-5 D-484 shown while collapsed", [.collapse, .show(.inspector), .expand], "split/2[A || B + I]"),
    row(
      "IN-4 D-486 a user's swipe", [.show(.inspector), .collapse, .swipeDown()],
      "split/2<A > {secondary: B} + (I)>",
      "!willHide inspector, inspector:none->split, dismissed inspector, -will I, -did I, !didHide inspector"),
    row("IN-4 D-486 it stays hidden", [.show(.inspector), .collapse, .swipeDown(), .expand], two),
    row(
      "IN-4 D-486 dismiss", [.show(.inspector), .collapse, .dismiss()], "split/2<A > {secondary: B} + (I)>",
      "!willHide inspector, inspector:none->split, dismissed inspector, -will I, -did I, !didHide inspector"),
    row(
      "IN-4 D-486 hideColumn", [.show(.inspector), .collapse, .hide(.inspector)], "split/2<A > {secondary: B} + (I)>",
      "!willHide inspector, inspector:none->split, dismissed inspector, -will I, -did I, !didHide inspector"),
    row(
      "PR-4 D-486 dismiss that climbs", in: .phone, [.show(.inspector), .dismiss("I")],
      "split/2<A > {secondary: B} + (I)>"),
    row(
      "PR-4 D-486 with what is over it", in: .phone, [.show(.inspector), .present("s", from: "I"), .dismiss("split")],
      "split/2<A > {secondary: B} + (I)>",
      "!willHide inspector, inspector:none->split, dismissed inspector, dismissed s, -will I, -will s, -did I, "
        + "-did s, !didHide inspector, discarded s"),
    row(
      "D-486 what is over it stays as it expands", [.show(.inspector), .collapse, .present("s", from: "I"), .expand],
      "split/2[A || B + I ^ s]"),
    row(
      "IN-4 set in its sheet", in: .phone, [.show(.inspector), .set(.inspector, "J")],
      "split/2<A > {secondary: B}> ^pageSheet inspector: J"),
    row(
      "D-486 emptied in its sheet", in: .phone, [.show(.inspector), .clear(.inspector)],
      "split/2<A > {secondary: B}>",
      "!willHide inspector, dismissed inspector, -will I, -did I, !didHide inspector, discarded inspector, discarded I"),
    row(
      "CO-10 D-484 never on top", "split/2[A || - + (I)]", [.show(.inspector), .collapse],
      "split/2<A> ^pageSheet inspector: I"),
    row(
      "IN-4 in compact height it fills the screen", in: .phoneLandscape, [.show(.inspector)], sheet,
      "!willShow inspector, inspector:split->none, presented inspector by split pageSheet as fullScreen, -will B, "
        + "+will I, +did I, -did B, !didShow inspector"),
    row(
      "PR-3 and is a sheet again", in: .phoneLandscape, [.show(.inspector), .rotate(.portrait)], sheet,
      "inspector adapts fullScreen->pageSheet, +will B, +did B"),
    row(
      "CO-10 beside a compact tree", "split/2[A || B + (I) @ C]", in: .phone, [.show(.inspector)],
      "split/2<compact: C @ A || B> ^pageSheet inspector: I"),
  ]

  @Test(arguments: sheets) func sheet(_ row: Row) throws { try row.check() }

  static let waiting: [Row] = [
    row(
      "D-485 it waits", in: .phone, [.present("s"), .show(.inspector)], "split/2<A > {secondary: B} + I> ^ s",
      "!willShow inspector, !didShow inspector"),
    row(
      "D-485 and comes", in: .phone, [.present("s"), .show(.inspector), .dismiss()], sheet,
      "inspector:split->none, dismissed s, presented inspector by split pageSheet, -will s, +will I, -did s, +did I, "
        + "discarded s"),
    row(
      "D-485 collapsed beneath something", [.show(.inspector), .present("s"), .collapse],
      "split/2<A > {secondary: B} + I> ^ s"),
    row(
      "D-484 D-485 and back", [.show(.inspector), .present("s"), .collapse, .expand], "split/2[A || B + I] ^ s"),
    row(
      "D-485 replaces hides it", in: .phone, [.show(.inspector), .replacing("s")],
      "split/2<A > {secondary: B} + (I)> ^ s",
      "!willHide inspector, inspector:none->split, dismissed inspector, presented s by split, -will I, +will s, "
        + "-did I, +did s, !didHide inspector"),
    row(
      "D-485 beneath another presenter", "tabs[*=split/2[A || B + (I)] | y: b]", in: .phone,
      [.present("s"), .show(.inspector)], "tabs[*=split/2<A > {secondary: B} + I> | y: b] ^ s"),
    row(
      "D-485 D-76 of a tab that is not selected", "tabs[*=split/2[A || B + (I)] | y: b]", in: .phone,
      [.show(.inspector), .select("y"), .present("s")], "tabs[=split/2<A > {secondary: B} + I> | y*: b] ^ s"),
    row(
      "D-485 and it comes back", "tabs[*=split/2[A || B + (I)] | y: b]", in: .phone,
      [.show(.inspector), .select("y"), .present("s"), .dismiss(), .select("split")],
      "tabs[*=split/2<A > {secondary: B}> ^pageSheet inspector: I | y: b]"),
  ]

  @Test(arguments: waiting) func wait(_ row: Row) throws { try row.check() }

  private static let shown: [Transition] = [.show(.inspector)]
  private static let nested = Controller(
    id: "n", content: .split(Split(primary: .stack("p", .screen("a")), secondary: .screen("b"))))

  static let refusals: [(row: Refusal, before: [Transition])] = [
    (refusal("IN-1 not of a classic one", "split[A || B]", .show(.inspector), .wrongStyle("split")), []),
    (refusal("IN-1 nor to hide", "split[A || B]", .hide(.inspector), .wrongStyle("split")), []),
    (refusal("IN-1 nor to set", "split[A || B]", .set(.inspector, "I"), .wrongStyle("split")), []),
    (
      refusal("IN-3 nor a width", "split[A || B]", .setSplit { $0.inspectorWidth.minimum = 300 }, .wrongStyle("split")),
      []
    ),
    (
      refusal(
        "CO-3 D-480 no split view", two, .set(.inspector, tree: nested),
        .cannotPush("n", asColumn: true)), []
    ),
    (refusal("M12 of another column", two, .move("primary", into: .inspector), .columnTaken("primary")), []),
    (
      refusal(
        "PR-6 D-485 its place is taken", two, in: .phone, .present("s", from: "A"), .inspectorPresented("inspector")),
      shown
    ),
    (
      refusal(
        "PR-6 D-485 also of another presenter", "tabs[*=split/2[A || B + (I)] | y: b]", in: .phone,
        .present("s", from: "A"),
        .inspectorPresented("inspector")), shown + [.hide(.inspector), .show(.inspector)]
    ),
  ]

  private static func refusal(
    _ rule: String, _ start: String, in place: Row.Place = .pad, _ step: Transition, _ rejection: Rejection
  ) -> Refusal {
    Refusal(rule, start, in: place, behavior: behavior, step, rejection)
  }

  @Test(arguments: refusals) func refuses(_ row: (row: Refusal, before: [Transition])) throws {
    try row.row.check(after: row.before)
  }
}

extension Transition {
  fileprivate static func replacing(_ id: ControllerID) -> Transition {
    Transition(.present(.new(.screen(id)), replaces: true))
  }
}
