import Navigation
import NavigationClient
import Testing

extension BrowserTests {
  /// A server that ends, and one with API keys.
  @Suite struct ConnectionTests {}
}

extension BrowserTests.ConnectionTests {
  private static let refused = [
    "ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE",
  ]

  #if SQLite
  @Test func `after a restart the page continues with its session`() async throws {
    let folder = try TemporaryDirectory()
    let options = ["--store", "sqlite:\(folder.path)/sessions.db", "--log-level", "error"]
    let first = try await LiveServer(options)
    try await BrowserTests.page { page in
      let before = Inspector(server: first, page: page)
      let chat = try await before.open(session: Sample.messenger, after: [Sample.show])
      #expect(await first.stop() == .exit(0))
      try await page.wait(until: "$('#connection').dataset.state === 'reconnecting'")
      let second = try await LiveServer(options, on: first.port)
      let after = Inspector(server: second, page: page)
      try await page.wait(until: "$('#connection').dataset.state === 'live'")
      try await second.client.session(chat.id).tapTab("people")
      try await after.see(2)
      try await page.tap("#undo")
      try await after.see(3)
      let complaints = try await page.complaints().filter { complaint in
        !Self.refused.contains { complaint.contains($0) }
      }
      #expect(complaints == [])
      try await page.open("about:blank")
      #expect(await second.stop() == .exit(0))
    }
  }
  #endif

  @Test func `a session lost with its server is reported`() async throws {
    let first = try await LiveServer()
    try await BrowserTests.page { page in
      _ = try await Inspector(server: first, page: page).open(session: Sample.messenger)
      #expect(await first.stop() == .exit(0))
      let second = try await LiveServer(on: first.port)
      try await page.wait(
        until: "$('#connection').dataset.state === 'ended' && $('#problem').textContent.trim() !== ''")
      // A new session can be created.
      try await page.tap("#new")
      try await page.tap("#layouts [data-layout=stack]")
      try await page.wait(until: "$('#connection').dataset.state === 'live' && $('#stage').dataset.revision === '0'")
      let excused = Self.refused + ["status of 404"]
      #expect(try await page.complaints().filter { complaint in !excused.contains { complaint.contains($0) } } == [])
      try await page.open("about:blank")
      #expect(await second.stop() == .exit(0))
    }
  }

  @Test func `a deleted session has ended`() async throws {
    // Its thumbnail may be requested after the deletion.
    try await BrowserTests.inspector(excusing: ["status of 404"]) { inspector in
      let chat = try await inspector.open(session: Sample.messenger)
      try await chat.delete()
      try await inspector.page.wait(until: "$('#connection').dataset.state === 'ended'")
      #expect(try await inspector.page.holds("$$('#stage [data-tap][tabindex=\"0\"]').length === 0"))
    }
  }

  @Test func `a key is requested, used, and stored only in the tab`() async throws {
    let folder = try TemporaryDirectory()
    let (wrong, key) = ("bob-0123456789abcdef", "ada-0123456789abcdef")
    let file = try folder.write("ada \(key)\n", to: "keys", mode: 0o600)
    try await BrowserTests.inspector(["--api-key-file", file], excusing: ["status of 401"]) { inspector in
      let page = inspector.page
      let client = try Client(url: inspector.server.url, apiKey: key)
      let chat = try await client.createSession(json: Sample.messenger)
      try await page.open(inspector.server.url + "/#\(chat.id)")
      try await page.wait(until: "$('#key-dialog').open")
      try await page.type(wrong, into: "#key-input")
      try await page.tap("#key-save")
      try await page.wait(until: "$('#key-dialog').open && $('#key-input').value === ''")
      try await page.type(key, into: "#key-input")
      try await page.press(.enter)
      try await page.wait(until: "$('#connection').dataset.state === 'live' && !$('#key-dialog').open")
      try await page.tap(Inspector.tap("tapTab", "people"))
      try await inspector.see(1)
      let command = try await page.text("$('#curl').textContent")
      #expect(!command.contains(key))
      let run = try await Run(
        "/bin/sh", ["-c", command + " --silent --fail --noproxy '*'"], environment: ["NAVIGATION_API_KEY": key])
      #expect(run.end == .exit(0), "\(command)")
      try await page.reload()
      try await page.wait(until: "$('#connection').dataset.state === 'live'")
      #expect(try await page.holds("localStorage.length === 0 && document.cookie === '' && !$('#key-dialog').open"))
      let other = try await BrowserPage(page.driver)
      try await other.open(inspector.server.url + "/")
      try await other.wait(until: "$('#key-dialog').open")
      // Requests refused without the key are repeated.
      try await other.type(key, into: "#key-input")
      try await other.press(.enter)
      try await other.wait(
        until: "$$('#layouts .thumbnail > svg').length === 8 && $$('#sessions .thumbnail > svg').length === 1")
      try await other.close()
      client.close()
    }
  }
}
