import Navigation
import NavigationClient
import Testing

extension BrowserPastTests {
  /// The past, what has ended, and what the page offers then.
  @Suite struct PastTests {}
}

extension BrowserPastTests.PastTests {
  private static let people = #"{"type": "tapTab", "tab": "people"}"#

  @Test func `a tap in the past says why nothing happens, and is done in a fork`() async throws {
    try await BrowserTests.inspector { inspector in
      let chat = try await inspector.open(session: Sample.messenger, after: [Sample.show, Self.people])
      let page = inspector.page
      try await page.tap("#earlier")
      try await inspector.see(1)
      #expect(try await page.holds("$('#offer').hidden"))
      try await page.tap(Inspector.tap("tapTab", "people"))
      try await page.wait(until: "!$('#offer').hidden")
      #expect(
        try await page.text("$('#offer-why').textContent") == "Tab People: revision 1 is past, so nothing happens.")
      #expect(try await chat.read().revision == 2)
      try await page.tap("#offer-fork")
      try await page.wait(until: "location.hash !== '#\(chat.id)' && $('#stage').dataset.revision === '1'")
      let fork = try await inspector.client.session(
        try #require(SessionID(try await page.text("$('#stage').dataset.session"))))
      #expect(try await inspector.sketch(of: fork) == inspector.sketch(of: chat))
      #expect(try await page.text("$('#from').textContent").hasSuffix(" at 1"))
      try await page.wait(until: "$('#offer').hidden && $('#stage').contains(document.activeElement)")
    }
  }

  @Test func `a session that has ended offers nothing that is not there`() async throws {
    try await BrowserTests.inspector { inspector in
      let chat = try await inspector.open(session: Sample.messenger, after: [Sample.show, Self.people])
      let page = inspector.page
      try await page.tap("#earlier")
      try await inspector.see(1)
      try await chat.delete()
      try await page.wait(until: "$('#connection').dataset.state === 'ended'")
      let offered = [
        "export", "delete", "hidden-toggle", "send-open", "fork", "revert", "undo", "redo", "earlier", "later", "play",
      ]
      for name in offered { #expect(try await page.holds("$('#\(name)').disabled"), "\(name)") }
      #expect(try await page.holds("$('#live').hidden"))
      // Neither a line nor a tap asks the server.
      let requests = try await page.number("performance.getEntriesByType('resource').length")
      try await page.tap("#revisions [data-revision='0']")
      try await page.run("$('#stage [data-tap]').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
      #expect(try await page.number("performance.getEntriesByType('resource').length") == requests)
      #expect(try await page.holds("$('#offer').hidden"))
    }
  }

  @Test func `two revisions show their difference`() async throws {
    try await BrowserTests.inspector { inspector in
      _ = try await inspector.open(session: Sample.messenger, after: [Self.people])
      let page = inspector.page
      let (said, marked) = ("$('#said').textContent", "$$('#stage .differs').map(part => part.dataset.controller)")
      try await page.tap("#compare")
      try await page.tap("#revisions [data-revision='0']")
      try await inspector.see(0)
      #expect(try await page.text(said) == "From revision 1 to 0: came Chats; left People.")
      #expect(try await page.texts(marked) == ["chat-list"])
      #expect(try await page.text("$('#compare').textContent") == "Compared with 1")
      // The buttons wrap, the revision does not, and nothing is beside the page.
      for size in [BrowserPage.Size.desktop, .tablet, .phone] {
        try await page.resize(to: size)
        try await page.settle()
        #expect(try await page.holds("document.documentElement.scrollWidth <= innerWidth"))
        #expect(try await page.holds("$('#here').getClientRects().length === 1 && $('#here').offsetHeight < 30"))
        let right = { (part: String) in "$('\(part)').getBoundingClientRect().right" }
        #expect(try await page.holds("\(right("#fork")) <= \(right("#happened"))"))
      }
      try await page.resize(to: .desktop)
      try await page.tap("#compare")
      try await page.wait(until: "\(said).startsWith('The past: revision 0 of 1')")
      #expect(try await page.texts(marked) == [])
    }
  }

  private static let pushes = (0..<20).map { #"{"type": "push", "screen": {"id": "s\#($0)", "route": "s"}}"# }

  @Test func `a chosen line stays whole in view`() async throws {
    try await BrowserTests.inspector { inspector in
      _ = try await inspector.open(session: Sample.phone, after: Array(Self.pushes.prefix(8)))
      let page = inspector.page
      // Five lines, then three.
      try await page.run("Object.assign($('#revisions').style, {flex: 'none', height: '230px'})")
      try await page.tap("#revisions [data-revision='4']")
      try await inspector.see(4)
      try await page.run("$('#revisions').style.height = '138px'")
      try await page.wait(
        until: "$('#revision-4').getBoundingClientRect().bottom <= $('#revisions').getBoundingClientRect().bottom")
    }
  }

  @Test func `a long branch is folded between its ends`() async throws {
    try await BrowserTests.inspector { inspector in
      _ = try await inspector.open(session: Sample.phone, after: Self.pushes)
      try await inspector.page.wait(until: "$('#tree summary')?.textContent === '12 more'")
      let folded = "$$('#tree details [data-id]').map(part => part.dataset.id)"
      #expect(try await inspector.page.texts(folded) == (2...13).map { "s\($0)" })
    }
  }

  @Test func `the history plays, and can be stepped through`() async throws {
    try await BrowserTests.inspector { inspector in
      _ = try await inspector.open(session: Sample.messenger, after: [Sample.show, Self.people])
      let page = inspector.page
      for (button, revision) in [("#earlier", 1), ("#earlier", 0), ("#later", 1)] {
        try await page.tap(button)
        try await inspector.see(revision)
      }
      try await page.tap("#later")
      try await inspector.see(2)
      #expect(try await page.holds("$('#later').disabled"))
      try await page.run(
        "window.seen = []; new MutationObserver(() => seen.push($('#stage').dataset.revision)).observe($('#stage'), {attributeFilter: ['data-revision']})"
      )
      try await page.tap("#play")
      try await page.wait(until: "$('#play').textContent === 'Play' && seen.at(-1) === '2'")
      #expect(try await page.texts("[...new Set(seen)].filter(Boolean)") == ["0", "1", "2"])
    }
  }

  /// The key, and the tree after it.
  @Test func `the keys of undo and redo are those of any editor`() async throws {
    try await BrowserTests.inspector { inspector in
      let chat = try await inspector.open(session: Sample.messenger, after: [Self.people])
      let (page, after) = (inspector.page, try await inspector.sketch(of: chat))
      for (shift, revision, isBack) in [("false", 2, true), ("true", 3, false)] {
        try await page.run(
          "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'z', ctrlKey: true, shiftKey: \(shift), bubbles: true, cancelable: true}))"
        )
        try await inspector.see(revision)
        #expect(try await (inspector.sketch(of: chat) == after) != isBack)
      }
      // In a field it is the field's.
      try await page.run(
        "$('#happened-text').dispatchEvent(new KeyboardEvent('keydown', {key: 'z', ctrlKey: true, bubbles: true}))")
      #expect(try await chat.read().revision == 3)
    }
  }

  @Test func `a layout's picture has the focus once it is open`() async throws {
    try await BrowserTests.inspector { inspector in
      try await inspector.open()
      try await inspector.create("stack")
      try await inspector.see(0)
      try await inspector.page.wait(until: "$('#stage').contains(document.activeElement)")
    }
  }

  @Test func `a narrow page begins with phones, and its picture can be enlarged`() async throws {
    try await BrowserTests.inspector(size: .phone) { inspector in
      let page = inspector.page
      try await inspector.open()
      #expect(try await page.text("$('#create-device').value") == "iPhone 17")
      #expect(try await page.text("$('#create-orientation').value") == "portrait")
      _ = try await inspector.open(session: Sample.messenger)
      let sizes = "$('#stage svg').getBoundingClientRect().width - $('#stage svg').viewBox.baseVal.width"
      let isWhole = "Math.abs(\(sizes)) < 1"
      #expect(try await !page.holds(isWhole))
      try await page.tap("#large-toggle")
      try await page.wait(until: "\(isWhole) && $('#stage').scrollWidth > $('#stage').clientWidth")
      #expect(try await page.holds("document.documentElement.scrollWidth <= innerWidth"))
    }
  }

  @Test func `the picture in the list is of the revision beside it`() async throws {
    try await BrowserTests.inspector { inspector in
      let chat = try await inspector.open(session: Sample.messenger)
      let row = "$('#sessions button[aria-current]')"
      try await chat.apply(Transition(Self.people))
      try await inspector.see(1)
      try await inspector.page.wait(until: "\(row).textContent.includes('revision 1')")
      try await inspector.page.wait(until: "\(row).querySelector('.thumbnail').dataset.key === '\(chat.id) 1'")
    }
  }

  @Test func `a session without a name is called by its first screen`() async throws {
    try await BrowserTests.inspector { inspector in
      _ = try await inspector.open(session: Sample.phone)
      #expect(try await inspector.page.text("$('#session-title').textContent").lowercased() == "home")
    }
  }
}
