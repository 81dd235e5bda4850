import HTTPMessages
import Navigation
import SessionStorage
import StoreKinds
import Testing

/// A login in one session, in every store (D-220).
@Suite struct SetRootTests {
  typealias Service = ServiceUnderTest

  private static let create = """
    {"layout": {"name": "stack", "screen": {"id": "login", "route": "login"}}, "routes": {"login": {}, \
    "chats": {"path": "/chats"}, "people": {"path": "/people"}, \
    "chat": {"path": "/chats/{chat}", "parent": "chats", "opens": "push", "params": {"chat": "integer"}}}}
    """
  private static let tabs = """
    {"name": "tabBar", "tabs": [{"id": "people", "screen": {"id": "people-list", "route": "people"}}, \
    {"id": "chats", "screen": {"id": "chat-list", "route": "chats"}}]}
    """
  private static let login = #"{"type": "setRoot", "layout": \#(tabs), "dismisses": true}"#
  private static let logout = """
    {"type": "setRoot", "controller": {"kind": "stack", "id": "stack", "children": [\
    {"kind": "screen", "id": "login", "route": "login"}]}, "dismisses": true, "confirm": true}
    """
  private static let undo = #"{"type": "undo"}"#

  private func create(_ service: Service) throws -> String {
    try #require(try service.post("/v1/sessions", Self.create).value(of: "Location"))
  }

  @Test(arguments: StoreKind.allCases) func `D-220: the login's link, and back`(kind: StoreKind) throws {
    let service = Service(store: try kind.make())
    let path = try create(service)
    let other = try create(service)
    let start = try service.get(path + "/snapshot").body
    let url = #"{"type": "open", "url": "myapp://chats/7"}"#
    #expect(try service.post(path + "/transitions", url).code == "no-target")
    let answer = try service.post(path + "/transitions", #"{"transitions": [\#(Self.login), \#(url)]}"#)
    let record = try answer.record()
    #expect(record.revision == 1 && record.visible.map(\.url) == ["/chats/7"])
    #expect(answer.text.matches(of: /"type":"view/).count == 4)
    let chat = try service.get(path + "/snapshot").body
    // Puts the session to rest, where one is in use.
    #expect(try service.post(other + "/transitions", Self.login).status == .ok)
    #expect(try service.post(path + "/transitions", Self.undo).record().visible.map(\.id) == ["login"])
    #expect(Self.tree(try service.get(path + "/snapshot").body) == Self.tree(start))
    #expect(try service.post(path + "/transitions", #"{"type": "redo"}"#).record().visible.map(\.url) == ["/chats/7"])
    #expect(Self.tree(try service.get(path + "/snapshot").body) == Self.tree(chat))
    #expect(try service.get(path + "/transitions").records()[1].json() == Array(answer.body))
    #expect(try service.get(path + "/snapshot?revision=1").body == chat)
    // The fork and the copy are logged out by the same transition, and in again.
    let fork = try #require(try service.post(path + "/fork", "{}").value(of: "Location"))
    let copy = try #require(
      try service.post("/v1/sessions", String(decoding: chat, as: UTF8.self)).value(of: "Location"))
    for path in [fork, copy] {
      #expect(try service.post(path + "/transitions", Self.logout).record().visible.map(\.id) == ["login"])
      #expect(try service.post(path + "/transitions", Self.login).record().visible.map(\.url) == ["/people"])
      for _ in 0..<2 { #expect(try service.post(path + "/transitions", Self.undo).record().can.redo) }
      #expect(Self.tree(try service.get(path + "/snapshot").body) == Self.tree(chat))
    }
  }

  @Test func `D-222: the problem names who presents`() throws {
    let service = Service(store: try StoreKind.memory.make())
    let path = try create(service)
    #expect(try service.post(path + "/transitions", #"{"type": "present", "screen": {"route": "r"}}"#).status == .ok)
    let before = try service.get(path).body
    let refused = try service.post(path + "/transitions", Self.login.replacing("true", with: "false"))
    #expect(refused.code == "already-presenting" && refused.status.rawValue == 422)
    #expect(try refused.problem().controller == "stack" && service.get(path).body == before)
    #expect(try service.post(path + "/transitions", Self.login).record().outcome?.handled == true)
  }

  @Test(arguments: StoreKind.allCases) func `a root over the limit of a session is refused`(kind: StoreKind) throws {
    let service = Service(store: try kind.make(sessionBytes: 100_000))
    let path = try create(service)
    let before = try service.get(path).body
    let title = String(repeating: "t", count: 120_000)
    let root = #"{"type": "setRoot", "controller": {"kind": "screen", "route": "r", "title": "\#(title)"}}"#
    for body in [root, #"{"transitions": [\#(root)]}"#] {
      #expect(try service.post(path + "/transitions", body).code == "session-too-large")
      #expect(try service.get(path).body == before)
    }
  }

  /// A snapshot without its id counter, which never goes back.
  private static func tree(_ snapshot: ArraySlice<UInt8>) -> String {
    String(decoding: snapshot, as: UTF8.self).replacing(#/,"countedIds":\d+/#, with: "")
  }
  private static func tree(_ snapshot: [UInt8]) -> String { tree(snapshot[...]) }
}

/// A 422 of a `root` points into it.
@Suite struct RootProblemTests {
  typealias Service = ServiceUnderTest

  private static let screen = #"{"kind": "screen", "route": "r"}"#
  private static let split =
    #"{"kind": "split", "style": "classic", "primary": \#(stack(screen)), "secondary": \#(stack(screen))}"#
  private static func stack(_ children: String...) -> String {
    #"{"kind": "stack", "children": [\#(children.joined(separator: ", "))]}"#
  }
  private static func named(_ id: String) -> String { #"{"kind": "screen", "id": "\#(id)", "route": "r"}"# }
  private static func tabs(_ children: String...) -> String {
    #"{"kind": "tabBar", "tabs": [\#(children.map { #"{"child": \#($0)}"# }.joined(separator: ", "))]}"#
  }

  static let rows: [(root: String, code: String, pointer: String)] = [
    (stack(screen, stack(screen)), "cannot-push", "/root/children/1"),
    (tabs(stack(named("c1")), stack(screen, split)), "cannot-push", "/root/tabs/1/child/children/1"),
    (
      #"{"kind": "split", "style": "doubleColumn", "primary": \#(screen), "secondary": \#(split)}"#, "cannot-push",
      "/root/secondary"
    ),
    (
      #"{"kind": "split", "style": "tripleColumn", "primary": \#(split), "secondary": \#(screen)}"#, "cannot-push",
      "/root/primary"
    ),
    (
      #"{"kind": "split", "style": "classic", "primary": \#(screen), "supplementary": \#(screen)}"#, "no-such-column",
      "/root/supplementary"
    ),
    (tabs(named("a"), stack(named("b"), named("a"))), "duplicate-controller", "/root/tabs/1/child/children/1"),
    (#"{"kind": "screen", "route": "r", "placeholder": true}"#, "cannot-contain", "/root"),
    (
      #"{"kind": "split", "style": "doubleColumn", "primary": \#(tabs(screen)), "secondary": \#(screen)}"#,
      "cannot-contain", "/root/primary"
    ),
    (stack(screen, tabs(screen, stack(stack(screen)))), "cannot-push", "/root/children/1/tabs/1/child/children/0"),
  ]

  @Test(arguments: rows, ["/v1/sessions", "/v1/picture"])
  func `a refused root has a pointer`(_ row: (root: String, code: String, pointer: String), path: String) throws {
    let response = try Service().post(path, #"{"root": \#(row.root)}"#)
    let problem = try response.problem()
    #expect(problem.code == row.code && problem.pointer == row.pointer, "\(problem.detail)")
    if row.pointer.hasSuffix("ary") && row.code == "cannot-push" { #expect(problem.detail.contains("column style")) }
  }

  /// A layout with two controllers of one id, and the pointer to the second one.
  static let layouts = [
    (
      #"{"name": "tabBar", "tabs": [{"screen": {"id": "a", "route": "r", "params": {"x": {"id": "a"}}}}, "#
        + #"{"screen": {"id": "a", "route": "s", "params": {"id": "a"}}}]}"#, "/tabs/1/screen"
    ),
    (#"{"name": "tabBar", "tabs": [{"id": "a", "screen": {"id": "a", "route": "r"}}]}"#, "/tabs/0/screen"),
    (
      #"{"name": "listDetail", "primary": {"id": "split", "route": "r"}, "placeholder": {"route": "p"}}"#, "/primary"
    ),
    (
      #"{"name": "doubleColumn", "primary": {"route": "r"}, "secondary": {"id": "a", "route": "s"}, "#
        + #""compact": {"kind": "stack", "children": [{"id": "a", "route": "t"}]}}"#, "/compact/children/0"
    ),
    (
      #"{"name": "topTabs", "pages": [{"title": "A", "screen": {"id": "a", "route": "r"}}, "#
        + #"{"title": "B", "screen": {"id": "a", "route": "s"}}]}"#, "/pages/1/screen"
    ),
  ]

  @Test(arguments: layouts) func `a refused layout has a pointer`(layout: String, pointer: String) throws {
    let service = Service()
    for target in ["/v1/sessions", "/v1/picture", "/v1/explore"] {
      let problem = try service.post(target, #"{"layout": \#(layout)}"#).problem()
      #expect(problem.code == "duplicate-controller" && problem.pointer == "/layout" + pointer, "\(target)")
    }
    let path = try service.created() + "/transitions"
    let root = #"{"type": "setRoot", "layout": \#(layout)}"#
    #expect(try service.post(path, root).problem().pointer == "/layout" + pointer)
    let batch = try service.post(path, #"{"transitions": [{"type": "enterBackground"}, \#(root)]}"#).problem()
    #expect(batch.pointer == "/transitions/1/layout" + pointer && batch.index == 1)
  }

  @Test func `a refused snapshot has a pointer`() throws {
    let service = Service()
    let path = try service.created() + "/snapshot"
    let snapshot = try service.get(path).text.replacing(#""id":"chat-list""#, with: #""id":"chats""#)
    let problem = try service.post("/v1/sessions", snapshot).problem()
    #expect(problem.code == "duplicate-controller" && problem.pointer == "/root/primary/tabs/0/child/children/0")
  }
}

/// SYS1 at the interface: a snapshot and a rest preserve the saved details of tabs.
@Suite struct SavedDetailsTests {
  private static let create = """
    {"layout": {"name": "tabBarInStack", "tabs": [{"screen": {"id": "la", "route": "a"}}, {"screen": {"id": "lb", "route": "b"}}],
                "placeholder": {"route": "none"}}}
    """

  private func created(_ service: ServiceUnderTest) throws -> String {
    try #require(try service.post("/v1/sessions", Self.create).value(of: "Location"))
  }

  private static func detail(_ id: String) -> String {
    #"{"type": "showDetail", "screen": {"id": "\#(id)", "route": "r"}}"#
  }

  /// Transitions, and a text of the resulting session: saved details of the first tab, or the collapsed stack.
  static let states: [(rule: String, steps: [String], holds: String)] = [
    (
      "SYS1-20", [detail("d1"), #"{"type": "tapTab", "tab": "lb"}"#, detail("e1")],
      #""savedDetails":{"la":[{"kind":"screen","id":"d1""#
    ),
    (
      "SYS1-28",
      [detail("d1"), #"{"type": "rotate", "orientation": "portrait"}"#, #"{"type": "selectTab", "tab": "lb"}"#],
      #""children":[{"kind":"tabBar","id":"tabs""#
    ),
  ]

  @Test(arguments: states) func snapshotRestores(_ row: (rule: String, steps: [String], holds: String)) throws {
    let service = ServiceUnderTest()
    let path = try created(service)
    for step in row.steps { #expect(try service.post(path + "/transitions", step).status == .ok) }
    let snapshot = try service.get(path + "/snapshot")
    #expect(snapshot.text.contains(row.holds), "\(row.rule)")
    let again = try #require(try service.post("/v1/sessions", snapshot.text).value(of: "Location"))
    #expect(try service.get(again).session().root == service.get(path).session().root, "\(row.rule)")
  }

  @Test(arguments: states) func aRestPreserves(_ row: (rule: String, steps: [String], holds: String)) throws {
    let service = ServiceUnderTest(residentSessions: 1)
    let path = try created(service)
    for step in row.steps { _ = try service.post(path + "/transitions", step) }
    let before = try service.get(path).body
    for _ in 0..<3 { _ = try created(service) }
    #expect(try service.get(path).body == before, "\(row.rule)")
    #expect(try service.get(path).text.contains(row.holds), "\(row.rule)")
  }

  @Test func `TB-6: a session lists the tabs under More`() throws {
    let service = ServiceUnderTest()
    let tabs = (1...6).map { #"{"screen": {"id": "t\#($0)", "route": "r"}}"# }.joined(separator: ", ")
    let create = """
      {"environment": {"device": "iPhone 15"},
       "layout": {"name": "tabBarInStack", "tabs": [\(tabs)], "placeholder": {"route": "none"}}}
      """
    let path = try #require(try service.post("/v1/sessions", create).value(of: "Location"))
    #expect(try service.get(path).text.contains(#""more":["t5","t6"]"#))
    #expect(
      try service.post(path + "/transitions", #"{"type": "tapTab", "tab": "t6"}"#).record().visible.map(
        \.id.description) == ["t6"])
    #expect(try !service.get(path + "/snapshot").text.contains(#""more""#))
  }
}
