import Testing

@testable import Navigation

/// SYS0: a split view over a tab bar of stacks, where details follow the tab.
@Suite struct TabsInPrimaryTests {
  static let rows: [Row] = [
    // Showing details
    Row(
      "SYS0-10 first detail", "split[tabs[a*: la | b: lb] || ph]", [.showDetail("d1")],
      "split[tabs[a*: la | b: lb] || ph > d1]",
      "?showDetail d1=true, -will ph, +will d1, -did ph, +did d1"),
    Row(
      "SYS0-10 SYS0-11 another detail", "split[tabs[a*: la | b: lb] || ph > d1 > d2]", [.showDetail("d3")],
      "split[tabs[a*: la | b: lb] || ph > d3]",
      "?showDetail d3=true, -will d2, +will d3, -did d2, +did d3, discarded d1, discarded d2"),
    Row(
      "SYS0-9 collapsed", "split<tabs[a*: la | b: lb] / ph>", in: .slideOver, [.showDetail("d1")],
      "split<tabs[a*: la > d1 | b: lb] / ph>",
      "?showDetail d1=true, -will la, +will d1, -did la, +did d1"),
    Row(
      "SYS0-9 guard: no stack in the tab", "split[tabs[*=la | b: lb] || ph]", [.showDetail("d1")],
      "split[tabs[*=la | b: lb] || ph > d1]"),
    Row(
      "SYS0-10 guard: no stack in the column", "split[tabs[a*: la] || =d0]", [.showDetail("d1")],
      "split[tabs[a*: la] || =d1]",
      "?showDetail d1=false, -will d0, +will d1, -did d0, +did d1, discarded d0"),
    Row(
      "SYS0-7 system replaces the column", "split[tabs[a*: la] || ph > d1]", behavior: SplitDelegate(),
      [.showDetail("d2")],
      "split[tabs[a*: la] || =d2]",
      "?showDetail d2=false, -will d1, +will d2, -did d1, +did d2, discarded secondary, discarded ph, discarded d1"),

    // The placeholder
    Row(
      "SYS0-1 SYS0-4 a detail stack is made", "split[tabs[a*: la] || -]", [.showDetail("d1")],
      "split[tabs[a*: la] || c1: ph > d1]"),
    Row(
      "SYS0-14 the last detail is removed", "split[tabs[a*: la(r1)] || ph > d1]", [.pop()], "split[tabs[a*: la] || ph]",
      "nothing-selected ph, la(r1->-) placeholderAppeared, -will d1, +will ph, -did d1, +did ph, discarded d1"),
    Row(
      "SYS0-11 SYS0-14 a detail is replaced", "split[tabs[a*: la(r1)] || ph > d1]", [.showDetail("d2")],
      "split[tabs[a*: la(r1)] || ph > d2]",
      "?showDetail d2=true, -will d1, +will d2, -did d1, +did d2, discarded d1"),
    Row(
      "SYS0-12 SYS0-13 all lists of the primary", "split[tabs[a*: la(r1) > sub(r2) | b: lb(r3)] || ph > d1]",
      [.popToRoot("secondary")], "split[tabs[a*: la > sub | b: lb] || ph]"),
    Row(
      "SYS0-13 SYS0-26 but those of a tab with parked details",
      "split[tabs[a*: la(r1) > d0 | b: lb(r2) | c: lc(r3)] || ph > d1]", [.tap("b"), .showDetail("e"), .tap("c")],
      "split[tabs[a: la(r1) > d0 >> d1 | b: lb > e | c*: lc] || ph]"),
    Row(
      "SYS0-13 a hidden sidebar", "split[tabs[a*: la | b: lb] || ph]", in: .padPortrait, system: .iOS14,
      [.tapButton, .tapRow("r1", in: "la", "d1"), .tapButton, .back()], "split[(tabs[a*: la | b: lb]) || ph]"),

    // Collapse and expand
    Row(
      "SYS0-15 SYS0-17 SYS0-18 collapse", "split[tabs[a*: la | b: lb] || ph > d1 > d2]", [.collapse],
      "split<tabs[a*: la > d1 > d2 | b: lb] / ph>",
      "?primaryForCollapsing=nil, ?collapse secondary onto tabs=false, !willHide secondary, d1:secondary->a, d2:secondary->a, "
        + "secondary:split->none, collapsed, -will la, -did la, !didCollapse, !didHide secondary, target"),
    Row(
      "SYS0-15 SYS0-20 SYS0-21 expand", "split[tabs[a*: la | b: lb] || ph > d1 > d2]", [.collapse, .expand],
      "split[tabs[a*: la | b: lb] || ph > d1 > d2]",
      "?primaryForExpanding=nil, ?separate from tabs=secondary, !willShow primary, !willShow secondary, secondary:none->split, "
        + "d1:a->secondary, d2:a->secondary, expanded, +will la, +did la, !didExpand, !didShow primary, !didShow secondary, target"
    ),
    Row(
      "SYS0-22 round trip", "split[tabs[a*: r] || ph > d1 > d2]", [.collapse, .expand],
      "split[tabs[a*: r] || ph > d1 > d2]"),
    Row(
      "SYS0-23 nothing open, collapsed", "split[tabs[a*: r] || ph]", [.collapse], "split<tabs[a*: r] / ph>",
      "?primaryForCollapsing=nil, ?collapse secondary onto tabs=false, !willHide secondary, secondary:split->none, collapsed, "
        + "-will ph, -did ph, !didCollapse, !didHide secondary, target"),
    Row(
      "SYS0-19 SYS0-23 nothing open, expanded", "split[tabs[a*: r] || ph]", [.collapse, .expand],
      "split[tabs[a*: r] || ph]",
      "?primaryForExpanding=nil, ?separate from tabs=secondary, !willShow primary, !willShow secondary, secondary:none->split, expanded, "
        + "nothing-selected ph, +will ph, +did ph, !didExpand, !didShow primary, !didShow secondary, target"),
    Row(
      "SYS0-24 list pages stay", "split[tabs[a*: la > sub] || ph > d1]", [.collapse],
      "split<tabs[a*: la > sub >> d1] / ph>"),
    Row(
      "SYS0-24 list pages stay, expanded", "split[tabs[a*: la > sub] || ph > d1]", [.collapse, .expand],
      "split[tabs[a*: la > sub] || ph > d1]"),
    Row(
      "SYS0-24 a later push moves to the detail", "split[tabs[a*: la] || ph > d1]", [.collapse, .push("d2"), .expand],
      "split[tabs[a*: la] || ph > d1 > d2]"),
    Row(
      "SYS0-24 detailIndex shrinks with pops", "split[tabs[a*: la > sub] || ph > d1]",
      [.collapse, .pop(2), .showDetail("x"), .expand],
      "split[tabs[a*: la] || ph > x]"),
    Row(
      "D-27 SYS0-24 a page pushed without a detail stays", "split[tabs[a*: la] || ph]",
      [.collapse, .push("x"), .expand],
      "split[tabs[a*: la > x] || ph]"),
    Row(
      "SYS0-24 likewise pages pushed in turn", "split[tabs[a*: la] || ph > d1]",
      [.collapse, .back(), .show("x"), .push("y"), .expand],
      "split[tabs[a*: la > x > y] || ph]"),
    Row(
      "SYS0-24 a detail above them moves with all above it", "split[tabs[a*: la] || ph]",
      [.collapse, .push("x"), .showDetail("d1"), .push("d2")], "split<tabs[a*: la > x >> d1 > d2] / ph>"),
    Row(
      "SYS0-24 the detail is shown in the column", "split[tabs[a*: la] || ph]",
      [.collapse, .push("x"), .showDetail("d1"), .expand],
      "split[tabs[a*: la > x] || ph > d1]"),
    Row(
      "SYS0-24 so in a tab that is selected later", "split[tabs[a*: la | b: lb] || ph]",
      [.collapse, .tap("b"), .push("x"), .expand],
      "split[tabs[a: la | b*: lb > x] || ph]"),
    Row(
      "SYS0-24 a page pushed on a tab where nothing is parked stays", "split[tabs[a*: la | b: lb] || ph > d1]",
      [.push("x", on: "b"), .tap("b")],
      "split[tabs[a: la > d1 | b*: lb > x] || ph]"),
    Row(
      "SYS0-24 above parked details it moves with them", "split[tabs[a: la > d1 | b*: lb] || ph]",
      [.push("x", on: "a"), .tap("a")],
      "split[tabs[a*: la | b: lb] || ph > d1 > x]"),
    Row(
      "SYS0-24 the stack set anew: reused details move, with the screens above",
      "split[tabs[a*: la] || ph > d1]",
      [.collapse, .setStack("a", [.existing("la"), .new("x"), .existing("d1"), .new("y")]), .expand],
      "split[tabs[a*: la > x] || ph > d1 > y]"),
    Row(
      "SYS0-24 without details all stays", "split[tabs[a*: la] || ph > d1]",
      [.collapse, .setStack("a", [.existing("la"), .new("x")]), .expand], "split[tabs[a*: la > x] || ph]"),
    Row(
      "D-29 SYS0-24 pages in other tabs stay where details keep their column",
      "split[tabs[a*: la | b: lb > t] || ph > d1]",
      behavior: .keepsDetail, [.collapse, .select("b"), .expand], "split[tabs[a: la > d1 | b*: lb > t] || ph]"),
    Row(
      "D-28 SYS0-24 CL-4 discard: pages stay in the primary", "split[A > sub || ph > d1]", behavior: .discardsAndMoves,
      [.collapse, .push("x"), .expand], "split[A > sub > x || ph > d1]"),
    Row(
      "SYS0-24 CL-4 discard: a detail shown meanwhile moves", "split[A > sub || ph > d1]", behavior: .discardsAndMoves,
      [.collapse, .showDetail("x"), .expand], "split[A > sub || ph > d1 > x]"),
    Row(
      "D-142 SYS0-24 a bare detail moves, pages stay", "split[tabs[a*: la > sub] || =d0]",
      [.collapse, .push("x"), .expand],
      "split[tabs[a*: la > sub] || c1: d0 > x]"),
    Row(
      "SYS0-24 an empty column takes no page", "split<A > sub >>>", in: .slideOver, [.push("x"), .expand],
      "split[A > sub > x || -]"),
    Row(
      "D-31 SYS0-17 guard: no stack in the tab", "split[tabs[*=la] || ph > d1]", [.collapse],
      "split<tabs[*=la] / ph > d1>",
      "?primaryForCollapsing=nil, ?collapse secondary onto tabs=false, !willHide secondary, secondary:split->none, collapsed, "
        + "-will d1, -did d1, !didCollapse, !didHide secondary, target"),
    Row(
      "SYS0-20 guard: no stack in the tab", "split[tabs[*=la] || ph > d1]", [.collapse, .expand],
      "split[tabs[*=la] || ph > d1]"),
    Row(
      "SYS0-16 CL-8 the tab bar does nothing", "split[tabs[a*: la] || ph > d1]", behavior: SplitDelegate(), [.collapse],
      "split<tabs[a*: la] / ph > d1>"),

    // Selection
    Row(
      "SYS0-26 survives a tab switch", "split[tabs[a*: la(r1) | b: lb] || ph > d1]", [.tap("b"), .tap("a")],
      "split[tabs[a*: la(r1) | b: lb >>] || ph > d1]".replacing(" >>", with: "")),
    Row(
      "SYS0-26 survives collapse and expand", "split[tabs[a*: la(r1)] || ph > d1]", [.collapse, .expand],
      "split[tabs[a*: la(r1)] || ph > d1]"),
    Row(
      "SYS0-25 SYS0-26 collapsed, back clears it", "split[tabs[a*: la(r1)] || ph > d1]", [.collapse, .back()],
      "split<tabs[a*: la] / ph>",
      "-will d1, +will la, la(r1->-) viewWillAppear, -did d1, +did la, discarded d1"),

    Row(
      "D-21 SYS0-26 a placeholder that comes back with its column deselects nothing", "split<tabs[a*: la(r1)] / ph>",
      in: .slideOver,
      [.expand],
      "split[tabs[a*: la(r1)] || ph]"),

    // Tabs
    Row(
      "SYS0-28 SYS0-29 details are parked", "split[tabs[a*: la | b: lb] || ph > d1 > d2]", [.tap("b")],
      "split[tabs[a: la > d1 > d2 | b*: lb] || ph]",
      "?shouldSelect b=true, d1:secondary->a, d2:secondary->a, tab a->b, nothing-selected ph, -will la, -will d2, +will lb, +will ph, "
        + "-did la, -did d2, +did lb, +did ph, !didSelect b"),
    Row(
      "SYS0-27 SYS0-28 SYS0-29 and come back", "split[tabs[a: la > d1 > d2 | b*: lb] || ph > e1]", [.tap("a")],
      "split[tabs[a*: la | b: lb > e1] || ph > d1 > d2]",
      "?shouldSelect a=true, e1:secondary->b, d1:a->secondary, d2:a->secondary, tab b->a, -will lb, -will e1, +will la, +will d2, "
        + "-did lb, -did e1, +did la, +did d2, !didSelect a"),
    Row(
      "SYS0-24 SYS0-27 pages of the list stay", "split[tabs[a*: la > sub | b: lb] || ph > d1]", [.tap("b"), .tap("a")],
      "split[tabs[a*: la > sub | b: lb] || ph > d1]"),
    Row(
      "SYS0-30 other tabs are where they belong", "split[tabs[a: la > d1 | b*: lb] || ph > e1]", [.collapse],
      "split<tabs[a: la > d1 | b*: lb > e1] / ph>"),
    Row(
      "SYS0-31 collapsed, no one parks", "split<tabs[a*: la > d1 | b: lb] / ph>", in: .slideOver, [.tap("b")],
      "split<tabs[a: la > d1 | b*: lb] / ph>",
      "?shouldSelect b=true, tab a->b, -will d1, +will lb, -did d1, +did lb, !didSelect b"),
    Row(
      "SYS0-32 a re-tap leaves the detail column alone", "split[tabs[a*: la > sub | b: lb] || ph > d1]", [.tap("a")],
      "split[tabs[a*: la | b: lb] || ph > d1]",
      "?shouldSelect a=true, -will sub, +will la, -did sub, +did la, !didSelect a, discarded sub"),
    Row(
      "SYS0-33 selectTab hands over as a tap does", "split[tabs[a*: la | b: lb] || ph > d1]", [.select("b")],
      "split[tabs[a: la > d1 | b*: lb] || ph]",
      "d1:secondary->a, tab a->b, nothing-selected ph, -will la, -will d1, +will lb, +will ph, -did la, -did d1, +did lb, +did ph"
    ),
    Row(
      "D-26 SYS0-35 a list without details loses its selection", "split[tabs[a*: la | b: lb(r1)] || ph]", [.tap("b")],
      "split[tabs[a: la | b*: lb] || ph]",
      "?shouldSelect b=true, tab a->b, lb(r1->-) separated, -will la, +will lb, -did la, +did lb, !didSelect b"),
    Row(
      "SYS0-35 a list with details keeps it", "split[tabs[a*: la | b: lb(r1) > e1] || ph]", [.tap("b")],
      "split[tabs[a: la | b*: lb(r1)] || ph > e1]"),
    Row(
      "SYS0-27 details stay put where asked", "split[tabs[a*: la | b: lb] || ph > d1]", behavior: .keepsDetail,
      [.tap("b")],
      "split[tabs[a: la | b*: lb] || ph > d1]"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  static let refusals: [Refusal] = [
    Refusal(
      "SYS0-3 the placeholder stays at the root", "split[tabs[a*: la] || ph > d1]",
      .setStack("secondary", [.existing("d1")]),
      .cannotContain(container: "secondary", child: "d1")),
    Refusal(
      "SYS0-3 nor replaced", "split[tabs[a*: la] || ph]", .replaceTop("x", of: "secondary"),
      .cannotContain(container: "secondary", child: "x")),
    Refusal(
      "SYS0-3 nor removed", "split[tabs[a*: la] || ph > d1]", .remove("ph"),
      .cannotContain(container: "secondary", child: "d1")),
  ]

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }

  @Test func `SYS0-3: the first detail has no back button if the app allows none`() throws {
    var behavior = SplitDelegate.tabsInPrimary
    behavior.allowsReturnToPlaceholder = false
    var session = try Session.open(
      SketchParser.tree("split[tabs[a*: la] || ph > d1]", behavior: behavior), in: Environment()
    ).session
    #expect(!session.canGoBack)
    #expect(try session.apply(.back()).outcome.handled == false)
    #expect(try session.apply(.pop(from: "secondary")).outcome.returned == ["d1"])
  }

  @Test func `SYS0-34: a refused tap parks nothing`() throws {
    var session = try Session.open(SketchParser.tree("split[tabs[a*: la | b: lb] || ph > d1]"), in: Environment())
      .session
    let tabs = [
      Transition.TabDescription(child: .existing("a")),
      Transition.TabDescription(shouldSelect: .never, child: .existing("b")),
    ]
    _ = try session.apply(Transition(.setTabs(tabBar: "tabs", tabs: tabs)))
    let before = session
    let answer = try session.apply(.tap("b"))
    #expect(answer.outcome.handled == false)
    #expect(answer.events.map(\.sketch) == ["?shouldSelect b=false"])
    #expect(session == before)
  }

  @Test func `SYS0-10: a detail that replaces another is not animated, the first one is`() throws {
    var session = try Session.open(SketchParser.tree("split[tabs[a*: la] || ph]"), in: Environment()).session
    #expect(try session.apply(.showDetail("d1")).events.compactMap(\.isAnimated).allSatisfy { $0 })
    #expect(try session.apply(.showDetail("d2")).events.compactMap(\.isAnimated).allSatisfy { !$0 })
  }

  @Test func `SYS0-2 SYS0-5 SYS0-6: the layout makes stacks and a plain placeholder`() throws {
    let layout = Layout.tabsInPrimary(
      tabs: [LayoutTab(id: "a", screen: .screen("la")), LayoutTab(id: "b", screen: .screen("lb"))],
      placeholder: .screen("ph"))
    let opened = try Session.open(layout.controller(), in: Environment())
    #expect(opened.session.sketch == "split[tabs[a*: la | b: lb] || ph]")
    #expect(
      opened.events.map(\.sketch) == [
        "!willChangeTo oneBesideSecondary", "!willShow primary", "!willShow secondary",
        "mode secondaryOnly->oneBesideSecondary", "nothing-selected ph", "+will la", "+will ph", "+did la", "+did ph",
        "!didShow primary",
        "!didShow secondary",
      ])
    let nested = Layout.tabsInPrimary(
      tabs: [LayoutTab(id: "a", screen: .screen("la"))], placeholder: .stack("s", .screen("x")))
    #expect(refusal(of: { _ = try Session.open(nested.controller(), in: Environment()) }) == .cannotPush("s"))
  }
}

extension SplitDelegate {
  static var discardsAndMoves: SplitDelegate {
    var behavior = tabsInPrimary
    behavior.onCollapse = .discard
    return behavior
  }

  static var keepsDetail: SplitDelegate {
    var behavior = tabsInPrimary
    behavior.onTabSwitch = .keepDetail
    return behavior
  }
}
