import Navigation
import NavigationClient
import Testing

extension BrowserPastTests {
  /// Files exported from the page.
  @Suite struct ExportTests {}
}

extension BrowserPastTests.ExportTests {
  private static let people = #"{"type": "tapTab", "tab": "people"}"#
  private static let undo = #"{"type": "undo"}"#
  private static let rename = #"{"type": "updateScreen", "controller": "chat-list", "title": "It's all"}"#

  /// The name and text of the file that a choice of the menu exports.
  private static func export(_ kind: String, _ page: BrowserPage) async throws -> (name: String, text: String) {
    try await page.run(
      """
      window.taken = null;
      URL.createObjectURL = (blob) => { blob.text().then((text) => { taken = {name: taken?.name, text}; }); return "#"; };
      HTMLAnchorElement.prototype.click = function () { taken = {...taken, name: this.download}; };
      """)
    try await page.tap("#export")
    try await page.tap("#export-menu [data-export=\(kind)]")
    try await page.wait(until: "taken?.text && taken.name")
    return (try await page.text("taken.name"), try await page.text("taken.text"))
  }

  @Test(arguments: [false, true]) func `snapshot and pictures, of the present and the past`(isPast: Bool) async throws {
    try await BrowserTests.inspector { inspector in
      let (chat, page) = (
        try await inspector.open(session: Sample.messenger, after: [Sample.show, Sample.slideOver]), inspector.page
      )
      let revision = isPast ? 1 : 2
      if isPast { try await page.tap("#revisions [data-revision='1']") }
      try await inspector.see(revision)
      let snapshot = try await Self.export("snapshot", page)
      #expect(snapshot.name.hasSuffix("-\(revision).json"))
      let copy = try await inspector.client.createSession(json: snapshot.text)
      #expect(try await copy.snapshot() == chat.snapshot(at: revision))
      let (svg, text) = (try await Self.export("svg", page), try await Self.export("text", page))
      #expect(svg.name.hasSuffix("-\(revision).svg") && svg.text.hasPrefix("<svg") && svg.text.contains("<style"))
      #expect(text.name.hasSuffix("-\(revision).txt") && text.text.contains("┌"))
      #expect(text.text.contains("slideOver") == !isPast)
    }
  }

  /// Transitions, the number of records that the server retains, the revision after which they were done, and those that
  /// stand: what the script does again, and the log has.
  @Test(arguments: [
    ([], 256, 0, []), ([Sample.show, people, Sample.slideOver, rename], 256, 0, [1, 2, 3, 4]),
    ([Sample.show, undo, #"{"type": "redo"}"#, people], 256, 0, [1, 4]),
    ([Sample.show, people, undo, undo, #"{"type": "redo"}"#], 256, 0, [1]),
    ([Sample.show, people, #"{"type": "revert", "revision": 1}"#, people], 256, 0, [1, 4]),
    ([Sample.show, people, #"{"type": "revert", "revision": 1}"#, undo, Sample.chats], 256, 0, [1, 2, 5]),
    (
      [
        #"{"transitions": [{"type": "tapTab", "tab": "people"}, {"type": "resize", "width": 500, "height": 700}]}"#,
        Sample.chats,
      ], 256, 0, [1, 2]
    ),
    (
      [Sample.show, #"{"type": "enterBackground"}"#, undo, #"{"type": "enterForeground"}"#, people], 256, 0, [2, 4, 5]
    ),
    ([Sample.show, people, Sample.chats, people, Sample.slideOver], 3, 3, [4, 5]),
    ([Sample.show, people, Sample.chats, #"{"type": "revert", "revision": 2}"#, Sample.slideOver], 4, 2, [5]),
    ([Sample.show, people, #"{"type": "revert", "revision": 1}"#, Sample.slideOver], 3, 3, [4]),
  ]) func `a script and a log have the steps that stand`(
    transitions: [String], kept: Int, start: Int, steps: [Int]
  ) async throws {
    try await BrowserTests.inspector(["--history-revisions", "\(kept)"]) { inspector in
      let chat = try await inspector.open(session: Sample.messenger)
      for (index, transition) in transitions.enumerated() {
        try await inspector.send(transition)
        try await inspector.see(index + 1)
      }
      try await inspector.see(transitions.count)
      let script = try await Self.export("script", inspector.page)
      #expect(script.name.hasSuffix(".sh") && script.text.contains("begins with revision") == (start > 0))
      #expect(script.text.matches(of: /\/transitions"/).count == steps.count)
      let run = try await Run("/bin/sh", ["-c", script.text], environment: ["no_proxy": "*"])
      #expect(run.end == .exit(0), "\(script.text)\n\(run.error)")
      let copy = try #require(try await inspector.client.allSessions().first { $0.id != chat.id })
      #expect(try await inspector.client.session(copy.id).snapshot() == chat.snapshot(), "\(script.text)")
      #expect(copy.revision == steps.count)
      let log = try await Self.export("log", inspector.page)
      let records = try log.text.split(separator: "\n").map { try TransitionRecord(answer: Array($0.utf8)) }
      #expect(log.name.hasSuffix(".jsonl") && records.map(\.revision) == (start == 0 ? [0] : []) + steps)
      // What was undone in the background was still on display as the app left.
      let isKnown = start == 0 && !transitions.contains { $0.contains("enterBackground") }
      if isKnown { #expect(try Design(json: Sample.messenger.utf8).verify(log: log.text.utf8).isEmpty) }
    }
  }

  /// What is told of sessions and hosts, without a key and with one.
  private static let reaches = [
    ("localhost", "2030-12-04T10:00:00Z", "opens on this computer only; until 4 December 2030, or 2 hours"),
    ("127.0.0.1", "2030-12-04T10:30:00Z", "opens on this computer only; until 4 December 2030, or 90 minutes"),
    ("a.example", "2030-11-27T12:00:00Z", "opens where a.example:8443 is reached; until 4 December 2030, or 7 days"),
  ]

  @Test func `a link is copied, with where it opens and until when`() async throws {
    try await BrowserTests.inspector { inspector in
      let (chat, page) = (try await inspector.open(session: Sample.phone), inspector.page)
      let until = try await page.text("$('#until').textContent")
      #expect(until.contains(/^until \d+ [A-Z][a-z]+( \d{4})?$/))
      try await page.run("navigator.clipboard.writeText = async text => { window.copied = text }")
      try await page.tap("#copy-link")
      try await page.wait(
        until: "$('#shared').textContent.startsWith('Copied: opens on this computer only; \(until), or 7 days after')")
      #expect(try await page.text("copied") == inspector.server.url + "/#\(chat.id)")
      // Without a clipboard the address is selected; a key is not in it.
      try await page.run(
        "sessionStorage.setItem('navigation-api-key', 'none'); navigator.clipboard.writeText = () => Promise.reject()")
      try await page.tap("#copy-link")
      try await page.wait(until: "getSelection().toString() === location.href")
      #expect(try await page.text("$('#shared').textContent").contains("opens on this computer only; asks for a key;"))
      try await page.run(
        "sessionStorage.clear(); import('/inspector/export.js').then(({ reach }) => (window.reach = reach))")
      try await page.wait(until: "window.reach")
      for (host, changed, words) in Self.reaches {
        let told = try await page.text(
          """
          reach({updatedAt: '\(changed)', expiresAt: '2030-12-04T12:00:00Z'}, {hostname: '\(host)', host: '\(host):8443'})
          """)
        #expect(told == "\(words) after the last change")
      }
    }
  }
}
