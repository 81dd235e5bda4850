#if PostgreSQL
import Foundation
import Navigation
import NavigationClient
import StoreKinds
import Testing

/// Two servers on one database.
@Suite(.enabled(if: PostgreSQLCluster.isAvailable), .serialized) struct TwoServersTests {
  private let cluster: PostgreSQLCluster

  init() throws { cluster = try PostgreSQLCluster() }

  private func server(_ node: String, on port: UInt16 = 0) async throws -> LiveServer {
    try await LiveServer(["--store", cluster.uri, "--node", node, "--log-level", "error"], on: port)
  }

  private func status(of path: String, at server: LiveServer) async throws -> String {
    try await Run("/usr/bin/env", ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", server.url + path]).output
  }

  @Test func `each serves the other's changes, and a follower of one receives those of both`() async throws {
    let (one, two) = (try await server("one"), try await server("two"))
    let chat = try await one.client.messenger()
    let same = try await two.client.session(chat.id)
    var events = same.events(after: 0).makeAsyncIterator()
    for step in 1...10 {
      let change = step % 2 == 0 ? chat : same
      #expect(try await change.apply(.push("s\(step)", on: "chats")).revision == step)
      guard case .transition(let record)? = try await events.next() else {
        Issue.record("no transition")
        return
      }
      #expect(record.revision == step)
    }
    // One server is killed: the other has all changes and continues.
    one.child.signal(SIGKILL)
    _ = await one.child.ended()
    #expect(try await same.apply(.push("alone", on: "chats")).revision == 11)
    let again = try await server("one")
    var late = try await again.client.session(chat.id).events(after: 8).makeAsyncIterator()
    for revision in 9...11 {
      guard case .transition(let record)? = try await late.next() else {
        Issue.record("no transition")
        return
      }
      #expect(record.revision == revision)
    }
    for server in [two, again] { #expect(await server.stop() == .exit(0)) }
    let check = try await Run(LiveServer.executable, ["check", "--store", cluster.uri])
    #expect(
      check.end == .exit(0) && check.output.contains("12 records that are kept")
        && check.output.hasSuffix("all is well\n"), "\(check)")
    cluster.stop()
  }

  @Test func `a server is ready only with the database`() async throws {
    let server = try await server("one")
    let chat = try await server.client.messenger()
    try await chat.apply(.push("a", on: "chats"))
    cluster.crash()
    #expect(try await status(of: "/healthz", at: server) == "200")
    var status = "200"
    for _ in 0..<200 where status == "200" {
      status = try await self.status(of: "/readyz", at: server)
      try await Task.sleep(for: .milliseconds(100))
    }
    #expect(status == "503")
    let answer = try await Run("/usr/bin/env", ["curl", "-s", server.url + "/v1/sessions/\(chat.id)"]).output
    #expect(answer.contains("store-unavailable"), "\(answer)")
    try cluster.start()
    for _ in 0..<200 where status == "503" {
      status = try await self.status(of: "/readyz", at: server)
      try await Task.sleep(for: .milliseconds(100))
    }
    #expect(status == "200")
    #expect(try await chat.apply(.push("b", on: "chats")).revision == 2)
    #expect(await server.stop() == .exit(0))
    cluster.stop()
  }

  @Test func `migrate creates the tables, once`() async throws {
    for word in ["made with", "has"] {
      let run = try await Run(LiveServer.executable, ["migrate", "--store", cluster.uri])
      #expect(
        run.end == .exit(0) && run.error.isEmpty && run.output.hasSuffix("/postgres \(word) schema 1\n"), "\(run)")
    }
    let check = try await Run(LiveServer.executable, ["check", "--store", cluster.uri])
    #expect(check.output.contains("0 sessions, whose records read back"), "\(check)")
    cluster.stop()
  }
}
#endif
