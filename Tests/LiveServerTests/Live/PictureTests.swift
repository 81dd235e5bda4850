import NavigationAPI
import NavigationClient
import Testing

extension LiveTests {
  /// Pictures as curl and the client library get them.
  @Suite struct PictureTests {}
}

extension LiveTests.PictureTests {
  private static let svg = PictureQuery(format: .svg)

  @Test func `the client has a session's picture, now and then`() async throws {
    let client = try live.client
    let id = try await client.messenger()
    let first = try await client.picture(of: id)
    #expect(first.revision == 0 && first.body.contains("\n"))
    let drawing = try await client.picture(of: id, Self.svg)
    #expect(drawing.revision == 0 && drawing.body.hasPrefix("<svg ") && drawing.body.contains(#"data-controller="chat-list""#))
    _ = try await client.apply(.showDetail("chat-42"), to: id)
    let second = try await client.picture(of: id, Self.svg)
    #expect(second.revision == 1 && second.body.contains(#"data-controller="chat-42""#) && second.body != drawing.body)
    #expect(try await client.picture(of: id, at: 0, Self.svg) == drawing)
    #expect(try await client.picture(of: id, ifNoneMatch: 1, Self.svg) == nil)
    #expect(try await client.picture(of: id, ifNoneMatch: 0, Self.svg) == second)
    #expect(await failure { try await client.picture(of: id, at: 2) }?.code == .noSuchRevision)
    #expect(await failure { try await client.picture(of: SessionID(high: 1, low: 2)) }?.code == .noSuchSession)
  }

  @Test(arguments: [
    PictureQuery(), PictureQuery(showsHidden: true), svg, PictureQuery(format: .svg, showsHidden: true, scale: 0.5, style: .embedded),
  ]) func `the client draws what is no session`(query: PictureQuery) async throws {
    let client = try live.client
    let id = try await client.messenger()
    let picture = try await client.picture(of: id, query).body
    #expect(try await client.drawPicture(of: Messenger.body, query) == picture)
    #expect(try await client.drawPicture(of: client.snapshot(of: id).body, query) == picture)
    let wide = try await client.drawPicture(of: Messenger.body, PictureQuery(format: .svg, scale: 2))
    #expect(wide != picture && wide.contains(#"<rect class="window""#))
  }

  /// Target and `Accept`; the status, and the media type of the answer.
  @Test(arguments: [
    ("", "*/*", 200, "text/plain; charset=utf-8"), ("?format=svg", "image/*", 200, "image/svg+xml"),
    ("?format=svg&style=embedded&scale=0.25", "*/*", 200, "image/svg+xml"), ("?format=svg", "text/plain", 406, "application/problem+json"),
    ("?scale=2", "*/*", 400, "application/problem+json"), ("?revision=9", "*/*", 404, "application/problem+json"),
  ]) func `a request is answered in its format`(query: String, accept: String, status: Int, type: String) async throws {
    let server = try live
    let path = Endpoint.getPicture(try await server.client.messenger()).path
    try await server.raw { connection in
      try connection.send("GET \(path)\(query) HTTP/1.1\r\nHost: localhost\r\nAccept: \(accept)\r\n\r\n")
      let answer = try connection.response()
      #expect(answer.status == status && answer.fields["content-type"] == type && answer.fields["x-content-type-options"] == "nosniff")
      let policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
      #expect(answer.fields["content-security-policy"] == (type == "image/svg+xml" ? policy : nil))
      #expect(answer.text.contains("<style>") == query.contains("embedded"))
    }
  }

  @Test(.enabled("curl 7.84 or later is needed", LiveTests.hasCurl)) func `curl shows a session, and a snapshot`() async throws {
    let server = try live
    let session = server.url + Endpoint.getSession(try await server.client.messenger()).path
    let script = #"curl -sf "$0/picture" && curl -sf "$0/snapshot" | curl -sf --json @- "$1/v1/picture""#
    let run = try await Run("/bin/sh", ["-c", script, session, server.url], environment: ["no_proxy": "*"])
    let half = run.output.prefix(run.output.count / 2)
    #expect(run.end == .exit(0), "\(run)")
    #expect(half.contains(/[Cc]hat/) && run.output == half + half)
  }
}
