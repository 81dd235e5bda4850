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
