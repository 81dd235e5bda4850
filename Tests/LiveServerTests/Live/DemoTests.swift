import Foundation
import Navigation
import NavigationClient
import Testing

/// The output and the sessions of `navigation-server demo`.
@Suite struct DemoTests {
  /// The ids of the printed sessions.
  private func ids(of server: LiveServer) async throws -> [SessionID] {
    #expect(try await server.child.line() == "open \(server.url)/ in a browser, or one of its sessions:")
    var ids: [SessionID] = []
    for _ in 0..<3 {
      let line = try await server.child.line()
      let parts = try #require(line.wholeMatch(of: /(.+)\/#(s_[0-9a-z]{26})  \S.*/), "\(line)")
      #expect(parts.1 == server.url)
      ids.append(try #require(SessionID(String(parts.2))))
    }
    return ids
  }

  @Test func `it prints the addresses of its sessions, and serves them`() async throws {
    let server = try await LiveServer(verb: "demo")
    let ids = try await ids(of: server)
    let listed = try await server.client.allSessions()
    #expect(listed.map(\.id) == ids && listed.map(\.client) == ["messenger", "mail", "news"])
    var visible: [[String]] = []
    for id in ids { visible.append(try await server.client.session(id).visible.map(\.id.description)) }
    #expect(visible == [["chat-list", "chat-ada"], ["mailboxes", "messages", "letter-lunch"], ["science"]])
    for id in ids { try await everyStepHasAnEffect(server.client.session(id)) }
    for id in ids { try eachSelectionIsARow(await server.client.session(id).snapshot().json()) }
    // It accepts new sessions like any other server.
    #expect(try await server.client.messenger().revision == 0)
    #expect(await server.stop() == .exit(0))
  }

  @Test func `it serves the sessions of files, bodies and snapshots, and says what is wrong with one`() async throws {
    let server = try await LiveServer()
    let folder = try TemporaryDirectory()
    let (body, copy, wrong) = (folder.path + "/body.json", folder.path + "/snapshot.json", folder.path + "/wrong.json")
    try Data(Sample.messenger.utf8).write(to: URL(filePath: body))
    let chat = try await server.client.messenger()
    try await chat.showDetail("ada", route: "chat")
    try Data(await chat.snapshot().json()).write(to: URL(filePath: copy))
    #expect(await server.stop() == .exit(0))
    let demo = try await LiveServer([body, copy], verb: "demo")
    #expect(try await demo.child.line() == "open \(demo.url)/ in a browser, or one of its sessions:")
    for (file, visible) in [(body, ["chat-list"]), (copy, ["chat-list", "ada"])] {
      let line = try await demo.child.line()
      let id = try #require(line.wholeMatch(of: /.+\/#(s_[0-9a-z]{26})  (.+)/), "\(line)")
      #expect(id.2 == file)
      let session = try await demo.client.session(try #require(SessionID(String(id.1))))
      #expect(session.visible.map(\.id.description).filter { $0 != "placeholder" } == visible)
    }
    #expect(await demo.stop() == .exit(0))
    try Data(#"{"layuot": {}}"#.utf8).write(to: URL(filePath: wrong))
    let run = try await Run(LiveServer.executable, ["demo", wrong, "--port", "0"])
    #expect(run.end == .exit(65) && run.error.contains("\(wrong): ") && run.error.contains("layout"), "\(run.error)")
  }

  /// And can be reverted to.
  private func everyStepHasAnEffect(_ session: RemoteSession) async throws {
    let records = try await session.transitions().all()
    #expect(records.count > 10)
    var pictures: Set<String> = []
    for record in records {
      if case .single(_, let outcome) = record.content { #expect(outcome.handled, "\(record.revision)") }
      pictures.insert(try await session.picture(.svg, at: record.revision))
    }
    #expect(pictures.count > 5)
  }

  /// And the open screen belongs to it.
  private func eachSelectionIsARow(_ snapshot: [UInt8]) throws {
    let screens = Self.screens(in: try JSONSerialization.jsonObject(with: Data(snapshot)))
    let open = Set(screens.compactMap { ($0["params"] as? [String: Any])?["row"] as? String })
    var selections: Set<String> = []
    for screen in screens {
      let rows = ((screen["params"] as? [String: Any])?["rows"] as? [[String: Any]] ?? []).compactMap {
        $0["id"] as? String
      }
      #expect(Set(rows).count == rows.count && rows.allSatisfy { ControllerID($0) != nil })
      guard let selection = screen["selection"] as? String else { continue }
      selections.insert(selection)
      #expect(rows.contains(selection))
    }
    #expect(open.isSubset(of: selections))
  }

  /// All screens of a tree.
  private static func screens(in value: Any) -> [[String: Any]] {
    switch value {
    case let object as [String: Any]:
      (object["kind"] as? String == "screen" ? [object] : []) + object.values.flatMap(screens(in:))
    case let array as [Any]: array.flatMap(screens(in:))
    case _: []
    }
  }
}
