import Navigation
import Testing

/// CL and M11: a classic split view as its width becomes compact or regular.
@Suite struct CollapseTests {
  static let system = SplitDelegate()

  static let rows: [Row] = [
    Row(
      "D-10 CL-3 CL-6 CL-7 M11 SH-14 SYS1-54 SYS1-55 the secondary is pushed as it is", "split[A || N: B > C]",
      behavior: system,
      [.collapse],
      "split<A > {N: B > C}>"
        .replacing("A > {", with: "A > {"),
      "?primaryForCollapsing=nil, ?collapse N onto primary=false, !willHide secondary, !willHide primary, !willShow secondary, "
        + "N:split->primary, collapsed, -will A, -did A, !didCollapse, !didHide primary, !didShow secondary, target"),
    Row(
      "CL-13 CL-15 CL-17 SH-14 SYS1-54 SYS1-56 and returns with pushed screens", "split[A || N: B]",
      behavior: system,
      [.collapse, .push("C"), .expand],
      "split[A || N: B > C]",
      "?primaryForExpanding=nil, ?separate from primary=nil, !willShow primary, !willShow secondary, N:primary->split, expanded, +will A, "
        + "+did A, !didExpand, !didShow primary, !didShow secondary, target"),
    Row(
      "CL-16 a plain controller on top is taken as it is", "split[A || N: B]", behavior: system,
      [.collapse, .pop(from: "primary"), .push("A2"), .expand],
      "split[A || =A2]"),
    Row(
      "CL-15 M11 the root is never taken", "split[A || N: B]", behavior: system,
      [.collapse, .pop(from: "primary"), .expand],
      "split[A || -]"),
    Row(
      "CL-16 cure: the preserved one", "split[A || N: B]", behavior: .keeps, [.collapse, .push("A2"), .expand],
      "split[A > A2 || N: B]"),
    Row(
      "CL-4 CL-10 CL-14 SYS1-55 true without moving preserves it", "split[A || N: B]", behavior: .discards, [.collapse],
      "split<A / N: B>",
      "?primaryForCollapsing=nil, ?collapse N onto primary=true, !willHide secondary, N:split->none, collapsed, -will B, -did B, !didCollapse, "
        + "!didHide secondary, target"),
    Row(
      "CL-14 the preserved secondary returns", "split[A || N: B]", behavior: .discards, [.collapse, .expand],
      "split[A || N: B]"),
    Row(
      "M11 a preserved secondary is discarded if another is found", "split[A || N: B]", behavior: .discards,
      [.collapse, .push("A2"), .expand],
      "split[A || =A2]",
      "?primaryForExpanding=nil, ?separate from primary=nil, !willShow primary, !willShow secondary, A2:primary->split, expanded, +will A, "
        + "+did A, !didExpand, !didShow primary, !didShow secondary, target, discarded N, discarded B"),
    Row(
      "CL-5 CL-9 SYS1-34 a plain primary does nothing", "split[=A || N: B]", behavior: system, [.collapse],
      "split<=A / N: B>"),
    Row(
      "CL-14 and the secondary comes back", "split[=A || N: B]", behavior: system, [.collapse, .expand],
      "split[=A || N: B]"),
    Row(
      "CL-11 no secondary: no delegate call", "split[A || -]", behavior: system, [.collapse], "split<A>",
      "?primaryForCollapsing=nil, !willHide secondary, collapsed, !didCollapse, !didHide secondary, target"),
    Row("CL-18 flattened", "split[A || N: B > C]", behavior: .flat, [.collapse], "split<A > B > C>"),
    Row(
      "D-43 CL-18 UIKit then takes one only", "split[A || N: B > C]", behavior: .flat, [.collapse, .expand],
      "split[A > B || =C]"),
    Row("CL-28 SYS1-38 no wrapping", "split[A || =B]", behavior: system, [.collapse, .expand], "split[A || =B]"),
    Row(
      "SYS1-12 true over a stack", "split[A || ph > d1]", [.collapse], "split<A > d1 / ph>",
      "?primaryForCollapsing=nil, ?collapse secondary onto primary=true, !willHide secondary, d1:secondary->primary, secondary:split->none, "
        + "collapsed, -will A, -did A, !didCollapse, !didHide secondary, target"),
    Row("SYS1-14 and back", "split[A || ph > d1 > d2]", [.collapse, .expand], "split[A || ph > d1 > d2]"),
    Row(
      "DM-2 DM-17 iOS 14 keeps the last expanded mode", "split[(A) || ph]", in: .padPortrait, system: .iOS14,
      [.multitasking(.third)],
      "split<A / ph>",
      "?primaryForCollapsing=nil, ?collapse secondary onto primary=true, !willShow primary, !willHide secondary, secondary:split->none, "
        + "collapsed, -will ph, +will A, -did ph, +did A, !didCollapse, target"),
    Row(
      "M0 iOS 26 changes the mode first", "split[(A) || ph]", in: .window(463, 300),
      [.forced(.regular), .forced(.compact)],
      "split<A / ph>",
      "!willChangeTo oneBesideSecondary, ?primaryForCollapsing=nil, ?collapse secondary onto primary=true, !willShow primary, "
        + "!willHide secondary, secondary:split->none, mode secondaryOnly->oneBesideSecondary, collapsed, -will ph, +will A, -did ph, +did A, "
        + "!didCollapse, !didShow primary, !didHide secondary, target"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  @Test func `CL-1 SYS2-1 SYS2-2 SYS1-43: the public array has two elements expanded and one collapsed`() throws {
    var session = try Session.open(SketchParser.tree("split[A || N: B]", behavior: Self.system), in: Environment())
      .session
    #expect(session.root.split?.viewControllers == ["primary", "N"])
    _ = try session.apply(.collapse)
    #expect(session.root.split?.viewControllers == ["primary"])
    #expect(session.root.split?.controller(of: .secondary) == "N")
    #expect(session.root.split?.topColumn == .secondary)
  }

  @Test func `SC-3 SC-4 M8: a new split view collapses as it comes into a compact window`() throws {
    let opened = try Session.open(
      SketchParser.tree("split[tabs[a*: la] || ph]"), in: Row.Place.phone.environment(.iOS26))
    #expect(opened.session.sketch == "split<tabs[a*: la] / ph>")
    #expect(
      opened.events.map(\.sketch) == [
        "!willChangeTo oneBesideSecondary", "?primaryForCollapsing=nil", "?collapse secondary onto tabs=false",
        "!willShow primary",
        "mode secondaryOnly->oneBesideSecondary", "collapsed", "+will la", "+did la", "!didCollapse",
        "!didShow primary", "target",
      ])
  }

  @Test func `M8 RS-6: a tree of a collapsed snapshot opens unchanged in a compact window, with its events`() throws {
    let kept = "split<tabs[a*: la > d1] / ph>"
    let opened = try Session.open(SketchParser.tree(kept), in: Row.Place.slideOver.environment(.iOS26))
    #expect(opened.session.sketch == kept)
    #expect(
      opened.events.map(\.sketch) == [
        "!willChangeTo oneBesideSecondary", "?primaryForCollapsing=nil", "!willShow primary",
        "mode secondaryOnly->oneBesideSecondary", "collapsed", "+will d1", "+did d1", "!didCollapse",
        "!didShow primary", "target",
      ])
  }

  @Test func `D-41 CL-3 CL-12: another primary for collapsing stays, and the old one is discarded`() throws {
    var behavior = SplitDelegate()
    behavior.primaryForCollapsing = .stack("P2", .screen("X"))
    var session = try Session.open(SketchParser.tree("split[A || N: B]", behavior: behavior), in: Environment()).session
    let events = try session.apply(.collapse).events
    #expect(session.sketch == "split<P2: X > {N: B}>")
    #expect(events.map(\.sketch).starts(with: ["?primaryForCollapsing=P2", "?collapse N onto P2=false"]))
    #expect(events.suffix(2).map(\.sketch) == ["discarded primary", "discarded A"])
    _ = try session.apply(.expand)
    #expect(session.sketch == "split[P2: X || N: B]")
  }

  @Test func `CL-13: another primary for expanding, and the app's own secondary`() throws {
    var behavior = SplitDelegate()
    behavior.primaryForExpanding = .stack("P2", .screen("X"))
    behavior.secondaryForSeparating = .stack("S2", .screen("Y"))
    var session = try Session.open(
      SketchParser.tree("split[A || N: B]", behavior: behavior), in: Row.Place.slideOver.environment(.iOS26)
    ).session
    let events = try session.apply(.expand).events
    #expect(session.sketch == "split[P2: X || S2: Y]")
    #expect(events.map(\.sketch).starts(with: ["?primaryForExpanding=P2", "?separate from P2=S2"]))
    #expect(
      Set(events.map(\.sketch)).isSuperset(of: ["discarded primary", "discarded A", "discarded N", "discarded B"]))
  }

  @Test func `CL-2 D-40: appearance follows the collapse, and the notices follow appearance`() throws {
    var session = try Session.open(SketchParser.tree("split[tabs[a*: la] || ph > d1]"), in: Environment()).session
    let events = try session.apply(.collapse).events
    let collapsed = try #require(events.firstIndex(of: .collapsed(split: "split")))
    let disappears = try #require(events.firstIndex { $0.sketch == "-will la" })
    let notice = try #require(events.firstIndex { $0.sketch == "!didCollapse" })
    #expect(collapsed < disappears && disappears < notice)
  }

  @Test func `RS-6: a collapsed snapshot opens expanded, and the other way round`() throws {
    let rows = [
      ("split<tabs[a*: la > d1] / ph>", "split[tabs[a*: la] || ph > d1]"), ("split<A > {N: B}>", "split[A || N: B]"),
      ("split[tabs[a*: la] || ph > d1]", "split<tabs[a*: la > d1] / ph>"),
    ]
    for (kept, opened) in rows {
      let behavior = kept.contains("ph") ? SplitDelegate.tabsInPrimary : Self.system
      let place: Row.Place = opened.contains("||") ? .pad : .slideOver
      #expect(
        try Session.open(SketchParser.tree(kept, behavior: behavior), in: place.environment(.iOS26)).session.sketch
          == opened)
    }
  }
}

extension SplitDelegate {
  fileprivate static var keeps: SplitDelegate { SplitDelegate(onCollapse: .discard, onSeparate: .preservedSecondary) }
  fileprivate static var discards: SplitDelegate { SplitDelegate(onCollapse: .discard) }
  fileprivate static var flat: SplitDelegate { SplitDelegate(flattenOnCollapse: true) }
}
