import Navigation
import Testing

@Suite struct RequestBodyTests {
  /// Creations in their canonical form.
  static let creations = [
    #"{"environment":{"system":"iOS27","idiom":"pad","width":820,"height":1180,"scale":2},"layout":{"name":"stack","screen":{"id":"a","route":"r"}}}"#,
    #"{"client":"kitchen","environment":{"system":"iOS14","idiom":"phone","width":320,"height":568,"scale":2},"root":{"kind":"screen","id":"a","route":"r"},"labels":{"b":"2","a":"1"},"timeToLive":60}"#,
  ]

  @Test(arguments: creations) func creation(_ json: String) throws {
    #expect(try text(read(CreateSession.self, json)) == json)
  }

  @Test func creationDefaults() throws {
    let body = try read(CreateSession.self, #"{"root": {"kind": "screen", "route": "r"}}"#)
    let root = Controller(id: .automatic, content: .screen(Screen(route: "r")))
    #expect(body == CreateSession(start: .root(root)))
    #expect(body.environment == Environment() && body.labels.isEmpty && body.timeToLive == nil && body.client == nil)
    #expect(CreateSession.defaultTimeToLive == 7 * 24 * 60 * 60)
  }

  private static let phone =
    #""environment":{"system":"iOS27","device":"iPhone 6 Plus","orientation":"portrait","multitasking":"fullScreen"},"#
  private static let tree = #""root":{"kind":"stack","id":"s","children":[{"kind":"screen","id":"a","route":"r"}]}"#

  @Test func snapshotIsACreation() throws {
    let json = #"{"schema":1,"# + Self.phone + Self.tree + #","countedIds":7}"#
    let snapshot = try read(Snapshot.self, json)
    #expect(text(snapshot) == json)
    let body = CreateSession(environment: snapshot.environment, start: .restored(snapshot.root, countedIDs: 7))
    #expect(try read(CreateSession.self, json) == body && body.start == .init(snapshot))
    #expect(text(body) == json)
  }

  @Test func `D-122 M11: a stack in the primary's stack and no secondary are a collapsed split view, which expands`()
    throws
  {
    let root =
      #"{"kind":"split","id":"s","style":"classic","primary":{"kind":"stack","id":"p","children":["#
      + #"{"kind":"screen","id":"a","route":"r"},{"kind":"stack","id":"n","children":[{"kind":"screen","id":"b","route":"r"}]}]}}"#
    let split = try read(CreateSession.self, #"{"root":\#(root)}"#).open().session.root.split
    #expect(split?.isCollapsed == false && split?.primary?.stack?.count == 1 && split?.secondary?.id == "n")
  }

  @Test func `a snapshot says whether its split views are collapsed`() throws {
    let body = { (schema: String, members: String) in
      "{" + schema + Self.phone
        + #""root":{"kind":"split","id":"s","style":"classic","primary":{"kind":"screen","id":"a","route":"r"}"#
        + members + "}}"
    }
    let laidOut = #","displayMode":"secondaryOnly","isCollapsed":true,"size":{"width":414,"height":736}"#
    #expect(try read(CreateSession.self, body(#""schema":1,"#, laidOut)).open().session.root.split?.isCollapsed == true)
    #expect(throws: BodyRefusal.self) { try read(CreateSession.self, body("", laidOut)) }
  }

  static let transitions = [
    #"{"type":"pop"}"#, #"{"type":"push","screen":{"route":"r"}}"#,
    #"{"transitions":[{"type":"pop"},{"type":"back"}]}"#,
    #"{"type":"undo"}"#,
  ]

  @Test(arguments: transitions) func transition(_ json: String) throws {
    #expect(try text(read(TransitionRequest.self, json)) == json)
  }

  @Test(arguments: ["{}", #"{"revision":0}"#, #"{"revision":7}"#]) func fork(_ json: String) throws {
    #expect(try text(read(ForkSession.self, json)) == json)
  }

  static let moves: [(json: String, request: HistoryRequest)] = [
    (#"{"type":"undo"}"#, HistoryRequest(.undo)),
    (#"{"type":"redo","animated":true}"#, HistoryRequest(.redo, animated: true)),
    (#"{"type":"revert","revision":3,"confirm":true}"#, HistoryRequest(.revert(revision: 3), confirm: true)),
  ]

  @Test(arguments: moves) func moveThroughTheHistory(_ row: (json: String, request: HistoryRequest)) throws {
    #expect(try read(TransitionRequest.self, row.json) == .history(row.request))
    #expect(text(TransitionRequest.history(row.request)) == row.json)
    #expect(throws: BodyRefusal.notInBatch(pointer: "/transitions/1")) {
      try read(TransitionRequest.self, #"{"transitions":[{"type":"back"},\#(row.json)]}"#)
    }
  }

  static let refusedMoves: [(json: String, pointer: String)] = [
    (#"{"type":"undo","revision":3}"#, "/revision"),
    (#"{"type":"revert"}"#, ""),
    (#"{"type":"revert","revision":-1}"#, "/revision"),
    (#"{"type":"revert","revision":"3"}"#, "/revision"),
    (#"{"type":"revert","revision":99999999999999999999}"#, "/revision"),
  ]

  @Test(arguments: refusedMoves) func refusedMove(_ row: (json: String, pointer: String)) throws {
    let refusal = #expect(throws: BodyRefusal.self) { try read(TransitionRequest.self, row.json) }
    #expect(refusal?.pointer == row.pointer)
  }

  @Test func batchLimit() throws {
    func batch(_ count: Int) -> String {
      #"{"transitions": ["# + Array(repeating: #"{"type":"pop"}"#, count: count).joined(separator: ",") + "]}"
    }
    let full = try read(TransitionRequest.self, batch(TransitionRequest.batchLimit))
    #expect(full == .batch(Array(repeating: Transition(.pop(stack: nil, count: 1)), count: 256)))
    #expect(throws: BodyRefusal.batchLimit(257, pointer: "/transitions")) {
      try read(TransitionRequest.self, batch(257))
    }
  }

  static let others = [
    #"{"environment":{"system":"iOS27","idiom":"pad","width":820,"height":1180,"scale":2},"split":{"traitOverride":{"compactBelowWidth":1000}}}"#,
    #"{"environment":{"system":"iOS27","idiom":"pad","width":820,"height":1180,"scale":2}}"#,
    #"{"environments":[{"system":"iOS27","idiom":"pad","width":820,"height":1180,"scale":2},{"system":"iOS14","idiom":"pad","width":320,"height":480,"scale":1}],"split":{"style":"doubleColumn"}}"#,
  ]

  static let refusedWindows: [(json: String, pointer: String)] = [
    ("{}", ""), (#"{"environment": {}, "environments": [{}]}"#, ""), (#"{"environments": []}"#, "/environments"),
    (#"{"environments": [\#(Array(repeating: "{}", count: 65).joined(separator: ","))]}"#, "/environments"),
    (#"{"environments": [{}, {"device": "iPhone 3"}]}"#, "/environments/1/device"),
    (#"{"environments": [{}, {}, {"width": 0, "height": 9}]}"#, "/environments/2/width"),
    (#"{"environments": {}}"#, "/environments"),
  ]

  @Test(arguments: refusedWindows) func `one bad environment refuses all`(_ row: (json: String, pointer: String)) {
    do throws(BodyRefusal) {
      _ = try ResolveRequest(request: Array(row.json.utf8))
      Issue.record("accepted: \(row.json)")
    } catch {
      #expect(Problem(error).pointer == row.pointer)
    }
  }

  @Test(arguments: others) func resolve(_ json: String) throws {
    #expect(try text(read(ResolveRequest.self, json)) == json)
  }
}

@Suite struct BodyRefusalTests {
  enum Kind: Sendable { case create, snapshot, explore, transition, fork, resolve }

  struct Row: CustomTestStringConvertible, Sendable {
    var kind: Kind
    var json: String
    /// Nil: a refusal of the shape (400).
    var model: BodyRefusal?
    var pointer: String
    var testDescription: String { json }

    init(_ kind: Kind, _ json: String, _ model: BodyRefusal? = nil, at pointer: String) {
      self.kind = kind
      self.json = json
      self.model = model
      self.pointer = pointer
    }

    func read() throws {
      let bytes = Array(json.utf8)
      switch kind {
      case .create: _ = try CreateSession(request: bytes)
      case .snapshot: _ = try Snapshot(request: bytes)
      case .explore: _ = try Design(request: bytes)
      case .transition: _ = try TransitionRequest(request: bytes)
      case .fork: _ = try ForkSession(request: bytes)
      case .resolve: _ = try ResolveRequest(request: bytes)
      }
    }
  }

  static let root = #""root": {"kind": "screen", "route": "r"}"#
  static let unknownSchema = BodyRefusal.unknownSchema(pointer: "/schema")
  static let longName = String(repeating: "n", count: 65)
  static let manyLabels = (1...17).map { #""l\#($0)": """# }.joined(separator: ", ")

  @Test func `a transition brings a tree as deep as the limit`() throws {
    var tree = #"{"kind": "screen", "route": "r"}"#
    for _ in 1..<Limits.depth { tree = #"{"kind": "stack", "children": [\#(tree)]}"# }
    let request = #"{"type": "present", "controller": \#(tree)}"#
    #expect(throws: Never.self) { try TransitionRequest(request: Array(request.utf8)) }
  }

  static let rows: [Row] = [
    Row(.create, "", at: ""),
    Row(.transition, #"{"type": "open", "url": "/\#(String(repeating: "a", count: 8_192))"}"#, at: "/url"),
    Row(.create, "[]", at: ""),
    Row(.create, "{}", at: ""),
    Row(.create, #"{\#(root), "layout": {}}"#, at: ""),
    Row(.create, #"{\#(root), "colour": "red"}"#, at: "/colour"),
    Row(.create, #"{\#(root), "root": 1}"#, at: "/root"),
    Row(.create, #"{\#(root), "client": ""}"#, at: "/client"),
    Row(.create, #"{\#(root), "client": 7}"#, at: "/client"),
    Row(.create, #"{\#(root), "timeToLive": 0}"#, at: "/timeToLive"),
    Row(.create, #"{\#(root), "timeToLive": 31536001}"#, at: "/timeToLive"),
    Row(.create, #"{\#(root), "labels": []}"#, at: "/labels"),
    Row(.create, #"{\#(root), "labels": {"a": 1}}"#, at: "/labels/a"),
    Row(.create, #"{\#(root), "labels": {"a:b": "1"}}"#, at: "/labels/a:b"),
    Row(.create, #"{\#(root), "labels": {"": "1"}}"#, at: "/labels/"),
    Row(.create, #"{\#(root), "labels": {"\#(longName)": "1"}}"#, at: "/labels/" + longName),
    Row(.create, #"{\#(root), "labels": {"a": "\#(String(repeating: "x", count: 257))"}}"#, at: "/labels/a"),
    Row(.create, #"{\#(root), "labels": {\#(manyLabels)}}"#, at: "/labels"),
    Row(.create, #"{"new": 1, "schema": 0}"#, unknownSchema, at: "/schema"),
    Row(.create, #"{"new": 1, "schema": 2}"#, unknownSchema, at: "/schema"),
    Row(.create, #"{"new": 1, "schema": 1.5}"#, unknownSchema, at: "/schema"),
    Row(.create, #"{"new": 1, "schema": 1e99}"#, unknownSchema, at: "/schema"),
    Row(.create, #"{"new": 1, "schema": "1"}"#, at: "/schema"),
    Row(.create, #"{\#(root), "new": 1, "schema": 1}"#, at: "/new"),
    Row(.create, #"{\#(root), "new": 1, "schema": 1.0}"#, at: "/new"),
    Row(
      .create, #"{\#(root), "environment": {"device": "iPad 1"}}"#,
      .model(.unknownDevice("iPad 1"), pointer: "/environment/device"),
      at: "/environment/device"),
    Row(.create, #"{"layout": {"name": "quadrupleColumn"}}"#, at: "/layout/name"),
    Row(.create, #"{"root": {"kind": "stack", "children": [{"kind": "screen"}]}}"#, at: "/root/children/0"),
    Row(.snapshot, #"{\#(root)}"#, at: ""),
    Row(.snapshot, #"{"environment": {}}"#, at: ""),
    Row(.snapshot, #"{\#(root), "environment": {}, "schema": 2}"#, unknownSchema, at: "/schema"),
    Row(.explore, #"{\#(root), "checks": 1, "schema": 2}"#, unknownSchema, at: "/schema"),
    Row(.transition, "{", at: ""),
    Row(.transition, "{} {}", at: ""),
    Row(.transition, "{}", at: ""),
    Row(.transition, #"{"type": "fly"}"#, at: "/type"),
    Row(.transition, #"{"type": "revert"}"#, at: ""),
    Row(.transition, #"{"transitions": []}"#, at: "/transitions"),
    Row(.transition, #"{"transitions": {}}"#, at: "/transitions"),
    Row(.transition, #"{"transitions": [{"type": "pop"}], "type": "pop"}"#, at: "/type"),
    Row(.transition, #"{"transitions": [{"type": "pop"}, {"type": "pop", "count": 0}]}"#, at: "/transitions/1/count"),
    Row(.transition, #"{"transitions": [{"transitions": []}]}"#, at: "/transitions/0"),
    Row(
      .transition, #"{"transitions": [{"type": "pop"}, {"type": "revert", "revision": -1}]}"#,
      at: "/transitions/1/revision"),
    Row(.fork, "", at: ""),
    Row(.fork, "[]", at: ""),
    Row(.fork, #"{"revision": -1}"#, at: "/revision"),
    Row(.fork, #"{"client": "x"}"#, at: "/client"),
    Row(.resolve, "{}", at: ""),
    Row(.resolve, #"{"environment": {}, "split": {"primary": {}}}"#, at: "/split/primary"),
  ]

  @Test(arguments: rows) func refused(_ row: Row) throws {
    let thrown = #expect(throws: BodyRefusal.self) { try row.read() }
    let refusal = try #require(thrown)
    #expect(refusal.pointer == row.pointer)
    if let model = row.model {
      #expect(refusal == model)
    } else {
      guard case .json = refusal else {
        Issue.record("expected a refusal of the shape, found \(refusal)")
        return
      }
    }
  }

  @Test func refusedTypesNameTheOthers() throws {
    let refusal = #expect(throws: BodyRefusal.self) { try read(TransitionRequest.self, #"{"type": "fly"}"#) }
    guard case .json(let error) = try #require(refusal) else {
      Issue.record("expected a refusal of the shape")
      return
    }
    #expect(error.detail.hasPrefix(#"expected one of "push", "pop", "#))
    #expect(error.detail.hasSuffix(#""revert", found "fly""#))
  }
}

func id(_ text: String) throws -> ControllerID { try #require(ControllerID(text)) }

func read<Body: JSONBody>(_ type: Body.Type, _ json: String) throws -> Body { try Body(request: Array(json.utf8)) }

func text(_ body: some JSONBody) -> String { String(decoding: body.json(), as: UTF8.self) }

/// A JSON text without whitespace.
func compact(_ json: String) throws -> String { try JSONDocument(json).root.compactText() }

let ada = SessionID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
let adaText = "s_014d2pf2dbsqqzxq5tk1v58cgg"
