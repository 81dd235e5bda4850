import Navigation
import Testing

/// CO and M0 to M12: the column style.
@Suite struct ColumnStyleTests {
  static let system = SplitDelegate()
  static let wide = Row.Place.window(1_200, 1_000)
  static let narrow = Row.Place.window(820, 1_000)
  static let two = "split/2[A || B]"
  static let three = "split/3[A || S || B]"

  static func top(_ column: SplitDelegate.TopColumnForCollapsing) -> SplitDelegate {
    SplitDelegate(topColumnForCollapsing: column)
  }

  static let collapses: [Row] = [
    Row(
      "M7 M0 two columns, onto the secondary", two, behavior: system, [.collapse], "split/2<A > {secondary: B}>",
      "?topColumn secondary=secondary, !willHide secondary, !willHide primary, !willShow secondary, secondary:split->primary, collapsed, "
        + "-will A, -did A, !didCollapse, !didHide primary, !didShow secondary, target"),
    Row(
      "M7 onto the primary: the others are preserved", two, behavior: top(.primary), [.collapse],
      "split/2<A / secondary: B>",
      "?topColumn secondary=primary, !willHide secondary, secondary:split->none, collapsed, -will B, -did B, !didCollapse, !didHide secondary, "
        + "target"),
    Row(
      "M7 M0 CO-9 CO-12 three columns, onto the secondary", three, in: wide, behavior: system, [.forced(.compact)],
      "split/3<A > {supplementary: S} > {secondary: B}>",
      "!willChangeTo oneBesideSecondary, ?topColumn secondary=secondary, !willHide supplementary, !willHide secondary, !willHide primary, "
        + "!willShow secondary, supplementary:split->primary, secondary:split->primary, mode twoBesideSecondary->oneBesideSecondary, "
        + "collapsed, -will A, -will S, -did A, -did S, !didCollapse, !didHide supplementary, !didHide primary, !didShow secondary, target"
    ),
    Row(
      "M7 onto the supplementary", three, in: narrow, behavior: top(.supplementary), [.forced(.compact)],
      "split/3<A > {supplementary: S} / secondary: B>",
      "?topColumn secondary=supplementary, !willHide supplementary, !willShow primary, !willHide secondary, !willShow supplementary, "
        + "!willHide primary, supplementary:split->primary, secondary:split->none, collapsed, -will B, -did B, !didCollapse, "
        + "!didShow supplementary, !didHide primary, !didHide secondary, target"),
    Row(
      "M7 an empty column is not on the stack", "split/3[A || - || B]", in: wide, behavior: system, [.forced(.compact)],
      "split/3<A > {secondary: B}>"),
    Row(
      "M7 the name of an empty column is the proposal", "split/3[A || - || B]", in: wide, behavior: top(.supplementary),
      [.forced(.compact)], "split/3<A > {secondary: B}>"),
    Row(
      "CO-10 CO-26 M7 a placeholder is nothing", "split/2[A || ph]", behavior: system, [.collapse],
      "split/2<A / secondary: ph>"),
    Row(
      "CO-10 M7 the deepest that holds something", "split/3[A || S || -]", in: wide, behavior: system,
      [.forced(.compact)],
      "split/3<A > {supplementary: S}>"),
    Row("M7 no primary", "split/2[- || B]", behavior: system, [.collapse], "split/2<secondary: B>"),
    Row(
      "CO-11 M7 a compact tree takes the place of all", "split/2[A || B @ C]", behavior: system, [.collapse],
      "split/2<compact: C @ A || B>",
      "?topColumn compact=compact, !willHide primary, !willShow compact, !willHide secondary, collapsed, -will A, -will B, +will C, -did A, "
        + "-did B, +did C, !didCollapse, !didHide primary, !didShow compact, !didHide secondary, target"),
    Row(
      "CO-11 another answer is honoured", "split/2[A || B @ C]", behavior: top(.secondary), [.collapse],
      "split/2<A > {secondary: B} @ compact: C>"),
    Row("CO-10 no compact tree: as proposed", two, behavior: top(.compact), [.collapse], "split/2<A > {secondary: B}>"),
    Row("byProvenance: a default detail", two, behavior: top(.byProvenance), [.collapse], "split/2<A / secondary: B>"),
    Row(
      "byProvenance: of three", three, in: wide, behavior: top(.byProvenance), [.forced(.compact)],
      "split/3<A > {supplementary: S} / secondary: B>"),
    Row(
      "D-47 byProvenance: a chosen detail", two, behavior: top(.byProvenance), [.showDetail("C"), .collapse],
      "split/2<A > {secondary: C}>"),
    Row(
      "byProvenance: a screen pushed above it", two, behavior: top(.byProvenance),
      [.showDetail("C"), .push("D"), .collapse],
      "split/2<A > {secondary: C > D}>"),
    Row(
      "byProvenance: set, not chosen", two, behavior: top(.byProvenance),
      [.showDetail("C"), .set(.secondary, "D"), .collapse],
      "split/2<A / secondary: D>"),
  ]

  @Test(arguments: collapses) func collapse(_ row: Row) throws { try row.check() }

  static let expansions: [Row] = [
    Row(
      "M9 two columns, with a pushed screen", two, behavior: system, [.collapse, .push("C"), .expand],
      "split/2[A || B > C]",
      "?displayMode oneBesideSecondary=oneBesideSecondary, !willShow primary, secondary:primary->split, expanded, +will A, +did A, "
        + "!didExpand, !didShow primary, target"),
    Row(
      "M9 three columns: from the top one to what the mode shows", three, in: wide, behavior: system,
      [.forced(.compact), .forced(nil)],
      three,
      "!willChangeTo twoBesideSecondary, ?displayMode twoBesideSecondary=twoBesideSecondary, !willShow supplementary, !willShow primary, "
        + "supplementary:primary->split, secondary:primary->split, mode oneBesideSecondary->twoBesideSecondary, expanded, +will A, +will S, "
        + "+did A, +did S, !didExpand, !didShow supplementary, !didShow primary, target"),
    Row(
      "CO-14 M9 another mode", two, behavior: SplitDelegate(displayModeForExpanding: .secondaryOnly),
      [.collapse, .expand],
      "split/2[(A) || B]",
      "?displayMode oneBesideSecondary=secondaryOnly, !willChangeTo secondaryOnly, secondary:primary->split, "
        + "mode oneBesideSecondary->secondaryOnly, expanded, !didExpand, target"),
    Row(
      "M9 a detail set while collapsed and popped is shown again", two, behavior: top(.primary),
      [.collapse, .showDetail("C"), .pop(from: "primary"), .expand], "split/2[A || C]"),
    Row(
      "M9 CO-15 a screen pushed below the columns", two, behavior: top(.primary),
      [.collapse, .push("A2"), .expand],
      "split/2[A > A2 || B]"),
    Row(
      "CO-15 and above them", two, behavior: system, [.collapse, .push("X", on: "primary"), .expand],
      "split/2[A || B > X]"),
    Row(
      "CO-11 a compact tree leaves the others alone", "split/2[A || B @ C]", behavior: system,
      [.collapse, .push("D"), .expand],
      "split/2[A || B @ compact: C > D]"),
  ]

  @Test(arguments: expansions) func expand(_ row: Row) throws { try row.check() }

  static let columns: [Row] = [
    Row(
      "M10 showColumn pops to it", two, behavior: system, [.collapse, .show(.primary)], "split/2<A / secondary: B>",
      "!willHide secondary, secondary:primary->none, -will B, +will A, -did B, +did A, !didHide secondary"),
    Row(
      "M10 two columns: only the primary goes", two, behavior: top(.primary), [.collapse, .show(.secondary)],
      "split/2<A > {secondary: B}>",
      "!willHide primary, secondary:none->primary, -will A, +will B, -did A, +did B, !didHide primary"),
    Row(
      "M10 three columns: one pass for each", three, in: wide, behavior: top(.primary),
      [.forced(.compact), .show(.secondary)],
      "split/3<A > {supplementary: S} > {secondary: B}>",
      "!willShow supplementary, !willHide primary, !willHide supplementary, !willShow secondary, supplementary:none->primary, "
        + "secondary:none->primary, -will A, +will B, -did A, +did B, !didHide supplementary, !didHide primary, !didShow secondary"
    ),
    Row(
      "M10 popped screens stay with their column", three, in: wide, behavior: system,
      [.forced(.compact), .push("C"), .show(.primary), .forced(nil)],
      "split/3[A || S || B > C]"),
    Row(
      "CO-20 M10 hideColumn pops the top", three, in: wide, behavior: system, [.forced(.compact), .hide(.secondary)],
      "split/3<A > {supplementary: S} / secondary: B>",
      "!willShow supplementary, secondary:primary->none, -will B, +will S, -did B, +did S, !didShow supplementary"),
    Row(
      "CO-20 M10 hideColumn of one below the top", three, in: wide, behavior: system,
      [.forced(.compact), .hide(.supplementary)],
      "split/3<A > {supplementary: S} > {secondary: B}>", ""),
    Row(
      "CO-20 M10 hideColumn primary", two, behavior: top(.primary), [.collapse, .hide(.primary)],
      "split/2<A / secondary: B>", ""),
    Row(
      "M10 back takes the column off", two, behavior: system, [.collapse, .back()], "split/2<A / secondary: B>",
      "!willHide secondary, secondary:primary->none, -will B, +will A, -did B, +did A, !didHide secondary"),
    Row(
      "M10 showDetail while another column is on top", two, behavior: top(.primary), [.collapse, .showDetail("C")],
      "split/2<A > {secondary: C}>",
      "!willHide primary, !willShow secondary, secondary:none->primary, -will A, +will C, -did A, +did C, !didHide primary, "
        + "!didShow secondary, discarded B"),
    Row(
      "M10 showDetail while it is on top", two, behavior: system, [.collapse, .showDetail("C")],
      "split/2<A > {secondary: C}>",
      "-will B, +will C, -did B, +did C, discarded B"),
    Row(
      "M10 setColumn of a column on the stack", two, behavior: system, [.collapse, .set(.secondary, "C")],
      "split/2<A > {secondary: C}>", "-will B, +will C, -did B, +did C, discarded B"),
    Row(
      "M10 setColumn off the stack", two, behavior: top(.primary), [.collapse, .set(.secondary, "C")],
      "split/2<A / secondary: C>",
      "discarded B"),
    Row(
      "M10 null takes the column off the top", two, behavior: system, [.collapse, .clear(.secondary)], "split/2<A>",
      "!willHide secondary, -will B, +will A, -did B, +did A, !didHide secondary, discarded secondary, discarded B"),
    Row(
      "M10 null off the stack", two, behavior: top(.primary), [.collapse, .clear(.secondary)], "split/2<A>",
      "discarded secondary, discarded B"),
    Row(
      "CO-6 M10 a plain controller replaces the whole content", two, behavior: system,
      [.push("C", on: "secondary"), .set(.secondary, "D")],
      "split/2[A || D]", "-will C, -did C, +will D, +did D, discarded B, discarded C"),
    Row(
      "D-45 CO-7 the lowest column is emptied: the rest comes on display", two, behavior: top(.primary),
      [.collapse, .clear(.primary)],
      "split/2<secondary: B>",
      "!willHide primary, secondary:none->split, -will A, +will B, -did A, +did B, !didHide primary, "
        + "discarded primary, discarded A"),
    Row(
      "CO-11 CO-7 without its compact tree the columns return", "split/2[A || B @ C]", behavior: system,
      [.collapse, .clear(.compact)], "split/2<A > {secondary: B}>"),
    Row(
      "CO-7 removeItem of a compact screen", "split/2[A || B @ C]", behavior: system, [.collapse, .removeItem("C")],
      "split/2<A > {secondary: B}>"),
    Row(
      "D-46 M10 a primary that is set off the stack comes back", "split/2[- || B]", behavior: system,
      [.collapse, .set(.primary, "A")],
      "split/2<secondary: B / c1: A>"),
    Row("CO-6 iOS 14 pushes it", two, system: .iOS14, behavior: system, [.set(.secondary, "D")], "split/2[A || B > D]"),
    Row("CO-6 only in the secondary", two, system: .iOS14, behavior: system, [.set(.primary, "D")], "split/2[D || B]"),
    Row(
      "CO-7 null empties it", two, behavior: system, [.clear(.secondary)], "split/2[A || -]",
      "-will B, -did B, discarded secondary, discarded B"),
    Row(
      "CO-3 SYS1-41 an empty one makes a stack", two, behavior: system, [.clear(.secondary), .set(.secondary, "D")],
      "split/2[A || c1: D]"),
    Row(
      "CO-3 a stack stays as it is", two, behavior: system, [.set(.secondary, tree: .stack("N", .screen("D")))],
      "split/2[A || N: D]"),
    Row(
      "SH-10 SH-11 M6 showDetail replaces the secondary without callbacks", two, behavior: system, [.showDetail("C")],
      "split/2[A || C]",
      "-will B, -did B, +will C, +did C, discarded B"),
    Row("SH-4 a push stays in its stack", two, behavior: system, [.show("C")], "split/2[A > C || B]"),
    Row(
      "CO-8 another compact tree", "split/2[A || B @ C]", behavior: system,
      [.collapse, .set(.compact, tree: .stack("compact2", .screen("D")))],
      "split/2<compact2: D @ A || B>"),
    Row(
      "SH-12 a compact stack takes a detail", "split/2[A || B @ C]", behavior: system,
      [.collapse, .showDetail("D", from: "C")],
      "split/2<compact: C > D @ A || B>"),
    Row(
      "CO-7 removeItem takes one column and no other along", three, in: wide, behavior: system,
      [.forced(.compact), .removeItem("S")],
      "split/3<A > {secondary: B}>"),
  ]

  @Test(arguments: columns) func column(_ row: Row) throws { try row.check() }

  static let modes: [Row] = [
    Row("M0 SYS1-45 first appearance", two, behavior: system, [], two),
    Row(
      "M6 CO-25 SYS1-35 SYS1-52 a preference", two, behavior: system, [.mode(.secondaryOnly)], "split/2[(A) || B]",
      "!willChangeTo secondaryOnly, !willHide primary, mode oneBesideSecondary->secondaryOnly, -will A, -did A, !didHide primary"
    ),
    Row(
      "M6 the same columns", two, behavior: system, [.mode(.oneOverSecondary)], "split/2[A |> B]",
      "!willChangeTo oneOverSecondary, mode oneBesideSecondary->oneOverSecondary"),
    Row(
      "M6 CO-24 hideColumn reports only the mode", two, behavior: system, [.hide(.primary)], "split/2[(A) || B]",
      "!willChangeTo secondaryOnly, mode oneBesideSecondary->secondaryOnly, -will A, -did A"),
    Row(
      "M6 CO-24 iOS 14 reports the columns", two, system: .iOS14, behavior: system, [.hide(.primary)],
      "split/2[(A) || B]",
      "!willChangeTo secondaryOnly, !willHide primary, mode oneBesideSecondary->secondaryOnly, -will A, -did A"),
    Row("CO-21 CO-25 already visible", two, behavior: system, [.show(.primary)], two, ""),
    Row("CO-22 hide primary of three", three, in: wide, behavior: system, [.hide(.primary)], "split/3[(A) || S || B]"),
    Row(
      "CO-22 hide supplementary", three, in: wide, behavior: system, [.hide(.supplementary)], "split/3[(A) || (S) || B]"
    ),
    Row(
      "CO-22 show primary where three do not fit", three, in: narrow, behavior: system, [.show(.primary)],
      "split/3[A |> S |> B]"),
    Row(
      "D-52 CO-21 show secondary under an overlay", two, behavior: system,
      [.mode(.oneOverSecondary), .show(.secondary)],
      "split/2[(A) || B]"),
    Row("D-52 show secondary beside the others", two, behavior: system, [.show(.secondary)], two, ""),
    Row(
      "M3 an overlay that was asked for stays the behavior", two, behavior: system,
      [.mode(.oneOverSecondary), .mode(nil)],
      "split/2[(A) || B]"),
    Row(
      "M3 hideColumn's preference counts on", three, in: wide, behavior: system,
      [.hide(.primary), .resize(1_300, 1_000)],
      "split/3[(A) || S || B]"),
    Row(
      "M4 a preference while collapsed counts from the expansion on", two, behavior: system,
      [.collapse, .mode(.secondaryOnly), .expand],
      "split/2[(A) || B]"),
    Row(
      "M2 a resize keeps an overlay", three, in: narrow, behavior: system,
      [.mode(.twoOverSecondary), .resize(900, 1_000)],
      "split/3[A |> S |> B]"),
    Row(
      "M2 too narrow, on a resize", three, in: wide, behavior: system,
      [.mode(.twoBesideSecondary), .resize(820, 1_000)],
      "split/3[(A) || S || B]"),
    Row(
      "M2 and the preference is unchanged", three, in: wide, behavior: system,
      [.mode(.twoBesideSecondary), .resize(820, 1_000), .resize(1_200, 1_000)], three),
    Row(
      "D-59 M2 another height changes nothing", three, in: narrow, behavior: system,
      [.mode(.twoBesideSecondary), .resize(820, 900)],
      "split/3[A |> S |> B]", ""),
    Row("DM-13 one over", two, behavior: system, [.mode(.oneOverSecondary), .tapDimmed], "split/2[(A) || B]"),
    Row(
      "DM-13 two over", three, in: wide, behavior: system, [.mode(.twoOverSecondary), .tapDimmed],
      "split/3[(A) || (S) || B]"),
    Row(
      "DM-13 two displace", three, system: .iOS14, behavior: system,
      [.setSplit { $0.splitBehavior = .displace }, .mode(.twoDisplaceSecondary), .tapDimmed], "split/3[(A) || S || B]"),
    Row(
      "DM-10 the button", two, behavior: system, [.tapButton], "split/2[(A) || B]",
      "!willChangeTo secondaryOnly, !willHide primary, mode oneBesideSecondary->secondaryOnly, -will A, -did A, !didHide primary"
    ),
    Row("DM-10 and back", two, behavior: system, [.tapButton, .tapButton], two),
    Row(
      "DM-19 a user's choice survives rotation", two, behavior: system, [.tapButton, .rotate(.portrait)],
      "split/2[(A) || B]"),
    Row("DM-19 the last one counts", two, behavior: system, [.tapButton, .tapButton, .rotate(.portrait)], two),
    Row("DM-19 DM-20 and a collapse", two, behavior: system, [.tapButton, .collapse, .expand], "split/2[(A) || B]"),
    Row(
      "D-60 DM-19 each width has its own", two, system: .iOS14, behavior: system,
      [.tapButton, .rotate(.portrait), .tapButton, .rotate(.landscape), .rotate(.portrait)], "split/2[A |> B]"),
    Row("DM-19 until the app asks", two, behavior: system, [.tapButton, .mode(nil)], two),
    Row(
      "D-62 DM-14 SYS1-44 a swipe hides", two, behavior: system, [.swipe(.trailing)], "split/2[(A) || B]",
      "!gestureWillBegin, !willChangeTo secondaryOnly, !willHide primary, mode oneBesideSecondary->secondaryOnly, -will A, -did A, "
        + "!gestureDidEnd, !didHide primary"),
    Row("DM-14 SYS1-44 and reveals", two, behavior: system, [.swipe(.trailing), .swipe(.leading)], two),
    Row(
      "D-58 DM-14 overlays by steps", three, in: narrow, behavior: system,
      [.setSplit { $0.splitBehavior = .overlay }, .swipe(.leading), .swipe(.leading)], "split/3[A |> S |> B]"),
    Row(
      "D-61 DM-14 over where it does not fit beside", three, in: narrow, behavior: system, [.swipe(.leading)],
      "split/3[A |> S |> B]"),
    Row(
      "D-58 D-61 DM-13 out of an overlay for lack of room", three, in: narrow, behavior: system,
      [.tapButton, .tapDimmed], "split/3[(A) || (S) || B]"),
    Row(
      "D-58 and back in", three, in: narrow, behavior: system, [.tapButton, .tapDimmed, .tapButton],
      "split/3[(A) || S || B]"),
    Row(
      "DM-14 and back", three, in: narrow, behavior: system,
      [.setSplit { $0.splitBehavior = .overlay }, .swipe(.leading), .swipe(.leading), .swipe(.trailing)],
      "split/3[(A) |> S |> B]"),
    Row(
      "DM-14 no gesture", two, behavior: system, [.setSplit { $0.presentsWithGesture = false }, .swipe(.trailing)], two,
      ""),
    Row(
      "CW-8 DM-14 from the other edge", two, behavior: system,
      [.setSplit { $0.primaryEdge = .trailing }, .swipe(.leading)],
      "split/2[(A) || B]"),
    Row(
      "DM-12 to the secondary and back", three, in: wide, behavior: system,
      [.setSplit { $0.showsSecondaryOnlyButton = true }, .tapSecondaryOnly], "split/3[(A) || (S) || B]"),
    Row(
      "DM-12 and back", three, in: wide, behavior: system,
      [.setSplit { $0.showsSecondaryOnlyButton = true }, .tapSecondaryOnly, .tapSecondaryOnly], three),
    Row(
      "DM-15 DM-16 SYS1-53 classic: the app is asked", "split[A || =B]",
      behavior: SplitDelegate(targetDisplayModeForAction: .oneOverSecondary),
      [.tapButton], "split[A |> =B]",
      "?target=oneOverSecondary, !willChangeTo oneOverSecondary, mode oneBesideSecondary->oneOverSecondary"),
    Row(
      "DM-18 classic: an overlay stays when a detail is shown", "split[A || =B]", behavior: system,
      [.mode(.oneOverSecondary), .showDetail("C")], "split[A |> =C]"),
  ]

  @Test(arguments: modes) func mode(_ row: Row) throws { try row.check() }

  static let swipes: [Row] = [
    Row(
      "SYS4-22 SYS4-24 pages under the finger come first", "split/2[A || =top{a | *b}]", behavior: system,
      [.swipe(.leading)],
      "split/2[A || c1: top{*a | b}]", "page b->a, -will b, +will a, -did b, +did a"),
    Row(
      "SYS4-22 a bounce is theirs too", "split/2[A || =top{*a | b}]", behavior: system,
      [.hide(.primary), .swipe(.leading)],
      "split/2[(A) || c1: top{*a | b}]", ""),
    Row(
      "SYS4-23 an edge without bounce is the drawer's", "split/2[A || =top{*a | b}]", behavior: system,
      [.hide(.primary), .setTopTabs { $0.allowedBounceEdges = [.trailing] }, .swipe(.leading)],
      "split/2[A || c1: top{*a | b}]"),
  ]

  @Test(arguments: swipes) func swipe(_ row: Row) throws { try row.check() }

  static let refusals: [Refusal] = [
    Refusal("M12 a controller of another column", two, behavior: system, .move("B", into: .primary), .columnTaken("B")),
    Refusal("M12 its stack", two, behavior: system, .move("secondary", into: .primary), .columnTaken("secondary")),
    Refusal(
      "M12 classic has no behavior", "split[A || =B]", behavior: system, .setSplit { $0.splitBehavior = .tile },
      .wrongStyle("split")),
    Refusal(
      "M12 two columns have no supplementary", two, behavior: system, .setSplit { $0.supplementaryWidth.minimum = 3 },
      .wrongStyle("split")),
    Refusal(
      "M12 nor can they be given one", two, behavior: system, .set(.supplementary, "X"),
      .noSuchColumn(split: "split", .supplementary)),
    Refusal(
      "CL-25 CO-2 classic shows no columns", "split[A || =B]", behavior: system, .show(.primary), .wrongStyle("split")),
    Refusal(
      "TB-12 CO-3 a tab bar in a sidebar", two, behavior: system, .set(.primary, tree: tabs),
      .cannotContain(container: "split", child: "t")
    ),
    Refusal(
      "DM-12 SYS1-40 no button by default", three, in: .window(1_200, 1_000), behavior: system,
      .tapSecondaryOnly,
      .notOnDisplay("split")),
    Refusal("DM-13 nothing is dimmed", two, behavior: system, .tapDimmed, .notOnDisplay("split")),
    Refusal(
      "D-64 classic keeps its primary", "split[A || =B]", behavior: system, .clear(.primary), .emptyContainer("split")),
  ]

  private static let tabs = Controller(
    id: "t",
    content: TabBar(tabs: [Tab(child: .stack("x", .screen("y")))]).map { .tabBar($0) } ?? .screen(Screen(route: "r")))

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }
}
