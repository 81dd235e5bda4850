import Navigation
import Testing

@Suite struct TransitionJSONTests {
  static let rows: [Golden<Transition>] = [
    Golden(#"{"type":"push","screen":{"id":"a","route":"r"}}"#, Transition(.push(.new(.screen("a")), stack: nil))),
    Golden(
      #"{"type":"push","screen":{"route":"r"},"stack":"s"}"#, Transition(.push(.new(.screen(.automatic)), stack: "s"))),
    Golden(
      #"{"type":"push","controller":"a","stack":"s","animated":false}"#,
      Transition(.push(.existing("a"), stack: "s"), animated: false)),
    Golden(
      #"{"type":"push","controller":{"kind":"stack","id":"s","children":[{"kind":"screen","id":"a","route":"r"}]}}"#,
      Transition(.push(.new(.stack("s", .screen("a"))), stack: nil))),
    Golden(#"{"type":"pop"}"#, Transition(.pop(stack: nil, count: 1))),
    Golden(
      #"{"type":"pop","stack":"s","count":2,"confirm":true}"#, Transition(.pop(stack: "s", count: 2), confirm: true)),
    Golden(#"{"type":"popTo","controller":"a"}"#, Transition(.popTo("a"))),
    Golden(#"{"type":"popToRoot"}"#, Transition(.popToRoot(stack: nil))),
    Golden(#"{"type":"popToRoot","stack":"s"}"#, Transition(.popToRoot(stack: "s"))),
    Golden(
      #"{"type":"setStack","children":["a",{"kind":"screen","id":"b","route":"r"}]}"#,
      Transition(.setStack(stack: nil, children: [.existing("a"), .new(.screen("b"))]))),
    Golden(#"{"type":"setStack","stack":"s","children":[]}"#, Transition(.setStack(stack: "s", children: []))),
    Golden(
      #"{"type":"replaceTop","screen":{"id":"a","route":"r"},"stack":"s"}"#,
      Transition(.replaceTop(.screen("a"), stack: "s"))),
    Golden(#"{"type":"remove","controller":"a","confirm":true}"#, Transition(.remove("a"), confirm: true)),
    Golden(#"{"type":"back"}"#, Transition(.back(stack: nil, phase: nil))),
    Golden(#"{"type":"back","stack":"s","phase":"began"}"#, Transition(.back(stack: "s", phase: .began))),
    Golden(#"{"type":"back","by":"button"}"#, Transition(.back(by: .button))),
    Golden(#"{"type":"back","phase":"began","by":"content"}"#, Transition(.back(phase: .began, by: .content))),
    Golden(#"{"type":"back","phase":"cancelled"}"#, Transition(.back(stack: nil, phase: .cancelled))),
    Golden(#"{"type":"back","phase":"finished"}"#, Transition(.back(stack: nil, phase: .finished))),
    Golden(#"{"type":"show","screen":{"id":"a","route":"r"}}"#, Transition(.show(.new(.screen("a")), from: nil))),
    Golden(
      #"{"type":"showDetail","screen":{"id":"a","route":"r"},"from":"b","animated":true}"#,
      Transition(.showDetail(.new(.screen("a")), from: "b"), animated: true)),
    Golden(#"{"type":"showDetail","controller":"a"}"#, Transition(.showDetail(.existing("a"), from: nil))),
    Golden(#"{"type":"setDisplayMode","mode":"automatic"}"#, Transition(.setDisplayMode(nil, split: nil))),
    Golden(
      #"{"type":"setDisplayMode","mode":"twoDisplaceSecondary","split":"x","animated":false}"#,
      Transition(.setDisplayMode(.twoDisplaceSecondary, split: "x"), animated: false)),
    Golden(#"{"type":"tapDisplayModeButton"}"#, Transition(.tapDisplayModeButton(split: nil))),
    Golden(#"{"type":"tapSecondaryOnlyButton","split":"x"}"#, Transition(.tapSecondaryOnlyButton(split: "x"))),
    Golden(#"{"type":"tapDimmedSecondary"}"#, Transition(.tapDimmedSecondary(split: nil))),
    Golden(#"{"type":"swipe","edge":"leading"}"#, Transition(.swipe(.leading, split: nil))),
    Golden(#"{"type":"swipe","edge":"trailing","split":"x"}"#, Transition(.swipe(.trailing, split: "x"))),
    Golden(#"{"type":"showColumn","column":"primary"}"#, Transition(.showColumn(.primary, split: nil))),
    Golden(
      #"{"type":"hideColumn","column":"supplementary","split":"x"}"#,
      Transition(.hideColumn(.supplementary, split: "x"))),
    Golden(
      #"{"type":"setColumn","column":"secondary","controller":null}"#,
      Transition(.setColumn(.secondary, nil, split: nil))),
    Golden(
      #"{"type":"setColumn","column":"primary","controller":"a","split":"x"}"#,
      Transition(.setColumn(.primary, .existing("a"), split: "x"))),
    Golden(
      #"{"type":"setColumn","column":"compact","controller":{"kind":"screen","id":"a","route":"r"},"confirm":true}"#,
      Transition(.setColumn(.compact, .new(.screen("a")), split: nil), confirm: true)),
    Golden(#"{"type":"setSplit"}"#, Transition(.setSplit(SplitUpdate(), split: nil))),
    Golden(
      #"{"type":"setSplit",\#(SplitGolden.members),"split":"x"}"#,
      Transition(.setSplit(SplitGolden.everything, split: "x"))),
    Golden(
      #"{"type":"setSplit","preferredDisplayMode":"automatic","preferredSplitBehavior":"automatic","preferredPrimaryColumnWidth":null,"minimumSecondaryColumnWidth":null,"traitOverride":null}"#,
      Transition(.setSplit(SplitGolden.nothing, split: nil))),
    Golden(#"{"type":"tapTab","tab":"t"}"#, Transition(.tapTab("t"))),
    Golden(#"{"type":"selectTab","tab":"t"}"#, Transition(.selectTab("t"))),
    Golden(
      #"{"type":"setTabs","tabBar":"t","tabs":[{"title":"A","badge":"1","icon":"star","shouldSelect":"never","onReselect":"popPrimary","child":"a"},{"child":{"kind":"screen","id":"b","route":"r"}}]}"#,
      Transition(
        .setTabs(
          tabBar: "t",
          tabs: [
            .init(
              title: "A", badge: "1", icon: "star", shouldSelect: .never, onReselect: .popPrimary, child: .existing("a")
            ),
            .init(child: .new(.screen("b"))),
          ]))),
    Golden(#"{"type":"setBadge","tab":"t","badge":"3"}"#, Transition(.setBadge(tab: "t", badge: "3"))),
    Golden(#"{"type":"setBadge","tab":"t","badge":null}"#, Transition(.setBadge(tab: "t", badge: nil))),
    Golden(#"{"type":"selectRow","controller":"a","row":"3"}"#, Transition(.selectRow("a", row: "3"))),
    Golden(#"{"type":"deselectRow","controller":"a"}"#, Transition(.deselectRow("a"))),
    Golden(
      #"{"type":"present","screen":{"id":"a","route":"r"}}"#,
      Transition(.present(.new(.screen("a")), style: .automatic, from: nil))),
    Golden(
      #"{"type":"present","controller":"a","from":"b","style":"popover"}"#,
      Transition(.present(.existing("a"), style: .popover, from: "b"))),
    Golden(
      #"{"type":"present","screen":{"id":"a","route":"r","presented":{"style":"pageSheet","child":{"kind":"screen","id":"b","route":"r"}}}}"#,
      Transition(.present(.new(.presenting("a", .pageSheet, .screen("b"))), from: nil))),
    Golden(
      #"{"type":"present","screen":{"id":"a","route":"r"},"style":"popover","adaptation":"none"}"#,
      Transition(.present(.new(.screen("a")), style: .popover, adaptation: .never))),
    Golden(
      #"{"type":"present","controller":"a","from":"b","endsWith":"sender"}"#,
      Transition(.present(.existing("a"), from: "b", endsWith: .sender))),
    Golden(
      #"{"type":"tapRow","list":"l","row":"r","screen":{"id":"d","route":"c"},"opens":"detail"}"#,
      Transition(.tapRow("r", list: "l", opening: .new(.screen("d", route: "c")), as: .detail))),
    Golden(
      #"{"type":"tapRow","list":"l","row":"r","controller":"d","opens":"push"}"#,
      Transition(.tapRow("r", list: "l", opening: .existing("d"), as: .push))),
    Golden(
      #"{"type":"tapRow","list":"l","row":"r","controller":"d","opens":"column","again":"return"}"#,
      Transition(.tapRow("r", list: "l", opening: .existing("d"), as: .column, again: .return))),
    Golden(#"{"type":"push","controller":"a","from":"b"}"#, Transition(.push(.existing("a"), from: "b"))),
    Golden(
      #"{"type":"push","controller":"a","stack":"s","again":"return"}"#,
      Transition(.push(.existing("a"), stack: "s", again: .return))),
    Golden(
      #"{"type":"show","controller":"a","from":"b","again":"return"}"#,
      Transition(.show(.existing("a"), from: "b", again: .return))),
    Golden(
      #"{"type":"showDetail","controller":"a","again":"return","animated":true}"#,
      Transition(.showDetail(.existing("a"), again: .return), animated: true)),
    Golden(
      #"{"type":"present","controller":"a","style":"popover","replaces":true,"again":"return"}"#,
      Transition(.present(.existing("a"), style: .popover, replaces: true, again: .return))),
    Golden(#"{"type":"dismiss"}"#, Transition(.dismiss(nil))),
    Golden(#"{"type":"dismiss","controller":"a"}"#, Transition(.dismiss("a"))),
    Golden(#"{"type":"tapLeftBarButton"}"#, Transition(.tapLeftBarButton(nil))),
    Golden(#"{"type":"tapLeftBarButton","controller":"a"}"#, Transition(.tapLeftBarButton("a"))),
    Golden(#"{"type":"updateScreen","controller":"a","leftBarAction":null}"#, .updateWithoutAction),
    Golden(#"{"type":"swipeDown"}"#, Transition(.swipeDown(nil))),
    Golden(#"{"type":"swipeDown","controller":"a","confirm":true}"#, Transition(.swipeDown("a"), confirm: true)),
    Golden(#"{"type":"tapOutside"}"#, Transition(.tapOutside(nil))),
    Golden(#"{"type":"dragSheet","to":"large"}"#, Transition(.dragSheet(to: "large"))),
    Golden(#"{"type":"dragSheet","controller":"a","to":"peek"}"#, Transition(.dragSheet("a", to: "peek"))),
    Golden(#"{"type":"setSheet"}"#, Transition(.setSheet())),
    Golden(
      #"{"type":"setSheet","controller":"a","detents":["medium","large"],"selectedDetent":"medium","largestUndimmedDetent":"large","edgeAttached":true}"#,
      Transition(
        .setSheet("a", detents: [.medium, .large], selected: "medium", undimmedUpTo: "large", edgeAttached: true))),
    Golden(
      #"{"type":"setSheet","detents":null,"selectedDetent":null,"largestUndimmedDetent":null,"edgeAttached":false}"#,
      Transition(.setSheet(detents: [], selected: .some(nil), undimmedUpTo: .some(nil), edgeAttached: false))),
    Golden(
      #"{"type":"present","controller":"a","style":"pageSheet","detents":[{"id":"peek","height":120.5,"inactiveInCompactHeight":true},"medium","large"],"selectedDetent":"medium","largestUndimmedDetent":"peek","edgeAttached":true,"source":"b"}"#,
      Transition(
        .present(
          .existing("a"), style: .pageSheet,
          sheet: Sheet(
            [.custom("peek", height: 120.5, inactiveInCompactHeight: true), .medium, .large], selected: "medium",
            undimmedUpTo: "peek", edgeAttached: true, source: "b")))),
    Golden(#"{"type":"tapOutside","controller":"a"}"#, Transition(.tapOutside("a"))),
    Golden(#"{"type":"resize","width":820,"height":561.5}"#, Transition(.resize(Size(width: 820, height: 561.5)))),
    Golden(
      #"{"type":"setRoot","controller":{"kind":"stack","id":"s","children":[{"kind":"screen","id":"a","route":"r"}]}}"#,
      Transition(.setRoot(.controller(.new(.stack("s", .screen("a"))))))),
    Golden(
      #"{"type":"setRoot","controller":"a","dismisses":true,"animated":true,"confirm":true}"#,
      Transition(.setRoot(.controller(.existing("a")), dismisses: true), animated: true, confirm: true)),
    Golden(
      #"{"type":"setRoot","layout":{"name":"stack","screen":{"id":"a","route":"r"}}}"#,
      Transition(.setRoot(.layout(.stack(root: .screen("a")))))),
    Golden(
      #"{"type":"resize","width":820,"height":561,"phase":"began"}"#,
      Transition(.resize(Size(width: 820, height: 561), phase: .began))),
    Golden(
      #"{"type":"setSplit","behaviorFrom":"tabBarInStack","behavior":{"onTabSwitch":"keepDetail","primaryForCollapsing":null,"placeholder":null,"displayModeForExpanding":"proposed","targetDisplayModeForAction":"automatic","flattenOnCollapse":false}}"#,
      Transition(
        .setSplit(
          SplitUpdate {
            $0.delegateFrom = .tabBarInStack
            $0.delegate = SplitDelegateUpdate {
              $0.onTabSwitch = .keepDetail
              $0.primaryForCollapsing = .some(nil)
              $0.placeholder = .some(nil)
              $0.displayModeForExpanding = .some(nil)
              $0.targetDisplayModeForAction = .some(nil)
              $0.flattenOnCollapse = false
            }
          }))),
    Golden(
      #"{"type":"setSplit","behavior":{}}"#, Transition(.setSplit(SplitUpdate { $0.delegate = SplitDelegateUpdate() }))),
    Golden(#"{"type":"rotate","orientation":"portrait"}"#, Transition(.rotate(.portrait))),
    Golden(#"{"type":"setMultitasking","multitasking":"slideOver"}"#, Transition(.setMultitasking(.slideOver))),
    Golden(#"{"type":"setDevice","device":"iPhone 6 Plus"}"#, Transition(.setDevice("iPhone 6 Plus"))),
    Golden(#"{"type":"fold","pose":"bent"}"#, Transition(.fold(.bent))),
    Golden(#"{"type":"setTraits"}"#, Transition(.setTraits(horizontal: .unchanged, vertical: .unchanged))),
    Golden(
      #"{"type":"setTraits","horizontalSizeClass":"compact","verticalSizeClass":null}"#,
      Transition(.setTraits(horizontal: .forced(.compact), vertical: .lifted))),
    Golden(#"{"type":"enterBackground"}"#, Transition(.enterBackground)),
    Golden(#"{"type":"tapTitle","page":"a"}"#, Transition(.tapTitle(page: "a", topTabs: nil))),
    Golden(#"{"type":"tapTitle","page":"a","topTabs":"t"}"#, Transition(.tapTitle(page: "a", topTabs: "t"))),
    Golden(
      #"{"type":"scroll","contentOffset":12.5,"phase":"dragging"}"#,
      Transition(.scroll(topTabs: nil, contentOffset: 12.5, .dragging))),
    Golden(
      #"{"type":"scroll","topTabs":"t","contentOffset":-32768000,"phase":"decelerating"}"#,
      Transition(.scroll(topTabs: "t", contentOffset: Limits.contentOffset.lowerBound, .decelerating))),
    Golden(
      #"{"type":"scroll","contentOffset":32768000,"phase":"ended","animated":false}"#,
      Transition(.scroll(topTabs: nil, contentOffset: Limits.contentOffset.upperBound, .ended), animated: false)),
    Golden(
      #"{"type":"setPages","topTabs":"t","pages":[{"title":"A","child":"a"},{"title":"","child":{"kind":"screen","id":"b","route":"r"}}]}"#,
      Transition(
        .setPages(
          topTabs: "t", pages: [.init(title: "A", child: .existing("a")), .init(title: "", child: .new(.screen("b")))]))
    ),
    Golden(#"{"type":"setPages","pages":[]}"#, Transition(.setPages(topTabs: nil, pages: []))),
    Golden(#"{"type":"setTopTabs"}"#, Transition(.setTopTabs(topTabs: nil, TopTabsUpdate()))),
    Golden(
      #"{"type":"setTopTabs","topTabs":"t","currentPage":"a","isTabControlHidden":false,"bounces":true,"allowedBounceEdges":["leading","trailing"],"pageAppearance":"all"}"#,
      Transition(.setTopTabs(topTabs: "t", allOfTopTabs))),
    Golden(#"{"type":"tapSidebarButton"}"#, Transition(.tapSidebarButton())),
    Golden(#"{"type":"cancelSearch","tabBar":"t"}"#, Transition(.cancelSearch(tabBar: "t"))),
    Golden(#"{"type":"setSidebar"}"#, Transition(.setSidebar())),
    Golden(
      #"{"type":"setSidebar","tabBar":"t","isHidden":null,"layout":"tile","placement":"sidebar"}"#,
      Transition(.setSidebar(tabBar: "t", isHidden: .some(nil), layout: .tile, placement: .sidebar))),
    Golden(
      #"{"type":"setTabBar","mode":"tabSidebar","compactTabs":["a"],"isTabBarHidden":false,"accessory":{"title":"T","offer":{"route":"r","params":{"n":1},"name":"N"}}}"#,
      Transition(.setTabBar(allOfTabBar))),
    Golden(
      #"{"type":"setTabBar","tabBar":"t","compactTabs":null,"accessory":null}"#,
      Transition(.setTabBar(TabBarUpdate { ($0.compactTabs, $0.accessory) = (.some(nil), .some(nil)) }, tabBar: "t"))),
    Golden(#"{"type":"enterForeground"}"#, Transition(.enterForeground)),
    Golden(
      #"{"type":"updateScreen","controller":"t","supportedInterfaceOrientations":"portrait","traitOverride":{"asWindow":true}}"#,
      Transition(
        .updateScreen(
          "t",
          ScreenUpdate {
            $0.supportedInterfaceOrientations = .portrait
            $0.traitOverride = .asWindow
          }))),
    Golden(
      #"{"type":"updateScreen","controller":"t","traitOverride":null}"#,
      Transition(.updateScreen("t", ScreenUpdate { $0.traitOverride = .some(nil) }))),
    Golden(
      #"{"type":"setSplit","byWidth":[{"above":0},{"above":960,"preferredDisplayMode":"oneBesideSecondary"}],"gestureOffIn":["secondaryOnly","oneBesideSecondary"]}"#,
      Transition(
        .setSplit(
          SplitUpdate {
            $0.byWidth = [WidthEntry(above: 0), WidthEntry(above: 960, displayMode: .oneBesideSecondary)]
            $0.gestureOffIn = [.oneBesideSecondary, .secondaryOnly]
          }))),
    Golden(
      #"{"type":"setSplit","byWidth":[],"gestureOffIn":[]}"#,
      Transition(.setSplit(SplitUpdate { ($0.byWidth, $0.gestureOffIn) = ([], []) }))),
    Golden(
      #"{"type":"setTabs","tabs":[{"isHidden":false,"child":"a"}]}"#,
      Transition(.setTabs(tabs: [.init(isHidden: false, child: .existing("a"))]))),
    Golden(#"{"type":"updateScreen","controller":"a"}"#, Transition(.updateScreen("a", ScreenUpdate()))),
    Golden(
      #"{"type":"updateScreen","controller":"a","route":"r","title":"T","largeTitle":true,"params":{"a":1},"clearsSelectionOnAppear":"whenCollapsed","hidesBottomBarWhenPushed":false,"leftBarButton":"L","leftItemsSupplementBackButton":true,"hidesBackButton":false,"backSwipe":"both","backButtonTitle":"B","blocksRemoval":true,"leftBarAction":"pop","selectionFollowsDetail":true,"row":"3","isModalInPresentation":true,"onShouldDismiss":false}"#,
      Transition(.updateScreen("a", everything))),
    Golden(
      #"{"type":"updateScreen","controller":"a","title":null,"leftBarButton":null,"backSwipe":null,"backButtonTitle":null,"row":null}"#,
      Transition(.updateScreen("a", nothing))),
    Golden(
      #"{"type":"removeItem","route":"chat","params":{"chat":42}}"#,
      Transition(.removeItem(route: "chat", params: Params(members: [.init(name: "chat", json: "42")])))),
    Golden(
      #"{"type":"open","route":"chat","params":{"chat":42}}"#,
      Transition(.open("chat", params: Params(members: [.init(name: "chat", json: "42")])))),
    Golden(
      #"{"type":"setConditions","conditions":{"a":true,"b":false}}"#,
      Transition(.setConditions([.init("a", holds: true), .init("b", holds: false)]))),
    Golden(#"{"type":"open","route":"a"}"#, Transition(.open("a"))),
    Golden(
      #"{"type":"open","url":"app://a?b=c#d","confirm":true}"#, Transition(.open(url: "app://a?b=c#d"), confirm: true)),
  ]

  private static var everything: ScreenUpdate {
    var update = ScreenUpdate()
    update.route = "r"
    update.title = .some("T")
    update.params = Params(members: [.init(name: "a", json: "1")])
    update.clearsSelectionOnAppear = .whenCollapsed
    update.hasLargeTitle = true
    update.hidesBottomBarWhenPushed = false
    update.leftBarButton = .some("L")
    update.leftItemsSupplementBackButton = true
    update.hidesBackButton = false
    update.backSwipe = .some(.both)
    update.backButtonTitle = .some("B")
    update.blocksRemoval = true
    update.leftBarAction = .some(.pop)
    update.selectionFollowsDetail = true
    update.row = .some("3")
    update.isModalInPresentation = true
    update.onShouldDismiss = false
    return update
  }

  private static var allOfTabBar: TabBarUpdate {
    TabBarUpdate {
      ($0.mode, $0.compactTabs, $0.isTabBarHidden) = (.tabSidebar, ["a"], false)
      let params = Params(members: [.init(name: "n", json: "1")])
      $0.accessory = TabAccessory(title: "T", offer: .init(route: "r", params: params, name: "N"))
    }
  }

  private static var allOfTopTabs: TopTabsUpdate {
    var update = TopTabsUpdate()
    update.currentPage = "a"
    update.isTabControlHidden = false
    update.bounces = true
    update.allowedBounceEdges = [.trailing, .leading]
    update.pageAppearance = .all
    return update
  }

  private static var nothing: ScreenUpdate {
    var update = ScreenUpdate()
    update.row = .some(nil)
    update.title = .some(nil)
    update.leftBarButton = .some(nil)
    update.backSwipe = .some(nil)
    update.backButtonTitle = .some(nil)
    return update
  }

  @Test(arguments: rows) func row(_ row: Golden<Transition>) throws {
    #expect(try Transition(json: document(row.json)) == row.value)
    #expect(written { row.value.write(to: &$0) } == row.json)
  }

  @Test func everyTypeHasARow() throws {
    let types = try Self.rows.map { try document($0.json).object() }.map { reader in
      var reader = reader
      return try reader.require("type").string()
    }
    #expect(Set(types) == Set(Transition.kinds.words))
  }

  /// What is said in another way than it is answered.
  static let sameAs: [(request: String, answer: String)] = [
    (#"{"type":"selectRow","controller":"a","row":42}"#, #"{"type":"selectRow","controller":"a","row":"42"}"#),
    (
      #"{"type":"tapRow","list":"l","row":42,"controller":"d","opens":"push"}"#,
      #"{"type":"tapRow","list":"l","row":"42","controller":"d","opens":"push"}"#
    ),
    (#"{"type":"selectRow","controller":"a","row":-7}"#, #"{"type":"selectRow","controller":"a","row":"-7"}"#),
    (
      #"{"type":"setSplit","behavior":{"onShowDetail":null,"allowsReturnToPlaceholder":null,"displayModeForExpanding":null}}"#,
      #"{"type":"setSplit","behavior":{"onShowDetail":"system","allowsReturnToPlaceholder":true,"displayModeForExpanding":"proposed"}}"#
    ),
  ]

  @Test(arguments: sameAs) func `D-133: one meaning, one text`(_ row: (request: String, answer: String)) throws {
    let transition = try Transition(json: document(row.request))
    #expect(written { transition.write(to: &$0) } == row.answer)
  }

  @Test func aScreenGivenAsATreeIsEchoedAsAScreen() throws {
    let transition = try Transition(
      json: document(#"{"type": "push", "controller": {"kind": "screen", "id": "a", "route": "r"}}"#))
    #expect(written { transition.write(to: &$0) } == #"{"type":"push","screen":{"id":"a","route":"r"}}"#)
  }
}

extension Transition {
  fileprivate static var updateWithoutAction: Transition {
    var update = ScreenUpdate()
    update.leftBarAction = .some(nil)
    return Transition(.updateScreen("a", update))
  }
}
