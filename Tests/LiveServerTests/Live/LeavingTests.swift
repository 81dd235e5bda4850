import NavigationClient
import Testing

/// Clients that leave while the server works for them.
@Suite struct LeavingTests {
  private static func request(_ body: String) -> String {
    "POST /v1/explore HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
  }

  private static let root = #""root": {"kind": "stack", "id": "s", "children": [{"kind": "screen", "route": "r0"}]}"#

  /// An app with more states than a search has time for.
  private static let endless: String = {
    let names = (0..<12).map { "r\($0)" }
    let offers = names.map { #"{"route": "\#($0)"}"# }.joined(separator: ", ")
    let routes = names.map { #""\#($0)": {"opens": "push", "offers": [\#(offers)]}"# }.joined(separator: ", ")
    return request(#"{\#(root), "routes": {\#(routes)}, "states": 1000000}"#)
  }()

  private static let small = request(#"{\#(root), "routes": {"r0": {}}, "environments": [{}]}"#)

  /// Two searches run and four wait. One that went on would be counted once it is over, and give its place then.
  @Test(arguments: [false, true]) func `searches end with their clients`(areHalfClosed: Bool) async throws {
    let server = try await LiveServer(["--log-level", "error", "--shards", "1", "--explore-states", "1000000"])
    try await server.raw { connection in
      func status(of request: String) throws -> Int {
        try connection.send(request)
        return try connection.response().status
      }
      var searches = try (0..<6).map { _ in try RawConnection(port: server.port) }
      for search in searches { try search.send(Self.endless) }
      // A shard handles requests in order: all six have begun.
      #expect(try status(of: "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n") == 200)
      #expect(try status(of: Self.small) == 503)
      if areHalfClosed {
        for search in searches { search.finishSending() }
        for search in searches { #expect(try search.isAtEnd()) }
      }
      searches = []
      while case let status = try status(of: Self.small), status != 200 { try #require(status == 503) }
    }
    let count = #"navigation_http_requests_total{route="/v1/explore",method="POST",status="200"} 1"#
    #expect(try await server.client.metrics().contains("\n\(count)\n"))
    #expect(await server.stop() == .exit(0))
  }
}
