import Synchronization
import Testing

@testable import HTTPMessages

/// What happens on a connection.
private enum Event: Sendable {
  /// Bytes that come; they are read only where the machine reads.
  case get(String)
  case bytes(String)
  /// The system takes so many more bytes.
  case room(Int)
  case news
  case wakeWithoutNews
  case deadline
  case end
  case drain
  /// From here on a turn is over after so many calls.
  case calls(Int)
  case poll(isReadable: Bool, isBroken: Bool)
  case noRoomForBodies
}

/// A row: what happens, and after each of it what is done, in short.
private typealias Row = (name: String, steps: [(Event, String)])

private let rows: [Row] = [
  ("nothing is asked", [(.deadline, "close")]),
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
      (.bytes("GET /"), "wait reading head"), (.deadline, "refused 408, write, finish, wait reading linger"), (.end, "close"),
    ]
  ),
  ("empty lines begin no request", [(.bytes("\r\n"), "wait reading idle"), (.deadline, "close")]),
  (
    "a body that is late",
    [
      (.bytes("POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"), "head, write, wait reading body"),
      (.bytes("h"), "wait reading body"), (.bytes("i"), "request /p, write, wait reading idle"),
    ]
  ),
  (
    "a body that takes too long",
    [
      (.bytes(post), "head, wait reading body"), (.deadline, "refused 408, write, finish, wait reading linger"), (.deadline, "close"),
    ]
  ),
  (
    "no room for bodies",
    [
      (.bytes(post), "head, wait reading body"), (.noRoomForBodies, "refused 503, write, finish, wait reading linger"),
    ]
  ),
  (
    "what comes behind the last answer is thrown away",
    [
      (.get("/close"), "request /close, write, finish, wait reading linger"), (.bytes("12345678"), "wait reading linger"),
      (.bytes("123"), "close"),
    ]
  ),
  (
    "a half-closed client need not be waited for",
    [
      (.bytes("POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nh"), "head, wait reading body"), (.end, "refused 400, write, close"),
    ]
  ),
  (
    "a client that takes nothing",
    [
      (.room(10), ""), (.get("/a"), "request /a, write 10, wait writing write"), (.get("/b"), ""),
      (.room(5), "write 5, wait writing write"), (.deadline, "close"),
    ]
  ),
  (
    "a client that takes it later",
    [
      (.room(10), ""), (.bytes(get("/a") + get("/b")), "request /a, request /b, write 10, wait writing write"), (.get("/c"), ""),
      (.room(10_000), "write, wait reading idle"), (.get("/c"), "request /c, write, wait reading idle"),
    ]
  ),
  (
    "requests behind more than may wait are put off",
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
      (.get("/later"), "request /later, subscribe, ask, wait reading answer"), (.wakeWithoutNews, "ask, wait reading answer"),
      (.news, "ask, write, wait reading idle"),
    ]
  ),
  (
    "an answer that does not come",
    [
      (.get("/later"), "request /later, subscribe, ask, wait reading answer"), (.deadline, "ask, write, wait reading idle"),
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
      (.get("/later"), "request /later, subscribe, ask, wait reading answer"), (.bytes(String(repeating: "x", count: 101)), "close"),
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
      (.bytes(get("/kept") + get("/b") + get("/kept")), "request /kept, subscribe, ask, wait neither answer"), (.get("/c"), ""),
      (.poll(isReadable: true, isBroken: false), ""),
      (.news, "ask, request /b, request /kept, subscribe, ask, write, wait reading answer"), (.news, "ask, write, wait reading idle"),
    ]
  ),
  (
    "requests behind one that is not decided",
    [
      (.bytes(get("/undecided") + get("/kept")), "request /undecided, subscribe, ask, wait neither answer"), (.get("/c"), ""),
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
      (.bytes(get("/kept") + get("/kept")), "request /kept, subscribe, request /kept, subscribe, ask, wait reading answer"),
      (.deadline, "ask, ask, write, wait reading answer"), (.deadline, "ask, write, wait reading idle"),
    ]
  ),
  (
    "a client that sends its end behind them",
    [
      (.bytes(get("/kept") + get("/kept")), "request /kept, subscribe, request /kept, subscribe, ask, wait reading answer"),
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
      (.bytes(get("/kept") + get("/kept")), "request /kept, subscribe, request /kept, subscribe, ask, wait reading answer"),
      (.drain, "wait reading answer"), (.get("/kept"), "wait neither answer"), (.news, "ask, ask, write, finish, wait reading linger"),
    ]
  ),
  (
    "a stream that comes later",
    [
      (.get("/lateStream"), "request /lateStream, subscribe, ask, wait reading answer"),
      (.news, "ask, subscribe, pull, pull, write, wait reading heartbeat"), (.news, "pull, pull, write, wait reading heartbeat"),
    ]
  ),
  (
    "a stream",
    [
      (.get("/stream"), "request /stream, subscribe, pull, write, wait reading heartbeat"),
      (.news, "pull, pull, write, wait reading heartbeat"),
      (.deadline, "write, wait reading heartbeat"), (.news, "pull, pull, write, wait reading heartbeat"), (.end, "close"),
    ]
  ),
  (
    "a stream that is not taken is not asked",
    [
      (.room(10), ""), (.get("/stream"), "request /stream, subscribe, pull, write 10, wait writing write"), (.news, "wait writing write"),
      (.room(10_000), "write, pull, pull, write, wait reading heartbeat"),
    ]
  ),
  (
    "a stream without end sends what it has bit by bit",
    [
      (.room(100), ""), (.get("/flood"), "request /flood, subscribe, pull, write 100, wait writing write"),
      (.room(1_000), "write, pull, pull, write, pull, pull, write, pull, pull, write 203, wait writing write"), (.deadline, "close"),
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
      (.get("/later"), "request /later, subscribe, ask, wait reading answer"), (.drain, "ask, write, finish, wait reading linger"),
    ]
  ),
  (
    "a server that drains ends a stream",
    [
      (.get("/stream"), "request /stream, subscribe, pull, write, wait reading heartbeat"), (.drain, "write, finish, wait reading linger"),
    ]
  ),
  ("a server that drains closes what is idle", [(.get("/a"), "request /a, write, wait reading idle"), (.drain, "close")]),
  (
    "a turn that is over puts requests off",
    [
      (.calls(2), ""),
      (.bytes(get("/a") + get("/b") + get("/c") + "GE"), "request /a, request /b, write, pause, request /c, write, wait reading head"),
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

@Suite struct MachineTests {
  private static let limits: HTTPLimits = {
    var limits = HTTPLimits()
    (limits.drainBytes, limits.waitingInputBytes, limits.streamOutputBytes, limits.pipelinedOutputBytes) = (10, 100, 200, 1_000)
    limits.pipelinedRequests = 3
    return limits
  }()

  @Test(arguments: rows.indices) func does(row: Int) {
    let row = rows[row]
    let transcript = Transcript(limits: Self.limits)
    let sources = Sources(transcript)
    transcript.handler = { sources.answer(to: $0) }
    transcript.receive([])
    #expect(transcript.notes == ["wait reading idle"])
    for (event, expected) in row.steps {
      transcript.notes = []
      transcript.now += 1
      happen(event, transcript, sources)
      #expect(transcript.notes.joined(separator: ", ") == expected, "\(row.name): \(event)")
    }
  }

  private func happen(_ event: Event, _ transcript: Transcript, _ sources: Sources) {
    switch event {
    case .get(let path): if transcript.mayReceive() { transcript.receive(get(path)) }
    case .bytes(let text): if transcript.mayReceive() { transcript.receive(text) }
    case .room(let count): if transcript.machine.unsent == nil { transcript.room = count } else { transcript.take(count) }
    case .news:
      sources.publish()
      if transcript.news.take() { transcript.after { $0.wake() } }
    case .wakeWithoutNews: transcript.after { $0.wake() }
    case .deadline: transcript.after { $0.passDeadline() }
    case .end: transcript.after { $0.endInput() }
    case .drain:
      transcript.isDraining = true
      transcript.receive([])
    case .poll(let isReadable, let isBroken):
      if transcript.machine.poll(isReadable: isReadable, isWritable: false, isBroken: isBroken) == .goOn { transcript.receive([]) }
    case .calls(let count): transcript.callsOfTurn = count
    case .noRoomForBodies: transcript.after { $0.refuse(.bufferLimit(retryAfterSeconds: 1)) }
    }
  }

  /// There is no room for it: it is told so when it asks, and waited for no longer than a last answer is.
  @Test func aSurplusConnectionIsRefused() {
    for asks in [true, false] {
      let transcript = Transcript(refusal: .connectionLimit(retryAfterSeconds: 1))
      transcript.receive([])
      if asks { transcript.receive(get("/a")) } else { transcript.after { $0.passDeadline() } }
      let expected =
        asks ? ["wait reading linger", "refused 503", "write", "finish", "wait reading linger"] : ["wait reading linger", "close"]
      #expect(transcript.notes == expected)
    }
  }

  /// Times count from the first byte, whatever comes behind it.
  @Test func timesCountFromTheFirstByte() {
    let transcript = Transcript()
    func deadline(_ now: Int, _ text: String) -> ConnectionMachine.Deadline? {
      transcript.now = now
      transcript.receive(text)
      return transcript.wait?.deadline
    }
    #expect(deadline(5, "") == .idle(since: 5))
    #expect(deadline(6, "\r\n") == .idle(since: 6))
    #expect(deadline(7, "PO") == .head(since: 7))
    #expect(deadline(8, "ST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n") == .head(since: 7))
    #expect(deadline(9, "\r\n") == .body(since: 7))
    #expect(deadline(10, "12") == .body(since: 7))
    #expect(deadline(11, "3G") == .head(since: 11))
  }

  /// A large body is held as it is, and a small one copied.
  @Test(arguments: [(HTTPOutput.referenceBytes - 1, 0), (HTTPOutput.referenceBytes, 1), (1_000_000, 1)])
  func largeBodiesAreShared(row: (count: Int, shared: Int)) {
    let body = [UInt8](repeating: 0x78, count: row.count)
    let transcript = Transcript()
    transcript.room = 200
    transcript.receive(get("/a"), answering: HTTPResponse(.ok, body: body))
    let unsent = transcript.machine.unsent
    #expect(unsent?.sharedParts.count == row.shared && unsent?.sharedParts.first.map { $0.count == row.count } != false)
    #expect(unsent.map { $0.ownBytes < 1_000 } == (row.shared == 1))
    if let part = unsent?.sharedParts.first {
      #expect(part.withUnsafeBufferPointer { $0.baseAddress } == body.withUnsafeBufferPointer { $0.baseAddress })
    }
    transcript.take(.max)
    #expect(transcript.written.hasSuffix("Content-Length: \(row.count)\r\n\r\n" + String(repeating: "x", count: row.count)))
    #expect(transcript.machine.unsent == nil && transcript.deadline == "idle")
  }

  /// What the system has for a client is not the client's yet.
  @Test func aClientHasTakenWhatTheSystemHasNotAnyMore() {
    let transcript = Transcript()
    (transcript.room, transcript.queuedBytes, transcript.now) = (1_000, 900, 10)
    transcript.receive(get("/a"), answering: HTTPResponse(.ok, body: [UInt8](repeating: 0x78, count: 100_000)))
    #expect(transcript.wait?.deadline == .write(UnsentOutput.Progress(since: 10, last: 10)))
    func progress(_ queuedBytes: Int, at now: Int) -> UnsentOutput.Progress? {
      transcript.machine.progress(queuedBytes: queuedBytes, at: now)
    }
    #expect(progress(900, at: 20) == UnsentOutput.Progress(since: 10, last: 10))
    #expect(progress(400, at: 30) == UnsentOutput.Progress(since: 10, last: 30, takenBytes: 500))
    (transcript.now, transcript.queuedBytes) = (40, 600)
    transcript.take(300)
    #expect(transcript.wait?.deadline == .write(UnsentOutput.Progress(since: 10, last: 40, takenBytes: 600)))
    #expect(progress(600, at: 50) == UnsentOutput.Progress(since: 10, last: 40, takenBytes: 600))
  }
}

/// Answers by path, with one source of news for all that waits.
final class Sources {
  private let published = Counter()
  private let transcript: Transcript

  final class Counter: Sendable {
    let number = Atomic<Int>(0)
    var value: Int { number.load(ordering: .relaxed) }
    func add() { number.add(1, ordering: .relaxed) }
  }

  init(_ transcript: Transcript) { self.transcript = transcript }

  func publish() {
    published.add()
    transcript.news.come()
  }

  func answer(to request: HTTPRequest) -> HTTPAnswer {
    switch request.pathSegments.first {
    case "close": .response(HTTPResponse(.ok, closes: true))
    case "large": .response(HTTPResponse(.ok, body: [UInt8](repeating: 0x78, count: HTTPOutput.referenceBytes)))
    case "later": .later(later(isOnItsWay: false))
    case "kept": .later(later(isOnItsWay: true, isDecided: true))
    case "undecided": .later(later(isOnItsWay: true))
    case "earlyStream": .stream(lines(ends: false))
    // In a walk, with a number behind it, it ends with the first news.
    case "stream": .stream(lines(ends: request.pathSegments.count > 1))
    // What the store does not have at hand may be a stream.
    case "lateStream": .later(later(isOnItsWay: true, .stream(lines(ends: false))))
    case "flood": .stream(stream { _, _ in .bytes([UInt8](repeating: 0x78, count: 150)) })
    case "lost": .stream(stream { number, _ in number == 0 ? .bytes([0x78]) : .lost })
    default: .response(HTTPResponse(.ok, body: Array(request.target.utf8)))
    }
  }

  private func lines(ends: Bool) -> HTTPStream {
    stream { number, count in number >= count ? .none : ends ? .last(Array("end".utf8)) : .bytes(Array("piece \(number)".utf8)) }
  }

  private func later(
    isOnItsWay: Bool, isDecided: Bool = false, _ answer: HTTPAnswer = .response(HTTPResponse(.ok, body: Array("late".utf8)))
  ) -> HTTPLater {
    let (published, before) = (published, published.value)
    return HTTPLater(
      milliseconds: 50, isOnItsWay: isOnItsWay, isDecided: { isDecided },
      admits: { ["kept", "early", "earlyStream"].contains($0.pathSegments.first) }, begin: { _ in },
      next: { published.value > before ? answer : nil },
      timeout: { HTTPResponse(.notModified) })
  }

  private func stream(_ next: @escaping @Sendable (_ number: Int, _ published: Int) -> HTTPStream.Piece) -> HTTPStream {
    let (published, before, given) = (published, published.value, Counter())
    return HTTPStream(
      head: HTTPResponse(.ok), heartbeat: [0x2E], begin: { _ in },
      next: {
        let piece = next(given.value, published.value - before)
        if case .bytes = piece { given.add() }
        return piece
      })
  }
}
