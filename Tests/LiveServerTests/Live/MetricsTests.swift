import Glibc
import NavigationAPI
import NavigationClient
import Testing

/// What a running server tells of itself.
@Suite struct MetricsTests {
  @Test func `process and connections are told`() async throws {
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
    #expect(value("navigation_http_received_bytes_total") == Double("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8.count * 2))
    #expect(value("navigation_http_sent_bytes_total").map { $0 > 100 } == true)
    #expect(value("process_resident_memory_bytes").map { $0 > 1_000_000 } == true)
    #expect(value("process_cpu_seconds_total").map { $0 > 0 } == true)
    #expect(value("process_start_time_seconds").map { abs($0 - Double(time(nil))) < 86_400 } == true)
    #expect(value("process_max_fds").map { $0 > 10 } == true)
    #expect(text.contains(#"navigation_http_requests_total{route="/healthz",method="GET",status="200"} 1"#))
    #expect(try await server.client.metrics().contains("\n# TYPE navigation_sessions gauge\n"))
    #expect(await server.stop() == .exit(0))
  }

  /// What the help lists with a number is a limit, but for the queues.
  @Test func `every limit of the help is told, as it was set`() async throws {
    let help = try await Run(LiveServer.executable, ["--help"]).output
    let names = help.split(separator: "\n").compactMap { $0.firstMatch(of: /^ +--([a-z-]+) (COUNT|BYTES|SECONDS)\b/)?.1 }
    try #require(names.count > 15)
    let server = try await LiveServer([
      "--log-level", "error", "--rate-limit", "1000", "--rate-burst", "2000", "--idle-timeout", "77", "--max-body", "2048",
      "--resident-sessions", "500",
    ])
    let text = try await server.client.metrics()
    for name in names where name != "shards" {
      #expect(text.contains(#"navigation_limit{name="\#(name)"} "#), "\(name)")
    }
    for sample in [
      #"{name="idle-timeout"} 77"#, #"{name="max-body"} 2048"#, #"{name="rate-burst"} 2000"#, #"{name="max-page-bytes"} 1048576"#,
    ] {
      #expect(text.contains("navigation_limit" + sample + "\n"), "\(sample)")
    }
    #expect(await server.stop() == .exit(0))
  }
}
