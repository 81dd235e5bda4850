/// An event on a connection.
enum MachineEvent: Sendable {
  /// Arriving bytes; they are read only while the machine reads.
  case get(String)
  case bytes(String)
  /// The system takes that many more bytes.
  case room(Int)
  case news
  case wakeWithoutNews
  case deadline
  case end
  case drain
  /// From now on a turn ends after that many calls.
  case calls(Int)
  case poll(isReadable: Bool, isBroken: Bool)
  case noRoomForBodies
}

/// A row: events, each with a summary of the resulting actions.
typealias MachineRow = (name: String, steps: [(MachineEvent, String)])

let machineRows: [MachineRow] = [
  ("no request", [(.deadline, "close")]),
  ("a request", [(.get("/a"), "request /a, write, wait reading idle"), (.end, "close")]),
  (
    "requests in one piece have one write",
    [
      (.bytes(get("/a") + get("/b") + "GET"), "request /a, request /b, write, wait reading head"),
      (.bytes(" /c HTTP/1.1\r\nHost: a\r\n\r\n"), "request /c, write, wait reading idle"),
    ]
  ),
  ("a head that ends in the middle", [(.bytes("GET /"), "wait reading head"), (.end, "refused 400, write, close")]),
  (
    "a head that takes too long",
    [
      (.bytes("GET /"), "wait reading head"), (.deadline, "refused 408, write, finish, wait reading linger"),
      (.end, "close"),
    ]
  ),
  ("empty lines begin no request", [(.bytes("\r\n"), "wait reading idle"), (.deadline, "close")]),
  (
    "a body that is late",
    [
      (
        .bytes("POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"),
        "head, write, wait reading body"
      ),
      (.bytes("h"), "wait reading body"), (.bytes("i"), "request /p, write, wait reading idle"),
    ]
  ),
  (
    "a body that takes too long",
    [
      (.bytes(post), "head, wait reading body"), (.deadline, "refused 408, write, finish, wait reading linger"),
      (.deadline, "close"),
    ]
  ),
  (
    "no room for bodies",
    [
      (.bytes(post), "head, wait reading body"), (.noRoomForBodies, "refused 503, write, finish, wait reading linger"),
    ]
  ),
  (
    "bytes after the last answer are discarded",
    [
      (.get("/close"), "request /close, write, finish, wait reading linger"),
      (.bytes("12345678"), "wait reading linger"),
      (.bytes("123"), "close"),
    ]
  ),
  (
    "a half-closed client need not be waited for",
    [
      (.bytes("POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nh"), "head, wait reading body"),
      (.end, "refused 400, write, close"),
    ]
  ),
  (
    "a client that reads nothing",
    [
      (.room(10), ""), (.get("/a"), "request /a, write 10, wait writing write"), (.get("/b"), ""),
      (.room(5), "write 5, wait writing write"), (.deadline, "close"),
    ]
  ),
  (
    "a client that reads late",
    [
      (.room(10), ""), (.bytes(get("/a") + get("/b")), "request /a, request /b, write 10, wait writing write"),
      (.get("/c"), ""),
      (.room(10_000), "write, wait reading idle"), (.get("/c"), "request /c, write, wait reading idle"),
    ]
  ),
  (
    "requests after the output limit are postponed",
    [
      (.room(10), ""), (.bytes(get("/large") + get("/b")), "request /large, write 10, wait writing write"),
      (.room(100_000), "write, write, request /b, write, wait reading idle"),
    ]
  ),
  (
    "a broken connection is seen by the write",
    [
      (.room(10), ""), (.get("/a"), "request /a, write 10, wait writing write"),
      (.poll(isReadable: false, isBroken: true), "write 0, wait writing write"),
    ]
  ),
  (
    "an answer that comes later",
    [
      (.get("/later"), "request /later, subscribe, ask, wait reading answer"),
      (.wakeWithoutNews, "ask, wait reading answer"),
      (.news, "ask, write, wait reading idle"),
    ]
  ),
  (
    "an answer that does not come",
    [
      (.get("/later"), "request /later, subscribe, ask, wait reading answer"),
      (.deadline, "ask, write, wait reading idle"),
    ]
  ),
  (
    "a client that goes while it waits",
    [
      (.get("/later"), "request /later, subscribe, ask, wait reading answer"), (.end, "close"), (.news, ""),
    ]
  ),
  (
    "requests behind one that waits",
    [
      (.get("/later"), "request /later, subscribe, ask, wait reading answer"), (.get("/b"), "wait reading answer"),
      (.news, "ask, request /b, write, wait reading idle"),
    ]
  ),
  (
    "too much behind one that waits",
    [
      (.get("/later"), "request /later, subscribe, ask, wait reading answer"),
      (.bytes(String(repeating: "x", count: 101)), "close"),
    ]
  ),
  (
    "requests behind one that is decided",
    [
      (
        .bytes(get("/kept/0") + get("/kept/1") + "GET"),
        "request /kept/0, subscribe, request /kept/1, subscribe, ask, wait reading answer"
      ),
      (.bytes(" /kept/2 HTTP/1.1\r\nHost: a\r\n\r\n"), "request /kept/2, subscribe, wait reading answer"),
      (.news, "ask, ask, ask, write, wait reading idle"),
    ]
  ),
  (
    "an answer behind one that is awaited",
    [
      (
        .bytes(get("/kept") + get("/early/1") + get("/kept")),
        "request /kept, subscribe, request /early/1, request /kept, subscribe, ask, wait reading answer"
      ),
      (.news, "ask, ask, write, wait reading idle"),
    ]
  ),
  (
    "a request that is not to be decided early",
    [
      (.bytes(get("/kept") + get("/b") + get("/kept")), "request /kept, subscribe, ask, wait neither answer"),
      (.get("/c"), ""),
      (.poll(isReadable: true, isBroken: false), ""),
      (.news, "ask, request /b, request /kept, subscribe, ask, write, wait reading answer"),
      (.news, "ask, write, wait reading idle"),
    ]
  ),
  (
    "requests behind one that is not decided",
    [
      (.bytes(get("/undecided") + get("/kept")), "request /undecided, subscribe, ask, wait neither answer"),
      (.get("/c"), ""),
      (.news, "ask, request /kept, subscribe, ask, write, wait reading answer"),
    ]
  ),
  (
    "more requests than may be decided early",
    [
      (
        .bytes((0..<5).map { get("/kept/\($0)") }.joined()),
        "request /kept/0, subscribe, request /kept/1, subscribe, request /kept/2, subscribe, ask, wait neither answer"
      ),
      (.get("/c"), ""),
      (
        .news,
        "ask, request /kept/3, subscribe, ask, request /kept/4, subscribe, ask, ask, write, wait reading answer"
      ),
    ]
  ),
  (
    "a stream behind one that is decided",
    [
      (
        .bytes(get("/kept") + get("/earlyStream") + get("/kept")),
        "request /kept, subscribe, request /earlyStream, ask, wait neither answer"
      ),
      (.news, "ask, subscribe, write, pull, pull, write, wait reading heartbeat"),
    ]
  ),
  (
    "what is malformed behind one that is decided",
    [
      (.bytes(get("/kept") + "x\r\n\r\n"), "request /kept, subscribe, refused 400, ask, wait neither answer"),
      (.news, "ask, write, finish, wait reading linger"),
    ]
  ),
  (
    "the last request behind one that is decided",
    [
      (
        .bytes(get("/kept") + "GET /early HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + get("/kept")),
        "request /kept, subscribe, request /early, ask, wait neither answer"
      ),
      (.news, "ask, write, finish, wait reading linger"),
    ]
  ),
  (
    "a body that is late behind one that is decided",
    [
      (
        .bytes(get("/kept") + "POST /kept HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"),
        "request /kept, subscribe, ask, wait neither answer"
      ),
      (.news, "ask, head, write, wait reading body"),
      (.bytes("hi" + get("/early")), "request /kept, subscribe, request /early, ask, wait reading answer"),
      (.bytes(post), "head, wait reading answer"), (.noRoomForBodies, "refused 503, wait neither answer"),
      (.news, "ask, write, finish, wait reading linger"),
    ]
  ),
  (
    "the time of the first answer is over",
    [
      (
        .bytes(get("/kept") + get("/kept")),
        "request /kept, subscribe, request /kept, subscribe, ask, wait reading answer"
      ),
      (.deadline, "ask, ask, write, wait reading answer"), (.deadline, "ask, write, wait reading idle"),
    ]
  ),
  (
    "a client that sends its end behind them",
    [
      (
        .bytes(get("/kept") + get("/kept")),
        "request /kept, subscribe, request /kept, subscribe, ask, wait reading answer"
      ),
      (.end, "wait neither answer"), (.news, "ask, ask, write, close"),
    ]
  ),
  (
    "a client that goes for good behind it",
    [
      (.get("/kept"), "request /kept, subscribe, ask, wait reading answer"), (.end, "wait neither answer"),
      (.poll(isReadable: true, isBroken: true), "close"),
    ]
  ),
  (
    "a server that drains answers all that is decided",
    [
      (
        .bytes(get("/kept") + get("/kept")),
        "request /kept, subscribe, request /kept, subscribe, ask, wait reading answer"
      ),
      (.drain, "wait reading answer"), (.get("/kept"), "wait neither answer"),
      (.news, "ask, ask, write, finish, wait reading linger"),
    ]
  ),
  (
    "a stream that comes later",
    [
      (.get("/lateStream"), "request /lateStream, subscribe, ask, wait reading answer"),
      (.news, "ask, subscribe, pull, pull, write, wait reading heartbeat"),
      (.news, "pull, pull, write, wait reading heartbeat"),
    ]
  ),
  (
    "a stream",
    [
      (.get("/stream"), "request /stream, subscribe, pull, write, wait reading heartbeat"),
      (.news, "pull, pull, write, wait reading heartbeat"),
      (.deadline, "write, wait reading heartbeat"), (.news, "pull, pull, write, wait reading heartbeat"),
      (.end, "close"),
    ]
  ),
  (
    "a stream that is not taken is not asked",
    [
      (.room(10), ""), (.get("/stream"), "request /stream, subscribe, pull, write 10, wait writing write"),
      (.news, "wait writing write"),
      (.room(10_000), "write, pull, pull, write, wait reading heartbeat"),
    ]
  ),
  (
    "a stream without end sends what it has bit by bit",
    [
      (.room(100), ""), (.get("/flood"), "request /flood, subscribe, pull, write 100, wait writing write"),
      (.room(1_000), "write, pull, pull, write, pull, pull, write, pull, pull, write 203, wait writing write"),
      (.deadline, "close"),
    ]
  ),
  ("a stream whose place is lost", [(.get("/lost"), "request /lost, subscribe, pull, pull, write, close")]),
  (
    "a server that drains answers what it must",
    [
      (.get("/kept"), "request /kept, subscribe, ask, wait reading answer"), (.drain, "wait reading answer"),
      (.news, "ask, write, finish, wait reading linger"),
    ]
  ),
  (
    "a server that drains ends what waits",
    [
      (.get("/later"), "request /later, subscribe, ask, wait reading answer"),
      (.drain, "ask, write, finish, wait reading linger"),
    ]
  ),
  (
    "a server that drains ends a stream",
    [
      (.get("/stream"), "request /stream, subscribe, pull, write, wait reading heartbeat"),
      (.drain, "write, finish, wait reading linger"),
    ]
  ),
  (
    "a server that drains closes what is idle, after a grace",
    [(.get("/a"), "request /a, write, wait reading idle"), (.drain, "wait reading grace"), (.deadline, "close")]
  ),
  (
    "a server that drains answers one more request",
    [
      (.get("/a"), "request /a, write, wait reading idle"), (.drain, "wait reading grace"),
      (.get("/b"), "request /b, write, finish, wait reading linger"),
    ]
  ),
  (
    "a server that drains does not wait for a client that has ended",
    [(.drain, "wait reading grace"), (.end, "close")]
  ),
  (
    "a turn that is over puts requests off",
    [
      (.calls(2), ""),
      (
        .bytes(get("/a") + get("/b") + get("/c") + "GE"),
        "request /a, request /b, write, pause, request /c, write, wait reading head"
      ),
      (.bytes("T /d HTTP/1.1\r\nHost: a\r\n\r\n" + get("/e")), "request /d, request /e, write, wait reading idle"),
    ]
  ),
  (
    "a turn that is over puts a source off",
    [
      (.calls(1), ""), (.get("/stream"), "request /stream, subscribe, write, pause, pull, wait reading heartbeat"),
      (.wakeWithoutNews, "pull, wait reading heartbeat"), (.news, "pull, write, pause, pull, wait reading heartbeat"),
    ]
  ),
  (
    "a turn that is over puts no body off",
    [(.calls(1), ""), (.bytes(get("/a") + post + "h"), "request /a, write, pause, head, wait reading body")]
  ),
  (
    "a server that drains waits for a request that has begun",
    [
      (.bytes("GET /a"), "wait reading head"), (.drain, "wait reading head"),
      (.bytes(" HTTP/1.1\r\nHost: a\r\n\r\n"), "request /a, write, finish, wait reading linger"),
    ]
  ),
]

private func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }
private let post = "POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n"
