/// Streams.
let streamRows: [MachineRow] = [
  (
    "a stream",
    [
      (.get("/stream"), "request /stream, write, wait reading heartbeat"),
      (.news, "write, wait reading heartbeat"),
      (.deadline, "write, wait reading heartbeat"), (.news, "write, wait reading heartbeat"),
      (.end, "close"),
    ]
  ),
  (
    "a stream that ends",
    [
      (.bytes(get("/stream/1") + get("/b")), "request /stream/1, write, wait reading heartbeat"),
      (.news, "request /b, write, wait reading idle"),
    ]
  ),
  (
    "a stream that is not taken",
    [
      (.room(10), ""), (.get("/stream"), "request /stream, write 10, wait writing write"),
      (.news, "wait writing write"),
      (.room(10_000), "write, write, wait reading heartbeat"),
    ]
  ),
  (
    "a stream without end sends what it has bit by bit",
    [
      (.room(100), ""), (.get("/flood"), "request /flood, write 100, wait writing write"),
      (.room(300), "write, wait reading heartbeat, write 127, wait writing write"),
      (.deadline, "left, close"),
    ]
  ),
  ("a stream whose place is lost", [(.get("/lost"), "request /lost, write, close")]),
]

/// What a server that drains does.
let drainRows: [MachineRow] = [
  (
    "a server that drains answers what it must",
    [
      (.get("/kept"), "request /kept, wait reading answer"), (.drain, "wait reading answer"),
      (.news, "write, finish, wait reading linger"),
    ]
  ),
  (
    "a server that drains leaves requests behind one at work",
    [
      (.bytes(get("/kept") + get("/b")), "request /kept, wait neither answer"), (.drain, "wait neither answer"),
      (.news, "write, finish, wait reading linger"),
    ]
  ),
  (
    "a server that drains ends what waits",
    [
      (.get("/later"), "request /later, wait reading news"),
      (.drain, "write, finish, wait reading linger"),
    ]
  ),
  (
    "a server that drains ends a stream",
    [
      (.get("/stream"), "request /stream, write, wait reading heartbeat"),
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
]

private func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }
