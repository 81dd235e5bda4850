import HTTPMessages
import Testing

private let wellFormed: [(String, String)] = [
  ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / host=a"),
  ("HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n", "HEAD /a host=a"),
  ("PUT /a HTTP/1.1\r\nHost: a\r\n\r\n", "PUT /a host=a"),
  ("PATCH /a HTTP/1.1\r\nHost: a\r\n\r\n", "PATCH /a host=a"),
  ("DELETE /a HTTP/1.1\r\nHost: a\r\n\r\n", "DELETE /a host=a"),
  ("OPTIONS /a HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS /a host=a"),
  ("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS * host=a"),
  // RFC 9112 §2.2: empty lines before the request line
  ("\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / host=a"),
  ("\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / host=a"),
  // RFC 9110 §2.5: a higher minor version is 1.1
  ("GET / HTTP/1.9\r\nHost: a\r\n\r\n", "GET / host=a"),
  // RFC 9112 §3.2.2: absolute-form
  ("GET http://b:8080/x?y HTTP/1.1\r\nHost: a\r\n\r\n", "GET http://b:8080/x?y host=b:8080"),
  ("GET HTTP://b HTTP/1.1\r\nHost: a\r\n\r\n", "GET HTTP://b host=b"),
  ("OPTIONS http://b:80 HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS http://b:80 host=b:80"),
  ("GET http://b?y HTTP/1.1\r\nHost: a\r\n\r\n", "GET http://b?y host=b"),
  // Host
  ("GET / HTTP/1.1\r\nhOST:a:80\r\n\r\n", "GET / host=a:80"),
  ("GET / HTTP/1.1\r\nHost: \t a.b-c_d \t \r\n\r\n", "GET / host=a.b-c_d"),
  ("GET / HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n", "GET / host=[::1]:8080"),
  ("GET / HTTP/1.1\r\nHost: [::ffff:127.0.0.1]\r\n\r\n", "GET / host=[::ffff:127.0.0.1]"),
  ("GET / HTTP/1.1\r\nHost: 127.0.0.1:65535\r\n\r\n", "GET / host=127.0.0.1:65535"),
  ("GET / HTTP/1.1\r\nHost: a:\r\n\r\n", "GET / host=a:"),
  ("GET / HTTP/1.1\r\nHost: [::]\r\n\r\n", "GET / host=[::]"),
  ("GET / HTTP/1.1\r\nHost: [1:2:3:4:5:6:7:8]\r\n\r\n", "GET / host=[1:2:3:4:5:6:7:8]"),
  ("GET / HTTP/1.1\r\nHost: [1:2:3:4:5:6:7::]:80\r\n\r\n", "GET / host=[1:2:3:4:5:6:7::]:80"),
  ("GET / HTTP/1.1\r\nHost: [::2:3:4:5:6:7:8]\r\n\r\n", "GET / host=[::2:3:4:5:6:7:8]"),
  ("GET / HTTP/1.1\r\nHost: [2001:DB8::a:0:1]\r\n\r\n", "GET / host=[2001:DB8::a:0:1]"),
  ("GET / HTTP/1.1\r\nHost: [1:2:3:4:5:6:255.0.10.1]\r\n\r\n", "GET / host=[1:2:3:4:5:6:255.0.10.1]"),
  // Targets
  ("GET /a;b=c/@:!$&'()*+,= HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a;b=c/@:!$&'()*+,= host=a"),
  ("GET //a//../b HTTP/1.1\r\nHost: a\r\n\r\n", "GET //a//../b host=a"),
  ("GET /?a=[b]|{c}?/%zz HTTP/1.1\r\nHost: a\r\n\r\n", "GET /?a=[b]|{c}?/%zz host=a"),
  ("GET /%C3%A4%2F HTTP/1.1\r\nHost: a\r\n\r\n", "GET /%C3%A4%2F host=a"),
  ("GET /%2500/%2e%2E/./.. HTTP/1.1\r\nHost: a\r\n\r\n", "GET /%2500/%2e%2E/./.. host=a"),
  // Fields: empty values, tabs, obs-text
  ("GET / HTTP/1.1\r\nHost: a\r\nX:\r\nY: \tb\tc\r\nZ: ä\r\n\r\n", "GET / host=a"),
  // Lengths
  ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", "POST / host=a body=hello"),
  ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0005\r\n\r\nhello", "POST / host=a body=hello"),
  ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", "POST / host=a"),
  ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi", "GET / host=a body=hi"),
  ("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\nhi", "POST / host=a body=hi"),
  // Chunked, RFC 9112 §7.1
  ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "POST / host=a"),
  (
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n",
    "POST / host=a body=hello!"
  ),
  (
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \t chunked \t\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
    "POST / host=a body=hi"
  ),
  (
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n00a\r\n0123456789\r\n000\r\n\r\n",
    "POST / host=a body=0123456789"
  ),
  (
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n\r\n\r\n0\r\nHost: b\r\nX:\r\n\r\n",
    "POST / host=a body=\r\n"
  ),
]

/// Chunked bodies, with the decoded bytes.
private let chunked: [(String, String)] = [
  // Extensions, RFC 9112 §7.1.1
  ("5;a\r\nhello\r\n0\r\n\r\n", "hello"),
  ("5;a=b;c=d;e\r\nhello\r\n0;z\r\n\r\n", "hello"),
  ("5;a=\"b\"\r\nhello\r\n0\r\n\r\n", "hello"),
  ("5;a=\"\";b\r\nhello\r\n0\r\n\r\n", "hello"),
  ("5;a=\"b;c \t\\\"\\\\ä\";d\r\nhello\r\n0\r\n\r\n", "hello"),
  ("5 \t; \ta \t= \tb \t; c ;d= \"e\" ;f\r\nhello\r\n0\r\n\r\n", "hello"),
  // Line ends within the data are data.
  ("7\r\n0\r\n\r\nGE\r\n0\r\n\r\n", "0\r\n\r\nGE"),
  ("2\r\n\r\n\r\n0\r\nX:\r\n\r\n", "\r\n"),
  ("000005\r\nhello\r\n00000\r\n\r\n", "hello"),
  // All trailer fields are dropped, also those with a meaning in a head, RFC 9110 §6.5.1.
  ("0\r\nContent-Length: 5\r\n\r\n", ""),
  ("0\r\nTransfer-Encoding: chunked\r\n\r\n", ""),
  ("0\r\nHost: b\r\nHost: c\r\nConnection: close\r\nAuthorization: x\r\nExpect: tea\r\n\r\n", ""),
]

@Suite struct RequestTests {
  @Test(arguments: chunked, Arrival.allCases)
  func chunksAreRead(row: (input: String, body: String), arrival: Arrival) {
    let input = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + row.input
    let line = "POST / host=a" + (row.body.isEmpty ? "" : " body=\(row.body)")
    #expect(Transcript.outcomes(of: Array(input.utf8), arriving: arrival) == [.request(line)])
  }

  @Test(arguments: wellFormed, Arrival.allCases)
  func isRead(row: (input: String, line: String), arrival: Arrival) {
    #expect(Transcript.outcomes(of: Array(row.input.utf8), arriving: arrival) == [.request(row.line)])
  }

  @Test func nextRequestBehindABodyIsReadInTurn() {
    let transcript = Transcript()
    transcript.receive(
      "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi" + Transcript.nextRequest + Transcript.nextRequest)
    #expect(
      transcript.outcomes == [
        .request("POST /1 host=a body=hi"), .request("GET /next host=next"), .request("GET /next host=next"),
      ])
    #expect(transcript.deadline == "idle")
  }

  /// Split at the mark, a head is reported once before its body is complete, or not at all.
  @Test(arguments: [
    ("Content-Length: 5\r\n", "|hello", true), ("Content-Length: 5\r\n", "he|llo", true),
    ("Content-Length: 5\r\n", "hell|o", true),
    ("Content-Length: 5\r\n", "hello|", false), ("Content-Length: 0\r\n", "|", false), ("", "|", false),
    ("Transfer-Encoding: chunked\r\n", "|1\r\na\r\n0\r\n\r\n", true),
    ("Transfer-Encoding: chunked\r\n", "1\r\na\r\n0\r\n|\r\n", true),
    ("Transfer-Encoding: chunked\r\n", "1\r\na\r\n0\r\n\r\n|", false),
  ]) func headIsReportedBeforeALateBody(row: (fields: String, body: String, isTold: Bool)) {
    let head = "POST /a HTTP/1.1\r\nHost: a\r\n\(row.fields)\r\n"
    let parts = row.body.split(separator: "|", omittingEmptySubsequences: false)
    let transcript = Transcript()
    transcript.receive(head + parts[0])
    #expect(transcript.heads.map(\.target) == (row.isTold ? ["/a"] : []))
    #expect(transcript.heads.allSatisfy { $0.body.isEmpty && $0.authority == "a" })
    transcript.receive(String(parts[1]))
    #expect(transcript.heads.count == (row.isTold ? 1 : 0) && transcript.requests.count == 1)
  }

  /// The answer to a head closes the connection; the body and later bytes cause no other answer.
  @Test(arguments: [
    "Content-Length: 5\r\n", "Content-Length: 5\r\nExpect: 100-continue\r\n", "Transfer-Encoding: chunked\r\n",
  ])
  func headMayBeAnsweredAlone(fields: String) {
    let transcript = Transcript()
    transcript.atHeads = .answer
    transcript.receive("POST /a HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
    #expect(
      transcript.written.hasPrefix("HTTP/1.1 401 Unauthorized\r\n")
        && transcript.written.contains("\r\nConnection: close\r\n"))
    #expect(transcript.deadline == nil && transcript.machine.bufferedBytes == 0)
    let written = transcript.written
    transcript.receive("hello" + Transcript.nextRequest)
    #expect(transcript.written == written && transcript.outcomes.isEmpty)
  }

  @Test func fieldsAreFoundInAnyCase() throws {
    let request = try HTTPRequest(
      .get, "/", fields: [("If-Match", "\"1\""), ("X", " a "), ("IF-MATCH", "\"2\""), ("Z", "")])
    #expect(request.fields["if-match"] == "\"1\"")
    #expect(request.fields.values(of: "if-match") == ["\"1\"", "\"2\""])
    #expect(request.fields["x"] == "a")
    #expect(request.fields["z"]?.isEmpty == true)
    #expect(request.fields["y"] == nil)
    #expect(!request.fields.contains("y"))
    #expect(request.fields.count == 5)
    #expect(request.fields.all.map(\.name) == ["Host", "If-Match", "X", "IF-MATCH", "Z"])
  }

  @Test func obsoleteTextStaysAsItIs() {
    let transcript = Transcript()
    transcript.receive(Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + [0x80, 0xFF] + Array("\r\n\r\n".utf8))
    #expect(transcript.requests.first?.fields.bytes(of: "x").map(Array.init) == [0x80, 0xFF])
  }

  @Test(arguments: [
    ("/", []), ("/a", ["a"]), ("/a/b", ["a", "b"]), ("/a/", ["a", ""]), ("//", ["", ""]), ("/a//b", ["a", "", "b"]),
    ("/../a", ["..", "a"]), ("/a%2Fb/c", ["a/b", "c"]), ("/%c3%a4", ["ä"]), ("/a?b/c", ["a"]), ("/a%20b+c", ["a b+c"]),
    ("http://h", []), ("http://h/a", ["a"]), ("http://h?x", []),
  ])
  func pathIsSplitThenDecoded(row: (target: String, segments: [String])) throws {
    #expect(try HTTPRequest(.get, row.target).pathSegments == row.segments)
  }

  @Test(arguments: [("/a?b=c", "b=c"), ("/a", nil), ("/a?", ""), ("/?a?b", "a?b"), ("http://h?x", "x")])
  func queryIsUnchanged(row: (target: String, query: String?)) throws {
    #expect(try HTTPRequest(.get, row.target).queryBytes.map { String(decoding: $0, as: UTF8.self) } == row.query)
  }

  @Test func requestWithoutAWireIsCheckedLikeOneFromIt() throws {
    #expect(try HTTPRequest(.post, "/a", fields: [("Host", "b")], body: [1, 2]).body == [1, 2])
    #expect(try HTTPRequest(.options, "*").isAsterisk)
    #expect(throws: HTTPRefusal.malformedRequest(.fragment)) { try HTTPRequest(.get, "/#a") }
    #expect(throws: HTTPRefusal.malformedRequest(.incompleteRequest)) {
      try HTTPRequest(.get, "/", fields: [("X", "a\r\n\r\nGET / HTTP/1.1")])
    }
    #expect(throws: HTTPRefusal.malformedRequest(.repeatedHost)) {
      try HTTPRequest(.get, "/", fields: [("Host", "a"), ("host", "b")])
    }
  }
}
