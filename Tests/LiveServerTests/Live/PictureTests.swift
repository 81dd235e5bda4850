import Navigation
import NavigationClient
import Testing

extension LiveTests {
  /// Pictures by curl and the client library.
  @Suite struct PictureTests {}
}

extension LiveTests.PictureTests {
  @Test func `the client reads pictures of present and earlier revisions`() async throws {
    let client = try live.client
    let chat = try await client.messenger()
    #expect(try await chat.picture().contains("\n"))
    let drawing = try await chat.picture(.svg)
    #expect(drawing.hasPrefix("<svg ") && drawing.contains(#"data-controller="chat-list""#))
    try await chat.showDetail("chat-42", route: "chat")
    let second = try await chat.picture(.svg)
    #expect(second.contains(#"data-controller="chat-42""#) && second != drawing)
    #expect(try await chat.picture(.svg, at: 0) == drawing)
    #expect(await failure { try await chat.picture(at: 2) }?.code == .noSuchRevision)
    #expect(
      await failure { try await RemoteSession(id: SessionID(high: 1, low: 2), of: client).picture() }?.code
        == .noSuchSession)
  }

  @Test(
    arguments: [
      (.text, false, 1, .classes), (.text, true, 1, .classes), (.svg, false, 1, .classes), (.svg, true, 0.5, .embedded),
    ] as [(PictureQuery.Format, Bool, Double, PictureQuery.Style)])
  func `the client draws a body without a session`(
    format: PictureQuery.Format, showsHidden: Bool, scale: Double, style: PictureQuery.Style
  ) async throws {
    let client = try live.client
    guard case .layout(let layout) = try Messenger.body.start else { return #expect(Bool(false), "no layout") }
    let chat = try await client.createSession(layout)
    let picture = try await chat.picture(format, showsHidden: showsHidden, scale: scale, style: style)
    #expect(
      try await client.picture(of: layout, format, showsHidden: showsHidden, scale: scale, style: style) == picture)
    #expect(
      try await client.picture(of: chat.snapshot(), format, showsHidden: showsHidden, scale: scale, style: style)
        == picture)
    let wide = try await client.picture(of: layout, .svg, scale: 2)
    #expect(wide != picture && wide.contains(#"<rect class="window""#))
    try await chat.showDetail("ada", route: "chat")
    let app = PictureRequest(
      CreateSession(start: .layout(layout)), playing: [[Transition(.showDetail(.new(.screen("ada", route: "chat"))))]])
    let after = try await chat.picture(format, showsHidden: showsHidden, scale: scale, style: style)
    #expect(
      try await after
        == client.picture(of: app, format, showsHidden: showsHidden, scale: scale, style: style) && after != picture)
  }

  /// Query and `Accept`, and the status and media type of the answer.
  @Test(arguments: [
    ("", "*/*", 200, "text/plain; charset=utf-8"), ("?format=svg", "image/*", 200, "image/svg+xml"),
    ("?format=svg&style=embedded&scale=0.25", "*/*", 200, "image/svg+xml"),
    ("?format=svg", "text/plain", 406, "application/problem+json"),
    ("?scale=2", "*/*", 400, "application/problem+json"), ("?revision=9", "*/*", 404, "application/problem+json"),
  ]) func `a request is answered in its format`(query: String, accept: String, status: Int, type: String) async throws {
    let server = try live
    let path = Endpoint(.getPicture, of: try await server.client.messenger().id).path
    try await server.raw { connection in
      try connection.send("GET \(path)\(query) HTTP/1.1\r\nHost: localhost\r\nAccept: \(accept)\r\n\r\n")
      let answer = try connection.response()
      #expect(
        answer.status == status && answer.fields["content-type"] == type
          && answer.fields["x-content-type-options"] == "nosniff")
      let policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
      #expect(answer.fields["content-security-policy"] == (type == "image/svg+xml" ? policy : nil))
      #expect(answer.text.contains("<style>") == query.contains("embedded"))
    }
  }

  @Test(.enabled("curl 7.84 or later is needed", LiveTests.hasCurl)) func `curl shows a session, and a snapshot`()
    async throws
  {
    let server = try live
    let session = server.url + Endpoint(.getSession, of: try await server.client.messenger().id).path
    let script = #"curl -sf "$0/picture" && curl -sf "$0/snapshot" | curl -sf --json @- "$1/v1/picture""#
    let run = try await Run("/bin/sh", ["-c", script, session, server.url], environment: ["no_proxy": "*"])
    let half = run.output.prefix(run.output.count / 2)
    #expect(run.end == .exit(0), "\(run)")
    #expect(half.contains(/[Cc]hat/) && run.output == half + half)
  }
}
