import Glibc
import Testing

/// Requests refused before their bodies are sent.
@Suite struct HeadTests {
  private static let ada = "Authorization: Bearer ada-0123456789abcdef"
  private static let json = "Content-Type: application/json"
  private static let none = "/v1/sessions/s_00000000000000000000000000"

  /// Heads, and the status that answers them before their bodies; 100 if the body is needed.
  static let rows: [(line: String, fields: [String], status: Int)] = [
    ("POST /v1/sessions", [ada, json], 100), ("POST /v1/sessions", [json], 401),
    ("POST /v1/sessions", ["Authorization: Bearer wrong-0123456789", json], 401), ("POST /v1/sessions", [ada], 415),
    ("POST /v1/sessions", [ada, json, "Origin: http://evil.example"], 403),
    ("POST /v1/sessions", [ada, json, "Accept: image/png"], 406),
    ("POST /v1/nothing", [ada, json], 404), ("PUT /v1/sessions", [ada, json], 405),
    ("POST \(none)/transitions", [ada, json], 404),
    ("POST /v1/resolve?x=1", [ada, json], 400), ("POST /v1/resolve", [ada, json], 100),
  ]

  @Test(arguments: ["Expect: 100-continue\r\n", ""]) func `a decisive head is answered at once`(expectation: String)
    async throws
  {
    let directory = try TemporaryDirectory()
    let file = try directory.write("ada ada-0123456789abcdef\n", to: "keys", mode: 0o600)
    let server = try await LiveServer(["--api-key-file", file, "--log-level", "error"])
    for row in Self.rows where row.status != 100 || !expectation.isEmpty {
      try await server.raw { connection in
        let fields = row.fields.map { $0 + "\r\n" }.joined()
        try connection.send(
          "\(row.line) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n\(fields)\(expectation)\r\n")
        let head = try connection.response()
        #expect(head.status == row.status, "\(row.line)")
        guard row.status != 100 else { return }
        #expect(head.fields["connection"] == "close" && head.fields["x-request-id"] != nil)
        // Like a client that has not read the answer yet.
        try connection.send([UInt8](repeating: 0x20, count: 200_000))
        connection.finishSending()
        #expect(try connection.isAtEnd())
      }
    }
    #expect(await server.stop() == .exit(0))
  }

  @Test func `a head counts as one request, decisive or not`() async throws {
    let server = try await LiveServer(["--rate-limit", "2", "--log-level", "error"])
    let fields = try await server.raw { connection in
      let head =
        "POST /v1/resolve HTTP/1.1\r\nHost: localhost\r\n\(Self.json)\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
      try connection.send(head)
      #expect(try connection.response().status == 100)
      try connection.send("{}")
      return try connection.response().fields
    }
    #expect(fields["ratelimit"]?.contains("r=1;") == true, "\(fields)")
    #expect(await server.stop() == .exit(0))
  }
}
