import Navigation
import NavigationClient
import Testing

extension BrowserTests {
  /// A design as text and form, and two of them beside each other.
  @Suite struct DesignViewTests {}
}

extension BrowserTests.DesignViewTests {
  /// The manual's app of two columns, written by hand.
  private static let mail = """
    {"layout": {"name": "doubleColumn", "primary": {"id": "inbox", "route": "inbox"},
                "secondary": {"id": "none", "route": "none", "placeholder": true},
                "behavior": {"placeholder": {"id": "none", "route": "none"}, "topColumnForCollapsing": "primary"}},
     "routes": {"inbox": {"path": "/inbox",
                          "offers": [{"route": "letter", "params": {"letter": "emmy"}, "row": "emmy"}]},
                "letter": {"path": "/letters/{letter}", "parent": "inbox", "opens": "detail"}}}
    """
  private static let opened = #"{"type": "open", "url": "/letters/emmy"}"#
  private static let rename = #"{"type": "updateScreen", "controller": "home", "title": "New"}"#
  /// Says that the form is there, and follows the text.
  private static let isReady = "$('#design-form').disabled === false && $$('#design-form select').length > 0"

  /// Drops a file on the page.
  private static func drop(_ text: String, _ name: String, _ page: BrowserPage) async throws {
    try await page.run(
      """
      const files = new DataTransfer();
      files.items.add(new File([arguments[0]], arguments[1]));
      $("main").dispatchEvent(new DragEvent("drop", {dataTransfer: files, bubbles: true, cancelable: true}));
      """, [text, name])
  }

  private static func text(_ page: BrowserPage) async throws -> String {
    try await page.text("$('#design-text').value")
  }

  /// Writes the whole text, as if it were pasted.
  private static func write(_ text: String, _ page: BrowserPage) async throws {
    let script = "const text = $('#design-text'); text.value = arguments[0]; text.dispatchEvent(new Event('input'));"
    try await page.run(script, [text])
  }

  @Test func `a file is dropped, read as text and form, refused at its line, and created`() async throws {
    try await BrowserTests.inspector(excusing: ["status of 400"]) { inspector in
      let page = inspector.page
      try await inspector.open()
      #expect(try await page.run(file: "positions").elements.map { try $0.string() } == [])
      try await Self.drop(String(repeating: " ", count: 1_300_000), "big.json", page)
      try await page.wait(until: "$('#problem').textContent.includes('1.2 MiB')")
      // What only a search takes is no part of the session.
      let search = Self.mail.replacing(#" "routes""#, with: #" "states": 100, "routes""#)
      try await Self.drop(search, "mail.json", page)
      try await page.wait(until: "\(Self.isReady) && location.hash === '#design'")
      #expect(try await Self.text(page) == search)
      let blocks = try await page.texts("$$('.answers legend').map(legend => legend.textContent)")
      #expect(blocks == ["split doubleColumn"])
      let shown = try await page.text("$('[data-answer=topColumnForCollapsing]').value")
      #expect(shown == "primary")
      let answers = try await page.texts("$$('[data-answer]').map(control => control.dataset.answer)")
      #expect(answers.contains("onDetailPopped") && answers.contains("allowsReturnToPlaceholder"))
      #expect(!answers.contains("onCollapse") && !answers.contains("placeholder"))

      try await Self.readSplits(page)
      try await Self.write(search.replacing(#""none"},"#, with: #""none"} "#), page)
      try await page.wait(until: "$('#design-form').disabled && $('#design-create').disabled")
      #expect(try await page.text("$('#design-where').textContent") == "No JSON: line 3, column 74")

      try await Self.write(search.replacing(#""primary"}}"#, with: #""first"}}"#), page)
      try await page.wait(until: Self.isReady)
      try await page.tap("#design-create")
      try await page.wait(
        until: "$('#design-refusal').textContent.includes('Line 3, /layout/behavior/topColumnForCollapsing')")
      let marked = "$('#design-text').value.slice($('#design-text').selectionStart, $('#design-text').selectionEnd)"
      #expect(try await page.text(marked) == #""first""#)
      #expect(
        try await page.text("$('#design-caret').textContent").contains("Line 3, column 100: /layout/behavior/topC"))

      try await page.choose("lastTop", in: "[data-answer=topColumnForCollapsing]")
      let edited = search.replacing(
        #"topColumnForCollapsing": "primary""#, with: #"topColumnForCollapsing": "lastTop""#)
      #expect(try await Self.text(page) == edited)
      try await page.tap("#design-create")
      try await inspector.see(0)
      let id = try #require(try await inspector.client.allSessions().first).id
      #expect(try await page.holds("location.hash === '#\(id)'"))
      try await page.tap("[data-view=design]")
      try await page.wait(until: "\(Self.isReady) && $('#design-from').textContent.includes('this browser')")
      #expect(try await Self.text(page) == edited.replacing(#""states": 100, "#, with: ""))
      // The texts of deleted sessions are dropped.
      try await page.tap("#delete")
      try await page.tap("#delete-sure")
      try await page.wait(
        until: "$('#connection').dataset.state === 'ended' && localStorage.getItem('bodies') === '[]'")
    }
  }

  /// A block for each split view, also within another, with what it answers itself or its layout does.
  private static func readSplits(_ page: BrowserPage) async throws {
    let inner = #"{"kind": "split", "style": "tripleColumn", "behavior": {"onDetailPopped": "discard"}}"#
    let outer =
      #"{"kind": "split", "id": "outer", "primary": \#(inner), "secondary": {"kind": "screen", "route": "a"}}"#
    let values = "$$('[data-answer=onCollapse], [data-answer=onDetailPopped]').map(control => control.value)"
    try await write(#"{"root": \#(outer)}"#, page)
    #expect(
      try await page.texts("$$('.answers legend').map(legend => legend.textContent)")
        == ["outer classic", "/root/primary tripleColumn"])
    #expect(try await page.texts(values) == ["system", "discard"])
    let layout = #"{"layout": {"name": "listDetail", "primary": {"route": "a"}, "placeholder": {"route": "b"}}}"#
    try await write(layout, page)
    #expect(try await page.texts(values) == [""])
    try await page.choose("discard", in: "[data-answer=onCollapse]")
    let answered = layout.replacing(#""b"}"#, with: #""b"}, "behavior": {"onCollapse": "discard"}"#)
    #expect(try await text(page) == answered)
    #expect(try await page.text("$('#answer-0-onCollapse').textContent").hasPrefix("Nothing moves."))
    try await page.choose("", in: "[data-answer=onCollapse]")
    #expect(try await text(page) == answered.replacing(#""onCollapse": "discard""#, with: ""))
  }

  @Test func `a design is edited and compared with the keyboard only, and the new one is used`() async throws {
    try await BrowserTests.inspector { inspector in
      let page = inspector.page
      let old = try await inspector.open(session: Self.mail, after: [Self.opened])
      try await page.run("$('[data-view=design]').focus()")
      try await page.press(.enter)
      try await page.wait(until: "\(Self.isReady) && $('#design-from').textContent === 'The snapshot of revision 0'")
      let before = try await Self.text(page)
      // One down is the next word.
      try await page.run("$('[data-answer=topColumnForCollapsing]').focus()")
      try await page.press(.end, .up)
      try await page.wait(until: "$('#design-text').value.includes('byProvenance')")
      let after = before.replacing(
        #"topColumnForCollapsing": "primary""#, with: #"topColumnForCollapsing": "byProvenance""#)
      #expect(try await Self.text(page) == after)
      #expect(try await page.holds("document.activeElement.dataset.answer === 'topColumnForCollapsing'"))
      try await page.run("$('#design-create').focus()")
      try await page.press(.enter)
      try await page.wait(until: "$('#beside').checkVisibility() && document.activeElement.id === 'beside-step'")
      let line = try await page.text("$('#beside-said').textContent")
      #expect(line == "Step 3, Slide Over (added): left inbox, right letter.emmy")
      try await page.wait(until: "$('#beside-left [class=window]') && $('#beside-right [class=window]')")
      // The old session is as it was; what compared it is a fork.
      #expect(try await old.read().revision == 1)
      #expect(try await inspector.client.allSessions().count == 3)
      try await page.press(.left)
      try await page.wait(until: "$('#beside-said').textContent === 'Step 2, rotate portrait (added): the same'")
      try await page.press(.tab, .enter)
      try await page.wait(until: "!$('#view-picture').hidden && $('#session-title').textContent.endsWith(', edited')")
      try await inspector.see(4)
      #expect(try await page.holds("$('#stage').dataset.session !== '\(old.id)'"))
      try await page.wait(until: "$$('#sessions button').length === 2")
      #expect(try await inspector.client.allSessions().count == 2)
    }
  }

  @Test func `no difference, with a step that is refused, and the new one is discarded`() async throws {
    try await BrowserTests.inspector(excusing: ["status of 4"]) { inspector in
      let page = inspector.page
      let chat = try await inspector.open(session: Sample.phone, after: [Sample.push])
      // What is undone is no step.
      try await chat.undo()
      for step in [Sample.push.replacing("\"page\"", with: "\"other\""), Self.rename] {
        try await chat.apply(Transition(step))
      }
      try await inspector.see(4)
      try await page.tap("[data-view=design]")
      try await page.wait(until: "$('#design-text').value !== '' && !$('#design-form').disabled")
      #expect(try await page.holds("$('#design-form').matches('.empty')"))
      try await page.tap("#design-create")
      try await page.wait(until: "$('#beside').checkVisibility()")
      #expect(try await page.text("$('#beside-said').textContent") == "No difference in 5 steps")
      try await page.tap("#beside-discard")
      try await page.wait(until: "$('#beside').hidden && document.activeElement.id === 'design-create'")
      try await Self.write(Self.text(page).replacing(#""home""#, with: #""start""#), page)
      try await page.tap("#design-create")
      try await page.wait(until: "$('#beside').checkVisibility()")
      let skipped = try await page.texts("$$('#beside-skipped li').map(line => line.textContent)")
      #expect(skipped.count == 1 && skipped[0].hasPrefix("Step 2, updateScreen "))
      #expect(skipped[0].hasSuffix(" title New: no-such-controller"))
      #expect(try await page.text("$('#beside-said').textContent") == "At the start: left home, right start")
      try await page.tap("#beside-discard")
      try await page.wait(until: "$('#beside').hidden && document.activeElement.id === 'design-create'")
      try await page.wait(until: "$$('#sessions button').length === 1")
      #expect(try await inspector.client.allSessions().count == 1)
    }
  }
}
