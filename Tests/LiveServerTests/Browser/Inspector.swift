import Foundation
import Navigation
import NavigationClient
import Testing
import TreeSketch

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
    await server.kill()
  }
}

/// Sample sessions and transitions.
enum Sample {
  /// README's app, whose letter is lost in a narrow window.
  static let lostLetter =
    (try? String(contentsOf: ReadmePictureTests.root.appending(path: "Tests/Examples/mail.json"), encoding: .utf8))
    ?? ""
  /// The same on a phone that has both size classes: a tenth of the states, so that no search here comes near its 10 s.
  static let lostLetterOnPhone = lostLetter.replacing(
    /^\{/, with: #"{"environment": {"device": "iPhone 16 Pro Max", "orientation": "landscape"}, "#)
  static let rows = """
    {"rows": [{"id": "ada", "title": "Ada", "subtitle": "Hello, Grace!", "image": "ada"}, {"id": "grace", "title": "Grace", "subtitle": "See you at ten", "image": "grace"},
              {"id": "edsger", "title": "Edsger", "image": "edsger"}]}
    """
  static let tabs = """
    "tabs": [{"id": "chats", "title": "Chats", "icon": "message",
              "screen": {"id": "chat-list", "route": "chats", "title": "Chats", "params": \(rows)}},
             {"id": "people", "title": "People", "icon": "person.2", "screen": {"id": "people-list", "route": "people", "title": "People"}}],
    "placeholder": {"route": "nothing-selected", "title": "No chat selected"}
    """
  static let columns = """
    "primary": {"id": "boxes", "route": "boxes", "title": "Mailboxes"}, "secondary": {"id": "letter", "route": "letter", "title": "Letter"}
    """
  static let inbox = #""supplementary": {"id": "inbox", "route": "inbox", "title": "Inbox"}"#
  static let iPad = #""environment": {"device": "iPad Pro 11-inch (M4)", "orientation": "landscape"}"#

  static let messenger = #"{\#(iPad), "layout": {"name": "tabsInPrimary", \#(tabs)}}"#
  /// The tabs of this layout have the ids of their screens.
  static let savedDetails = messenger.replacing("tabsInPrimary", with: "tabBarInStack").replacing(
    #"{"id": "chats", "#, with: "{"
  )
  .replacing(#"{"id": "people", "#, with: "{")
  static let listDetail = #"{\#(iPad), "layout": {"name": "listDetail", \#(columns)}}"#
  static let twoColumns = #"{\#(iPad), "layout": {"name": "doubleColumn", \#(columns)}}"#
  static let mail = #"{\#(iPad), "layout": {"name": "tripleColumn", \#(columns), \#(inbox)}}"#
  static let news = """
    {\(iPad), "layout": {"name": "topTabs", "pages": [{"title": "Today", "screen": {"id": "today", "route": "today"}},
      {"title": "Sport", "screen": {"id": "sport", "route": "sport"}}]}}
    """
  static let phone = """
    {"environment": {"device": "iPhone 16"}, "layout": {"name": "stack", "screen": {"id": "home", "route": "home", "title": "Home"}}}
    """

  static let chats = #"{"type": "tapTab", "tab": "chats"}"#
  static let show = #"{"type": "showDetail", "screen": {"id": "chat-42", "route": "chat", "title": "Ada"}}"#
  static let push = #"{"type": "push", "screen": {"id": "page", "route": "page", "title": "Page"}}"#
  static let overlay = #"{"type": "setDisplayMode", "mode": "oneOverSecondary"}"#
  static let sheet = #"{"type": "present", "screen": {"id": "note", "route": "note", "title": "Note"}}"#
  static let slideOver = #"{"type": "setMultitasking", "multitasking": "slideOver"}"#
}

/// A state of the page that is checked.
struct Scene: Sendable, CustomTestStringConvertible {
  var testDescription: String
  /// Nil for a page without a session.
  var session: String?
  var transitions: [String]
  /// The elements pressed then, and the condition after that.
  var taps: [String]
  var condition: String

  init(
    _ name: String, _ session: String?, _ transitions: [String] = [], tap taps: String...,
    until condition: String = "true"
  ) {
    (testDescription, self.session, self.transitions, self.taps, self.condition) = (
      name, session, transitions, taps, condition
    )
  }

  static let all: [Scene] = [
    Scene("no session", nil), Scene("a messenger", Sample.messenger, [Sample.show]),
    Scene("collapsed", Sample.messenger, [Sample.show, Sample.slideOver]), Scene("three columns", Sample.mail),
    Scene("a column over another", Sample.twoColumns, [Sample.overlay]), Scene("top tabs", Sample.news),
    Scene("a sheet", Sample.messenger, [Sample.show, Sample.sheet]), Scene("a phone", Sample.phone, [Sample.push]),
    Scene("hidden ones", Sample.messenger, [Sample.show], tap: "#hidden-toggle", until: "$('#stage .hidden-cards')"),
    Scene(
      "the past", Sample.messenger, [Sample.show, Sample.slideOver], tap: "#timeline",
      until: "$('#live').checkVisibility()"),
    Scene(
      "what is found", Sample.lostLetter, tap: "#views [data-view=explore]", "#findings summary",
      until: "$$('.strip svg').length === 3 && $$('#map svg').length === 4"),
    Scene("a new design", nil, tap: "#new-design", until: "$$('#design-form select').length > 4"),
    Scene(
      "two designs", Sample.messenger, [Sample.show], tap: "[data-view=design]", "#design-create:enabled",
      until: "$('#beside').checkVisibility()"),
  ]

  /// The states with an overlay.
  static let overlays: [Scene] = [
    Scene(
      "a transition by hand", Sample.messenger, [Sample.show], tap: "#send-open",
      until: "$('#send-body').checkVisibility()"),
    Scene("exports", Sample.messenger, tap: "#export", until: "$('#export-menu').checkVisibility()"),
    Scene("a deletion", Sample.messenger, tap: "#delete", until: "$('#delete-dialog').open"),
    Scene(
      "a whole command", Sample.messenger, [Sample.show], tap: "#curl", until: "document.activeElement.id === 'curl'"),
  ]

  func open(in inspector: Inspector) async throws {
    if let session {
      _ = try await inspector.open(session: session, after: transitions)
      try await inspector.see(transitions.count)
      try await inspector.page.wait(until: "$$('#sessions button').length > 0")
    } else {
      try await inspector.open()
    }
    for tap in taps { try await inspector.page.tap(tap) }
    try await inspector.page.wait(until: condition)
    try await inspector.page.settle()
  }
}
