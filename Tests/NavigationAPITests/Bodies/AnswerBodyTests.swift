import Navigation
import Testing

@Suite struct AnswerBodyTests {
  static let summary =
    #""sessionId":"\#(adaText)","client":"kitchen-ipad","labels":{"room":"kitchen"},"revision":3,"createdAt":"2026-11-20T10:00:00.123Z","updatedAt":"2026-11-20T10:00:07.456Z","expiresAt":"2026-11-27T10:00:07.456Z""#

  static let session =
    #"{\#(summary),"environment":{"system":"iOS27","device":"iPad Pro 11-inch (M4)","idiom":"pad","orientation":"landscape","multitasking":"fullScreen","width":1210,"height":834,"scale":2,"horizontalSizeClass":"regular","verticalSizeClass":"regular"},"root":{"kind":"split","id":"split","style":"classic","primary":{"kind":"screen","id":"a","route":"r"},"secondary":{"kind":"screen","id":"b","route":"r"},"displayMode":"oneBesideSecondary","isCollapsed":false,"primaryColumnWidth":320,"frames":{"primary":{"x":0,"y":0,"width":320,"height":834},"secondary":{"x":320,"y":0,"width":890,"height":834}},"displayModeButton":{"visible":true,"target":"secondaryOnly"},"viewControllers":["a","b"],"columns":{"primary":"a","secondary":"b"}},"visible":[{"id":"a","in":["split"],"column":"primary","route":"r"},{"id":"b","in":["split"],"column":"secondary","route":"r"}],"can":{"goBack":true,"undo":true,"redo":false}}"#

  static let head = #"{"sessionId":"\#(adaText)","revision":4,"at":"2026-11-20T10:00:09.001Z""#
  static let tail =
    #""events":[{"type":"collapsed","split":"x"}],"visible":[],"can":{"goBack":false,"undo":true,"redo":false}"#

  static let records = [
    #"\#(head),"transition":{"type":"pop"},"outcome":{"handled":true,"returned":["a"]},\#(tail)}"#,
    #"\#(head),"dryRun":true,"transition":{"type":"pop"},"outcome":{"handled":true,"returned":["a"]},\#(tail)}"#,
    #"\#(head),"transitions":[{"type":"pop"},{"type":"back"}],"outcomes":[{"handled":true,"returned":["a"]},{"handled":false,"returned":[]}],"outcome":{"handled":false,"returned":[]},\#(tail)}"#,
    #"\#(head),\#(tail)}"#,
    #"\#(head),\#(tail),"session":\#(session)}"#,
    #"\#(head),\#(tail),"session":\#(session),"changes":[{"op":"replace","path":"/root/id","value":"b"},{"op":"remove","path":"/environment/forced"},{"op":"add","path":"/root/x","value":{"a":[1.50]}}]}"#,
  ]

  /// A record stays as it was answered: what is added later is optional for readers.
  @Test(arguments: [
    #""transition":{"type":"pop"},"outcome":{"handled":true,"returned":[]}"#,
    #""transitions":[{"type":"pop"}],"outcomes":[{"handled":true,"returned":[]}],"outcome":{"handled":true,"returned":[]}"#,
  ])
  func `a record without any optional member is read`(content: String) throws {
    let visible = #""events":[{"type":"collapsed","split":"x"}],"visible":[{"id":"a","in":[],"route":"r"}]"#
    let json = #"\#(Self.head),\#(content),\#(visible),"can":{"goBack":false,"undo":false,"redo":false}}"#
    let record = try TransitionRecord(answer: Array(json.utf8))
    #expect(record.visible.count == 1 && record.session == nil && record.changes == nil && !record.isDryRun)
    #expect(record.outcome?.handled == true && text(record) == json)
  }

  @Test func view() throws {
    #expect(try text(SessionView(answer: Array(Self.session.utf8))) == Self.session)
    let view = try SessionView(answer: Array(Self.session.utf8))
    #expect(view.id == ada && view.revision == 3 && view.summary.labels["room"] == "kitchen")
  }

  @Test func list() throws {
    let json = #"{"sessions":[{\#(Self.summary)}]}"#
    #expect(try text(SessionList(answer: Array(json.utf8))) == json)
    #expect(text(SessionList(sessions: [])) == #"{"sessions":[]}"#)
  }

  @Test func summaryWithoutLabels() throws {
    let time = Timestamp(milliseconds: 0)
    let summary = SessionSummary(id: ada, revision: 0, createdAt: time, updatedAt: time, expiresAt: time)
    let json =
      #"{"sessionId":"\#(adaText)","revision":0,"createdAt":"1970-01-01T00:00:00.000Z","updatedAt":"1970-01-01T00:00:00.000Z","expiresAt":"1970-01-01T00:00:00.000Z"}"#
    #expect(text(summary) == json)
    #expect(try SessionSummary(answer: Array(json.utf8)) == summary)
  }

  @Test(arguments: records) func record(_ json: String) throws {
    #expect(try text(TransitionRecord(answer: Array(json.utf8))) == json)
  }

  @Test func outcomesMatchTransitions() {
    let json = #"\#(Self.head),"transitions":[{"type":"pop"}],"outcomes":[],\#(Self.tail)}"#
    #expect(throws: BodyRefusal.self) { try TransitionRecord(answer: Array(json.utf8)) }
  }

  @Test func unknownEventsAreCarried() throws {
    let event = #"{"type":"keyboardShown","window":"w"}"#
    let call =
      #"{"type":"delegateCall","controller":"x","method":"splitViewController(_:didBecome:)","arguments":{"x":[1.0]}}"#
    let json =
      #"\#(Self.head),"events":[\#(event),\#(call),{"type":"expanded","split":"x","new":1}],"visible":[],"can":{"goBack":false,"undo":true,"redo":false},"new":{}}"#
    let record = try TransitionRecord(answer: Array(json.utf8))
    #expect(
      record.events == [
        .other(type: "keyboardShown", json: event), .other(type: "delegateCall", json: call),
        .event(.expanded(split: try id("x"))),
      ])
    #expect(text(record).contains(event) && text(record).contains(call))
    #expect(throws: BodyRefusal.self) { try ReceivedEvent(request: Array(event.utf8)) }
  }

  @Test func brokenKnownEventsAreRefused() {
    #expect(throws: BodyRefusal.self) { try ReceivedEvent(answer: Array(#"{"type": "expanded"}"#.utf8)) }
    #expect(throws: BodyRefusal.self) { try ReceivedEvent(answer: Array(#"{"split": "x"}"#.utf8)) }
  }

  static let resolved = [
    (
      #"{"environment": {"width": 820, "height": 1180}}"#,
      #"{"horizontalSizeClass":"regular","verticalSizeClass":"regular","width":820,"height":1180,"scale":2,"bar":"top","isCollapsed":false,"splitLayout":"expanded","primaryColumnWidth":320,"displayMode":"oneBesideSecondary","frames":{"primary":{"x":0,"y":0,"width":320,"height":1180},"secondary":{"x":320,"y":0,"width":500,"height":1180}}}"#
    ),
    (
      #"{"environment": {"width": 820, "height": 1180}, "split": {"traitOverride": {"compactBelowWidth": 1000}}}"#,
      #"{"horizontalSizeClass":"compact","verticalSizeClass":"regular","width":820,"height":1180,"scale":2,"bar":"bottom","isCollapsed":true,"splitLayout":"collapsed","primaryColumnWidth":820}"#
    ),
    (
      #"{"environment": {"device": "iPhone 6 Plus"}, "split": {"traitOverride": {"horizontalSizeClass": "regular"}}}"#,
      #"{"horizontalSizeClass":"regular","verticalSizeClass":"regular","width":414,"height":736,"scale":3,"bar":"bottom","isCollapsed":false,"splitLayout":"expanded","primaryColumnWidth":240,"displayMode":"secondaryOnly","frames":{"secondary":{"x":0,"y":0,"width":414,"height":736}}}"#
    ),
    (
      #"{"environment": {"system": "iOS14", "width": 700, "height": 600}}"#,
      #"{"horizontalSizeClass":"regular","verticalSizeClass":"regular","width":700,"height":600,"scale":2,"bar":"bottom","isCollapsed":false,"splitLayout":"expanded","primaryColumnWidth":280,"displayMode":"oneBesideSecondary","frames":{"primary":{"x":0,"y":0,"width":280,"height":600},"secondary":{"x":280,"y":0,"width":420,"height":600}}}"#
    ),
    (
      #"{"environment": {"system": "iOS14", "width": 820, "height": 1180}}"#,
      #"{"horizontalSizeClass":"regular","verticalSizeClass":"regular","width":820,"height":1180,"scale":2,"bar":"bottom","isCollapsed":false,"splitLayout":"expanded","primaryColumnWidth":320,"displayMode":"secondaryOnly","frames":{"secondary":{"x":0,"y":0,"width":820,"height":1180}}}"#
    ),
    (
      #"{"environment": {"width": 820, "height": 1180}, "split": {"style": "tripleColumn", "preferredDisplayMode": "twoBesideSecondary", "presentsWithGesture": false}}"#,
      #"{"horizontalSizeClass":"regular","verticalSizeClass":"regular","width":820,"height":1180,"scale":2,"bar":"top","isCollapsed":false,"splitLayout":"expanded","primaryColumnWidth":240,"displayMode":"twoBesideSecondary","splitBehavior":"tile","supplementaryColumnWidth":490,"frames":{"primary":{"x":0,"y":0,"width":240,"height":1180},"supplementary":{"x":0,"y":0,"width":490,"height":1180},"secondary":{"x":490.5,"y":0,"width":329.5,"height":1180}}}"#
    ),
    // IN-2 D-482: the sidebar yields to the inspector.
    (
      #"{"environment": {"width": 820, "height": 1180}, "split": {"style": "doubleColumn", "isInspectorShown": true}}"#,
      #"{"horizontalSizeClass":"regular","verticalSizeClass":"regular","width":820,"height":1180,"scale":2,"bar":"top","isCollapsed":false,"splitLayout":"expanded","primaryColumnWidth":240,"displayMode":"secondaryOnly","splitBehavior":"tile","inspectorColumnWidth":320,"frames":{"secondary":{"x":0,"y":0,"width":499.5,"height":1180},"inspector":{"x":500,"y":0,"width":320,"height":1180}}}"#
    ),
    // WN-6: an upright fold separates the columns.
    (
      #"{"environment": {"device": "iPhone Duo", "pose": "bent", "orientation": "landscape"}}"#,
      #"{"horizontalSizeClass":"regular","verticalSizeClass":"regular","width":951,"height":669,"scale":3,"fold":{"axis":"vertical","from":455.5,"to":495.5},"bar":"side","isCollapsed":false,"splitLayout":"expanded","primaryColumnWidth":455.5,"displayMode":"oneBesideSecondary","frames":{"primary":{"x":0,"y":0,"width":455.5,"height":669},"secondary":{"x":495.5,"y":0,"width":455.5,"height":669}}}"#
    ),
  ]

  typealias Classes = (horizontal: SizeClass, vertical: SizeClass)

  /// WN-4, WN-10: a double-column split view, on iOS 26 and before, and since iOS 27.
  static let sizes: [(environment: String, before: Classes, since: Classes)] = [
    (#""width": 669, "height": 951, "idiom": "phone""#, (.compact, .regular), (.regular, .regular)),
    (#""width": 951, "height": 669, "idiom": "phone""#, (.regular, .compact), (.regular, .regular)),
    (#""width": 678, "height": 466, "idiom": "phone""#, (.regular, .compact), (.compact, .compact)),
    (#""width": 466, "height": 678, "idiom": "phone""#, (.compact, .regular), (.compact, .regular)),
    (#""width": 475.5, "height": 669, "idiom": "phone""#, (.compact, .regular), (.compact, .regular)),
    (#""device": "iPhone Duo", "orientation": "landscape""#, (.compact, .compact), (.compact, .compact)),
    (#""device": "iPhone Duo", "pose": "open""#, (.regular, .regular), (.regular, .regular)),
    (#""device": "iPhone 17 Pro Max", "orientation": "landscape""#, (.regular, .compact), (.regular, .compact)),
  ]

  @Test(arguments: sizes)
  func `WN-4 WN-10 width does not decide alone`(_ row: (environment: String, before: Classes, since: Classes)) throws {
    for system in SystemVersion.allCases {
      let request =
        #"{"environment": {"system": "\#(system.rawValue)", \#(row.environment)}, "split": {"style": "doubleColumn"}}"#
      let answer = try ResolveAnswer(read(ResolveRequest.self, request))
      let expected = system == .iOS27 ? row.since : row.before
      #expect(
        answer.traits.horizontal == expected.horizontal && answer.traits.vertical == expected.vertical, "\(system)")
      let isCollapsed = expected.horizontal == .compact
      #expect(answer.isCollapsed == isCollapsed && answer.splitLayout == (isCollapsed ? .collapsed : .expanded), "WN-2")
    }
  }

  @Test(arguments: resolved) func resolve(_ request: String, _ answer: String) throws {
    let resolved = try ResolveAnswer(read(ResolveRequest.self, request))
    #expect(text(resolved) == answer)
    #expect(try ResolveAnswer(answer: Array(answer.utf8)) == resolved)
  }

  @Test func `several environments are answered in their order`() throws {
    let windows = (1...64).map { #"{"width": \#(600 + $0), "height": 700}"# }
    let split = #""split": {"style": "doubleColumn"}"#
    let answer = try ResolveAnswer(
      read(ResolveRequest.self, #"{"environments": [\#(windows.joined(separator: ","))], \#(split)}"#))
    let each = try windows.map { try ResolveAnswer(read(ResolveRequest.self, #"{"environment": \#($0), \#(split)}"#)) }
    #expect(answer.results == each && answer.results[59].traits.horizontal != answer.results[58].traits.horizontal)
    var first = answer
    first.results = []
    #expect(first == each[0] && each[0].results.isEmpty)
    #expect(try ResolveAnswer(answer: answer.json()) == answer)
  }

  static let contradictions = [
    #"{"horizontalSizeClass":"compact","verticalSizeClass":"regular","width":820,"height":1180,"scale":2,"bar":"top","isCollapsed":false,"splitLayout":"expanded","displayMode":"oneBesideSecondary","primaryColumnWidth":320}"#,
    #"{"horizontalSizeClass":"compact","verticalSizeClass":"regular","width":820,"height":1180,"scale":2,"bar":"top","isCollapsed":true,"splitLayout":"collapsed","primaryColumnWidth":320}"#,
    #"{"horizontalSizeClass":"regular","verticalSizeClass":"regular","width":820,"height":1180,"scale":2,"bar":"top","isCollapsed":false,"splitLayout":"expanded","primaryColumnWidth":320}"#,
    #"{"horizontalSizeClass":"compact","verticalSizeClass":"regular","width":820,"height":1180,"scale":2,"bar":"top","isCollapsed":true,"splitLayout":"expanded","primaryColumnWidth":820}"#,
    #"{"horizontalSizeClass":"compact","verticalSizeClass":"regular","width":820,"height":1180,"scale":2,"fold":{"axis":"vertical","from":1,"to":2},"bar":"top","isCollapsed":true,"splitLayout":"collapsed","primaryColumnWidth":820}"#,
  ]

  @Test(arguments: contradictions) func contradictionsAreRefused(_ answer: String) {
    #expect(throws: BodyRefusal.self) { try ResolveAnswer(answer: Array(answer.utf8)) }
  }

  @Test func devices() throws {
    let list = DeviceList.catalogue
    #expect(list.devices.map(\.name) == Device.all.map(\.name))
    #expect(try DeviceList(answer: list.json()) == list)
  }

  static let described = [
    (
      "iPhone 6 Plus",
      #"{"name":"iPhone 6 Plus","idiom":"phone","scale":3,"portrait":{"horizontalSizeClass":"compact","verticalSizeClass":"regular","width":414,"height":736},"landscape":{"horizontalSizeClass":"regular","verticalSizeClass":"compact","width":736,"height":414},"multitasking":{"iOS26":["fullScreen"],"iOS14":["fullScreen"],"iOS27":["fullScreen","window"]}}"#
    ),
    (
      "iPad mini (A17 Pro)",
      #"{"name":"iPad mini (A17 Pro)","idiom":"pad","scale":2,"portrait":{"horizontalSizeClass":"regular","verticalSizeClass":"regular","width":744,"height":1133,"windows":[{"multitasking":"twoThirds","horizontalSizeClass":"compact","verticalSizeClass":"regular","width":414,"height":1133},{"multitasking":"half","horizontalSizeClass":"compact","verticalSizeClass":"regular","width":414,"height":1133},{"multitasking":"third","horizontalSizeClass":"compact","verticalSizeClass":"regular","width":320,"height":1133},{"multitasking":"slideOver","horizontalSizeClass":"compact","verticalSizeClass":"regular","width":320,"height":1133}]},"landscape":{"horizontalSizeClass":"regular","verticalSizeClass":"regular","width":1133,"height":744,"windows":[{"multitasking":"twoThirds","horizontalSizeClass":"regular","verticalSizeClass":"regular","width":748,"height":744},{"multitasking":"half","horizontalSizeClass":"compact","verticalSizeClass":"regular","width":561.5,"height":744},{"multitasking":"third","horizontalSizeClass":"compact","verticalSizeClass":"regular","width":375,"height":744},{"multitasking":"slideOver","horizontalSizeClass":"compact","verticalSizeClass":"regular","width":375,"height":744}]},"multitasking":{"iOS26":["fullScreen","twoThirds","half","third","slideOver","window"],"iOS14":["fullScreen","twoThirds","half","third","slideOver","window"],"iOS27":["fullScreen","twoThirds","half","third","slideOver","window"]}}"#
    ),
    // WN-4: a row for each pose.
    (
      "iPhone Duo",
      #"{"name":"iPhone Duo","idiom":"phone","scale":3,"portrait":{"horizontalSizeClass":"compact","verticalSizeClass":"regular","width":466,"height":678},"landscape":{"horizontalSizeClass":"compact","verticalSizeClass":"compact","width":678,"height":466},"multitasking":{"iOS26":["fullScreen"],"iOS14":["fullScreen"],"iOS27":["fullScreen","half","window"]},"poses":[{"pose":"closed","portrait":{"horizontalSizeClass":"compact","verticalSizeClass":"regular","width":466,"height":678},"landscape":{"horizontalSizeClass":"compact","verticalSizeClass":"compact","width":678,"height":466}},{"pose":"bent","portrait":{"horizontalSizeClass":"regular","verticalSizeClass":"regular","width":669,"height":951,"fold":{"axis":"horizontal","from":455.5,"to":495.5},"windows":[{"multitasking":"half","horizontalSizeClass":"compact","verticalSizeClass":"regular","width":334.5,"height":951}]},"landscape":{"horizontalSizeClass":"regular","verticalSizeClass":"regular","width":951,"height":669,"fold":{"axis":"vertical","from":455.5,"to":495.5},"windows":[{"multitasking":"half","horizontalSizeClass":"compact","verticalSizeClass":"regular","width":475.5,"height":669}]}},{"pose":"open","portrait":{"horizontalSizeClass":"regular","verticalSizeClass":"regular","width":669,"height":951,"windows":[{"multitasking":"half","horizontalSizeClass":"compact","verticalSizeClass":"regular","width":334.5,"height":951}]},"landscape":{"horizontalSizeClass":"regular","verticalSizeClass":"regular","width":951,"height":669,"windows":[{"multitasking":"half","horizontalSizeClass":"compact","verticalSizeClass":"regular","width":475.5,"height":669}]}}]}"#
    ),
  ]

  @Test(arguments: described) func device(_ name: String, _ json: String) throws {
    let device = try #require(Device(named: name))
    let description = try #require(DeviceDescription(device))
    #expect(text(description) == json)
    #expect(try DeviceDescription(answer: Array(json.utf8)) == description)
  }

  @Test(arguments: [(Health.ok, #"{"status":"ok"}"#), (.draining, #"{"status":"draining"}"#)])
  func health(_ health: Health, _ json: String) throws {
    #expect(text(health) == json)
    #expect(try Health(answer: Array(json.utf8)) == health)
  }
}
