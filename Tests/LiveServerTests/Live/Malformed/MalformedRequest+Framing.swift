import Navigation

extension MalformedRequest {
  private static let get = "GET /v1/sessions/{id} HTTP/1.1"
  private static let post = [
    "POST /v1/sessions/{id}/transitions HTTP/1.1", "Host: localhost", "Content-Type: application/json",
  ]
  private static let pop = #"{"type": "pop"}"#

  /// Heads that are not HTTP/1.1, or over a limit.
  static let heads: [MalformedRequest] = [
    broken("noise", "\u{16}\u{3}\u{1}\u{2}\0\u{1}", .malformedRequest),
    broken("no version", "GET /\r\n", .malformedRequest),
    broken("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .unsupportedHTTPVersion),
    broken("another protocol", "GET / ICY/1.0\r\n\r\n", .malformedRequest),
    broken("an unknown method", ["BREW /v1/sessions HTTP/1.1", "Host: localhost"], .unknownMethod),
    broken("a method in small letters", ["get /v1/sessions HTTP/1.1", "Host: localhost"], .unknownMethod),
    broken("two spaces", ["GET  /v1/sessions HTTP/1.1", "Host: localhost"], .malformedRequest),
    broken("LF alone", "GET /v1/sessions HTTP/1.1\nHost: localhost\n\n", .malformedRequest),
    broken("a fragment", ["GET /v1/sessions#top HTTP/1.1", "Host: localhost"], .malformedRequest),
    broken("half an escape", ["GET /v1/sessions/%4 HTTP/1.1", "Host: localhost"], .malformedRequest),
    broken("a NUL as an escape", ["GET /v1/sessions/%00 HTTP/1.1", "Host: localhost"], .malformedRequest),
    broken("an asterisk", ["GET * HTTP/1.1", "Host: localhost"], .malformedRequest),
    broken("no host", [get], .malformedRequest),
    broken("two hosts", [get, "Host: localhost", "Host: localhost"], .malformedRequest),
    broken("a host with user information", [get, "Host: me@localhost"], .malformedRequest),
    broken("a space before a colon", [get, "Host : localhost"], .malformedRequest),
    broken("a folded line", [get, "Host: localhost", " X-Folded: a"], .malformedRequest),
    broken("a field without a colon", [get, "Host: localhost", "X-Field"], .malformedRequest),
    broken("a NUL in a field", [get, "Host: localhost", "X-Field: a\0b"], .malformedRequest),
    broken("a CR in a field", [get, "Host: localhost", "X-Field: a\rb"], .malformedRequest),
    broken(
      "a long target", ["GET /v1/sessions?client=\(String(repeating: "a", count: 8_192)) HTTP/1.1", "Host: localhost"],
      .targetTooLong),
    broken(
      "a long field", [get, "Host: localhost", "X-Field: " + String(repeating: "a", count: 32_768)], .headTooLarge),
    broken("129 fields", [get, "Host: localhost"] + (1...128).map { "X-\($0): a" }, .headTooLarge),
    broken("an expectation", [get, "Host: localhost", "Expect: tea"], .expectationFailed),
  ]

  /// Bodies of ambiguous length.
  static let framing: [MalformedRequest] = [
    broken("two lengths", post + ["Content-Length: 15", "Content-Length: 15"], body: pop, .malformedRequest),
    broken("a list of lengths", post + ["Content-Length: 15, 15"], body: pop, .malformedRequest),
    broken("a length with a sign", post + ["Content-Length: +15"], body: pop, .malformedRequest),
    broken("a negative length", post + ["Content-Length: -1"], .malformedRequest),
    broken("a length in hexadecimals", post + ["Content-Length: 0xF"], body: pop, .malformedRequest),
    broken("a length over the limit", post + ["Content-Length: 1048577"], .bodyTooLarge),
    broken("a length past 64 bits", post + ["Content-Length: 99999999999999999999"], .bodyTooLarge),
    broken(
      "a length and chunks", post + ["Content-Length: 15", "Transfer-Encoding: chunked"],
      body: "f\r\n\(pop)\r\n0\r\n\r\n",
      .malformedRequest),
    broken("another coding", post + ["Transfer-Encoding: gzip, chunked"], .unknownTransferCoding),
    broken("chunked twice", post + ["Transfer-Encoding: chunked, chunked"], .malformedRequest),
    broken("chunked before another", post + ["Transfer-Encoding: chunked, identity"], .malformedRequest),
    broken(
      "chunks in HTTP/1.0", ["POST / HTTP/1.0", "Host: localhost", "Transfer-Encoding: chunked"], .malformedRequest),
    broken("no chunk size", post + ["Transfer-Encoding: chunked"], body: "\r\n", .malformedRequest),
    broken("a chunk size of letters", post + ["Transfer-Encoding: chunked"], body: "xyz\r\n", .malformedRequest),
    broken("a chunk size with a sign", post + ["Transfer-Encoding: chunked"], body: "-1\r\n", .malformedRequest),
    broken("a chunk that is longer", post + ["Transfer-Encoding: chunked"], body: "3\r\n\(pop)\r\n", .malformedRequest),
    broken("a chunk past 64 bits", post + ["Transfer-Encoding: chunked"], body: "FFFFFFFFFFFFFFFFF\r\n", .bodyTooLarge),
    broken(
      "a chunk line that ends in LF", post + ["Transfer-Encoding: chunked"], body: "f\n\(pop)\r\n", .malformedRequest),
    broken(
      "a trailer that is none", post + ["Transfer-Encoding: chunked"], body: "f\r\n\(pop)\r\n0\r\n:\r\n\r\n",
      .malformedRequest),
    broken("half a head", "GET /v1/sess", ends: true, .malformedRequest),
    broken("half a body", post + ["Content-Length: 15"], body: #"{"type""#, ends: true, .malformedRequest),
    broken("half a chunk", post + ["Transfer-Encoding: chunked"], body: "f\r\n{", ends: true, .malformedRequest),
  ]

  /// Hosts that are not allowed.
  static let hosts: [MalformedRequest] = [
    "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "169.254.1.1", "[::2]",
  ]
  .map { host in
    MalformedRequest(
      name: "the host \(host)", head: "GET /v1/sessions/{id} HTTP/1.1\r\nHost: \(host)\r\n\r\n", body: [],
      code: .hostNotAllowed,
      place: .nowhere, closes: false, ends: false)
  }
}
