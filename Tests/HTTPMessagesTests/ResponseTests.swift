import Testing

@testable import HTTPMessages

private let dateLine = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
private let always = "X-Content-Type-Options: nosniff\r\n"

@Suite struct ResponseTests {
  private func answer(_ request: String, _ response: HTTPResponse) -> String {
    let transcript = Transcript()
    transcript.receive(request, answering: response)
    return transcript.written
  }

  private func get(_ method: String = "GET", version: String = "1.1", _ fields: String = "") -> String {
    "\(method) / HTTP/\(version)\r\nHost: a\r\n\(fields)\r\n"
  }

  @Test func bodyIsFramedByItsLength() {
    let response = HTTPResponse(.ok, fields: [HTTPField("ETag", "\"3\"")], body: Array("hello world".utf8))
    #expect(
      answer(get(), response)
        == "HTTP/1.1 200 OK\r\n\(dateLine)ETag: \"3\"\r\n\(always)Content-Length: 11\r\n\r\nhello world")
  }

  @Test func headGetsTheHeadOfGet() {
    let response = HTTPResponse(.ok, body: Array("hello".utf8))
    #expect(answer(get("HEAD"), response) == "HTTP/1.1 200 OK\r\n\(dateLine)\(always)Content-Length: 5\r\n\r\n")
  }

  @Test(arguments: [HTTPStatus.noContent, .notModified])
  func someStatusesHaveNoBody(status: HTTPStatus) {
    let text = answer(get(), HTTPResponse(status, body: [1, 2, 3]))
    #expect(text == "\(String(describing: status.line))\(dateLine)\(always)\r\n")
  }

  @Test(arguments: [
    ("1.1", "", false, "", true),
    ("1.1", "Connection: close\r\n", false, "Connection: close\r\n", false),
    ("1.1", "Connection: x, Close\r\n", false, "Connection: close\r\n", false),
    ("1.1", "Connection: keep-alive\r\n", false, "", true),
    ("1.1", "", true, "Connection: close\r\n", false),
    ("1.0", "", false, "Connection: close\r\n", false),
    ("1.0", "Connection: Keep-Alive\r\n", false, "Connection: keep-alive\r\n", true),
    ("1.0", "Connection: keep-alive, close\r\n", false, "Connection: close\r\n", false),
    ("1.0", "Connection: keep-alive\r\n", true, "Connection: close\r\n", false),
  ])
  func connectionStaysOrCloses(row: (version: String, fields: String, closes: Bool, line: String, stays: Bool)) {
    let transcript = Transcript()
    transcript.receive(get(version: row.version, row.fields), answering: HTTPResponse(.ok, closes: row.closes))
    #expect(transcript.written == "HTTP/1.1 200 OK\r\n\(dateLine)\(always)\(row.line)Content-Length: 0\r\n\r\n")
    #expect((transcript.deadline == "idle") == row.stays)
  }

  @Test func http10NeedsNoHost() {
    #expect(answer("GET / HTTP/1.0\r\n\r\n", HTTPResponse(.ok)).hasPrefix("HTTP/1.1 200 OK\r\n"))
  }

  @Test func aValueCannotBeginALine() {
    let text = answer(get(), HTTPResponse(.ok, fields: [HTTPField("Location", "/a\r\nSet-Cookie: b\u{0}ä")]))
    #expect(text.contains("Location: /a  Set-Cookie: b ä\r\n"))
  }

  @Test(arguments: [0, 9, 10, 99, 100, 1500, 1_048_576])
  func contentLengthIsDecimal(count: Int) {
    let text = answer(get("HEAD"), HTTPResponse(.ok, body: [UInt8](repeating: 0, count: count)))
    #expect(text.hasSuffix("Content-Length: \(count)\r\n\r\n"))
  }

  @Test(arguments: HTTPStatus.allCases)
  func statusLineHasItsNumber(status: HTTPStatus) {
    let match = String(describing: status.line).wholeMatch(of: #/HTTP/1\.1 (\d+) [A-Z][A-Za-z -]+\r\n/#)
    #expect(match?.1 == "\(status.rawValue)")
  }

  @Test(arguments: [
    ("Content-Length: 5\r\nExpect: 100-continue\r\n", "", true),
    ("Transfer-Encoding: chunked\r\nExpect: 100-Continue\r\n", "", true),
    ("Content-Length: 5\r\nExpect: 100-continue\r\n", "h", false),
    ("Content-Length: 0\r\nExpect: 100-continue\r\n", "", false),
    ("Expect: 100-continue\r\n", "", false),
    ("Content-Length: 5\r\n", "", false),
  ])
  func continueIsSentToAWaitingClient(row: (fields: String, body: String, isSent: Bool)) {
    let transcript = Transcript()
    transcript.receive("POST / HTTP/1.1\r\nHost: a\r\n\(row.fields)\r\n\(row.body)")
    #expect(transcript.written.hasPrefix("HTTP/1.1 100 Continue\r\n\r\n") == row.isSent)
  }

  @Test func http10IsNeverToldToContinue() {
    let transcript = Transcript()
    transcript.receive("POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    #expect(transcript.written.isEmpty)
    transcript.receive("hi")
    #expect(transcript.outcomes == [.request("POST / body=hi")])
  }

  @Test func responseWithoutARequestIsNotWritten() {
    let transcript = Transcript()
    transcript.machine.answer(HTTPResponse(.ok), date: Transcript.date, output: &transcript.output)
    for news in [
      HTTPCall.Output(wantsBody: true), HTTPCall.Output(response: HTTPResponse(.ok)),
      HTTPCall.Output(response: HTTPResponse(.ok), pieces: [[1]], end: .complete),
    ] {
      transcript.machine.take(news, date: Transcript.date, closing: false, at: 0, output: &transcript.output)
    }
    transcript.receive("")
    #expect(transcript.written.isEmpty && transcript.deadline == "idle")
  }

  @Test func refusalEndsAPartialRequest() {
    let transcript = Transcript()
    transcript.receive("GET / HT")
    #expect(transcript.deadline == "head")
    transcript.after { $0.refuse(.requestTimeout) }
    #expect(
      transcript.written
        == "HTTP/1.1 408 Request Timeout\r\n\(dateLine)\(always)Connection: close\r\nContent-Length: 0\r\n\r\n")
    #expect(transcript.deadline == nil)
  }

  @Test(arguments: [
    ("", "idle"), ("\r", "idle"), ("\r\n", "idle"), ("G", "head"), ("\r\nG", "head"), ("GET / HTTP/1.1\r\n", "head"),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n", "body"),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r", "body"),
    (Transcript.nextRequest, "idle"),
  ])
  func deadlineDependsOnTheState(row: (input: String, deadline: String)) {
    let transcript = Transcript()
    transcript.receive(row.input)
    #expect(transcript.deadline == row.deadline)
  }
}

@Suite struct DateTests {
  @Test(arguments: [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_709_164_799, "Wed, 28 Feb 2024 23:59:59 GMT"),
    (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"), (1_798_761_599, "Thu, 31 Dec 2026 23:59:59 GMT"),
    (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
    (-1, "Thu, 01 Jan 1970 00:00:00 GMT"), (.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
  ])
  func isIMFFixdate(row: (second: Int, text: String)) {
    #expect(String(decoding: HTTPDate(second: row.second).line, as: UTF8.self) == "Date: \(row.text)\r\n")
  }
}

@Suite struct ByteSetTests {
  private let alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

  @Test func setsAreThoseOfTheGrammar() {
    let sets: [(ByteSet, String)] = [
      (.token, "!#$%&'*+-.^_`|~"), (.path, "-._~!$&'()*+,;=:@%/"), (.query, "-._~!$&'()*+,;=:@%/?[]{}|\\^`"),
      (.registeredName, "-._~!$&'()*+;=%"),
    ]
    for (set, text) in sets {
      let members = Set((alphanumeric + text).utf8)
      for byte in UInt8.min...UInt8.max { #expect(set.contains(byte) == members.contains(byte), "\(byte) \(text)") }
    }
  }

  private static let names: [StaticString] = [
    "te", "connect", "upgrade-", "connection", "content-type", "if-modified-since", "sec-websocket-accept",
  ]

  /// A name is compared by words where it has eight bytes.
  @Test func aNameIsEqualInAnyCaseAlone() {
    for name in Self.names {
      var bytes = Array("x\(name)x".uppercased().utf8)
      let place = ByteRange(1, bytes.count - 1)
      for other in Self.names {
        let isEqual = bytes.span.equals(other, in: place)
        #expect(isEqual == (other.description == name.description))
      }
      for changed in place.range {
        for bit in 0..<8 where bit != 5 {
          bytes[changed] ^= 1 << bit
          let isEqual = bytes.span.equals(name, in: place)
          #expect(!isEqual, "\(name), byte \(changed), bit \(bit)")
          bytes[changed] ^= 1 << bit
        }
      }
    }
  }

  @Test func eightBytesAreSearchedLikeEach() {
    for byte in UInt8.min...UInt8.max {
      for place in 0..<8 {
        // Valid bytes before the place, any bytes after it.
        var bytes = [UInt8](repeating: place % 2 == 0 ? 0x61 : 0xA0, count: place) + [byte]
        bytes += [0x61, 0x00, 0x7F, 0x20, 0x80, 0x0D, 0xFF].prefix(7 - place)
        let word = bytes.enumerated().reduce(UInt64(0)) { $0 | UInt64($1.element) &<< UInt64($1.offset * 8) }
        let first = bytes.firstIndex { $0 < 0x20 || $0 == 0x7F } ?? 8
        #expect(ASCII.marksOfControls(UInt64(littleEndian: word)).trailingZeroBitCount / 8 == first)
        let lower = bytes.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }
        #expect(withUnsafeBytes(of: ASCII.lowercased(word: word).littleEndian) { Array($0) } == lower)
      }
    }
  }
}
