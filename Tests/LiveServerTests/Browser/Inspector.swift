import Navigation
import NavigationClient
import Testing

/// The inspector's page in a window, with its server.
struct Inspector: Sendable {
  let server: LiveServer
  let page: BrowserPage

  var client: Client { server.client }

  /// Opens the page without a session.
  func open() async throws {
    try await page.open(server.url + "/")
    try await page.wait(until: "$$('#layouts button').length === 8 && $('#welcome').checkVisibility()")
  }

  /// Opens the page on a session, and waits for its picture and its events.
  func open(_ id: SessionID) async throws {
    try await page.open(server.url + "/#\(id)")
    try await page.wait(until: "$('#stage').dataset.session === '\(id)' && $('#connection').dataset.state === 'live'")
  }

  /// Creates a session from JSON, applies transitions, and opens the page on it.
  func open(session: String, after transitions: [String] = []) async throws -> RemoteSession {
    let chat = try await client.createSession(json: session)
    for transition in transitions { try await chat.apply(Transition(transition)) }
    try await open(chat.id)
    return chat
  }

  /// Waits until the picture of a revision is on display.
  func see(_ revision: Int) async throws {
    try await page.wait(until: "$('#stage').dataset.revision === '\(revision)'")
  }

  /// Waits for a revision after the given one, and returns the session.
  func changed(_ chat: RemoteSession, from revision: Int) async throws -> SessionView {
    try await page.wait(until: "Number($('#stage').dataset.revision) > \(revision)")
    return try await chat.read()
  }

  /// Creates a session of a layout by a press on its picture.
  func create(_ layout: String) async throws { try await page.tap("#layouts [data-layout=\(layout)]") }

  /// Sends a transition by hand.
  func send(_ transition: String) async throws {
    if try await !page.holds("$('#send-dialog').open") { try await page.tap("#send-open") }
    try await page.wait(until: "$('#send-body').value !== ''")
    try await page.run("$('#send-body').value = ''")
    try await page.type(transition, into: "#send-body")
    try await page.tap("#send-submit")
  }

  /// Sends a refused transition in the page, and waits for the problem.
  func askForNothing() async throws {
    try await page.run("$('#problem').replaceChildren()")
    try await send(#"{"type": "nothing"}"#)
    try await page.wait(until: "$('#problem').textContent.trim() !== ''")
  }

  /// The tree in the sketch notation.
  func sketch(of chat: RemoteSession) async throws -> String {
    let view = try await chat.read()
    return Session(restored: view.root, environment: view.environment, countedIDs: 0).sketch
  }

  /// The selector of an element to tap, by parts of its JSON.
  static func tap(_ parts: String...) -> String { "#stage " + parts.map { "[data-tap*='\($0)']" }.joined() }
}

extension BrowserTests {
  /// Starts a server and opens a window for `body`. Afterwards the console must have no complaint except excused ones,
  /// and the page no request to another host.
  static func inspector(
    _ options: [String] = [], size: BrowserPage.Size = .desktop, isDark: Bool = false, excusing excused: [String] = [],
    _ body: (Inspector) async throws -> Void
  ) async throws {
    let server = try await LiveServer(options + ["--log-level", "error"])
    try await page(size, isDark: isDark) { page in
      try await body(Inspector(server: server, page: page))
      let complaints = try await page.complaints().filter { complaint in !excused.contains { complaint.contains($0) } }
      #expect(complaints == [])
      let elsewhere = try await page.texts(
        "performance.getEntriesByType('resource').map(entry => entry.name).filter(name => !name.startsWith(location.origin + '/'))"
      )
      #expect(elsewhere == [])
    }
    _ = await server.stop()
  }
}
