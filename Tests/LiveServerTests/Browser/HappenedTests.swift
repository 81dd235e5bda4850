import Navigation
import NavigationClient
import Testing

extension BrowserPastTests {
  /// The list of revisions.
  @Suite struct HappenedTests {}
}

extension BrowserPastTests.HappenedTests {
  private static let people = #"{"type": "tapTab", "tab": "people"}"#
  private static let chosen = "$('#revisions [aria-selected=true]')"
  private static let numbers = "$$('#revisions [data-revision]').map(row => row.dataset.revision)"

  private static let rows: [(transition: String, words: String, cause: String)] = [
    ("{}", "created", "App"),
    (Sample.show, "showDetail Ada chat-42", "App"), (people, "tapTab people", "User"),
    (
      #"{"type": "showDetail", "screen": {"route": "chat", "title": "Ada"}, "from": "chat-list"}"#,
      "showDetail Ada from Chats chat-list",
      "App"
    ),
    (Sample.slideOver, "setMultitasking slideOver", "Window"),
    (#"{"type": "resize", "width": 700, "height": 800}"#, "resize 700 × 800", "Window"),
    (
      #"{"type": "selectRow", "controller": "chat-list", "row": "ada"}"#,
      "selectRow Ada ada in Chats chat-list", "User"
    ),
    (#"{"type": "setSplit", "presentsWithGesture": false}"#, "setSplit presentsWithGesture false", "App"),
    (
      #"{"type": "setStack", "stack": "chats", "children": [{"kind": "screen", "id": "a", "route": "b"}]}"#,
      "setStack b a in chats",
      "App"
    ),
    (#"{"type": "present", "screen": {"id": "a", "route": "a"}, "style": "popover"}"#, "present a popover", "App"),
    (#"{"type": "revert", "revision": 0}"#, "revert to 0", "History"), (#"{"type": "undo"}"#, "undo", "History"),
    (
      #"{"transitions": [{"type": "selectRow", "controller": "chat-list", "row": "ada"}, {"type": "push", "screen": {"id": "a", "route": "b"}}]}"#,
      "selectRow Ada ada in Chats chat-list, then push b a", "User"
    ),
  ]

  @Test func `a transition in words`() async throws {
    try await BrowserTests.inspector { inspector in
      try await inspector.open()
      for row in Self.rows { try await Self.check(row, in: inspector) }
    }
  }

  private static func check(
    _ row: (transition: String, words: String, cause: String), in inspector: Inspector
  ) async throws {
    let chat = try await inspector.client.createSession(json: Sample.messenger)
    // Some rows need a revision to undo.
    let first = ["undo", "revert"].contains { row.transition.contains($0) } ? 1 : 0
    if first == 1 { try await chat.apply(Transition(people)) }
    try await inspector.page.run("location.hash = '#\(chat.id)'")
    try await inspector.page.wait(
      until: "$('#stage').dataset.session === '\(chat.id)' && $('#connection').dataset.state === 'live'")
    if row.transition != "{}" {
      try await inspector.send(row.transition)
      try await inspector.see(first + 1)
    }
    try await inspector.page.wait(until: "\(chosen).querySelector('.what').textContent === \(row.words.quoted)")
    #expect(try await inspector.page.text("\(chosen).querySelector('.cause').textContent") == row.cause)
    let record = try #require(try await chat.transitions().all().last)
    let about = try await inspector.page.text("\(chosen).textContent")
    let count =
      record.events.isEmpty
      ? "no callbacks" : record.events.count == 1 ? "1 callback" : "\(record.events.count) callbacks"
    #expect(about.hasPrefix("\(record.revision)") && about.contains(count))
    #expect(try await inspector.page.holds("\(chosen).querySelectorAll('.cause').length === 1"))
  }

  @Test func `a press shows a revision, and moves the slider`() async throws {
    try await BrowserTests.inspector { inspector in
      let chat = try await inspector.open(
        session: Sample.messenger, after: [Sample.show, Self.people, Sample.slideOver])
      let page = inspector.page
      #expect(try await page.texts(Self.numbers) == ["3", "2", "1", "0"])
      try await page.tap("#revisions [data-revision='1']")
      try await inspector.see(1)
      #expect(try await page.holds("$('#timeline').value === '1' && \(Self.chosen).dataset.revision === '1'"))
      try await page.run("$('#timeline').focus()")
      try await page.press(.right)
      try await inspector.see(2)
      try await page.wait(until: "\(Self.chosen).dataset.revision === '2'")
      // An undo would not change the shown revision.
      #expect(
        try await page.holds(
          "$('#undo').disabled && $('#undo').title !== '' && $('#said').textContent.includes('what is now')"))
      try await page.tap("#revert")
      try await inspector.see(4)
      try await page.wait(
        until: "\(Self.chosen).textContent.includes('revert to 2') && !$('#undo').disabled && $('#revert').hidden")
      #expect(try await chat.snapshot() == chat.snapshot(at: 2))
    }
  }

  @Test(arguments: [
    ([BrowserPage.Key.down], 4), ([.down, .down, .up], 4), ([.end], 0), ([.end, .up], 1), ([.end, .home], 5),
    ([.pageDown], 0), ([.up], 5),
  ]) func `the keyboard moves through the list`(keys: [BrowserPage.Key], revision: Int) async throws {
    try await BrowserTests.inspector { inspector in
      let tabs = (0..<5).map { $0.isMultiple(of: 2) ? Self.people : Sample.chats }
      _ = try await inspector.open(session: Sample.messenger, after: tabs)
      try await inspector.page.run("$('#revisions').focus()")
      for key in keys { try await inspector.page.press(key) }
      try await inspector.see(revision)
      try await inspector.page.wait(
        until:
          "\(Self.chosen).dataset.revision === '\(revision)' && $('#revisions').getAttribute('aria-activedescendant') === \(Self.chosen).id"
      )
      #expect(try await inspector.page.text("document.activeElement.id") == "revisions")
    }
  }

  @Test(arguments: [
    ("", "", ["4", "3", "2", "1", "0"]), ("chat", "", ["3", "1"]), ("ada chat-42", "", ["1"]),
    ("PEOPLE", "", ["2"]), ("", "user", ["3", "2"]),
    ("", "window", ["4"]),
    ("", "app", ["1", "0"]), ("", "history", []), ("people", "window", []), ("", "other", []),
  ]) func `the list is filtered`(text: String, kind: String, revisions: [String]) async throws {
    try await BrowserTests.inspector { inspector in
      _ = try await inspector.open(
        session: Sample.messenger, after: [Sample.show, Self.people, Sample.chats, Sample.slideOver])
      if !text.isEmpty { try await inspector.page.type(text, into: "#happened-text") }
      if !kind.isEmpty { try await inspector.page.choose(kind, in: "#happened-kind") }
      #expect(try await inspector.page.texts(Self.numbers) == revisions)
      let total = text.isEmpty && kind.isEmpty ? "5 records" : "\(revisions.count) of 5 records"
      #expect(try await inspector.page.text("$('#happened-total').textContent") == total)
    }
  }

  @Test func `transitions of other clients are marked`() async throws {
    try await BrowserTests.inspector { inspector in
      let (chat, page) = (try await inspector.open(session: Sample.messenger), inspector.page)
      #expect(try await page.text("$('#happened-total').textContent") == "1 record")
      try await chat.apply(Transition(Self.people))
      try await page.wait(until: "\(Self.chosen).textContent.includes('another client')")
      try await page.tap(Inspector.tap("tapTab", "chats"))
      try await inspector.see(2)
      try await page.wait(
        until: "\(Self.chosen).dataset.revision === '2' && !\(Self.chosen).textContent.includes('another client')")
      try await page.choose("other", in: "#happened-kind")
      #expect(try await page.texts(Self.numbers) == ["1"])
    }
  }

  @Test func `of a long history only the shown part is read`() async throws {
    try await BrowserTests.inspector(["--history-revisions", "2000", "--history-bytes", "100000000"]) { inspector in
      let chat = try await inspector.client.createSession(json: Sample.messenger)
      for revision in 1...900 {
        let tab = revision == 450 ? "people" : "chats"
        try await chat.apply(Transition(#"{"type": "setBadge", "tab": "\#(tab)", "badge": "\#(revision)"}"#))
      }
      let page = inspector.page
      try await inspector.open(chat.id)
      #expect(try await page.text("$('#happened-total').textContent") == "901 records")
      let reads =
        "performance.getEntriesByType('resource').filter(entry => entry.name.includes('/transitions?')).length"
      #expect(try await page.number(reads) == 2)
      #expect(try await page.number("$$('#revisions [role=option]').length") < 60)
      #expect(try await page.text("\(Self.chosen).getAttribute('aria-setsize')") == "901")
      // By the slider, to revisions not read yet.
      try await page.run("$('#timeline').value = 500; $('#timeline').dispatchEvent(new Event('input'))")
      try await inspector.see(500)
      try await page.wait(
        until: "\(Self.chosen).dataset.revision === '500' && \(Self.chosen).textContent.includes('setBadge')")
      #expect(try await page.number(reads) == 3)
      // By the list.
      try await page.run("$('#revisions').focus()")
      try await page.press(.end)
      try await inspector.see(0)
      try await page.press(.home)
      try await inspector.see(900)
      try await page.type("people", into: "#happened-text")
      #expect(try await page.texts(Self.numbers) == ["450"])
      try await page.run("$('#happened-text').value = ''")
      try await page.type("badge 350", into: "#happened-text")
      #expect(try await page.texts(Self.numbers) == [])
      for unread in [101, 0] {
        try await page.tap("#happened-more")
        try await page.wait(
          until:
            "\(unread) ? $('#happened-more').textContent.includes('\(unread) records') : $('#happened-more').hidden")
      }
      try await page.wait(until: "\(Self.numbers).join() === '350'")
    }
  }
}
