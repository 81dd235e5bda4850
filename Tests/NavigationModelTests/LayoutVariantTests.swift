import Navigation
import Testing

/// The options of a layout have the same effect as the same options of its tree.
@Suite struct LayoutVariantTests {
  static let tabs = [
    LayoutTab(id: "a", title: "A", screen: .screen("la")), LayoutTab(id: "b", badge: "2", screen: .screen("lb")),
  ]
  static let pages = ["p", "q"].map { LayoutPage(title: "T", screen: .screen($0)) }

  struct Variant: Sendable, CustomTestStringConvertible {
    var rule: String
    var layout: Layout
    var place: Row.Place = .pad
    var steps: [Transition] = []
    var end: String

    init(_ rule: String, _ layout: Layout, in place: Row.Place = .pad, _ steps: [Transition], _ end: String) {
      (self.rule, self.layout, self.place, self.steps, self.end) = (rule, layout, place, steps, end)
    }

    init(_ rule: String, _ layout: Layout, in place: Row.Place = .pad, _ end: String) {
      self.init(rule, layout, in: place, [], end)
    }

    var testDescription: String { rule }
  }

  private static func inPrimary(selected: ControllerID? = nil, _ change: (inout SplitUpdate) -> Void = { _ in })
    -> Layout
  {
    .tabsInPrimary(
      tabs: tabs, selected: selected, placeholder: "ph".placeholder ?? .screen("ph"), split: SplitUpdate(change))
  }

  private static func inStack(
    _ tabs: [LayoutTab] = tabs, selected: ControllerID? = nil, _ change: (inout SplitUpdate) -> Void = { _ in }
  )
    -> Layout
  {
    .tabBarInStack(
      tabs: tabs, selected: selected, placeholder: "ph".placeholder ?? .screen("ph"), split: SplitUpdate(change))
  }

  private static func withPlaceholder(_ change: (inout SplitUpdate) -> Void = { _ in }) -> Layout {
    .listDetail(primary: .screen("l"), placeholder: "ph".placeholder ?? .screen("ph"), split: SplitUpdate(change))
  }

  static let variants: [Variant] = [
    Variant(
      "D-145 a list and a placeholder", withPlaceholder(), [.showDetail("d"), .showDetail("e"), .push("f")],
      "split[l || ph > e > f]"),
    Variant("D-145 collapsed", withPlaceholder(), [.showDetail("d"), .collapse], "split<l > d / ph>"),
    Variant(
      "D-145 popped meanwhile", withPlaceholder(), [.showDetail("d"), .collapse, .pop(), .expand], "split[l || ph]"),
    Variant(
      "D-145 unless the behavior says otherwise",
      withPlaceholder { $0.delegate = SplitDelegateUpdate { $0.onShowDetail = .replaceDetails } },
      [.collapse, .showDetail("d"), .showDetail("e")], "split<l > e / ph>"),
    Variant(
      "D-145 D-129 or another arrangement", withPlaceholder { $0.delegateFrom = .listDetail },
      [.showDetail("d"), .collapse], "split<l > d>"),
    Variant(
      "SYS0-27 details that stay, all else as the arrangement has it",
      inPrimary { $0.delegate = SplitDelegateUpdate { $0.onTabSwitch = .keepDetail } },
      [.showDetail("d"), .tap("b"), .collapse], "split<tabs[a: la | b*: lb > d] / ph>"),
    Variant(
      "SYS1-20 SYS0-27 another arrangement's words", inPrimary { $0.delegateFrom = .tabBarInStack },
      [.showDetail("d"), .tap("b")],
      "split[tabs[a: la & d | b*: lb] || ph]"),
    Variant(
      "D-130 DM-5 a mode asked for before the first appearance", inPrimary { $0.displayMode = .secondaryOnly },
      "split[(tabs[a*: la | b: lb]) || ph]"),
    Variant("SYS0-25 another tab selected", inPrimary(selected: "b"), "split[tabs[a: la | b*: lb] || ph]"),
    Variant(
      "SYS1-2 SYS1-31 no override, so expanded where it is tall", inStack { $0.traitOverride = .some(nil) },
      in: .padPortrait,
      "split[top: tabs[*=la | =lb] || ph]"),
    Variant("SYS1-31 and with it one page", inStack(), in: .padPortrait, "split<top: tabs[*=la | =lb] / ph>"),
    Variant(
      "D-132 SYS1-5 the same tabs: a screen with a name keeps it", inStack(selected: "b"),
      "split[top: tabs[=la | *=lb] || ph]"),
    Variant("SYS1-5 named by the screen as well", inStack(selected: "lb"), "split[top: tabs[=la | *=lb] || ph]"),
    Variant(
      "SYS1-5 and one without is called after its tab", inStack([LayoutTab(id: "a", screen: .screen(.automatic))]),
      "split[top: tabs[*=a] || ph]"),
    Variant(
      "TB-4 a tab that is never selected",
      .tabBar(tabs: [tabs[0], LayoutTab(id: "n", shouldSelect: .never, screen: .screen("ln"))]),
      [.tap("n")], "tabs[a*: la | n: ln]"),
    Variant(
      "SYS0-6 a placeholder where the layout has none",
      .listDetail(
        primary: .screen("a"), secondary: .screen("b"),
        split: .init { $0.delegate = SplitDelegateUpdate { $0.placeholder = "ph".placeholder } }),
      [.removeItem("b")], "split[a || ph]"),
    Variant(
      "CO-10 the column on top",
      .doubleColumn(
        primary: .screen("a"), secondary: .screen("b"),
        split: .init { $0.delegate = SplitDelegateUpdate { $0.topColumnForCollapsing = .primary } }),
      in: .slideOver, "split/2<a / secondary: b>"),
    Variant(
      "SYS3-4 compact although there is room",
      .tripleColumn(
        primary: .screen("a"), supplementary: .screen("s"), secondary: .screen("b"),
        split: .init { $0.traitOverride = .horizontal(.compact) }),
      "split/3<a > {supplementary: s} > {secondary: b}>"),
    Variant(
      "SYS4-17 another page first", .topTabs(pages: pages, inStack: true, topTabs: .init { $0.currentPage = "q" }),
      "stack: top+{p | *q}"),
    Variant(
      "SYS4-23 no bounce",
      .topTabs(pages: pages, inStack: false, topTabs: .init { $0.allowedBounceEdges = [.trailing] }), [.scroll(-20)],
      "top+{*p | q}"),
  ]

  @Test(arguments: variants) func variant(_ row: Variant) throws {
    var session = try Session.open(row.layout.controller(), in: row.place.environment(.iOS26)).session
    for step in row.steps { _ = try session.apply(step) }
    #expect(session.sketch == row.end, "\(row.rule)")
    #expect(session.violations.isEmpty, "\(row.rule)")
  }

  @Test func `options without a sketch`() throws {
    let narrow = try Self.inStack {
      $0.primaryWidth.maximum = .some(nil)
      $0.primaryWidth.preferred = 420
    }.controller()
    #expect(
      narrow.split?.preferences.primaryWidth == ColumnWidth(preferred: 420, fraction: 1),
      "SYS1-8 named and other members")
    let bar = try Layout.stack(root: .screen("a"), isNavigationBarHidden: true, traitOverride: .horizontal(.compact))
      .controller()
    #expect(bar.stack?.isNavigationBarHidden == true && bar.traitOverride == .horizontal(.compact), "NV-15 TR-1")
    let pages = try Layout.topTabs(
      pages: Self.pages, inStack: true, topTabs: .init { $0.isTabControlHidden = true }, isNavigationBarHidden: true
    )
    .controller()
    #expect(
      pages.stack?.isNavigationBarHidden == true && pages.stack?.root.topTabs?.isTabControlHidden == true, "SYS4-13")
    let tabs = try Layout.tabBar(tabs: Self.tabs, selected: "b", traitOverride: .horizontal(.regular)).controller()
    #expect(tabs.tabBar?.selected.badge == "2" && tabs.traitOverride == .horizontal(.regular), "TB-8")
  }

  static let refusals: [(layout: Layout, rejection: Rejection)] = [
    (inPrimary { $0.splitBehavior = .tile }, .wrongStyle("split")),
    (
      .doubleColumn(primary: .screen("a"), secondary: .screen("b"), split: .init { $0.supplementaryWidth.minimum = 3 }),
      .wrongStyle("split")
    ),
    (
      .doubleColumn(
        primary: .screen("a"), secondary: .screen("b"),
        split: .init { $0.delegate = SplitDelegateUpdate { $0.flattenOnCollapse = true } }),
      .wrongStyle("split")
    ),
    (inPrimary(selected: "z"), .noSuchController("z")),
    (.topTabs(pages: pages, inStack: true, topTabs: .init { $0.currentPage = "z" }), .noSuchController("z")),
  ]

  @Test(arguments: refusals) func `M12: options without a target`(_ row: (layout: Layout, rejection: Rejection)) {
    #expect(refusal(of: { _ = try row.layout.controller() }) == row.rejection)
  }
}
