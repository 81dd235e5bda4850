import Navigation
import NavigationClient
import Synchronization
import Testing

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
