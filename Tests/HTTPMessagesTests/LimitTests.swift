import HTTPMessages
import Testing

/// Small limits for readable cases.
private let small: HTTPLimits = {
  var limits = HTTPLimits()
  limits.targetBytes = 8
  limits.headBytes = 100
  limits.fieldCount = 3
  limits.bodyBytes = 16
  limits.chunkExtensionBytes = 10
  limits.leadingEmptyLines = 2
  return limits
}()

private func head(bytes: Int) -> String {
  let start = "GET / HTTP/1.1\r\nHost: a\r\nX: "
  return start + String(repeating: "x", count: bytes - start.utf8.count - 4) + "\r\n\r\n"
}

private func fields(_ count: Int) -> String {
  "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: count - 1) + "\r\n"
}

private func chunked(_ body: String) -> String {
  "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + body
}

/// Requests below, at and above each limit; nil is accepted.
private let rows: [(String, HTTPRefusal?)] = [
  ("GET /234567 HTTP/1.1\r\nHost: a\r\n\r\n", nil),
  ("GET /2345678 HTTP/1.1\r\nHost: a\r\n\r\n", nil),
  ("GET /23456789 HTTP/1.1\r\nHost: a\r\n\r\n", .targetTooLong(limit: 8)),
  ("GET /23456789", .targetTooLong(limit: 8)),
  (head(bytes: 99), nil),
  (head(bytes: 100), nil),
  (head(bytes: 101), .headTooLarge(.bytes(100))),
  ("GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 90), .headTooLarge(.bytes(100))),
  (fields(2), nil),
  (fields(3), nil),
  (fields(4), .headTooLarge(.fields(3))),
  ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 15\r\n\r\n123456789012345", nil),
  ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 16\r\n\r\n1234567890123456", nil),
  ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 17\r\n\r\n", .bodyTooLarge(limit: 16)),
  (chunked("f\r\n123456789012345\r\n0\r\n\r\n"), nil),
  (chunked("8\r\n12345678\r\n8\r\n12345678\r\n0\r\n\r\n"), nil),
  (chunked("8\r\n12345678\r\n9\r\n"), .bodyTooLarge(limit: 16)),
  (chunked("11\r\n"), .bodyTooLarge(limit: 16)),
  (chunked("1;a3456789\r\na\r\n0\r\n\r\n"), nil),
  (chunked("1;a34567890\r\na\r\n0\r\n\r\n"), .malformedRequest(.chunkExtension)),
  (chunked("1;23456\r\na\r\n1;23456\r\na\r\n0\r\n\r\n"), .malformedRequest(.chunkExtension)),
  (chunked("0000000001\r\na\r\n0\r\n\r\n"), nil),
  (chunked("00000000001\r\na\r\n0\r\n\r\n"), .malformedRequest(.chunkExtension)),
  (chunked("0\r\nA: b\r\n\r\n"), nil),
  (chunked("0\r\nA: b\r\nB: c\r\n\r\n"), .headTooLarge(.fields(3))),
  (chunked("0\r\nA: 1234567890123456789012345678901234567\r\n\r\n"), nil),
  (chunked("0\r\nA: 12345678901234567890123456789012345678\r\n\r\n"), .headTooLarge(.bytes(100))),
  ("\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", nil),
  ("\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.tooManyEmptyLines)),
]

@Suite struct LimitTests {
  @Test(arguments: rows, [Arrival.whole, .byteByByte])
  func isKept(row: (input: String, refusal: HTTPRefusal?), arrival: Arrival) {
    let outcomes = Transcript.outcomes(of: Array(row.input.utf8), arriving: arrival, limits: small)
    if let refusal = row.refusal {
      #expect(outcomes == [.refused(refusal)])
    } else {
      #expect(outcomes.count == 1)
      guard case .request = outcomes.first else { return #expect(Bool(false), "\(outcomes)") }
    }
  }

  @Test func hugeLineIsRefusedAtTheLimit() {
    let transcript = Transcript()
    transcript.receive("GET /" + String(repeating: "a", count: 9000))
    #expect(transcript.outcomes == [.refused(.targetTooLong(limit: 8192))])
  }

  @Test func nothingIsReadAfterARefusal() {
    let transcript = Transcript()
    transcript.receive("BREW / HTTP/1.1\r\n")
    transcript.receive(Transcript.nextRequest)
    #expect(transcript.outcomes == [.refused(.unknownMethod)])
    #expect(transcript.wait != nil && transcript.deadline == nil)
  }
}
