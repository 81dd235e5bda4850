#if PostgreSQL
import Navigation
import StoreKinds
import Testing

/// A node of an older version beside a new one: a member that the older one does not know is refused or read by it,
/// and never dropped.
@Suite(
  .enabled(
    if: PostgreSQLCluster.isInstalled && ClusterNodes.older != nil,
    "NAVIGATION_CLUSTER_OLDER, the path of an older version's server, asks for it"), .serialized)
struct OlderNodeTests {
  /// A session and its changes at the new node. Of version 1.0.0, if the older node must read all of it.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let layout: String
    let changes: [String]
    var isOld = false

    init(_ name: String, _ layout: String = tabs(), _ changes: String..., isOld: Bool = false) {
      (self.name, self.layout, self.changes, self.isOld) = (name, layout, changes, isOld)
    }

    var testDescription: String { name }

    static func tabs(_ more: String = "") -> String {
      #"{"name": "tabBar", "tabs": [{"screen": {"id": "a", "route": "page"}}, {"#
        + #""screen": {"id": "b", "route": "page"}}]\#(more)}"#
    }

    static func update(_ members: String, _ controller: String = "a") -> String {
      #"{"type": "updateScreen", "controller": "\#(controller)", \#(members)}"#
    }

    static func batch(_ changes: String...) -> String {
      #"{"transitions": [\#(changes.joined(separator: ", "))]}"#
    }

    static let duo =
      #"{"name": "listDetail", "primary": {"id": "list", "route": "page"}, "placeholder": {"route": "none"}}"#
    static let push = #"{"type": "push", "screen": {"id": "c", "route": "page"}}"#
  }

  static let rows: [Row] = [
    Row("pushes", Row.tabs(), Row.push, isOld: true),
    Row("a title", Row.tabs(), Row.update(#""title": "T""#), isOld: true),
    Row("an answer", Row.tabs(), Row.update(#""onShouldDismiss": false"#), isOld: true),
    Row("a detail", Row.duo, #"{"type": "showDetail", "screen": {"id": "d", "route": "page"}}"#, isOld: true),
    Row("a row", Row.tabs(), #"{"type": "push", "screen": {"id": "c", "route": "page", "row": "1"}}"#),
    Row(
      "a row for a moment", Row.tabs(), Row.batch(Row.update(#""row": "1", "title": "T""#), Row.update(#""row": null"#))
    ),
    Row("a followed detail", Row.tabs(), Row.update(#""selectionFollowsDetail": true"#)),
    Row("a hidden bar", Row.tabs(#", "isTabBarHidden": true"#)),
    Row(
      "a bar shown again", Row.tabs(#", "isTabBarHidden": true"#),
      Row.update(#""isTabBarHidden": false"#, "tabs")),
    Row("orientations", Row.tabs(), Row.update(#""supportedInterfaceOrientations": "portrait""#)),
    Row("an override", Row.tabs(), Row.update(#""traitOverride": {"compactBelowWidth": 500}"#)),
    Row("as the window", Row.tabs(), Row.update(#""traitOverride": {"asWindow": true}"#)),
    Row(
      "a new screen for a moment", Row.tabs(),
      Row.batch(
        #"{"type": "push", "screen": {"id": "c", "route": "page", "row": "1"}}"#, #"{"type": "pop"}"#,
        Row.update(#""title": "T""#))),
    Row(
      "an answer's default, named", Row.duo,
      #"{"type": "setSplit", "presentsWithGesture": false, "behavior": {"onDetailPopped": "keep"}}"#),
    Row(
      "a split's orientations", Row.duo,
      #"{"type": "setSplit", "behavior": {"supportedInterfaceOrientations": "landscape"}}"#),
    Row(
      "a return", Row.tabs(), Row.push, #"{"type": "push", "screen": {"id": "e", "route": "other"}, "again": "return"}"#
    ),
    Row("a replacement", Row.tabs(), #"{"type": "present", "screen": {"id": "m", "route": "page"}, "replaces": true}"#),
  ]

  @Test func `an older node reads or refuses what a new one wrote, and drops nothing`() async throws {
    let cluster = try PostgreSQLCluster()
    let old = try await server("old", ClusterNodes.older, cluster)
    let new = try await server("new", nil, cluster)
    var refused: [String] = []
    for row in Self.rows {
      let isRead = try await onThread { [old = old.port, new = new.port] in
        try Self.visit(row, old: Node(port: old), new: Node(port: new))
      }
      #expect(isRead || !row.isOld, "\(row.name)")
      if !isRead { refused.append(row.name) }
    }
    print("of \(Self.rows.count) kinds of sessions the older node refuses \(refused.count): \(refused)")
    for server in [old, new] { #expect(await server.stop() == .exit(0)) }
    cluster.stop()
  }

  /// Compares what both nodes say, before and after the older one's attempts to change the session; returns whether the
  /// older one reads it.
  private static func visit(_ row: Row, old: Node, new: Node) throws -> Bool {
    let made = try new.post("/v1/sessions", #"{"layout": \#(row.layout)}"#)
    let path = try #require(made.fields["location"], "\(row.name): \(made.text)")
    for change in row.changes {
      let answer = try new.post(path + "/transitions", change)
      try #require(answer.status == 200, "\(row.name): \(answer.text)")
    }
    let (state, records) = try (new.get(path + "/snapshot"), new.get(path + "/transitions"))
    #expect(state.status == 200 && records.status == 200)
    let (seen, told) = try (old.get(path + "/snapshot"), old.get(path + "/transitions"))
    for (answer, wanted) in [(seen, state), (told, records)] {
      #expect(answer.status == 503 || answer.status == 200 && answer.text == wanted.text, "\(row.name): \(answer.text)")
    }
    // An answer kept with a key replaces the latest row; a change adds one.
    let kept = try old.post(path + "/transitions", #"{"type": "redo"}"#, key: "k-" + row.name.filter { $0 != " " })
    #expect(try new.get(path + "/transitions").text == records.text, "\(row.name): \(kept.status)")
    #expect(try new.get(path + "/snapshot").text == state.text, "\(row.name): \(kept.status)")
    let changed = try old.post(path + "/transitions", #"{"type": "enterBackground"}"#)
    #expect(changed.status == seen.status && kept.status == seen.status, "\(row.name): \(changed.text)")
    let wanted = try list(in: records)
    #expect(try list(in: new.get(path + "/transitions")).prefix(wanted.count) == wanted[...], "\(row.name)")
    #expect(try root(in: new.get(path + "/snapshot")) == root(in: state), "\(row.name)")
    #expect(try new.post(path + "/transitions", #"{"type": "enterForeground"}"#).status == 200)
    return seen.status == 200
  }

  private static func list(in answer: RawConnection.Response) throws -> [String] {
    var page = try JSONDocument(answer.body, unknownMembers: .skip).root.object()
    return try page.optional("transitions")?.elements.map { $0.compactText() } ?? []
  }

  private static func root(in answer: RawConnection.Response) throws -> String {
    var session = try JSONDocument(answer.body, unknownMembers: .skip).root.object()
    return try session.require("root").compactText()
  }

  private func server(_ node: String, _ executable: String?, _ cluster: PostgreSQLCluster) async throws -> LiveServer {
    let options = ["--store", cluster.uri, "--node", node, "--shards", "1", "--log-level", "error"]
    return try await LiveServer(options, executable: executable)
  }

  /// Requests to one node.
  private struct Node {
    private let connection: RawConnection

    init(port: UInt16) throws { connection = try RawConnection(port: port) }

    func get(_ path: String) throws -> RawConnection.Response {
      try connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
      return try connection.response()
    }

    func post(_ path: String, _ body: String, key: String? = nil) throws -> RawConnection.Response {
      let field = key.map { "Idempotency-Key: \($0)\r\n" } ?? ""
      try connection.send(
        "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\(field)"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
      return try connection.response()
    }
  }
}
#endif
