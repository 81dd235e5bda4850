import Testing

@testable import Navigation

@Suite struct EventJSONTests {
  static let events: [Golden<Event>] = [
    Golden(#"{"type":"parentChanged","controller":"a","from":null,"to":"s"}"#, .parentChanged("a", from: nil, to: "s")),
    Golden(#"{"type":"parentChanged","controller":"a","from":"s","to":null}"#, .parentChanged("a", from: "s", to: nil)),
    Golden(#"{"type":"viewWillAppear","controller":"a","animated":true}"#, .viewWillAppear("a", animated: true)),
    Golden(#"{"type":"viewDidAppear","controller":"a","animated":false}"#, .viewDidAppear("a", animated: false)),
    Golden(#"{"type":"viewWillDisappear","controller":"a","animated":true}"#, .viewWillDisappear("a", animated: true)),
    Golden(#"{"type":"viewDidDisappear","controller":"a","animated":true}"#, .viewDidDisappear("a", animated: true)),
    Golden(
      #"{"type":"placeholderWillAppear","split":"x","placeholder":"p"}"#,
      .placeholderWillAppear(split: "x", placeholder: "p")),
    Golden(#"{"type":"showDetailTargetDidChange","split":"x"}"#, .showDetailTargetDidChange(split: "x")),
    Golden(
      #"{"type":"selectionChanged","controller":"a","from":null,"to":"row 1","cause":"user"}"#,
      .selectionChanged("a", from: nil, to: "row 1", .user)),
    Golden(
      #"{"type":"selectionChanged","controller":"a","from":"1","to":null,"cause":"placeholderAppeared"}"#,
      .selectionChanged("a", from: "1", to: nil, .placeholderAppeared)),
    Golden(#"{"type":"collapsed","split":"x"}"#, .collapsed(split: "x")),
    Golden(#"{"type":"expanded","split":"x"}"#, .expanded(split: "x")),
    Golden(
      #"{"type":"displayModeChanged","split":"x","from":"secondaryOnly","to":"oneBesideSecondary"}"#,
      .displayModeChanged(split: "x", from: .secondaryOnly, to: .oneBesideSecondary)),
    Golden(
      #"{"type":"pageChanged","topTabs":"t","from":"a","to":"b"}"#, .pageChanged(topTabs: "t", from: "a", to: "b")),
    Golden(
      #"{"type":"barChanged","tabBar":"t","from":"top","to":"sidebar"}"#,
      .barChanged(tabBar: "t", from: .top, to: .sidebar)),
    Golden(#"{"type":"tabSelected","tabBar":"t","from":"a","to":"b"}"#, .tabSelected(tabBar: "t", from: "a", to: "b")),
    Golden(
      #"{"type":"tabSelected","tabBar":"t","from":"a","to":"a","fromTab":"b","toTab":"c"}"#,
      .tabSelected(tabBar: "t", from: "a", to: "a", tabs: .init(from: "b", to: "c"))),
    Golden(
      #"{"type":"presented","controller":"a","presenter":"s","style":"fullScreen"}"#,
      .presented("a", presenter: "s", .fullScreen, adapted: nil)),
    Golden(
      #"{"type":"presented","controller":"a","presenter":"s","style":"automatic","adaptedStyle":"pageSheet"}"#,
      .presented("a", presenter: "s", .automatic, adapted: .pageSheet)),
    Golden(
      #"{"type":"adaptationChanged","controller":"a","from":"pageSheet","to":"fullScreen"}"#,
      .adaptationChanged("a", from: .pageSheet, to: .fullScreen)),
    Golden(
      #"{"type":"detentChanged","controller":"a","from":"medium","to":"peek"}"#,
      .detentChanged("a", from: "medium", to: "peek")),
    Golden(#"{"type":"dismissed","controller":"a"}"#, .dismissed("a")),
    Golden(#"{"type":"leftBarButtonTapped","controller":"a"}"#, .leftBarButtonTapped("a")),
    Golden(#"{"type":"scrollToTop","screen":"a"}"#, .scrollToTop("a")),
    Golden(#"{"type":"discarded","controller":"a"}"#, .discarded("a")),
  ]

  static let calls: [Golden<DelegateCall>] = [
    Golden(
      #""method":"adaptivePresentationStyle(for:traitCollection:)","arguments":{"horizontalSizeClass":"compact","verticalSizeClass":"regular"},"answer":"none""#,
      .adaptivePresentationStyle(presented: "x", horizontal: .compact, vertical: .regular, answer: .never)),
    Golden(
      #""method":"splitViewController(_:showDetail:sender:)","arguments":{"controller":"a"},"answer":true"#,
      .showDetail(split: "x", controller: "a", answer: true)),
    Golden(
      #""method":"splitViewController(_:show:sender:)","arguments":{"controller":"a"},"answer":false"#,
      .show(split: "x", controller: "a", answer: false)),
    Golden(
      #""method":"primaryViewController(forCollapsing:)","answer":null"#, .primaryForCollapsing(split: "x", answer: nil)
    ),
    Golden(
      #""method":"primaryViewController(forExpanding:)","answer":"p""#, .primaryForExpanding(split: "x", answer: "p")),
    Golden(
      #""method":"splitViewController(_:collapseSecondary:onto:)","arguments":{"secondary":"b","primary":"a"},"answer":false"#,
      .collapseSecondary(split: "x", secondary: "b", onto: "a", answer: false)),
    Golden(
      #""method":"splitViewController(_:separateSecondaryFrom:)","arguments":{"primary":"a"},"answer":null"#,
      .separateSecondary(split: "x", from: "a", answer: nil)),
    Golden(
      #""method":"splitViewController(_:separateSecondaryFrom:)","arguments":{"primary":"a"},"answer":"b""#,
      .separateSecondary(split: "x", from: "a", answer: "b")),
    Golden(
      #""method":"splitViewController(_:willChangeTo:)","arguments":{"displayMode":"oneBesideSecondary"}"#,
      .willChangeDisplayMode(split: "x", to: .oneBesideSecondary)),
    Golden(
      #""method":"splitViewController(_:willShow:)","arguments":{"column":"primary"}"#, .willShow(split: "x", .primary)),
    Golden(
      #""method":"splitViewController(_:didShow:)","arguments":{"column":"secondary"}"#,
      .didShow(split: "x", .secondary)),
    Golden(
      #""method":"splitViewController(_:willHide:)","arguments":{"column":"primary"}"#, .willHide(split: "x", .primary)),
    Golden(
      #""method":"splitViewController(_:didHide:)","arguments":{"column":"primary"}"#, .didHide(split: "x", .primary)),
    Golden(
      #""method":"splitViewController(_:topColumnForCollapsingToProposedTopColumn:)","arguments":{"proposed":"secondary"},"answer":"primary""#,
      .topColumnForCollapsing(split: "x", proposed: .secondary, answer: .primary)),
    Golden(
      #""method":"splitViewController(_:displayModeForExpandingToProposedDisplayMode:)","arguments":{"proposed":"twoBesideSecondary"},"answer":"secondaryOnly""#,
      .displayModeForExpanding(split: "x", proposed: .twoBesideSecondary, answer: .secondaryOnly)),
    Golden(
      #""method":"targetDisplayModeForAction(in:)","answer":"automatic""#,
      .targetDisplayModeForAction(split: "x", answer: nil)),
    Golden(
      #""method":"targetDisplayModeForAction(in:)","answer":"oneOverSecondary""#,
      .targetDisplayModeForAction(split: "x", answer: .oneOverSecondary)),
    Golden(
      #""method":"splitViewControllerInteractivePresentationGestureWillBegin(_:)""#,
      .presentationGestureWillBegin(split: "x")),
    Golden(
      #""method":"splitViewControllerInteractivePresentationGestureDidEnd(_:)""#, .presentationGestureDidEnd(split: "x")
    ),
    Golden(
      #""method":"splitViewControllerSupportedInterfaceOrientations(_:)","answer":"portrait""#,
      .supportedInterfaceOrientations(split: "x", answer: .portrait)),
    Golden(#""method":"splitViewControllerDidCollapse(_:)""#, .didCollapse(split: "x")),
    Golden(#""method":"splitViewControllerDidExpand(_:)""#, .didExpand(split: "x")),
    Golden(
      #""method":"tabBarController(_:shouldSelect:)","arguments":{"controller":"a"},"answer":true"#,
      .shouldSelect(tabBar: "x", tab: "a", answer: true)),
    Golden(
      #""method":"presentationControllerShouldDismiss(_:)","answer":false"#,
      .shouldDismiss(presented: "x", answer: false)),
    Golden(#""method":"presentationControllerWillDismiss(_:)""#, .willDismiss(presented: "x")),
    Golden(#""method":"presentationControllerDidDismiss(_:)""#, .didDismiss(presented: "x")),
    Golden(#""method":"presentationControllerDidAttemptToDismiss(_:)""#, .didAttemptToDismiss(presented: "x")),
    Golden(
      #""method":"sheetPresentationControllerDidChangeSelectedDetentIdentifier(_:)""#,
      .didChangeSelectedDetent(presented: "x")),
    Golden(
      #""method":"tabBarController(_:didSelect:)","arguments":{"controller":"a"}"#, .didSelect(tabBar: "x", tab: "a")),
    Golden(
      #""method":"tabBarController(_:shouldSelectTab:)","arguments":{"tab":"a"},"answer":true"#,
      .shouldSelectTab(tabBar: "x", tab: "a", answer: true)),
    Golden(
      #""method":"tabBarController(_:didSelectTab:previousTab:)","arguments":{"tab":"a","previousTab":"b"}"#,
      .didSelectTab(tabBar: "x", tab: "a", previous: "b")),
    Golden(
      #""method":"tabBarController(_:displayedViewControllersFor:proposedViewControllers:)","#
        + #""arguments":{"tab":"a","proposedViewControllers":["b","c"]},"answer":[]"#,
      .displayedViewControllers(tabBar: "x", tab: "a", proposed: ["b", "c"], answer: [])),
    Golden(
      #""method":"tabBarController(_:sidebarVisibilityWillChange:animator:)""#,
      .sidebarVisibilityWillChange(tabBar: "x")),
    Golden(
      #""method":"tabBarController(_:sidebarAvailabilityDidChange:)""#, .sidebarAvailabilityDidChange(tabBar: "x")),
    Golden(
      #""method":"navigationController(_:willShow:animated:)","arguments":{"controller":"a","animated":true}"#,
      .willShowChild(stack: "x", "a", animated: true)),
    Golden(
      #""method":"navigationController(_:didShow:animated:)","arguments":{"controller":"a","animated":false}"#,
      .didShowChild(stack: "x", "a", animated: false)),
  ]

  @Test(arguments: events) func event(_ row: Golden<Event>) throws {
    #expect(try Event(json: document(row.json)) == row.value)
    #expect(try Event.known(document(row.json)) == row.value)
    #expect(written { row.value.write(to: &$0) } == row.json)
  }

  @Test(arguments: calls) func delegateCall(_ row: Golden<DelegateCall>) throws {
    let json = #"{"type":"delegateCall","controller":"x",\#(row.json)}"#
    #expect(try Event(json: document(json)) == .delegateCall(row.value))
    #expect(written { Event.delegateCall(row.value).write(to: &$0) } == json)
  }

  @Test func everyTypeAndMethodHasARow() {
    for word in Event.kinds.words where word != "delegateCall" {
      #expect(Self.events.contains { $0.json.hasPrefix(#"{"type":"\#(word)""#) }, "\(word)")
    }
    for word in DelegateCall.kinds.words {
      #expect(Self.calls.contains { $0.json.hasPrefix(#""method":"\#(word)""#) }, "\(word)")
    }
  }

  @Test(arguments: [
    #"{"type": "keyboardShown", "window": "w"}"#,
    #"{"type": "delegateCall", "controller": "x", "method": "splitViewController(_:interactivePresentationDidEnd:)"}"#,
  ])
  func unknownEvent(_ json: String) throws {
    #expect(try Event.known(document(json, .skip)) == nil)
    #expect(throws: BodyRefusal.self) { try Event(json: document(json, .skip)) }
  }

  static let outcomes: [Golden<Outcome>] = [
    Golden(#"{"handled":true,"returned":[]}"#, Outcome()),
    Golden(#"{"handled":true,"returned":["a","b"]}"#, Outcome(returned: ["a", "b"])),
    Golden(#"{"handled":false,"reason":"at-root","returned":[]}"#, Outcome(.atRoot)),
    Golden(
      #"{"handled":true,"returned":["b"],"reopened":"a"}"#, Outcome(returned: ["b"], reopened: "a")),
    Golden(
      #"{"handled":false,"reason":"blocked","returned":[],"blocked":[{"controller":"a","by":"removal"}]}"#,
      Outcome(blocked: [.init("a", in: nil)])),
    Golden(
      #"{"handled":false,"reason":"blocked","returned":[],"blocked":[{"controller":"a","in":"s","by":"removal"},{"controller":"b","in":"s","by":"isModalInPresentation"},{"controller":"c","in":"s","by":"shouldDismiss"}]}"#,
      Outcome(
        blocked: [
          .init("a", in: "s"), .init("b", in: "s", by: .isModalInPresentation), .init("c", in: "s", by: .shouldDismiss),
        ])),
  ]

  /// The words are open.
  @Test(arguments: [
    #"{"handled":false,"returned":[]}"#, #"{"handled":false,"reason":"of-a-newer-version","returned":[]}"#,
  ])
  func anOutcomeWithoutAKnownReason(_ json: String) throws {
    let outcome = try Outcome(json: document(json))
    #expect(!outcome.handled && outcome.reason == nil)
    #expect(written { outcome.write(to: &$0) } == #"{"handled":false,"returned":[]}"#)
  }

  @Test(arguments: outcomes) func outcome(_ row: Golden<Outcome>) throws {
    #expect(try Outcome(json: document(row.json)) == row.value)
    #expect(written { row.value.write(to: &$0) } == row.json)
  }

  static let visible: [Golden<VisibleScreen>] = [
    Golden(
      #"{"id":"a","in":[],"route":"r"}"#,
      VisibleScreen(id: "a", containers: [], column: nil, isPlaceholder: false, route: "r")),
    Golden(
      #"{"id":"p","in":["split","secondary"],"column":"secondary","placeholder":true,"route":"none","title":"None"}"#,
      VisibleScreen(
        id: "p", containers: ["split", "secondary"], column: .secondary, isPlaceholder: true, route: "none",
        title: "None")),
    Golden(
      #"{"id":"s","in":["stack"],"route":"chat","params":{"chat":42},"style":"popover"}"#,
      VisibleScreen(
        id: "s", containers: ["stack"], column: nil, isPlaceholder: false, route: "chat",
        params: Params(members: [Params.Member(name: "chat", json: "42")]), style: .popover)),
    // WN-2
    Golden(
      #"{"id":"p","in":["split"],"column":"primary","route":"r","splitLayout":"collapsed"}"#,
      VisibleScreen(
        id: "p", containers: ["split"], column: .primary, isPlaceholder: false, route: "r", splitLayout: .collapsed)),
  ]

  @Test(arguments: visible) func visibleScreen(_ row: Golden<VisibleScreen>) throws {
    #expect(try VisibleScreen(json: document(row.json)) == row.value)
    #expect(written { row.value.write(to: &$0) } == row.json)
  }
}
