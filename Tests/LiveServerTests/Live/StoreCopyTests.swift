#if SQLite
import Foundation
import SQLiteStorage
import StoreKinds
import Testing

/// `copy`, by the sessions, histories and repeated requests that servers on both stores answer.
@Suite(.serialized) struct StoreCopyTests {
  private let folder: TemporaryDirectory
  private let keys: String

  init() throws {
    folder = try TemporaryDirectory()
    keys = try folder.write("kitchen \(Caller.kitchen)\nhall \(Caller.hall)\n", to: "keys", mode: 0o600)
  }

  private func file(_ name: String) -> String { "sqlite:\(folder.path)/\(name)" }

  private func server(on store: String) async throws -> LiveServer {
    try await LiveServer(["--store", store, "--durability", "normal", "--api-key-file", keys, "--log-level", "error"])
  }

  private func copy(_ source: String, _ target: String) async throws -> Run {
    try await Run(LiveServer.executable, ["copy", "--from", source, "--to", target])
  }

  private func check(_ store: String) async throws {
    let run = try await Run(LiveServer.executable, ["check", "--store", store])
    #expect(run.end == .exit(0), "\(run)")
  }

  /// Makes a closed store, and returns what its server answers.
  private func fill(_ store: String, sessions: Int) async throws -> [String] {
    let server = try await server(on: store)
    let answers = try await onThread { [port = server.port] in
      let paths = try Caller(port: port, Caller.kitchen).fill(sessions) + Caller(port: port, Caller.hall).fill(3)
      #expect(paths.count == sessions + 3)
      return try Caller.answers(port: port, sessions)
    }
    #expect(await server.stop() == .exit(0))
    return answers
  }

  /// What a server on the store answers.
  private func answers(of store: String, _ sessions: Int) async throws -> [String] {
    let server = try await server(on: store)
    let answers = try await onThread { [port = server.port] in try Caller.answers(port: port, sessions) }
    #expect(await server.stop() == .exit(0))
    return answers
  }

  @Test func `a copied file answers as the first does`() async throws {
    let before = try await fill(file("a"), sessions: 12)
    let run = try await copy(file("a"), file("b"))
    #expect(run.end == .exit(0) && run.output.hasPrefix("13 sessions, ") && run.error.isEmpty, "\(run)")
    try await check(file("b"))
    #expect(try await answers(of: file("b"), 12) == before)
    // The copy has changed its keys' answers only; it is not empty any more.
    let again = try await copy(file("a"), file("b"))
    #expect(again.end == .exit(65) && again.error.contains("is not empty"), "\(again)")
    let missing = try await copy(file("none"), file("c"))
    #expect(missing.end == .exit(66) && !FileManager.default.fileExists(atPath: folder.path + "/none"), "\(missing)")
    for options in [["--from", file("a")], ["--from", "memory", "--to", file("c")], ["--to", file("c"), "x"]] {
      #expect(try await Run(LiveServer.executable, ["copy"] + options).end == .exit(64))
    }
  }

  @Test func `no server may hold either`() async throws {
    _ = try await fill(file("a"), sessions: 1)
    let holder = try await server(on: file("a"))
    for (source, target) in [("a", "b"), ("b", "a")] {
      _ = try await fill(file("b"), sessions: 1)
      let run = try await copy(file(source), file(target))
      #expect(run.end == .exit(69), "\(run)")
      try FileManager.default.removeItem(atPath: folder.path + "/b")
    }
    #expect(await holder.stop() == .exit(0))
  }

  @Test func `a flipped bit ends it, and no server opens what it left`() async throws {
    _ = try await fill(file("a"), sessions: 8)
    let connection = try SQLiteConnection(folder.path + "/a", .write)
    try connection.execute("UPDATE records SET at = at + 1 WHERE rowid = (SELECT max(rowid) FROM records)")
    let run = try await copy(file("a"), file("b"))
    try #require(run.end == .exit(65) && run.error.contains("does not read back"), "\(run)")
    let check = try await Run(LiveServer.executable, ["check", "--store", file("b")])
    try #require(check.end == .exit(1) && check.output.contains("not complete"), "\(check)")
    let refused = try await Run(LiveServer.executable, ["--store", file("b"), "--port", "0"])
    #expect(refused.end == .exit(65) && refused.error.contains("not complete"), "\(refused)")
  }

  @Test func `killed in the middle, it goes on`() async throws {
    let before = try await fill(file("a"), sessions: 600)
    if try await killed(file("a"), file("b"), of: 601) {
      let other = try await copy(file("b"), file("c"))
      #expect(other.end == .exit(65) && other.error.contains("not complete"), "\(other)")
      let run = try await copy(file("a"), file("b"))
      #expect(run.end == .exit(0) && run.output.hasPrefix("601 sessions, "), "\(run)")
    }
    try await check(file("b"))
    #expect(try await answers(of: file("b"), 600) == before)
  }

  /// Kills the copy at ten places; false if it was through before.
  private func killed(_ source: String, _ target: String, of sessions: Int) async throws -> Bool {
    var (places, delay) = (0, 0)
    while places < 10 {
      delay += 25
      let child = try Child(LiveServer.executable, ["copy", "--from", source, "--to", target])
      try await Task.sleep(for: .milliseconds(delay))
      child.signal(SIGKILL)
      if await child.ended() == .exit(0) { return false }
      let check = try await Run(LiveServer.executable, ["check", "--store", target])
      if check.output.contains("not complete") || check.error.contains("not complete") { places += 1 }
      // Killed between its last write and its end; before its first one, the store is empty.
      if check.output.contains("\(sessions) sessions, whose") { return false }
    }
    return true
  }

  @Test func `a reader rolls an interrupted last step back`() async throws {
    let path = folder.path + "/a"
    _ = try await fill(file("a"), sessions: 2)
    let connection = try SQLiteConnection(path, .write)
    // Of the transaction, what the cache has no room for is in the file before the commit.
    for sql in ["PRAGMA cache_size = 1", "BEGIN", "UPDATE records SET content = zeroblob(100000)"] {
      try connection.execute(sql)
    }
    for end in ["", "-journal"] {
      try FileManager.default.copyItem(atPath: path + end, toPath: folder.path + "/b" + end)
    }
    try connection.execute("ROLLBACK")
    try await check(file("b"))
  }

  #if PostgreSQL
  @Test(.enabled(if: PostgreSQLCluster.isAvailable)) func `a copy goes to a database and back`() async throws {
    let cluster = try PostgreSQLCluster()
    let before = try await fill(file("a"), sessions: 300)
    if try await killed(file("a"), cluster.uri, of: 301) {
      let there = try await copy(file("a"), cluster.uri)
      #expect(there.end == .exit(0) && there.output.hasPrefix("301 sessions, "), "\(there)")
    }
    try await check(cluster.uri)
    #expect(try await answers(of: cluster.uri, 300) == before)
    let held = try await copy(cluster.uri, file("b"))
    #expect(held.end == .exit(69), "\(held)")
    _ = try cluster.query("DELETE FROM navigation.nodes")
    let back = try await copy(cluster.uri, file("b"))
    #expect(back.end == .exit(0), "\(back)")
    try await check(file("b"))
    #expect(try await answers(of: file("b"), 300) == before)
    cluster.stop()
  }
  #endif
}

/// Requests with a key.
private struct Caller {
  static let (kitchen, hall) = ("kitchen-0123456789abcdef", "hall-0123456789abcdef")

  private let connection: RawConnection
  private let key: String

  init(port: UInt16, _ key: String) throws { (connection, self.key) = (try RawConnection(port: port), key) }

  func get(_ path: String) throws -> RawConnection.Response {
    try connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(key)\r\n\r\n")
    return try connection.response()
  }

  func post(_ path: String, _ body: String, _ name: String) throws -> RawConnection.Response {
    try connection.send(
      "POST \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(key)\r\nIdempotency-Key: \(name)\r\n"
        + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    return try connection.response()
  }

  private func create(_ number: Int) throws -> RawConnection.Response {
    try post(
      "/v1/sessions",
      #"{"client": "c\#(number % 3)", "labels": {"n": "\#(number)"}, "layout": {"name": "tabBar", "tabs": [{"screen": {"id": "a", "route": "r"}}]}}"#,
      "create-\(number)")
  }

  private func push(_ path: String, _ number: Int) throws -> RawConnection.Response {
    try post(
      path + "/transitions", #"{"type": "push", "screen": {"id": "s\#(number)", "route": "r", "title": "T"}}"#,
      "push-\(number)")
  }

  private static func pushes(_ number: Int) -> Int { number == 2 ? 300 : number % 7 }

  /// Creates sessions, each with some changes; the second is deleted, and the third has more than are retained.
  func fill(_ count: Int) throws -> [String] {
    try (0..<count).map { number in
      let path = try create(number).fields["location"] ?? ""
      for push in 0..<Self.pushes(number) { #expect(try self.push(path, push).status == 200) }
      _ = try post(path + "/transitions", #"{"type": "redo"}"#, "redo")
      if number == 1 {
        try connection.send("DELETE \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(key)\r\n\r\n")
        #expect(try connection.response().status == 204)
      }
      return path
    }
  }

  /// All that both callers see: the list, the states, the histories, and the answers to repeated requests.
  static func answers(port: UInt16, _ count: Int) throws -> [String] {
    try [(kitchen, count), (hall, 3)].flatMap { key, count in
      let caller = try Caller(port: port, key)
      return try (0..<count).flatMap { number -> [String] in
        let made = try caller.create(number)
        guard let path = made.fields["location"] else { return ["\(made.status)"] }
        var answers = [made, try caller.get(path + "/snapshot"), try caller.get(path + "/transitions?limit=1000")]
        if number % 7 > 0, number != 1 { answers.append(try caller.push(path, pushes(number) - 1)) }
        // A problem has an id of its own request.
        return answers.map { $0.status < 300 ? "\($0.text) \($0.isReplayed)" : "\($0.status)" }
      } + [caller.get("/v1/sessions?limit=50").text]
    }
  }
}
#endif
