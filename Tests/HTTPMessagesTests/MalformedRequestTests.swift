import HTTPMessages
import Testing

/// Inputs that are refused, with the refusal.
private let malformed: [(String, HTTPRefusal)] = [
  // Lines, RFC 9112 §2.2
  ("GET / HTTP/1.1\nHost: a\n\n", .malformedRequest(.bareLineFeed)),
  ("GET / HTTP/1.1\r\nHost: a\n\r\n", .malformedRequest(.bareLineFeed)),
  ("\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.bareLineFeed)),
  ("GET / HTTP/1.1\rHost: a\r\n\r\n", .malformedRequest(.bareCarriageReturn)),
  ("GET / HTTP/1.1\r\nHost: a\r\nX: b\rc\r\n\r\n", .malformedRequest(.bareCarriageReturn)),
  ("GET / HTTP/1.1\r\nHost: a\r\r\n\r\n", .malformedRequest(.bareCarriageReturn)),
  ("GET / HTTP/1.1\r\nHost: a\r\nX: b\u{0}c\r\n\r\n", .malformedRequest(.controlCharacter)),
  ("GET / HTTP/1.1\r\nHost: a\r\nX: b\u{1B}c\r\n\r\n", .malformedRequest(.controlCharacter)),
  ("GET / HTTP/1.1\r\nHost: a\r\nX: b\u{7F}c\r\n\r\n", .malformedRequest(.controlCharacter)),
  ("GET /\u{0} HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.controlCharacter)),
  ("\u{16}\u{3}\u{1}\u{0}", .malformedRequest(.controlCharacter)),
  ("\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.tooManyEmptyLines)),

  // Request line, RFC 9112 §3
  (" GET / HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.requestLine)),
  ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.requestLine)),
  ("GET /  HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.requestLine)),
  ("GET / HTTP/1.1 \r\nHost: a\r\n\r\n", .malformedRequest(.requestLine)),
  ("GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.requestLine)),
  ("GET /\r\n\r\n", .malformedRequest(.requestLine)),
  ("GET\r\n\r\n", .malformedRequest(.requestLine)),
  ("GET / HTTP/1.1 x\r\nHost: a\r\n\r\n", .malformedRequest(.requestLine)),
  ("GET / http/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.requestLine)),
  ("GET / HTTP/11\r\nHost: a\r\n\r\n", .malformedRequest(.requestLine)),
  ("GET / HTTP/1.10\r\nHost: a\r\n\r\n", .malformedRequest(.requestLine)),
  ("GET / HTTP/1.x\r\nHost: a\r\n\r\n", .malformedRequest(.requestLine)),
  ("GET / HTTPS/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.requestLine)),
  ("GET / \r\nHost: a\r\n\r\n", .malformedRequest(.requestLine)),
  ("G(T / HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.requestLine)),
  ("{\"a\": 1}\r\n", .malformedRequest(.requestLine)),

  // Version, RFC 9110 §15.6.6
  ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", .unsupportedHTTPVersion),
  ("GET / HTTP/0.9\r\nHost: a\r\n\r\n", .unsupportedHTTPVersion),
  ("GET / HTTP/3.1\r\nHost: a\r\n\r\n", .unsupportedHTTPVersion),
  ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .unsupportedHTTPVersion),

  // Methods, RFC 9110 §9.1
  ("BREW / HTTP/1.1\r\nHost: a\r\n\r\n", .unknownMethod),
  ("get / HTTP/1.1\r\nHost: a\r\n\r\n", .unknownMethod),
  ("TRACE / HTTP/1.1\r\nHost: a\r\n\r\n", .unknownMethod),
  ("CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", .unknownMethod),
  ("ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOP / HTTP/1.1\r\nHost: a\r\n\r\n", .unknownMethod),

  // Target, RFC 9112 §3.2
  ("GET /#top HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.fragment)),
  ("GET /?a#top HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.fragment)),
  ("GET a/b HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.target)),
  ("GET a:80 HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.target)),
  ("GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.target)),
  ("GET /\"x\" HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.target)),
  ("GET /<x> HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.target)),
  ("GET /ä HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.target)),
  ("GET /?<x> HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.target)),
  ("GET * HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.asteriskForm)),
  ("GET http:///x HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.invalidHost)),
  ("GET http://u@a/x HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.invalidHost)),
  ("GET http://a:65536/x HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.invalidHost)),
  ("GET http://a/x#y HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.fragment)),
  ("GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.percentEncoding)),
  ("GET /% HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.percentEncoding)),
  ("GET /%2 HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.percentEncoding)),
  ("GET /%2?a HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.percentEncoding)),
  ("GET /a%00 HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.percentEncoding)),
  ("GET /%ff HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.pathNotUTF8)),
  ("GET /%c3/%a4 HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.pathNotUTF8)),
  ("GET /%ed%a0%80 HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.pathNotUTF8)),
  ("GET /%c0%af HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequest(.pathNotUTF8)),

  // Fields, RFC 9112 §5
  ("GET / HTTP/1.1\r\nHost: a\r\nX : y\r\n\r\n", .malformedRequest(.spaceBeforeColon)),
  ("GET / HTTP/1.1\r\nHost: a\r\nX\t: y\r\n\r\n", .malformedRequest(.spaceBeforeColon)),
  ("GET / HTTP/1.1\r\nHost: a\r\nX: y\r\n z\r\n\r\n", .malformedRequest(.foldedLine)),
  ("GET / HTTP/1.1\r\n Host: a\r\n\r\n", .malformedRequest(.foldedLine)),
  ("GET / HTTP/1.1\r\nHost: a\r\n\tX: y\r\n\r\n", .malformedRequest(.foldedLine)),
  ("GET / HTTP/1.1\r\nHost: a\r\n: y\r\n\r\n", .malformedRequest(.fieldName)),
  ("GET / HTTP/1.1\r\nHost: a\r\nX(: y\r\n\r\n", .malformedRequest(.fieldName)),
  ("GET / HTTP/1.1\r\nHost: a\r\nXä: y\r\n\r\n", .malformedRequest(.fieldName)),
  ("GET / HTTP/1.1\r\nHost: a\r\nXy\r\n\r\n", .malformedRequest(.missingColon)),

  // Host, RFC 9112 §3.2
  ("GET / HTTP/1.1\r\n\r\n", .malformedRequest(.missingHost)),
  ("GET http://a/ HTTP/1.1\r\n\r\n", .malformedRequest(.missingHost)),
  ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", .malformedRequest(.repeatedHost)),
  ("GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", .malformedRequest(.repeatedHost)),
  ("GET / HTTP/1.1\r\nHost:\r\n\r\n", .malformedRequest(.invalidHost)),
  ("GET / HTTP/1.1\r\nHost: :80\r\n\r\n", .malformedRequest(.invalidHost)),
  ("GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", .malformedRequest(.invalidHost)),
  ("GET / HTTP/1.1\r\nHost: a,b\r\n\r\n", .malformedRequest(.invalidHost)),
  ("GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", .malformedRequest(.invalidHost)),
  ("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", .malformedRequest(.invalidHost)),
  ("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", .malformedRequest(.invalidHost)),
  ("GET / HTTP/1.1\r\nHost: a:b\r\n\r\n", .malformedRequest(.invalidHost)),
  ("GET / HTTP/1.1\r\nHost: a:65536\r\n\r\n", .malformedRequest(.invalidHost)),
  ("GET / HTTP/1.1\r\nHost: a:080800\r\n\r\n", .malformedRequest(.invalidHost)),
  ("GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", .malformedRequest(.invalidHost)),
  ("GET / HTTP/1.1\r\nHost: []\r\n\r\n", .malformedRequest(.invalidHost)),
  ("GET / HTTP/1.1\r\nHost: [::1]x\r\n\r\n", .malformedRequest(.invalidHost)),
  ("GET / HTTP/1.1\r\nHost: a%2\r\n\r\n", .malformedRequest(.invalidHost)),

  // Length, RFC 9112 §6
  ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\nhello", .malformedRequest(.contentLength)),
  ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\nhello", .malformedRequest(.contentLength)),
  ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x5\r\n\r\nhello", .malformedRequest(.contentLength)),
  ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5 5\r\n\r\nhello", .malformedRequest(.contentLength)),
  ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5,5\r\n\r\nhello", .malformedRequest(.contentLength)),
  ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5.0\r\n\r\nhello", .malformedRequest(.contentLength)),
  ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\nhello", .malformedRequest(.contentLength)),
  ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ٥\r\n\r\nhello", .malformedRequest(.contentLength)),
  ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello", .malformedRequest(.repeatedContentLength)),
  ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\ncontent-length: 6\r\n\r\nhello", .malformedRequest(.repeatedContentLength)),
  ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 18446744073709551615\r\n\r\n", .bodyTooLarge(limit: 1_048_576)),
  ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 18446744073709551621\r\n\r\n", .bodyTooLarge(limit: 1_048_576)),
  ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999999999\r\n\r\n", .bodyTooLarge(limit: 1_048_576)),
  ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", .malformedRequest(.ambiguousLength)),
  ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello", .malformedRequest(.ambiguousLength)),
  ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", .malformedRequest(.transferEncodingInHTTP10)),
  ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", .unknownTransferCoding),
  ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", .unknownTransferCoding),
  ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n", .malformedRequest(.transferEncoding)),
  ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", .malformedRequest(.transferEncoding)),
  ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", .malformedRequest(.transferEncoding)),
  ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", .malformedRequest(.transferEncoding)),
  ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \"chunked\"\r\n\r\n0\r\n\r\n", .malformedRequest(.transferEncoding)),
  ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \u{212A}chunked\r\n\r\n0\r\n\r\n", .malformedRequest(.transferEncoding)),
  ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n\r\n0\r\n\r\n", .malformedRequest(.transferEncoding)),

  // Expectations, RFC 9110 §10.1.1
  ("POST / HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\nContent-Length: 5\r\n\r\nhello", .expectationFailed),
  ("GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue, x\r\n\r\n", .expectationFailed),
]

/// Chunked bodies that are refused, RFC 9112 §7.1.
private let malformedChunks: [(String, HTTPRefusal)] = [
  ("g\r\n", .malformedRequest(.chunkSize)),
  ("\r\n", .malformedRequest(.chunkSize)),
  (";a\r\n", .malformedRequest(.chunkSize)),
  ("+5\r\nhello\r\n0\r\n\r\n", .malformedRequest(.chunkSize)),
  ("-5\r\nhello\r\n0\r\n\r\n", .malformedRequest(.chunkSize)),
  (" 5\r\nhello\r\n0\r\n\r\n", .malformedRequest(.chunkSize)),
  ("5 \r\nhello\r\n0\r\n\r\n", .malformedRequest(.chunkSize)),
  ("0x5\r\nhello\r\n0\r\n\r\n", .malformedRequest(.chunkSize)),
  ("1_0\r\nhello\r\n0\r\n\r\n", .malformedRequest(.chunkSize)),
  ("5\nhello\r\n0\r\n\r\n", .malformedRequest(.chunkSize)),
  ("5\r\r\nhello\r\n0\r\n\r\n", .malformedRequest(.chunkSize)),
  ("5;a\nhello\r\n0\r\n\r\n", .malformedRequest(.chunkExtension)),
  ("5;a\u{0}\r\nhello\r\n0\r\n\r\n", .malformedRequest(.chunkExtension)),
  ("5\r\nhello0\r\n\r\n", .malformedRequest(.chunkEnd)),
  ("5\r\nhello\n0\r\n\r\n", .malformedRequest(.chunkEnd)),
  ("5\r\nhello\r0\r\n\r\n", .malformedRequest(.chunkEnd)),
  ("5\r\nhello world\r\n0\r\n\r\n", .malformedRequest(.chunkEnd)),
  ("0\r\n:a\r\n\r\n", .malformedRequest(.trailer)),
  ("0\r\nA : b\r\n\r\n", .malformedRequest(.trailer)),
  ("0\r\n A: b\r\n\r\n", .malformedRequest(.trailer)),
  ("0\r\nA: b\n\r\n", .malformedRequest(.trailer)),
  ("0\r\nA: b\rc\r\n\r\n", .malformedRequest(.trailer)),
  ("0\r\nA: \u{0}\r\n\r\n", .malformedRequest(.trailer)),
  ("0\r\nAb\r\n\r\n", .malformedRequest(.trailer)),
  ("0\r\n\rX", .malformedRequest(.trailer)),
  ("ffffffffffffffff\r\n", .bodyTooLarge(limit: 1_048_576)),
  ("fffffffffffffffff\r\n", .bodyTooLarge(limit: 1_048_576)),
  ("100001\r\n", .bodyTooLarge(limit: 1_048_576)),
]

@Suite struct MalformedRequestTests {
  @Test(arguments: malformed, Arrival.allCases)
  func isRefused(row: (input: String, refusal: HTTPRefusal), arrival: Arrival) {
    #expect(Transcript.outcomes(of: Array(row.input.utf8), arriving: arrival) == [.refused(row.refusal)])
  }

  @Test(arguments: malformedChunks, Arrival.allCases)
  func chunksAreRefused(row: (input: String, refusal: HTTPRefusal), arrival: Arrival) {
    let input = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + row.input
    #expect(Transcript.outcomes(of: Array(input.utf8), arriving: arrival) == [.refused(row.refusal)])
  }

  @Test(arguments: HTTPMalformation.allCases)
  func everyMalformationIsASentence(malformation: HTTPMalformation) {
    #expect(malformation.rawValue.hasSuffix("."))
    #expect(HTTPRefusal.malformedRequest(malformation).detail == malformation.rawValue)
    #expect(HTTPRefusal.malformedRequest(malformation).status == .badRequest)
  }

  @Test(arguments: ["G", "GET / HTTP/1.1\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n1"])
  func endWithinARequestIsRefused(input: String) {
    let transcript = Transcript()
    transcript.receive(input)
    #expect(transcript.outcomes == [])
    #expect(transcript.connection.endOfInput() == .malformedRequest(.incompleteRequest))
    #expect(transcript.connection.activity == .owing)
  }

  @Test(arguments: ["", "\r\n", "\r", Transcript.nextRequest])
  func endBetweenRequestsIsNoRefusal(input: String) {
    let transcript = Transcript()
    transcript.receive(input)
    #expect(transcript.connection.endOfInput() == nil)
  }

  @Test func refusalOfAHeadRequestHasNoBody() {
    let transcript = Transcript()
    transcript.receive("HEAD /# HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(transcript.outcomes == [.refused(.malformedRequest(.fragment))])
    var output = HTTPOutput()
    var connection = HTTPConnection()
    var position = 0
    _ = connection.next(Array("HEAD /# HTTP/1.1\r\n".utf8).span, at: &position, limits: HTTPLimits(), output: &output)
    connection.respond(HTTPResponse(.badRequest, body: [1, 2, 3]), date: Transcript.date, closing: true, output: &output)
    #expect(String(decoding: output.bytes(), as: UTF8.self).hasSuffix("Content-Length: 3\r\n\r\n"))
  }
}
