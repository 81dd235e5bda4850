import Navigation
import Testing

/// SYS1 and TB-6 in JSON: the saved details of tabs, the tab of the details on a collapsed stack, and the tabs under
/// More.
@Suite struct TabBarJSONTests {
  private static func tab(_ id: ControllerID, _ saved: Controller...) -> Tab {
    Tab(child: .screen(id), savedDetails: saved)
  }

  private static func json(_ id: String) -> String { #"{"kind":"screen","id":"\#(id)","route":"r"}"# }

  private static let tabs =
    #"{"kind":"tabBar","id":"t","tabs":[{"child":\#(json("a"))},{"child":\#(json("b"))}],"selected":"b","#
    + #""savedDetails":{"a":[\#(json("d")),\#(json("e"))]}}"#

  @Test(arguments: [WrittenForm.request, .snapshot, .session(Environment())])
  func `SYS1-20: saved details by their tab`(_ form: WrittenForm) throws {
    let tabBar = try Controller.tabBar("t", [Self.tab("a", .screen("d"), .screen("e")), Self.tab("b")], selected: 1)
    let bar = if case .session = form { #""bar":"top","# } else { "" }
    let expected = Self.tabs.replacing(#""savedDetails""#, with: bar + #""savedDetails""#)
    #expect(written { tabBar.write(to: &$0, form: form) } == expected)
    #expect(try Controller(json: document(Self.tabs)) == tabBar)
  }

  static let refused: [RefusedRow] = [
    RefusedRow(#"{"kind": "tabBar", "tabs": [{"child": \#(json("a"))}], "savedDetails": []}"#, at: "/savedDetails"),
    RefusedRow(
      #"{"kind": "tabBar", "tabs": [{"child": \#(json("a"))}], "savedDetails": {"a": \#(json("d"))}}"#,
      at: "/savedDetails/a"),
    RefusedRow(
      #"{"kind": "tabBar", "tabs": [{"child": \#(json("a"))}], "savedDetails": {"a": ["d"]}}"#, at: "/savedDetails/a/0"),
    RefusedRow(
      #"{"kind": "tabBar", "tabs": [{"child": \#(json("a"))}], "savedDetails": {"a b": []}}"#, at: "/savedDetails/a b"),
    RefusedRow(
      #"{"kind": "tabBar", "tabs": [{"child": \#(json("a"))}], "savedDetails": {"b": []}}"#,
      .model(.noSuchController("b")),
      at: "/savedDetails/b"),
    RefusedRow(
      #"{"kind": "tabBar", "tabs": [{"child": \#(json("a")), "savedDetails": []}]}"#, at: "/tabs/0/savedDetails"),
  ]

  /// With every member of a tab bar that few have.
  private static let searching: Controller = {
    var form = TabBarForm(
      mode: .tabBar, sidebar: TabSidebar(isHidden: false, layout: .overlap, placement: .tabBar),
      compactTabs: ["a", "b"], accessory: TabAccessory(title: "P", offer: .init(route: "r")))
    (form.isSearching, form.previousTab) = (true, "a")
    let search = Tab(
      child: .screen("b"), form: TabForm(placement: .standard, role: .search, activatesSearch: true))
    let tabBar = TabBar(tabs: [Tab(child: .screen("a")), search], selectedIndex: 1, form: form)
    return Controller(id: "t", content: tabBar.map { .tabBar($0) } ?? .screen(Screen(route: "")))
  }()

  @Test func `D-461: what few tab bars have`() throws {
    let row = Golden(
      #"{"kind":"tabBar","id":"t","tabs":[{"child":{"kind":"screen","id":"a","route":"r"}},{"placement":"default","role":"search","activatesSearch":true,"child":{"kind":"screen","id":"b","route":"r"}}],"selected":"b","mode":"tabBar","sidebar":{"isHidden":false,"layout":"overlap","placement":"tabBar"},"compactTabs":["a","b"],"accessory":{"title":"P","offer":{"route":"r"}},"isSearching":true,"previousTab":"a"}"#,
      Self.searching)
    #expect(try Controller(json: document(row.json)) == row.value)
    #expect(written { row.value.write(to: &$0, form: .request) } == row.json)
    let layout = Golden(
      #"{"name":"tabBar","tabs":[{"id":"t","placement":"pinned","role":"search","activatesSearch":true,"screen":{"id":"a","route":"r"}}],"mode":"tabSidebar","sidebar":{"isHidden":true,"layout":"tile"},"compactTabs":["t"],"accessory":{"title":"Player"}}"#,
      Layout.tabBar(
        tabs: [
          LayoutTab(
            id: "t", form: TabForm(placement: .pinned, role: .search, activatesSearch: true), screen: .screen("a"))
        ],
        form: TabBarForm(
          mode: .tabSidebar, sidebar: TabSidebar(isHidden: true, layout: .tile), compactTabs: ["t"],
          accessory: TabAccessory(title: "Player"))))
    #expect(try Layout(json: document(layout.json)) == layout.value)
    #expect(written { layout.value.write(to: &$0) } == layout.json)
  }

  private static func search(_ members: String, _ tab: String = "") -> String {
    #"{"kind": "tabBar", "tabs": [{"child": \#(json("a"))\#(tab)}], \#(members)}"#
  }

  private static let searches = #", "role": "search", "activatesSearch": true"#

  static let refusedForms: [RefusedRow] = [
    RefusedRow(search(#""compactTabs": ["a", "b"]"#), .model(.noSuchController("b")), at: "/compactTabs/1"),
    RefusedRow(search(#""isSearching": true"#), at: "/isSearching"),
    RefusedRow(search(#""previousTab": "a""#, searches), at: "/previousTab"),
    RefusedRow(
      search(#""isSearching": true, "previousTab": "b""#, searches), .model(.noSuchController("b")), at: "/previousTab"),
    RefusedRow(search(#""mode": "sidebar""#), at: "/mode"), RefusedRow(search(#""bar": "top""#), at: "/bar"),
    RefusedRow(search(#""sidebar": {"hidden": true}"#), at: "/sidebar/hidden"),
    RefusedRow(search(#""accessory": {"title": "P", "offer": {"closes": true}}"#), at: "/accessory/offer"),
    RefusedRow(search(#""accessory": {"title": "P", "offer": {"route": "r", "row": "1"}}"#), at: "/accessory/offer"),
  ]

  @Test(arguments: refusedForms) func `D-461 D-465: refuses`(_ row: RefusedRow) throws {
    try row.check { _ = try Controller(json: $0) }
  }

  @Test(arguments: refused) func refuses(_ row: RefusedRow) throws { try row.check { _ = try Controller(json: $0) } }

  private static func layout(_ name: String, _ members: String) -> String {
    #"{"name": "\#(name)", "tabs": [{"id": "t", "screen": {"id": "a", "route": "r"}}], "placeholder": {"route": "none"}, \#(members)}"#
  }

  static let refusedLayouts: [RefusedRow] = [
    RefusedRow(layout("tabBarInStack", #""selected": "z""#), .model(.noSuchController("z")), at: "/selected"),
    RefusedRow(layout("tabsInPrimary", #""behavior": {"placeholder": {"route": "x"}}"#), at: "/behavior/placeholder"),
    RefusedRow(layout("tabsInPrimary", #""behavior": {"onShow": "never"}"#), at: "/behavior/onShow"),
    RefusedRow(layout("tabsInPrimary", #""behaviorFrom": "tabBar""#), at: "/behaviorFrom"),
    RefusedRow(
      layout("tabsInPrimary", #""preferredSplitBehavior": "tile""#), .model(.wrongStyle("split")),
      at: "/preferredSplitBehavior"),
    RefusedRow(
      #"{"name": "doubleColumn", "primary": {"route": "r"}, "secondary": {"route": "r"}, "behavior": {"flattenOnCollapse": true}}"#,
      .model(.wrongStyle("split")), at: "/behavior/flattenOnCollapse"),
    RefusedRow(
      layout("tabsInPrimary", #""behavior": {"supplementaryPlaceholder": {"route": "x"}}"#),
      .model(.wrongStyle("split")), at: "/behavior/supplementaryPlaceholder"),
    RefusedRow(
      #"{"name": "doubleColumn", "primary": {"route": "r"}, "secondary": {"route": "r"}, "behavior": {"collapsesOnto": "p"}}"#,
      .model(.wrongStyle("split")), at: "/behavior/collapsesOnto"),
    RefusedRow(
      layout("tabsInPrimary", #""behavior": {"collapsesOnto": "p"}"#),
      .model(.noSuchController("p")), at: "/behavior/collapsesOnto"),
    RefusedRow(
      #"{"name": "topTabs", "pages": [{"title": "", "screen": {"route": "r"}}], "currentPage": "z"}"#,
      .model(.noSuchController("z")),
      at: "/currentPage"),
    RefusedRow(
      #"{"name": "topTabs", "pages": [{"title": "", "screen": {"route": "r"}}], "inStack": false, "isNavigationBarHidden": true}"#,
      at: "/isNavigationBarHidden"),
    RefusedRow(#"{"name": "stack", "screen": {"route": "r"}, "behavior": {}}"#, at: "/behavior"),
  ]

  @Test(arguments: refusedLayouts) func `D-131: a layout refuses members of others`(_ row: RefusedRow) throws {
    try row.check { _ = try Layout(json: $0) }
  }

  @Test func `SYS1-5: the same tabs make either arrangement`() throws {
    for (name, child) in [("tabsInPrimary", "t"), ("tabBarInStack", "a")] {
      let tree = try Layout(json: document(Self.layout(name, #""selected": "t""#))).controller()
      let tabBar = tree.split?.primary?.tabBar ?? tree.split?.primary?.stack?.root.tabBar
      #expect(tabBar?.selected.child.id.description == child)
    }
  }

  /// TB-6: whether tabs are under More, by the class that the tab bar inherits.
  static let more: [(rule: String, window: SizeClass, tree: @Sendable (Controller) -> Controller, isBehind: Bool)] = [
    ("a compact window", .compact, { $0 }, true),
    ("a regular one", .regular, { $0 }, false),
    ("CL-19 the primary of an expanded split view", .regular, { .split("x", $0, .screen("z")) }, true),
    ("its secondary", .regular, { .split("x", .screen("z"), $0) }, false),
    ("TR-1 below an override", .regular, { $0.overridden(.horizontal(.compact)) }, true),
    (
      "TR-1 below an override of a container", .compact,
      { Controller.stack("s", $0).overridden(.horizontal(.regular)) }, false
    ),
    (
      "TR-3 below an override by width", .regular, { $0.overridden(.compactBelow(width: 2000)) },
      true
    ),
  ]

  @Test(arguments: more)
  func `TB-6: the tabs under More`(
    _ row: (rule: String, window: SizeClass, tree: @Sendable (Controller) -> Controller, isBehind: Bool)
  ) throws {
    var environment = Environment()
    environment.forcedHorizontal = row.window
    let tree = row.tree(try .tabBar("t", ["a", "b", "c", "d", "e", "f"].map { Self.tab($0) }))
    let json = written { tree.write(to: &$0, form: .session(environment)) }
    #expect(json.contains(#""more":["e","f"]"#) == row.isBehind, "\(row.rule)")
    #expect(json.contains(#""more""#) == row.isBehind, "\(row.rule)")
    #expect(!written { tree.write(to: &$0, form: .request) }.contains(#""more""#), "computed")
  }

  @Test func `TB-8: a description has only the given members`() throws {
    let json = #"{"type":"setTabs","tabs":[{"shouldSelect":"always","child":"a"}]}"#
    let transition = Transition(.setTabs(tabBar: nil, tabs: [.init(shouldSelect: .always, child: .existing("a"))]))
    #expect(try Transition(json: document(json)) == transition)
    #expect(written { transition.write(to: &$0) } == json)
  }
}

extension Controller {
  fileprivate func overridden(_ traitOverride: TraitOverride) -> Controller {
    var controller = self
    controller.traitOverride = traitOverride
    return controller
  }
}
