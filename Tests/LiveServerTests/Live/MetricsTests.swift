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
}
