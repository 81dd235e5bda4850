import Navigation
import Testing

@Suite struct ControllerJSONTests {
  static let screens: [Golden<Screen>] = [
    Golden(#"{"kind":"screen","route":"chats"}"#, Screen(route: "chats")),
    Golden(#"{"kind":"screen","route":"chat","title":"Ada"}"#, Screen(route: "chat", title: "Ada")),
    Golden(#"{"kind":"screen","route":"r","placeholder":true}"#, Screen(route: "r", isPlaceholder: true)),
    Golden(#"{"kind":"screen","route":"r","selection":"row 3"}"#, Screen(route: "r", selection: "row 3")),
    Golden(
      #"{"kind":"screen","route":"r","clearsSelectionOnAppear":"always"}"#,
      Screen(route: "r", clearsSelectionOnAppear: .always)),
    Golden(
      #"{"kind":"screen","route":"r","clearsSelectionOnAppear":"never"}"#,
      Screen(route: "r", clearsSelectionOnAppear: .never)),
    Golden(#"{"kind":"screen","route":"r","largeTitle":true}"#, Screen(route: "r", hasLargeTitle: true)),
    Golden(
      #"{"kind":"screen","route":"r","hidesBottomBarWhenPushed":true}"#,
      Screen(route: "r", hidesBottomBarWhenPushed: true)),
    Golden(#"{"kind":"screen","route":"r","leftBarButton":"Edit"}"#, Screen(route: "r", leftBarButton: "Edit")),
    Golden(
      #"{"kind":"screen","route":"r","leftItemsSupplementBackButton":true,"hidesBackButton":true}"#,
      Screen(route: "r", leftItemsSupplementBackButton: true, hidesBackButton: true)),
    Golden(#"{"kind":"screen","route":"r","backButtonTitle":"Back"}"#, Screen(route: "r", backButtonTitle: "Back")),
    Golden(#"{"kind":"screen","route":"r","blocksRemoval":true}"#, Screen(route: "r", blocksRemoval: true)),
    Golden(
      #"{"kind":"screen","route":"r","selectionFollowsDetail":true,"row":"3"}"#,
      Screen(route: "r", selectionFollowsDetail: true, row: "3")),
    Golden(#"{"kind":"screen","route":"r","backSwipe":"none"}"#, Screen(route: "r", backSwipe: .neither)),
    Golden(#"{"kind":"screen","route":"r","leftBarAction":"pop"}"#, Screen(route: "r", leftBarAction: .pop)),
    Golden(#"{"kind":"screen","route":"r","leftBarAction":"dismiss"}"#, Screen(route: "r", leftBarAction: .dismiss)),
    Golden(
      #"{"kind":"screen","route":"r","params":{"chat":42,"n":1.50,"e":1E400,"nested":{"a":[null,"\n"]}}}"#,
      Screen(
        route: "r",
        params: Params(members: [
          .init(name: "chat", json: "42"), .init(name: "n", json: "1.50"), .init(name: "e", json: "1E400"),
          .init(name: "nested", json: #"{"a":[null,"\n"]}"#),
        ]))),
    Golden(#"{"kind":"screen","route":"Ü \"q\" \\ \u0001"}"#, Screen(route: "Ü \"q\" \\ \u{1}")),
  ]

  @Test(arguments: screens) func screen(_ row: Golden<Screen>) throws {
    let controller = Controller(id: .automatic, content: .screen(row.value))
    #expect(try Controller(json: document(row.json)) == controller)
    #expect(written { controller.write(to: &$0, form: .request) } == row.json)
  }

  static let containers: [Golden<Controller>] = [
    Golden(
      #"{"kind":"screen","id":"a","route":"r","isModalInPresentation":true}"#,
      Controller(
        id: "a", answers: ControllerAnswers(isModalInPresentation: true), content: .screen(Screen(route: "r")))),
    Golden(
      #"{"kind":"stack","id":"s","children":[{"kind":"screen","id":"a","route":"r"}],"isModalInPresentation":true,"onShouldDismiss":false}"#,
      Controller(
        id: "s", answers: ControllerAnswers(isModalInPresentation: true, onShouldDismiss: false),
        content: .stack(Stack(root: .screen("a"))))),
    Golden(
      #"{"kind":"stack","id":"s","children":[{"kind":"screen","id":"a","route":"r"}],"traitOverride":{"asWindow":true},"supportedInterfaceOrientations":"portrait"}"#,
      Controller(
        id: "s", traitOverride: .asWindow, answers: ControllerAnswers(supportedInterfaceOrientations: .portrait),
        content: .stack(Stack(root: .screen("a"))))),
    Golden(
      #"{"kind":"tabBar","id":"t","tabs":[{"child":{"kind":"screen","id":"a","route":"r"}},{"title":"B","isHidden":true,"child":{"kind":"screen","id":"b","route":"r"}}],"selected":"a","isTabBarHidden":true}"#,
      Controller(
        id: "t",
        content: TabBar(
          tabs: [Tab(child: .screen("a")), Tab(title: "B", isHidden: true, child: .screen("b"))], isTabBarHidden: true
        ).map { .tabBar($0) } ?? .screen(Screen(route: "")))),
    Golden(
      #"{"kind":"stack","id":"s","children":[{"kind":"screen","id":"a","route":"r"}]}"#, .stack("s", .screen("a"))),
    Golden(
      #"{"kind":"stack","id":"s","children":[{"kind":"screen","id":"a","route":"r"},{"kind":"screen","id":"b","route":"r"}],"detailIndex":2,"isNavigationBarHidden":true,"interactiveBack":true,"delegate":true}"#,
      Controller(
        id: "s",
        content: .stack(
          Stack(
            root: .screen("a"), above: [.screen("b")], isNavigationBarHidden: true, detailIndex: 2,
            isInteractiveBack: true, delegate: Stack.Delegate())))),
    Golden(
      #"{"kind":"split","id":"x","style":"classic","primary":{"kind":"screen","id":"a","route":"r"},"secondary":{"kind":"screen","id":"b","route":"r"},"displayMode":"oneBesideSecondary"}"#,
      .split("x", .screen("a"), .screen("b"), displayMode: .oneBesideSecondary)),
    // An expansion without a secondary (CL-14).
    Golden(
      #"{"kind":"split","id":"x","style":"classic","primary":{"kind":"screen","id":"a","route":"r"},"displayMode":"secondaryOnly"}"#,
      .split("x", .screen("a"), nil)),
    // Collapsed, with a preserved secondary (CL-10).
    Golden(
      #"{"kind":"split","id":"x","style":"classic","primary":{"kind":"screen","id":"a","route":"r"},"displayMode":"oneBesideSecondary","preserved":{"secondary":{"kind":"screen","id":"b","route":"r"}}}"#,
      .split("x", .screen("a"), nil, preserved: .screen("b"), isCollapsed: true, displayMode: .oneBesideSecondary)),
    // Collapsed onto the primary's stack (CL-7).
    Golden(
      #"{"kind":"split","id":"x","style":"classic","primary":{"kind":"stack","id":"p","children":[{"kind":"screen","id":"a","route":"r"},{"kind":"stack","id":"q","children":[{"kind":"screen","id":"b","route":"r"}]}]},"displayMode":"oneBesideSecondary"}"#,
      .split(
        "x", .stack("p", .screen("a"), .stack("q", .screen("b"))), nil, isCollapsed: true,
        displayMode: .oneBesideSecondary)),
    Golden(
      #"{"kind":"screen","id":"a","route":"r","traitOverride":{"compactBelowWidth":1000,"compactWhenTall":true}}"#,
      Controller(
        id: "a", traitOverride: .compactBelow(width: 1000, orWhenTall: true), content: .screen(Screen(route: "r")))),
    Golden(
      #"{"kind":"screen","id":"a","route":"r","traitOverride":{"compactBelowWidth":0.5}}"#,
      Controller(
        id: "a", traitOverride: .compactBelow(width: 0.5), content: .screen(Screen(route: "r")))),
    // D-200
    Golden(
      #"{"kind":"screen","id":"a","route":"r","traitOverride":{"compactBelowHeight":480}}"#,
      Controller(id: "a", traitOverride: .compactBelow(height: 480), content: .screen(Screen(route: "r")))),
    Golden(
      #"{"kind":"screen","id":"a","route":"r","traitOverride":{"compactBelowWidth":660,"compactBelowHeight":480,"compactWhenTall":true}}"#,
      Controller(
        id: "a", traitOverride: .compactBelow(width: 660, height: 480, orWhenTall: true),
        content: .screen(Screen(route: "r")))),
    Golden(
      #"{"kind":"screen","id":"a","route":"r","traitOverride":{"compactBelowWidth":0}}"#,
      Controller(id: "a", traitOverride: .compactBelow(), content: .screen(Screen(route: "r")))),
    Golden(
      #"{"kind":"stack","id":"s","children":[{"kind":"screen","id":"a","route":"r"}],"traitOverride":{"horizontalSizeClass":"compact"}}"#,
      Controller(id: "s", traitOverride: .horizontal(.compact), content: .stack(Stack(root: .screen("a"))))),
    Golden(
      #"{"kind":"screen","id":"a","route":"r","traitOverride":{"compactBelowWidth":0.5},"presented":{"style":"popover","child":{"kind":"screen","id":"b","route":"r","presented":{"style":"pageSheet","child":{"kind":"screen","id":"c","route":"r"}}}}}"#,
      Controller(
        id: "a", traitOverride: .compactBelow(width: 0.5),
        presented: Presented(.popover, .presenting("b", .pageSheet, .screen("c"))), content: .screen(Screen(route: "r"))
      )),
    Golden(
      #"{"kind":"screen","id":"a","route":"r","presented":{"adaptation":"fullScreen","child":{"kind":"screen","id":"b","route":"r","preferredContentSize":{"width":300,"height":400}}}}"#,
      .presenting("a", Presentation(.automatic, .fullScreen), .screen("b", prefers: Size(width: 300, height: 400)))),
  ]

  @Test(arguments: containers) func container(_ row: Golden<Controller>) throws {
    #expect(try Controller(json: document(row.json)) == row.value)
    #expect(written { row.value.write(to: &$0, form: .request) } == row.json)
  }

  @Test func tabBar() throws {
    let json =
      #"{"kind":"tabBar","id":"t","tabs":[{"title":"A","badge":"3","icon":"star","shouldSelect":"whenNotSelected","onReselect":"scrollToTop","child":{"kind":"screen","id":"a","route":"r"}},"#
      + #"{"shouldSelect":"never","child":{"kind":"screen","id":"b","route":"r"}}],"selected":"b"}"#
    let tabs = [
      Tab(
        title: "A", badge: "3", icon: "star", shouldSelect: .whenNotSelected, onReselect: .scrollToTop,
        child: .screen("a")),
      Tab(shouldSelect: .never, child: .screen("b")),
    ]
    let tabBar = try Controller.tabBar("t", tabs, selected: 1)
    #expect(try Controller(json: document(json)) == tabBar)
    #expect(written { tabBar.write(to: &$0, form: .request) } == json)
    let unselected = try document(
      #"{"kind": "tabBar", "tabs": [{"child": {"kind": "screen", "id": "a", "route": "r"}}]}"#)
    #expect(try Controller(json: unselected).tabBar?.selectedIndex == 0)
  }

  static let behaviors: [Golden<SplitDelegate>] = [
    Golden("{}", SplitDelegate()),
    Golden(#"{"onShowDetail":"replaceAbovePlaceholder"}"#, SplitDelegate(onShowDetail: .replaceAbovePlaceholder)),
    Golden(#"{"onShowDetail":"replaceDetails"}"#, SplitDelegate(onShowDetail: .replaceDetails)),
    Golden(#"{"onShowDetail":"handled"}"#, SplitDelegate(onShowDetail: .handled)),
    Golden(#"{"onDetailPopped":"discard"}"#, SplitDelegate(onDetailPopped: .discard)),
    Golden(#"{"onShow":"handled"}"#, SplitDelegate(onShow: .handled)),
    Golden(#"{"onCollapse":"moveAbovePlaceholder"}"#, SplitDelegate(onCollapse: .moveAbovePlaceholder)),
    Golden(#"{"onCollapse":"discard"}"#, SplitDelegate(onCollapse: .discard)),
    Golden(#"{"onSeparate":"moveAboveRoot"}"#, SplitDelegate(onSeparate: .moveAboveRoot)),
    Golden(#"{"onSeparate":"preservedSecondary"}"#, SplitDelegate(onSeparate: .preservedSecondary)),
    Golden(#"{"onSeparate":"wrapped"}"#, SplitDelegate(onSeparate: .wrapped)),
    Golden(#"{"onTabSwitch":"followTab"}"#, SplitDelegate(onTabSwitch: .followTab)),
    Golden(#"{"onTabSwitch":"saveAndRestore"}"#, SplitDelegate(onTabSwitch: .saveAndRestore)),
    Golden(
      #"{"supportedInterfaceOrientations":"portraitOnPhone"}"#,
      SplitDelegate(supportedInterfaceOrientations: .portraitOnPhone)),
    Golden(
      #"{"primaryForCollapsing":{"kind":"screen","id":"a","route":"r"},"primaryForExpanding":{"kind":"screen","id":"b","route":"r"},"secondaryForSeparating":{"kind":"screen","id":"c","route":"r"}}"#,
      SplitDelegate(
        primaryForCollapsing: .screen("a"), primaryForExpanding: .screen("b"), secondaryForSeparating: .screen("c"))),
    Golden(#"{"placeholder":{"id":"placeholder","route":"none"}}"#, SplitDelegate(placeholder: .placeholder())),
    Golden(#"{"placeholder":{"id":"empty","route":"none"}}"#, SplitDelegate(placeholder: .placeholder("empty"))),
    Golden(#"{"allowsReturnToPlaceholder":false}"#, SplitDelegate(allowsReturnToPlaceholder: false)),
    Golden(#"{"flattenOnCollapse":true}"#, SplitDelegate(flattenOnCollapse: true)),
    Golden(#"{"topColumnForCollapsing":"compact"}"#, SplitDelegate(topColumnForCollapsing: .compact)),
    Golden(
      #"{"displayModeForExpanding":"twoOverSecondary"}"#, SplitDelegate(displayModeForExpanding: .twoOverSecondary)),
    Golden(
      #"{"targetDisplayModeForAction":"oneOverSecondary"}"#,
      SplitDelegate(targetDisplayModeForAction: .oneOverSecondary)),
  ]

  @Test(arguments: behaviors) func behavior(_ row: Golden<SplitDelegate>) throws {
    #expect(try SplitDelegate(json: document(row.json)) == row.value)
    #expect(written { row.value.write(to: &$0, form: .request) } == row.json)
    let split = Controller.split("x", .screen("a"), nil, behavior: row.value)
    #expect(try Controller(json: document(written { split.write(to: &$0, form: .request) })) == split)
  }

  @Test func placeholderWithoutAnIDHasTheDefaultOne() throws {
    let behavior = try SplitDelegate(json: document(#"{"placeholder": {"route": "none"}}"#))
    #expect(behavior.placeholder == .placeholder())
  }

  @Test(arguments: [#"{"route":"r","id":"a","kind":"screen"}"#, #"{"id":"a","kind":"screen","route":"r"}"#])
  func kindMayHaveAnyPosition(_ json: String) throws {
    #expect(try Controller(json: document(json)) == .screen("a"))
  }

  @Test func styleMayBeLeftOut() throws {
    let json = #"{"kind": "split", "id": "x", "primary": {"kind": "screen", "id": "a", "route": "r"}}"#
    #expect(try Controller(json: document(json)) == .split("x", .screen("a"), nil))
  }

  /// The members in the window of the standard iPad, where the mode before the first appearance is `secondaryOnly`.
  private static let expanded =
    #""isCollapsed":false,"primaryColumnWidth":320,"frames":{"secondary":{"x":0,"y":0,"width":1210,"height":834}},"#
    + #""displayModeButton":{"visible":true,"target":"oneBesideSecondary"},"#
  private static func collapsed(_ top: String) -> String {
    #""isCollapsed":true,"primaryColumnWidth":1210,"frames":{"\#(top)":{"x":0,"y":0,"width":1210,"height":834}},"#
      + #""displayModeButton":{"visible":false},"topColumn":"\#(top)","#
  }

  /// The members that the session form adds to a split view.
  static let computed: [Golden<Controller>] = [
    Golden(
      expanded + #""viewControllers":["a","b"],"columns":{"primary":"a","secondary":"b"}"#,
      .split("x", .screen("a"), .screen("b"))),
    // An expansion that found nothing for the secondary (CL-14).
    Golden(
      expanded + #""viewControllers":["a"],"columns":{"primary":"a","secondary":null}"#, .split("x", .screen("a"), nil)),
    Golden(
      collapsed("primary") + #""viewControllers":["a"],"columns":{"primary":"a","secondary":null}"#,
      .split("x", .screen("a"), nil, isCollapsed: true)),
    // A preserved secondary (CL-10), and one on the primary's stack (CL-7).
    Golden(
      collapsed("primary") + #""viewControllers":["a"],"columns":{"primary":"a","secondary":"b"}"#,
      .split("x", .screen("a"), nil, preserved: .screen("b"), isCollapsed: true)),
    Golden(
      collapsed("secondary") + #""viewControllers":["p"],"columns":{"primary":"p","secondary":"q"}"#,
      .split("x", .stack("p", .screen("a"), .stack("q", .screen("b"))), nil, isCollapsed: true)),
  ]

  /// NV-16, NV-17, SYS0-3: the back buttons of the session form.
  static let backButtons: [(value: Controller, buttons: [String])] = [
    (.stack("s", .screen("a")), [#"{"visible":false}"#]),
    (.stack("s", .screen("a"), .screen("b")), [#"{"visible":true,"title":"Back"}"#]),
    (
      .stack("p", .screen("a"), .stack("q", .screen("b"))),
      [#"{"visible":true,"title":"Back"}"#, #"{"visible":true,"title":"Back"}"#]
    ),
  ]

  @Test(arguments: backButtons) func sessionFormHasBackButtons(_ row: (value: Controller, buttons: [String])) {
    let json = written { row.value.write(to: &$0, form: .session(Environment())) }
    let buttons = json.split(separator: #""backButton":"#).dropFirst().map { $0.prefix { $0 != "}" } + "}" }
    #expect(buttons.map(String.init) == row.buttons)
  }

  @Test(arguments: computed) func sessionFormHasComputedMembers(_ row: Golden<Controller>) throws {
    let snapshot = written { row.value.write(to: &$0, form: .request) }
    let json = written { row.value.write(to: &$0, form: .session(Environment())) }
    let withoutButtons = json.replacing(#/,"backButton":\{[^}]*\}/#, with: "")
    let mode = #""displayMode":"secondaryOnly""#
    let parts = snapshot.split(separator: mode, omittingEmptySubsequences: false)
    #expect(withoutButtons == parts.joined(separator: mode + "," + row.json))
    #expect(try Controller(json: document(json, .skip)) == row.value)
    #expect(throws: BodyRefusal.self) { try Controller(json: document(json)) }
  }

  @Test(arguments: [(1210.0, nil), (400, "pageSheet")])
  func `PR-3: the session form has the style, as adapted to its window`(_ row: (width: Double, adapted: String?)) throws
  {
    let environment = try Environment(place: .free(Size(width: row.width, height: 800), .pad, scale: 2))
    let presenter = Controller.presenting("a", .popover, .screen("b"))
    let json = written { presenter.write(to: &$0, form: .session(environment)) }
    let adapted = row.adapted.map { #""adaptedStyle":"\#($0)","# } ?? ""
    #expect(json.contains(#""presented":{"style":"popover",\#(adapted)"child":{"#))
    #expect(try Controller(json: document(json, .skip)) == presenter)
    #expect(try Controller(json: document(written { presenter.write(to: &$0, form: .snapshot) })) == presenter)
  }

  @Test func `PR-9: the window's class adapts it, not the presenter's override`() throws {
    let environment = try Environment(place: .free(Size(width: 1210, height: 800), .pad, scale: 2))
    var presenter = Controller.presenting("a", .popover, .screen("b"))
    presenter.traitOverride = .compactBelow(width: 2_000)
    let json = written { presenter.write(to: &$0, form: .session(environment)) }
    #expect(json.contains(#""presented":{"style":"popover","child":{"#))
  }

  @Test func `an omitted style is automatic`() throws {
    let json =
      #"{"kind": "screen", "id": "a", "route": "r", "presented": {"child": {"kind": "screen", "id": "b", "route": "r"}}}"#
    #expect(try Controller(json: document(json)) == .presenting("a", .automatic, .screen("b")))
  }

  @Test(arguments: computed) func storedFormHasTheStateOfACollapse(_ row: Golden<Controller>) throws {
    let json = written { row.value.write(to: &$0, form: .snapshot) }
    #expect(try Controller(json: document(json, .skip)) == row.value)
    #expect(json.contains(#""isCollapsed":"#) && !json.contains(#""columns""#))
  }

  @Test func answersMayGrow() throws {
    let json =
      #"{"kind": "stack", "id": "s", "backButton": {"visible": true}, "children": [{"kind": "screen", "id": "a", "route": "r", "new": 1}]}"#
    #expect(try Controller(json: document(json, .skip)) == .stack("s", .screen("a")))
  }

  static let layouts: [Golden<Layout>] = [
    Golden(
      #"{"name":"listDetail","primary":{"id":"a","route":"r"},"secondary":{"id":"b","route":"r","placeholder":true}}"#,
      .listDetail(primary: .screen("a"), secondary: .placeholder("b", "r"))),
    Golden(
      #"{"name":"listDetail","primary":{"id":"a","route":"r"},"placeholder":{"id":"placeholder","route":"none"},"behavior":{"onSeparate":"system"}}"#,
      .listDetail(
        primary: .screen("a"), placeholder: .placeholder(),
        split: SplitUpdate { $0.delegate = SplitDelegateUpdate { $0.onSeparate = .system } })),
    Golden(
      #"{"name":"doubleColumn","primary":{"id":"a","route":"r"},"secondary":{"id":"b","route":"r"}}"#,
      .doubleColumn(primary: .screen("a"), secondary: .screen("b"))),
    Golden(
      #"{"name":"tripleColumn","primary":{"id":"a","route":"r"},"supplementary":{"id":"s","route":"r"},"secondary":{"id":"b","route":"r"},"compact":{"kind":"screen","id":"c","route":"r"},"inspector":{"id":"i","route":"r"}}"#,
      .tripleColumn(
        primary: .screen("a"), supplementary: .screen("s"), secondary: .screen("b"), compact: .screen("c"),
        inspector: .screen("i"))),
    Golden(#"{"name":"stack","screen":{"id":"a","route":"r"}}"#, .stack(root: .screen("a"))),
    Golden(
      #"{"name":"tabBar","tabs":[{"id":"t","title":"T","icon":"star","screen":{"id":"a","route":"r"}}]}"#,
      .tabBar(tabs: [LayoutTab(id: "t", title: "T", icon: "star", screen: .screen("a"))])),
    Golden(
      #"{"name":"tabBar","tabs":[{"screen":{"route":"r"}}]}"#,
      .tabBar(tabs: [LayoutTab(id: .automatic, screen: .screen(.automatic))])),
    Golden(
      #"{"name":"tabsInPrimary","tabs":[{"id":"t","screen":{"id":"a","route":"r"}}],"placeholder":{"id":"placeholder","route":"none"}}"#,
      .tabsInPrimary(tabs: [LayoutTab(id: "t", screen: .screen("a"))], placeholder: .placeholder())),
    Golden(
      #"{"name":"tabBarInStack","tabs":[{"title":"T","screen":{"id":"a","route":"r"}},{"id":"b","screen":{"route":"r"}}],"placeholder":{"id":"placeholder","route":"none"}}"#,
      .tabBarInStack(
        tabs: [
          LayoutTab(id: .automatic, title: "T", screen: .screen("a")), LayoutTab(id: "b", screen: .screen(.automatic)),
        ],
        placeholder: .placeholder())),
    Golden(
      #"{"name":"tabBarInStack","tabs":[{"id":"t","badge":"1","shouldSelect":"never","onReselect":"none","screen":{"id":"a","route":"r"}}],"selected":"t","placeholder":{"id":"placeholder","route":"none"},"preferredPrimaryColumnWidth":320,"behaviorFrom":"tabsInPrimary","behavior":{"onShow":"handled"},"traitOverride":null}"#,
      .tabBarInStack(
        tabs: [LayoutTab(id: "t", badge: "1", shouldSelect: .never, onReselect: .nothing, screen: .screen("a"))],
        selected: "t", placeholder: .placeholder(),
        split: SplitUpdate {
          $0.primaryWidth.preferred = 320
          $0.delegateFrom = .tabsInPrimary
          $0.delegate = SplitDelegateUpdate { $0.onShow = .handled }
          $0.traitOverride = .some(nil)
        })),
    Golden(
      #"{"name":"tripleColumn","primary":{"id":"a","route":"r"},"supplementary":{"id":"s","route":"r"},"secondary":{"id":"b","route":"r"},"preferredDisplayMode":"twoOverSecondary","preferredSplitBehavior":"overlay"}"#,
      .tripleColumn(
        primary: .screen("a"), supplementary: .screen("s"), secondary: .screen("b"),
        split: SplitUpdate {
          $0.displayMode = .twoOverSecondary
          $0.splitBehavior = .overlay
        })),
    Golden(
      #"{"name":"listDetail","primary":{"id":"a","route":"r"},"secondary":{"id":"b","route":"r"},"presentsWithGesture":false}"#,
      .listDetail(primary: .screen("a"), secondary: .screen("b"), split: SplitUpdate { $0.presentsWithGesture = false })
    ),
    Golden(
      #"{"name":"tabBar","tabs":[{"id":"t","screen":{"id":"a","route":"r"}}],"selected":"a","traitOverride":{"horizontalSizeClass":"compact"}}"#,
      .tabBar(tabs: [LayoutTab(id: "t", screen: .screen("a"))], selected: "a", traitOverride: .horizontal(.compact))),
    Golden(
      #"{"name":"topTabs","pages":[{"title":"T","screen":{"id":"a","route":"r"}}],"currentPage":"a","bounces":false,"isNavigationBarHidden":true}"#,
      .topTabs(
        pages: [LayoutPage(title: "T", screen: .screen("a"))], inStack: true,
        topTabs: TopTabsUpdate {
          $0.currentPage = "a"
          $0.bounces = false
        }, isNavigationBarHidden: true)),
    Golden(
      #"{"name":"tabBar","tabs":[{"isHidden":true,"screen":{"id":"a","route":"r"}}],"supportedInterfaceOrientations":"landscape","isTabBarHidden":true}"#,
      .tabBar(
        tabs: [LayoutTab(isHidden: true, screen: .screen("a"))], orientations: .landscape, isTabBarHidden: true)),
    Golden(
      #"{"name":"tabsInPrimary","tabs":[{"id":"t","screen":{"id":"a","route":"r"}}],"placeholder":{"id":"placeholder","route":"none"},"isTabBarHidden":true}"#,
      .tabsInPrimary(
        tabs: [LayoutTab(id: "t", screen: .screen("a"))], placeholder: .placeholder(), isTabBarHidden: true)),
    Golden(
      #"{"name":"tabBarInStack","tabs":[{"id":"t","screen":{"id":"a","route":"r"}}],"placeholder":{"id":"placeholder","route":"none"},"isTabBarHidden":true}"#,
      .tabBarInStack(
        tabs: [LayoutTab(id: "t", screen: .screen("a"))], placeholder: .placeholder(), isTabBarHidden: true)),
    Golden(
      #"{"name":"topTabs","pages":[{"title":"T","screen":{"id":"a","route":"r"}}],"supportedInterfaceOrientations":"portrait"}"#,
      .topTabs(pages: [LayoutPage(title: "T", screen: .screen("a"))], inStack: true, orientations: .portrait)),
    Golden(
      #"{"name":"stack","screen":{"id":"a","route":"r"},"supportedInterfaceOrientations":"portrait"}"#,
      .stack(root: .screen("a"), orientations: .portrait)),
    Golden(
      #"{"name":"stack","screen":{"id":"a","route":"r"},"isNavigationBarHidden":true}"#,
      .stack(root: .screen("a"), isNavigationBarHidden: true)),
  ]

  @Test(arguments: layouts) func layout(_ row: Golden<Layout>) throws {
    #expect(try Layout(json: document(row.json)) == row.value)
    #expect(written { row.value.write(to: &$0) } == row.json)
  }
}
