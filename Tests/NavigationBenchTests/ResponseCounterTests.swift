import Testing

@testable import navigation_bench

/// The ends of responses.
@Suite struct ResponseCounterTests {
  typealias Row = (name: String, text: String, complete: Int, notSuccessful: Int)

  private static let stream = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
  private static let session = "id: 3\nevent: session\ndata: {\"revision\": 3}\n\n"
  private static let transition = "id: 4\nevent: transition\ndata: {\"revision\": 4}\n\n"
  private static let two = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"

  static let rows: [Row] = [
    ("nothing", "", 0, 0),
    ("a head without its end", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n", 0, 0),
    ("half a body", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{", 0, 0),
    ("one", two, 1, 0),
    ("three in a row", two + two + two, 3, 0),
    ("the name in small letters", "HTTP/1.1 200 OK\r\ncontent-length:  2\r\n\r\n{}" + two, 2, 0),
    ("no body", "HTTP/1.1 204 No Content\r\n\r\n" + two, 2, 0),
    ("a stream's head", stream, 0, 0),
    ("a session that has begun", stream + "id: 3\nevent: session\ndata: {}\n", 0, 0),
    ("a session", stream + session, 1, 0),
    ("a heartbeat", stream + session + ":\n\n", 1, 0),
    ("two transitions, and a heartbeat between them", stream + session + transition + ":\n\n" + transition, 3, 0),
    ("a stream that is refused", "HTTP/1.1 503 No\r\nContent-Length: 2\r\n\r\n{}", 1, 1),
    ("a problem among them", two + "HTTP/1.1 422 Unprocessable Content\r\nContent-Length: 1\r\n\r\n0" + two, 3, 1),
  ]

  @Test(arguments: rows) func `whole and byte by byte`(_ row: Row) throws {
    for size in [1, 3, max(1, row.text.utf8.count)] {
      var counter = ResponseCounter()
      var seen = ResponseCounter.Seen()
      var rest = Array(row.text.utf8)[...]
      while !rest.isEmpty {
        let more = try Array(rest.prefix(size)).withUnsafeBytes { try counter.receive($0) }
        seen.complete += more.complete
        seen.notSuccessful += more.notSuccessful
        rest = rest.dropFirst(size)
      }
      #expect(
        seen == ResponseCounter.Seen(complete: row.complete, notSuccessful: row.notSuccessful),
        "\(row.name), \(size) at a time")
    }
  }

  @Test(arguments: [
    "FTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "HTTP/1.1 xx\r\n\r\n",
  ])
  func `malformed responses are refused`(_ text: String) {
    var counter = ResponseCounter()
    #expect(throws: ResponseHead.Failure.self) { try Array(text.utf8).withUnsafeBytes { try counter.receive($0) } }
  }
}
