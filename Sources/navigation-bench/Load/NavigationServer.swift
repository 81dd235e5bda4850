/// A server under measurement, with one shard on the servers' core, and its example sessions.
struct NavigationServer {
  let process: ChildProcess
  /// The paths of the sessions.
  private(set) var sessions: [String] = []

  /// Starts a program in its default configuration except for `options`, with a quiet log.
  init(_ program: String, _ options: [String] = [], sessions count: Int = 1) throws {
    let defaults = ["--host", "127.0.0.1", "--port", "0", "--shards", "1", "--log-level", "error"]
    process = try ChildProcess(program, options + defaults)
    try createSessions(count)
  }

  /// Creates sessions on 64 connections.
  mutating func createSessions(_ count: Int) throws {
    let clients = try (0..<min(64, count)).map { _ in try client() }
    let (creation, end) = (request("POST", "/v1/sessions", body: ExampleSession.creation), sessions.count + count)
    while sessions.count < end {
      let some = clients.prefix(end - sessions.count)
      for client in some { client.send(creation) }
      for client in some { sessions.append(try client.successful().field("Location") ?? "") }
    }
  }

  func client() throws -> Client { try Client(process.port) }
}
