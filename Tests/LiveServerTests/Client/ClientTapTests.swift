import Navigation
import Synchronization
import Testing

@testable import NavigationClient

/// A tap by name, of which another client knows nothing.
@Suite struct ClientTapTests {
  @Test func `a tap applies only in the state that has the move`() async throws {
    let moves = #"{"moves":[{"name":"Back","transitions":[{"type":"back"}]}]}"#
    let problem = #"{"title":"t","status":412,"code":"stale-revision"}"#
    let sent = Mutex<[String]>([])
    try await RawServer.with { request in
      let lines = request.head.split(separator: "\r\n")
      if lines[0].contains("/moves ") {
        return RawServer.reply("200 OK", ["Content-Type: application/json", #"ETag: "7""#], Array(moves.utf8))
      }
      sent.withLock {
        $0 = lines.filter { $0.hasPrefix("If-Match: ") }.map(String.init)
        $0.append(String(decoding: request.body, as: UTF8.self))
      }
      return RawServer.reply(
        "412 Precondition Failed", ["Content-Type: application/problem+json"], Array(problem.utf8))
    } _: { server in
      let client = try Client(url: server.url)
      defer { client.close() }
      let session = RemoteSession(id: SessionID(high: 0, low: 0), of: client)
      #expect(await failure { try await session.tap("Back") }?.code == .staleRevision)
    }
    #expect(sent.withLock { $0 } == [#"If-Match: "7""#, #"{"transitions":[{"type":"back"}]}"#])
  }
}
