import Navigation
import Testing

/// The bodies of the examples in `openapi.yaml`, word for word.
@Suite struct DocumentedExampleTests {
  static let create = #"""
    {"client": "kitchen-ipad",
     "environment": {"device": "iPad Pro 11-inch (M4)", "orientation": "landscape"},
     "layout": {"name": "tabsInPrimary",
                "tabs": [{"id": "chats", "title": "Chats", "screen": {"id": "chat-list", "route": "chats"}},
                         {"id": "contacts", "title": "Contacts", "screen": {"id": "contact-list", "route": "contacts"}}],
                "placeholder": {"route": "nothing-selected", "title": "No chat selected"}}}
    """#

  @Test func creation() throws {
    let body = try read(CreateSession.self, Self.create)
    #expect(body.client == "kitchen-ipad")
    #expect(body.environment == Environment())
    let root = try #require(body.layout).controller()
    #expect(root.split?.delegate.onTabSwitch == .followTab)
    #expect(root.split?.primary?.tabBar?.tabs.map(\.child.id.description) == ["chats", "contacts"])
    #expect(root.split?.secondary?.stack?.root.id.description == "placeholder")
    #expect(root.split?.secondary?.stack?.root.isPlaceholder == true)
    #expect(try read(CreateSession.self, text(body)) == body)
    let snapshot = Snapshot(environment: body.environment, root: root, countedIDs: 3)
    #expect(try read(Snapshot.self, text(snapshot)) == snapshot)
  }

  static let environment = #"""
    {"system": "iOS27", "device": "iPad Pro 11-inch (M4)", "idiom": "pad", "orientation": "landscape", "multitasking": "fullScreen",
                     "width": 1210, "height": 834, "scale": 2, "horizontalSizeClass": "regular", "verticalSizeClass": "regular"}
    """#

  @Test func answeredEnvironment() throws {
    let environment = try Environment(answer: JSONDocument(Self.environment).root)
    #expect(environment == Environment())
    var writer = JSONWriter()
    environment.write(to: &writer, form: .session(environment))
    #expect(try String(decoding: writer.bytes, as: UTF8.self) == compact(Self.environment))
  }

  static let visible = [
    #"{"id": "chat-list", "in": ["split", "tabs", "chats"], "column": "primary", "route": "chats"}"#,
    #"{"id": "chat-42", "in": ["split", "secondary"], "column": "secondary", "route": "chat", "title": "Ada", "params": {"chat": 42}}"#,
  ]

  @Test(arguments: visible) func visibleScreen(_ json: String) throws {
    #expect(try text(read(VisibleScreen.self, json)) == compact(json))
  }

  @Test func can() throws {
    #expect(
      try read(Can.self, #"{"goBack": true, "undo": true, "redo": false}"#)
        == Can(goBack: true, undo: true, redo: false))
  }

  static let showDetail = #"""
    {"type": "showDetail", "screen": {"id": "chat-42", "route": "chat", "title": "Ada", "params": {"chat": 42}}, "from": "chat-list"}
    """#

  @Test func transition() throws {
    let request = try read(TransitionRequest.self, Self.showDetail)
    let screen = Screen(route: "chat", title: "Ada", params: Params(members: [.init(name: "chat", json: "42")]))
    let controller = Controller(id: try id("chat-42"), content: .screen(screen))
    #expect(request == .transition(Transition(.showDetail(.new(controller), from: try id("chat-list")))))
    #expect(try text(request) == compact(Self.showDetail))
  }

  static let events = #"""
    [{"type": "delegateCall", "controller": "split", "method": "splitViewController(_:showDetail:sender:)", "arguments": {"controller": "chat-42"}, "answer": true},
                {"type": "viewWillDisappear", "controller": "placeholder", "animated": true},
                {"type": "viewWillAppear", "controller": "chat-42", "animated": true},
                {"type": "viewDidDisappear", "controller": "placeholder", "animated": true},
                {"type": "viewDidAppear", "controller": "chat-42", "animated": true}]
    """#

  @Test func record() throws {
    let json = try compact(
      #"""
      {"sessionId": "\#(adaText)", "revision": 4, "at": "2026-11-20T10:00:09.001Z",
       "transition": \#(Self.showDetail),
       "outcome": {"handled": true, "returned": []},
       "events": \#(Self.events),
       "visible": [\#(Self.visible.joined(separator: ", "))],
       "can": {"goBack": true, "undo": true, "redo": false}}
      """#)
    let record = try TransitionRecord(answer: Array(json.utf8))
    let (split, chat, placeholder) = (try id("split"), try id("chat-42"), try id("placeholder"))
    #expect(
      record.events == [
        .event(.delegateCall(.showDetail(split: split, controller: chat, answer: true))),
        .event(.viewWillDisappear(placeholder, animated: true)), .event(.viewWillAppear(chat, animated: true)),
        .event(.viewDidDisappear(placeholder, animated: true)), .event(.viewDidAppear(chat, animated: true)),
      ])
    #expect(text(record) == json)
  }

  @Test(arguments: [
    #"{"compactBelowWidth": 1000, "compactWhenTall": true}"#, #"{"compactBelowWidth": 660, "compactBelowHeight": 480}"#,
    #"{"horizontalSizeClass": "compact"}"#,
  ])
  func traitOverride(_ json: String) throws {
    var writer = JSONWriter()
    try TraitOverride(json: JSONDocument(json).root).write(to: &writer)
    #expect(try String(decoding: writer.bytes, as: UTF8.self) == compact(json))
  }
}

extension CreateSession {
  fileprivate var layout: Layout? { if case .layout(let layout) = start { layout } else { nil } }
}
