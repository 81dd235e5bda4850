import HTTPMessages
import Navigation
@testable import SessionStorage
import StoreKinds
import Testing

/// Sessions with conditions: a link that waits, and what restores it, in every store (D-290 to D-294).
@Suite struct ParkedLinkTests {
  typealias Service = ServiceUnderTest

  static let body = """
    {"layout": {"name": "listDetail", "primary": {"id": "chats", "route": "chats"}, "placeholder": {"route": "none"}}, \
    "routes": {"chats": {"path": "/chats"}, "chat": {"path": "/chats/{chat}", "parent": "chats", "opens": "detail", \
    "requires": ["signedIn"], "params": {"chat": "integer"}}, "sign-in": {"opens": "present", "style": "fullScreen"}}, \
    "conditions": {"signedIn": {"otherwise": "sign-in"}}}
    """
  static let link = #"{"type": "open", "url": "myapp://chats/7"}"#
  static let signIn = #"{"type": "setConditions", "conditions": {"signedIn": true}}"#
  static let signOut = #"{"type": "setConditions", "conditions": {"signedIn": false}}"#

  private func create(_ service: Service, _ body: String = body) throws -> String {
    let response = try service.post("/v1/sessions", body)
    #expect(response.status == .created, "\(response.text)")
    return try #require(response.value(of: "Location"))
  }

  /// What a client reads of it: the last screen, what holds, and what waits.
  private func seen(_ service: Service, _ path: String) throws -> String {
    let view = try service.get(path).session()
    let holding = view.conditions.all.filter(\.holds).map(\.name)
    let parked = view.parked.map { "\($0.open == .url("myapp://chats/7") ? "7" : "?") for \($0.waitsFor)" }
    return "\(view.visible.last?.route ?? "") \(holding) \(parked ?? "-")"
  }

  @Test(arguments: StoreKind.allCases) func `D-290 D-291: a link waits in every store`(kind: StoreKind) throws {
    let service = Service(store: try kind.make())
    let (path, other) = (try create(service), try create(service))
    func post(_ body: String, to path: String = path) throws -> TransitionRecord {
      // Puts the session to rest, where one is in use.
      _ = try service.post(other + "/transitions", Self.signIn)
      return try service.post(path + "/transitions", body).record()
    }
    let parked = try post(Self.link)
    #expect(parked.outcome?.parked == true && parked.outcome?.needs == ["signedIn"])
    #expect(parked.revision == 1 && parked.visible.map(\.route) == ["sign-in"])
    #expect(try seen(service, path) == "sign-in [] 7 for signedIn")
    // A copy, a fork and the state before an undo have the link, too.
    let fork = try #require(try service.post(path + "/fork", "{}").value(of: "Location"))
    let copy = try create(service, try service.get(path + "/snapshot").text)
    #expect(try service.get(copy + "/snapshot").text == service.get(path + "/snapshot").text)
    #expect(try post(#"{"type": "undo"}"#).visible.last?.route == "none")
    #expect(try seen(service, path) == "none [] -")
    #expect(try post(#"{"type": "redo"}"#).visible.last?.route == "sign-in")
    for path in [path, fork, copy] {
      #expect(try seen(service, path) == "sign-in [] 7 for signedIn")
      let opened = try post(Self.signIn, to: path)
      #expect(opened.visible.map(\.route) == ["chats", "chat"] && opened.outcome?.steps.count == 1)
      #expect(try seen(service, path) == #"chat ["signedIn"] -"#)
      #expect(try post(Self.signOut, to: path).visible.map(\.route) == ["sign-in"])
      #expect(try seen(service, path) == "sign-in [] -")
      #expect(try post(#"{"type": "undo"}"#, to: path).visible.map(\.route) == ["chats", "chat"])
      #expect(try seen(service, path) == #"chat ["signedIn"] -"#)
    }
    #expect(try post(#"{"type": "revert", "revision": 1}"#).visible.map(\.route) == ["sign-in"])
    #expect(try seen(service, path) == "sign-in [] 7 for signedIn")
  }

  /// Each engine decides on what the other has left.
  @Test(arguments: SharedKind.allCases) func `D-291: a link waits on one node and leads on from another`(
    kind: SharedKind
  )
    throws
  {
    let both = try TwoEngines(kind)
    let path = try create(both.a)
    #expect(try both.b.post(path + "/transitions", Self.link).record().outcome?.parked == true)
    #expect(try both.a.post(path + "/transitions", Self.signIn).record().visible.map(\.route) == ["chats", "chat"])
    #expect(try both.b.post(path + "/transitions", Self.signOut).record().visible.map(\.route) == ["sign-in"])
    #expect(try seen(both.a, path) == "sign-in [] -")
    #expect(
      try both.a.post(path + "/transitions", #"{"type": "undo"}"#).record().visible.map(\.route) == ["chats", "chat"])
    #expect(try seen(both.b, path) == #"chat ["signedIn"] -"#)
  }

  /// What a link brings with it counts as its session's.
  @Test func `D-291: a link that waits is part of the session's size`() throws {
    let service = Service(store: try StoreKind.memory.make(sessionBytes: 32_768))
    let path = try create(service)
    let params = #"{"chat": 7, "note": "\#(String(repeating: "x", count: 32_768))"}"#
    let body = #"{"type": "open", "route": "chat", "params": \#(params)}"#
    #expect(try service.post(path + "/transitions", body).problem().code == "session-too-large")
    #expect(try service.get(path).session().parked == nil)
    #expect(try service.post(path + "/transitions", Self.link).record().outcome?.parked == true)
  }

  /// A body, and the code and the pointer of its problem.
  private static let refused: [(body: String, code: String, pointer: String)] = [
    (#""conditions": {"a": {}}, "layout": {"name": "stack", "screen": {"route": "r"}}"#, "invalid-body", "/conditions"),
    (#""routes": {"r": {"requires": ["a"]}}, "conditions": {"a": {}}"#, "invalid-routes", "/routes/r/requires"),
    (
      #""routes": {"s": {"opens": "push", "requires": ["b"]}}, "conditions": {"a": {}}"#, "invalid-routes",
      "/routes/s/requires"
    ),
    (
      #""routes": {"r": {}}, "conditions": {"a/b": {"otherwise": "x"}}"#, "invalid-routes", "/conditions/a~1b/otherwise"
    ),
    (
      #""routes": {"s": {"opens": "detail"}}, "conditions": {"a": {"otherwise": "s"}}"#, "invalid-routes",
      "/conditions/a/otherwise"
    ),
    (
      #""routes": {"s": {"opens": "push", "path": "/{x}"}}, "conditions": {"a": {"otherwise": "s"}}"#, "invalid-routes",
      "/conditions/a/otherwise"
    ),
    (
      #""routes": {"s": {"opens": "push", "requires": ["a"]}}, "conditions": {"a": {"otherwise": "s"}}"#,
      "invalid-routes", "/conditions/a/otherwise"
    ),
    (
      #""routes": {"t": {"opens": "push", "requires": ["a"]}, "s": {"opens": "push", "parent": "t"}}, "#
        + #""conditions": {"a": {"otherwise": "s"}}"#, "invalid-routes", "/conditions/a/otherwise"
    ),
    (#""routes": {"r": {}}, "conditions": {"a": {"holds": 1}}"#, "invalid-body", "/conditions/a/holds"),
    (#""routes": {"r": {}}, "conditions": {"a": {"other": "x"}}"#, "invalid-body", "/conditions/a/other"),
    (
      #""routes": {"r": {}}, "conditions": {\#((0...32).map { #""c\#($0)": {}"# }.joined(separator: ","))}"#,
      "invalid-routes", "/conditions"
    ),
    (
      #""routes": {"r": {}}, "conditions": {"\#(String(repeating: "a", count: Limits.routesBytes))": {}}"#,
      "invalid-routes", "/routes"
    ),
    (
      #""routes": {"s": {"opens": "push", "requires": ["a"]}}, "conditions": {"a": {}}, "#
        + #""root": {"kind": "stack", "children": [{"kind": "screen", "route": "r"}, {"kind": "screen", "route": "s"}]}"#,
      "condition-unmet", "/root/children/1"
    ),
    (
      #""routes": {"s": {"opens": "push", "requires": ["a"]}}, "conditions": {"a": {"holds": true}}, "#
        + #""root": {"kind": "screen", "route": "s"}"#, "cannot-contain", "/root"
    ),
    (
      #""schema": 1, "routes": {"s": {"opens": "push"}}, "conditions": {"a": {}}, "#
        + #""parked": {"url": "/s", "at": "gone", "waitsFor": "a"}, "root": {"kind": "screen", "id": "r", "route": "r"}"#,
      "no-such-controller", "/root"
    ),
    (
      #""schema": 1, "routes": {"s": {"opens": "push"}}, "conditions": {"a": {"holds": true}}, "#
        + #""parked": {"url": "/s", "at": "r", "waitsFor": "a"}, "root": {"kind": "screen", "id": "r", "route": "r"}"#,
      "invalid-body", "/parked"
    ),
  ]

  @Test(arguments: refused) func `D-290 D-292: a refused body`(body: String, code: String, pointer: String) throws {
    let start = #""layout": {"name": "stack", "screen": {"id": "r", "route": "r"}}"#
    let answer = try Service(store: try StoreKind.memory.make())
      .post(
        "/v1/sessions", "{\(body.contains(#""root""#) || body.contains(#""layout""#) ? body : "\(start), \(body)")}")
    let problem = try answer.problem()
    #expect("\(problem.code) \(problem.pointer ?? "-")" == "\(code) \(pointer)", "\(answer.text)")
  }

  /// A transition on a session with that table, and the code and the pointer of its problem.
  @Test(arguments: [
    (#"{"type": "setConditions", "conditions": {"b/c": true}}"#, "no-such-condition", "/conditions/b~1c"),
    (#"{"type": "setConditions", "conditions": {"signedIn": 1}}"#, "invalid-body", "/conditions/signedIn"),
    (#"{"type": "setConditions"}"#, "invalid-body", ""),
    (
      #"{"type": "setRoot", "controller": {"kind": "stack", "children": [{"kind": "screen", "route": "r"}, "#
        + #"{"kind": "screen", "id": "c", "route": "chat"}]}}"#, "condition-unmet", "/controller/children/1"
    ),
  ]) func `D-292: a refused transition`(body: String, code: String, pointer: String) throws {
    let service = Service(store: try StoreKind.memory.make())
    let path = try create(service)
    let problem = try service.post(path + "/transitions", body).problem()
    #expect("\(problem.code) \(problem.pointer ?? "-")" == "\(code) \(pointer)")
    #expect(try service.get(path).session().revision == 0)
  }
}
