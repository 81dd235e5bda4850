import Testing

@testable import navigation_bench

/// What a subscriber has been told, however its bytes come.
@Suite struct EventStreamTests {
  typealias Row = (name: String, text: String, stage: EventStream.Stage)

  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
  private static let session = "id: 3\nevent: session\ndata: {\"revision\": 3}\n\n"
  private static let transition = "id: 4\nevent: transition\ndata: {\"revision\": 4}\n\n"

  static let rows: [Row] = [
    ("nothing", "", .subscribing),
    ("a head that has begun", "HTTP/1.1 20", .subscribing),
    ("a head", head, .answered),
    ("a session that has begun", head + "id: 3\nevent: session\ndata: {}\n", .answered),
    ("a session", head + session, .following(0)),
    ("a heartbeat", head + session + ":\n\n", .following(0)),
    ("a transition that has begun", head + session + "event: transition\ndata: {}\n", .following(0)),
    ("a transition", head + session + transition, .following(1)),
    ("two, and a heartbeat between them", head + session + transition + ":\n\n" + transition, .following(2)),
    ("in chunks", head + "2b\r\n" + session + "\r\n2e\r\n" + transition + "\r\n", .following(1)),
  ]

  @Test(arguments: rows) func `whole and byte by byte`(_ row: Row) throws {
    for size in [1, 2, 7, max(1, row.text.utf8.count)] {
      var stream = EventStream()
      var rest = Array(row.text.utf8)[...]
      while !rest.isEmpty {
        _ = try Array(rest.prefix(size)).withUnsafeBytes { try stream.receive($0) }
        rest = rest.dropFirst(size)
      }
      #expect(stream.stage == row.stage, "\(row.name), \(size) at a time")
    }
  }

  @Test func `each whole event is told once`() throws {
    var stream = EventStream()
    var whole = 0
    for byte in (Self.head + Self.session + Self.transition + Self.transition).utf8 {
      if try [byte].withUnsafeBytes({ try stream.receive($0) }) { whole += 1 }
    }
    #expect(whole == 3)
  }

  @Test func `another status is refused`() {
    var stream = EventStream()
    #expect(throws: EventStream.Failure.self) {
      try Array("HTTP/1.1 404 Not Found\r\n".utf8).withUnsafeBytes { try stream.receive($0) }
    }
  }
}
