/// An event on a connection.
enum MachineEvent: Sendable {
  /// Arriving bytes; they are read only while the machine reads.
  case get(String)
  case bytes(String)
  /// The system takes that many more bytes.
  case room(Int)
  case news
  /// The call notifies without output.
  case nothingNew
  case deadline
  case end
  case drain
  /// From now on a turn ends after that many requests.
  case calls(Int)
  case poll(isReadable: Bool, isBroken: Bool)
  case noRoomForBodies
  /// From now on a call answers its head, or waits before it asks for its body.
  case headsAreAnswered
  case headsWait
  case wantsBody
}

/// A row: events, each with a summary of the resulting actions.
typealias MachineRow = (name: String, steps: [(MachineEvent, String)])

let machineRows: [MachineRow] =
  streamRows + drainRows + [
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
          .bytes(expecting),
          "head, write, wait reading body"
        ),
        (.bytes("h"), "wait reading body"), (.bytes("i"), "request /p, write, wait reading idle"),
      ]
    ),
    (
      "a body that takes too long",
      [
        (.bytes(post), "head, wait reading body"), (.deadline, "left, refused 408, write, finish, wait reading linger"),
        (.deadline, "close"),
      ]
    ),
    (
      "no room for bodies",
      [
        (.bytes(post), "head, wait reading body"),
        (.noRoomForBodies, "left, refused 503, write, finish, wait reading linger"),
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
        (.end, "left, refused 400, write, close"),
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
        (.get("/later"), "request /later, wait reading news"), (.nothingNew, "wait reading news"),
        (.news, "write, wait reading idle"),
      ]
    ),
    (
      "an answer that does not come",
      [(.get("/later"), "request /later, wait reading news"), (.deadline, "expire, write, wait reading idle")]
    ),
    (
      "a client that goes while it waits",
      [(.get("/later"), "request /later, wait reading news"), (.end, "close"), (.news, "")]
    ),
    (
      "requests behind one that waits",
      [
        (.get("/later"), "request /later, wait reading news"), (.get("/b"), "wait reading news"),
        (.news, "request /b, write, wait reading idle"),
      ]
    ),
    (
      "too much behind one that waits",
      [
        (.get("/later"), "request /later, wait reading news"),
        (.bytes(String(repeating: "x", count: 101)), "left, close"),
      ]
    ),
    (
      "requests behind one at work wait, the later ones unread",
      [
        (.bytes(get("/kept/0") + get("/kept/1") + get("/b") + "GET"), "request /kept/0, wait neither answer"),
        (.get("/c"), ""), (.poll(isReadable: true, isBroken: false), ""),
        (.news, "request /kept/1, write, wait neither answer"),
        (.news, "request /b, write, wait reading head"), (.bytes(" /c HTTP/1.1\r\n"), "wait reading head"),
      ]
    ),
    (
      "one at work is behind others",
      [
        (.bytes(get("/a") + get("/kept")), "request /a, request /kept, write, wait reading answer"),
        (.bytes(String(repeating: get("/b"), count: 5)), "wait neither answer"),
        (.news, "request /b, request /b, request /b, request /b, request /b, write, wait reading idle"),
      ]
    ),
    (
      "what is malformed behind one at work",
      [
        (.bytes(get("/kept") + "x\r\n\r\n"), "request /kept, wait neither answer"),
        (.news, "refused 400, write, finish, wait reading linger"),
      ]
    ),
    (
      "a body that is late behind one at work",
      [
        (.bytes(get("/kept") + expecting), "request /kept, wait neither answer"),
        (.news, "head, write, wait reading body"), (.bytes("hi"), "request /p, write, wait reading idle"),
      ]
    ),
    (
      "the time for work is over",
      [
        (.get("/kept"), "request /kept, wait reading answer"), (.deadline, "expire, write, wait reading idle"),
      ]
    ),
    (
      "a client that sends its end behind one at work",
      [
        (.bytes(get("/kept") + get("/b")), "request /kept, wait neither answer"),
        (.end, "wait neither answer"), (.news, "request /b, write, close"),
      ]
    ),
    (
      "a client that sends its end behind long work",
      [
        (.bytes(get("/long") + get("/b")), "request /long, wait reading answer"), (.get("/c"), "wait reading answer"),
        (.end, "close"), (.news, ""),
      ]
    ),
    (
      "much behind long work waits, unread",
      [
        (.get("/long"), "request /long, wait reading answer"),
        (.bytes(String(repeating: get("/b"), count: 5)), "wait neither answer"),
        (.news, "request /b, request /b, request /b, request /b, request /b, write, wait reading idle"),
      ]
    ),
    (
      "the time for long work is over",
      [(.get("/long"), "request /long, wait reading answer"), (.deadline, "expire, write, wait reading idle")]
    ),
    (
      "a client that goes for good while one is at work",
      [
        (.get("/kept"), "request /kept, wait reading answer"), (.end, "wait neither answer"),
        (.poll(isReadable: true, isBroken: true), "left, close"),
      ]
    ),
    (
      "a client that sends its end, and then polls",
      [
        (.bytes(get("/kept") + get("/later")), "request /kept, wait neither answer"), (.end, "wait neither answer"),
        (.news, "request /later, write, close"),
      ]
    ),
    ("a call without a response", [(.bytes(get("/a") + get("/none")), "request /a, request /none, write, close")]),
    (
      "a body that comes after its answer",
      [
        (.headsAreAnswered, ""), (.bytes(post), "head, write, finish, wait reading linger"),
        (.bytes("hi"), "wait reading linger"), (.end, "close"),
      ]
    ),
    (
      "a body that is refused",
      [
        (.bytes("POST /p HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"), "head, wait reading body"),
        (.bytes("x"), "left, refused 400, write, finish, wait reading linger"),
      ]
    ),
    (
      "a body that has begun needs no permission",
      [
        (.headsWait, ""), (.bytes(expecting), "head, wait reading body"), (.bytes("h"), "wait reading body"),
        (.wantsBody, "wait reading body"), (.bytes("i"), "request /p, write, wait reading idle"),
      ]
    ),
    (
      "a body is asked for once",
      [
        (.headsWait, ""), (.bytes(expecting), "head, wait reading body"), (.wantsBody, "write, wait reading body"),
        (.wantsBody, "wait reading body"), (.bytes("hi"), "request /p, write, wait reading idle"),
      ]
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
private let expecting = "POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
private let post = "POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n"
