import Glibc
import Navigation
import NavigationClient
import Testing

/// The metrics of a running server.
@Suite struct MetricsTests {
  @Test func `process and connections have metrics`() async throws {
    let server = try await LiveServer()
    let text = try await server.raw { connection in
      try connection.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
      _ = try connection.response()
      try connection.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
      return try connection.response().text
    }
    func value(_ name: String) -> Double? {
      text.split(separator: "\n").first { $0.hasPrefix(name + " ") }.flatMap { Double($0.dropFirst(name.count + 1)) }
    }
    #expect(value("navigation_http_connections") == 1 && value("navigation_http_connections_accepted_total") == 1)
    #expect(value("navigation_http_connections_refused_total") == 0)
    #expect(
      value("navigation_http_received_bytes_total")
        == Double("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8.count * 2))
    #expect(value("navigation_http_sent_bytes_total").map { $0 > 100 } == true)
    #expect(value("process_resident_memory_bytes").map { $0 > 1_000_000 } == true)
    #expect(value("process_cpu_seconds_total").map { $0 > 0 } == true)
    #expect(value("process_start_time_seconds").map { abs($0 - Double(time(nil))) < 86_400 } == true)
    #expect(value("process_max_fds").map { $0 > 10 } == true)
    #expect(text.contains(#"navigation_http_requests_total{route="/healthz",method="GET",status="200"} 1"#))
    #expect(try await server.client.metrics().contains("\n# TYPE navigation_sessions gauge\n"))
    #expect(await server.stop() == .exit(0))
  }

  /// The server's options with a number are limits, except those for threads and for connections to a database.
  @Test func `every limit of the help has a metric with its value`() async throws {
    let help = try await Run(LiveServer.executable, ["--help"]).output
    let names = help.split(separator: "\n").compactMap {
      $0.firstMatch(of: /^  --([a-z-]+) (COUNT|BYTES|SECONDS)\b/)?.1
    }
    try #require(names.count > 15)
    let server = try await LiveServer([
      "--log-level", "error", "--rate-limit", "1000", "--idle-timeout", "77", "--max-body", "2048",
      "--max-sessions-per-key", "700", "--max-subscribers-per-key", "70",
    ])
    let text = try await server.client.metrics()
    for name in names where !["shards", "store-connections"].contains(name) {
      #expect(text.contains(#"navigation_limit{name="\#(name)"} "#), "\(name)")
    }
    for sample in [
      #"{name="idle-timeout"} 77"#, #"{name="max-body"} 2048"#, #"{name="rate-limit"} 1000"#,
      #"{name="heavy-requests"} 256"#,
    ] {
      #expect(text.contains("navigation_limit" + sample + "\n"), "\(sample)")
    }
    #expect(await server.stop() == .exit(0))
  }

  /// The kibibytes of the address space are far fewer than the machine's.
  @Test func `the address space bounds memory for sessions`() async throws {
    let kibibytes = 1_000_000
    let server = try await LiveServer(["--shards", "1"], shell: "ulimit -v \(kibibytes); " + #"exec "$@""#)
    let limit = kibibytes * 1_024 / 10 * 6
    #expect(try await server.client.metrics().contains("navigation_limit{name=\"max-memory-bytes\"} \(limit)\n"))
    #expect(await server.stop() == .exit(0))
  }

  /// Creates and deletes large sessions: a server that never frees memory would use twice as much at the end.
  @Test func `memory of deleted sessions returns to the system`() async throws {
    let server = try await LiveServer(["--log-level", "error", "--shards", "1"])
    func memory() async throws -> Double {
      let name = "\nprocess_resident_memory_bytes "
      let text = try await server.client.metrics()
      return try #require(text.firstRange(of: name).flatMap { Double(text[$0.upperBound...].prefix { $0 != "\n" }) })
    }
    let start = try await memory()
    let title = String(repeating: "t", count: 900_000)
    let body =
      #"{"root": {"kind": "stack", "id": "s", "children": [{"kind": "screen", "route": "r", "title": "\#(title)"}]}}"#
    let count = Int(start) / title.utf8.count
    try await server.raw { connection in
      func ask(_ method: String, _ path: String, _ body: String = "") throws -> RawConnection.Response {
        let type = body.isEmpty ? "" : "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
        try connection.send("\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(type)\r\n\(body)")
        return try connection.response()
      }
      let paths = try (0..<count).map { _ in try #require(try ask("POST", "/v1/sessions", body).fields["location"]) }
      for path in paths { #expect(try ask("DELETE", path).status == 204) }
    }
    var end = try await memory()
    for _ in 0..<100 where end > start * 1.5 {
      try await Task.sleep(for: .milliseconds(100))
      end = try await memory()
    }
    #expect(end <= start * 1.5, "\(start) bytes before, \(end) after")
    #expect(await server.stop() == .exit(0))
  }
}
