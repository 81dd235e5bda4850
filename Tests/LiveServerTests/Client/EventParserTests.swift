import Testing

@testable import NavigationClient

@Suite struct EventParserTests {
  typealias Event = EventParser.Event

  @Test(
    arguments: [
      ("", []), ("retry: 5\n\n", []), (":\n\n", []), ("data: a", []), ("data: a\n", []), ("event: x\nid: 1\n\n", []),
      ("data: a\n\n", [Event(data: "a")]), ("data:a\n\n", [Event(data: "a")]), ("data:  a\n\n", [Event(data: " a")]),
      ("data\n\n", [Event()]), ("data: a\ndata: b\n\n", [Event(data: "a\nb")]),
      (": note\nid: 7\nevent: e\ndata: a\n\n", [Event(name: "e", data: "a", id: "7")]),
      ("id: 7\ndata: a\n\ndata: b\n\n", [Event(data: "a", id: "7"), Event(data: "b", id: "7")]),
      ("id: 7\n\ndata: b\n\n", [Event(data: "b", id: "7")]), ("id: 7\0\ndata: b\n\n", [Event(data: "b")]),
      ("data: a\r\n\r\ndata: b\r\rdata: c\n\n", [Event(data: "a"), Event(data: "b"), Event(data: "c")]),
      ("colour: red\ndata: ü\n\n", [Event(data: "ü")]),
    ] as [(String, [Event])]) func eventsAreReadHoweverTheyCome(text: String, events: [Event])
  {
    for size in [1, 2, 1_000] {
      var parser = EventParser()
      var read: [Event] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        parser.feed(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
        while let event = parser.next() { read.append(event) }
      }
      #expect(read == events, "\(size)")
    }
  }

  @Test func theServerSetsTheRetryTime() {
    var parser = EventParser()
    parser.feed(Array("retry: 2500\n\nretry: soon\n\n".utf8))
    #expect(parser.retryMilliseconds == 2_500)
  }

  @Test func backingOffIsBounded() {
    var backoff = Backoff()
    #expect(backoff.next() == .zero)
    for longest in [1, 2, 4, 8, 16, 30, 30, 30] {
      let wait = backoff.next()
      #expect(wait >= .milliseconds(longest * 500) && wait <= .seconds(longest))
    }
    backoff.reset()
    #expect(backoff.next() == .zero)
  }
}
