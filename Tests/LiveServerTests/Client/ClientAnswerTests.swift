import Glibc
import Navigation
import Synchronization
import Testing

@testable import NavigationClient

/// A client's handling of answers that the present server does not send.
@Suite struct ClientAnswerTests {
  static let id = SessionID(high: 1, low: 2)
  static let summary =
    #""sessionId": "\#(id)", "revision": 3, "createdAt": "2026-11-20T10:00:00.000Z", "updatedAt": "2026-11-20T10:00:00.000Z", "#
    + #""expiresAt": "2026-11-27T10:00:00.000Z""#
  static let environment =
    #"{"system": "iOS27", "device": "iPad Pro 11-inch (M4)", "idiom": "pad", "orientation": "landscape", "multitasking": "fullScreen", "#
    + #""width": 1210, "height": 834, "scale": 2, "horizontalSizeClass": "regular", "verticalSizeClass": "regular"}"#
  static let session =
    #"{\#(summary), "environment": \#(environment), "root": {"kind": "screen", "id": "a", "route": "r", "wings": 2}, "#
    + #""visible": [], "can": {"goBack": false, "undo": false, "redo": false}, "mood": "sunny"}"#

  static func answer(_ status: String, _ fields: [String], _ body: String) -> RawServer.Reply {
    RawServer.reply(status, fields, Array(body.utf8))
  }

  static let json = "Content-Type: application/json"

  @Test(arguments: [
    (answer("200 OK", [json, "ETag: \"3\""], session), "answer"),
    (answer("200 OK", ["Content-Type: Application/JSON; charset=utf-8", "ETag: \"3\""], session), "answer"),
    (answer("200 OK", [json], session), "unexpected"),
    (answer("200 OK", [json, "ETag: \"three\""], session), "unexpected"),
    (answer("200 OK", [json, "ETag: \"3\", \"4\""], session), "unexpected"),
    (answer("200 OK", [json, "ETag: *"], session), "unexpected"),
    (answer("200 OK", ["Content-Type: text/html", "ETag: \"3\""], session), "unexpected"),
    (answer("200 OK", ["ETag: \"3\""], session), "unexpected"),
    (answer("200 OK", [json, "ETag: \"3\""], String(session.dropLast())), "unexpected"),
    (answer("200 OK", [json, "ETag: \"3\""], "{}"), "unexpected"),
    (answer("200 OK", [json, "ETag: \"3\""], session.replacing("\"screen\"", with: "\"hologram\"")), "unexpected"),
    (answer("201 Created", [json, "ETag: \"3\""], session), "unexpected"),
    (answer("304 Not Modified", ["ETag: \"3\""], ""), "unexpected"),
    (answer("302 Found", ["Location: /v1/sessions"], ""), "unexpected"),
    (answer("500 Oops", ["Content-Type: text/plain"], "oops"), "unexpected"),
    (answer("502 Bad Gateway", [json], "{}"), "unexpected"),
    (answer("404 Not Found", ["Content-Type: application/problem+json"], "{"), "unexpected"),
    (answer("404 Not Found", ["Content-Type: application/problem+json"], #"{"title": "Not Found"}"#), "unexpected"),
    (
      answer(
        "418 Teapot", ["Content-Type: application/problem+json"],
        #"{"type": "/problems/teapot", "title": "t", "status": 418, "detail": "d", "code": "teapot", "spout": true}"#),
      "teapot"
    ),
    (RawServer.Reply.bytesThenClose([]), "transport"),
    (
      RawServer.Reply.bytesThenClose(Array("HTTP/1.1 200 OK\r\n\(json)\r\nContent-Length: 9\r\n\r\n{".utf8)),
      "transport"
    ),
  ]) func `an invalid answer is an error`(reply: RawServer.Reply, word: String) async throws {
    try await RawServer.with(RawServer.always(reply)) { server in
      let client = try Client(url: server.url)
      defer { client.close() }
      #expect(await failure { try await client.session(Self.id) }?.word ?? "answer" == word)
    }
  }

  @Test func `events of later versions are preserved`() async throws {
    let body =
      #"{"sessionId": "\#(Self.id)", "revision": 4, "at": "2026-11-20T10:00:00.000Z", "transition": {"type": "pop"}, "#
      + #""outcome": {"handled": true, "returned": []}, "#
      + #""events": [{"type": "hologramShown", "depth": 2}, {"type": "discarded", "controller": "a", "why": "old"}], "#
      + #""visible": [], "can": {"goBack": false, "undo": false, "redo": false, "fly": true}}"#
    let reply = Self.answer("200 OK", [Self.json, "ETag: \"4\"", "Idempotency-Replayed: true"], body)
    try await RawServer.with(RawServer.always(reply)) { server in
      let client = try Client(url: server.url)
      defer { client.close() }
      let answer = try await RemoteSession(id: Self.id, of: client).send(.transition(Transition(.pop())))
      #expect(
        answer.body.events == [
          .other(type: "hologramShown", json: #"{"type":"hologramShown","depth":2}"#), .event(.discarded("a")),
        ])
      #expect(answer.isReplayed && answer.revision == 4)
    }
  }

  @Test func `draining is an answer, overload an error`() async throws {
    let draining = Self.answer("503 Service Unavailable", [Self.json], #"{"status": "draining"}"#)
    let full = Self.answer(
      "503 Service Unavailable", ["Content-Type: application/problem+json"],
      #"{"title": "t", "status": 503, "code": "connection-limit"}"#)
    for (reply, word) in [(draining, "draining"), (full, "connection-limit")] {
      try await RawServer.with(RawServer.always(reply)) { server in
        let client = try Client(url: server.url)
        defer { client.close() }
        let answer: String
        do throws(ClientError) { answer = try await client.readiness().rawValue } catch { answer = error.word }
        #expect(answer == word)
      }
    }
  }

  /// The `Link` field of the first page, and the query of the request for the second.
  @Test(
    arguments: [
      (nil, "end"), ("</v1/sessions?after=1z>; rel=\"next\"", "after=1z"),
      ("</other>; rel=\"prev\", </v1/sessions?after=2>; rel=next", "after=2"),
      ("</v1/sessions?after=2>; rel=\"prev\"", "end"), ("</v1/sessions?after=!>; rel=\"next\"", "unexpected"),
    ] as [(String?, String)]) func `a page leads to the next`(link: String?, next: String) async throws
  {
    let asked = Mutex<[String]>([])
    try await RawServer.with { request in
      asked.withLock { $0.append(request.head.firstMatch(of: /\?(\S+)/).map { String($0.1) } ?? "") }
      let isFirst = asked.withLock { $0.count == 1 }
      return Self.answer(
        "200 OK", [Self.json] + (isFirst ? link.map { ["Link: \($0)"] } ?? [] : []), #"{"sessions": []}"#)
    } _: { server in
      let client = try Client(url: server.url)
      defer { client.close() }
      let error = await failure { try await client.allSessions() }
      #expect(error?.word ?? asked.withLock { $0.count == 1 ? "end" : $0[1] } == next)
    }
  }
}

/// The repetitions of a request by the client.
@Suite struct ClientRepetitionTests {
  /// The number of connections that break before an answer, whether the request has a key, how often it is sent, and
  /// its outcome.
  @Test(arguments: [
    (0, true, 1, "no-such-session"), (1, true, 2, "no-such-session"), (2, true, 2, "transport"),
    (1, false, 1, "transport"),
    (0, false, 1, "no-such-session"),
  ]) func `a write is repeated only with a key, and once`(breaks: Int, hasKey: Bool, requests: Int, word: String)
    async throws
  {
    let count = Atomic<Int>(0)
    let problem = Array(#"{"title": "t", "status": 404, "code": "no-such-session"}"#.utf8)
    let keys = Mutex<Set<String>>([])
    try await RawServer.with { request in
      keys.withLock {
        _ = $0.insert(
          request.head.split(separator: "\r\n").first { $0.hasPrefix("Idempotency-Key: ") }.map(String.init) ?? "")
      }
      return count.add(1, ordering: .relaxed).newValue <= breaks
        ? .bytesThenClose([]) : RawServer.reply("404 Not Found", ["Content-Type: application/problem+json"], problem)
    } _: { server in
      let client = try Client(url: server.url)
      defer { client.close() }
      let session = RemoteSession(id: SessionID(high: 0, low: 0), of: client)
      let key = hasKey ? IdempotencyKey("k") : nil
      #expect(await failure { try await session.apply(Transition(.pop()), idempotencyKey: key) }?.word == word)
    }
    #expect(count.load(ordering: .relaxed) == requests)
    #expect(keys.withLock { $0 } == [hasKey ? "Idempotency-Key: k" : ""])
  }

  @Test func `a closed client sends nothing`() async throws {
    try await RawServer.with(RawServer.echo) { server in
      let client = try Client(url: server.url)
      client.close()
      #expect(await failure { try await client.health() } == .closed)
    }
  }

  @Test func `many tasks share few connections`() async throws {
    var limits = TransportLimits()
    limits.connections = 2
    try await RawServer.with(RawServer.healthOfTwo) { server in
      let client = try Client(url: server.url, limits: limits)
      defer { client.close() }
      try await withThrowingTaskGroup(of: Health.self) { group in
        for _ in 0..<64 { group.addTask { try await client.health() } }
        for try await health in group { #expect(health == .ok) }
      }
    }
  }
}

/// A tap by name, of which another client knows nothing.
@Suite struct ClientTapTests {
  @Test func `a tap applies only in the state that has the move`() async throws {
    let moves = #"{"moves":[{"name":"Back","transitions":[{"type":"back"}]}]}"#
    let problem = #"{"title":"t","status":412,"code":"stale-revision"}"#
    let sent = Mutex<[String]>([])
    try await RawServer.with { request in
      let lines = request.head.split(separator: "\r\n")
      if lines[0].contains("/moves ") {
        return RawServer.reply("200 OK", ["Content-Type: application/json", #"ETag: "7""#], Array(moves.utf8))
      }
      sent.withLock {
        $0 = lines.filter { $0.hasPrefix("If-Match: ") }.map(String.init)
        $0.append(String(decoding: request.body, as: UTF8.self))
      }
      return RawServer.reply(
        "412 Precondition Failed", ["Content-Type: application/problem+json"], Array(problem.utf8))
    } _: { server in
      let client = try Client(url: server.url)
      defer { client.close() }
      let session = RemoteSession(id: SessionID(high: 0, low: 0), of: client)
      #expect(await failure { try await session.tap("Back") }?.code == .staleRevision)
    }
    #expect(sent.withLock { $0 } == [#"If-Match: "7""#, #"{"transitions":[{"type":"back"}]}"#])
  }
}

/// The printed form of errors.
@Suite struct ClientErrorTests {
  @Test(arguments: [
    (ClientError.invalidURL("localhost"), #""localhost" is not the URL of a server, such as http://127.0.0.1:8080"#),
    (.invalidArgument("no key"), "no key"),
    (
      .nothingListens(server: "unix:/a", reason: "connection refused"),
      "nothing listens at unix:/a (connection refused)"
    ),
    (.unreachable(server: "http://a", reason: "no such host"), "no connection to http://a (no such host)"),
    (.timedOut(server: "http://a"), "no answer in time from http://a"),
    (.connectionLost(server: "http://a", reason: "reset"), "the connection to http://a broke (reset)"),
    (.cancelled, "the task was cancelled"), (.closed, "the client is closed"),
    (.unexpectedAnswer(status: 200, detail: "no ETag"), "no answer of a navigation server: status 200, no ETag"),
    (.unexpectedAnswer(status: 0, detail: "not HTTP"), "no answer of a navigation server: not HTTP"),
    (.notLaunched(program: "nav", reason: "no such program"), "nav was not launched (no such program)"),
    (.problem(Problem(.duplicateController, "It is there.")), "duplicate-controller (422): It is there."),
  ]) func `an error is one line`(error: ClientError, line: String) {
    // Swift prints the last form for an error that ends a program.
    #expect(error.description == line && "\(error)" == line && String(reflecting: error) == line)
    #expect(!line.contains("\n"))
  }

  @Test func `a stopped server is distinguished from an unknown host`() async throws {
    let (descriptor, port) = try RawServer.reserve()
    defer { close(descriptor) }
    let error = await failure {
      try await Client(url: "http://127.0.0.1:\(port)/").createSession(.stack(root: .screen(route: "r")))
    }
    #expect(error.map { "\($0)" } == "nothing listens at http://127.0.0.1:\(port) (connection refused)")
    let other = await failure { try await Client(url: "http://nowhere.invalid").health() }
    guard case .unreachable(server: "http://nowhere.invalid", _) = other else {
      return #expect(Bool(false), "\(String(describing: other))")
    }
  }
}
