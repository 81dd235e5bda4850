import Glibc
import Navigation
import NavigationClient
import Testing

/// The access log on standard output, one line per request.
@Suite struct AccessLogTests {
  private static let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  @Test func `a request has a line`() async throws {
    let server = try await LiveServer(["--access-log", "--log-level", "error"])
    let chat = try await server.client.messenger()
    _ = try await server.raw { connection in
      try connection.send(
        "GET /v1/sessions/\(chat.id) HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: \"r\\1\"\r\ntraceparent: \(Self.trace)\r\n\r\n"
      )
      try connection.send("nonsense\r\n\r\n")
      return try connection.response()
    }
    server.client.close()
    server.child.signal(SIGTERM)
    let texts = try await server.child.texts()
    #expect(await server.child.ended() == .exit(0))
    let lines = try texts.output.split(separator: "\n").map { try JSONDocument(Array($0.utf8)) }
    #expect(lines.count == 3 && texts.error.isEmpty, "\(texts)")
    let line = try #require(texts.output.split(separator: "\n").dropFirst().first)
    let shape = #/\{"at":"[^"]+","event":"request","requestId":"\\"r\\\\1\\"","traceparent":"([^"]+)","method":"GET",/#
    #expect(line.firstMatch(of: shape)?.1 == Self.trace[...], "\(line)")
    #expect(line.contains(#""route":"/v1/sessions/{sessionId}","session":"\#(chat.id)","status":200,"bytes":"#))
    #expect(texts.output.matches(of: /"session":/).count == 1)
    #expect(texts.output.contains(#""method":"none","route":"none","status":400,"#))
  }

  /// The options and variables that omit the ids of sessions.
  @Test(
    arguments: [(["--access-log-ids", "off"], [:]), ([], ["NAVIGATION_ACCESS_LOG_IDS": "off"])]
      as [([String], [String: String])])
  func `a line can omit the session's id`(options: [String], environment: [String: String]) async throws {
    let server = try await LiveServer(["--access-log", "--log-level", "error"] + options, environment: environment)
    let chat = try await server.client.messenger()
    _ = try await chat.read()
    server.client.close()
    server.child.signal(SIGTERM)
    let texts = try await server.child.texts()
    #expect(await server.child.ended() == .exit(0))
    #expect(texts.output.contains(#""route":"/v1/sessions/{sessionId}","status":200,"#), "\(texts.output)")
    #expect(!texts.output.contains("\(chat.id)") && !texts.output.contains(#""session""#))
  }

  /// Standard output is a full disk, and standard error is the test's pipe.
  @Test func `no request waits for a full disk`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/nav.sock"
    let command = #"exec "$0" --unix-socket "$1" --access-log 2>&1 >/dev/full"#
    let child = try Child("/bin/sh", ["-c", command, LiveServer.executable, path])
    #expect(try await child.line().contains(#""event":"started""#))
    let client = try Client(url: "unix:" + path)
    for _ in 0..<3 { #expect(try await client.health() == .ok) }
    client.close()
    child.signal(SIGTERM)
    #expect(await child.ended() == .exit(0))
  }

  /// No process reads the pipe, which holds some hundred lines; the server's buffer holds some thousand.
  @Test func `no request waits for a reader of the log`() async throws {
    let server = try await LiveServer(["--access-log", "--log-level", "error", "--shards", "1"])
    let dropped = try await server.raw { connection in
      let requests = String(repeating: "GET /none HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 100)
      for _ in 0..<100 {
        try connection.send(requests)
        for _ in 0..<100 { #expect(try connection.response().status == 404) }
      }
      try connection.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
      return try connection.response().text.firstMatch(of: /\nnavigation_log_dropped_lines_total (\d+)\n/).flatMap {
        Int($0.1)
      }
    }
    #expect(try #require(dropped) > 0)
    // The end waits for a reader only briefly.
    #expect(await server.stop() == .exit(0))
  }
}
