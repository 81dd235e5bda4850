import Navigation
import Testing

extension BrowserLookTests {
  /// The page of the contract, and the pages of problems.
  @Suite struct DocsTests {}
}

extension BrowserLookTests.DocsTests {
  /// Opens a page of the server without a session, and calls `body` after the page has loaded the contract, if it does.
  private static func page(
    _ path: String, excusing excused: [String] = [], _ body: (BrowserPage) async throws -> Void
  ) async throws {
    try await BrowserTests.inspector(excusing: excused) { inspector in
      try await inspector.page.open(inspector.server.url + path)
      try await inspector.page.wait(until: "$('#types, .problem main') !== null")
      try await body(inspector.page)
    }
  }

  @Test(arguments: ["/docs", "/docs#Push", "/problems", "/problems/stale-revision"])
  func `a page is legible, light and dark, and accessible`(path: String) async throws {
    try await Self.page(path) { page in
      try await BrowserLookTests.AppearanceTests.read(page)
      try await BrowserLookTests.AppearanceTests.hear(page)
    }
  }

  @Test(arguments: ["/docs", "/problems", "/problems/stale-revision"])
  func `every control is in reach, in any window`(path: String) async throws {
    try await Self.page(path) { page in
      for size in [BrowserPage.Size.desktop, .tablet, .phone, .smallPhone] {
        try await page.resize(to: size)
        try await page.settle()
        let complaints = try await page.run(file: "reach").elements.map { try $0.string() }
        #expect(complaints == [], "\(size.width) pixels")
      }
    }
  }

  @Test func `the page has every operation, with curl, and every type and problem`() async throws {
    try await Self.page("/docs") { page in
      let operations = try await page.texts("$$('.operation').map(part => part.id)")
      #expect(Set(operations) == Set(Navigation.Operation.allCases.map(\.name)))
      let commands = try await page.texts(
        "$$('.operation .curl').map(line => line.textContent.replaceAll(location.origin, 'origin'))")
      #expect(commands.count == operations.count)
      #expect(commands.contains("curl origin/healthz"))
      #expect(commands.contains { $0.hasPrefix("curl --json '{\n  ") && $0.hasSuffix("\n}' origin/v1/sessions") })
      let codes = try await page.texts("$$('#problems a').map(link => link.getAttribute('href'))")
      #expect(Set(codes) == Set(ProblemCode.allCases.map(\.type)))
      try await page.run("$$('details').forEach(part => part.open = true)")
      try await page.settle()
      let targets = "$$('a[href^=\"#\"]').map(link => link.hash.slice(1))"
      #expect(try await page.texts("\(targets).filter(id => document.getElementById(id) === null)") == [])
      #expect(try await page.holds("$('#docs').textContent.match(/undefined|\\[object|NaN/) === null"))
    }
  }

  @Test(arguments: [
    ("#Push", "Push", "blocksRemoval"), ("#applyTransition", "applyTransition", "If-Match"),
    ("#none", nil as String?, ""),
  ]) func `an address leads to its part`(address: String, part: String?, words: String) async throws {
    try await Self.page("/docs" + address) { page in
      guard let part else { return }
      try await page.wait(until: "$('#\(part)').getBoundingClientRect().top < 100")
      #expect(try await page.holds("$('#\(part)').matches(':not(details), [open]')"))
      #expect(try await page.text("$('#\(part)').textContent").contains(words))
    }
  }

  private static let look = "dispatchEvent(new Event('input'))"
  private static let shown = "$$('.operation, .schema').filter(part => part.checkVisibility()).map(part => part.id)"

  @Test func `parts with the words are found, in names and texts, and Enter goes to the next`() async throws {
    try await Self.page("/docs") { page in
      let rows: [(words: String, found: [String])] = [
        ("slideOver", ["Multitasking"]), ("sessions fork", ["forkSession"]), ("login", ["SetRoot"]),
        ("pagination", ["listSessions", "listTransitions"]), ("swipes a sheet down", ["SwipeDown"]), ("xyzzy", []),
      ]
      for row in rows {
        try await page.run("$('#find').value = \(row.words.quoted); $('#find').\(Self.look)")
        #expect(try await page.texts(Self.shown) == row.found, "\(row.words)")
        let said = row.found.isEmpty ? "nothing found" : "\(row.found.count) found, Enter goes to the next"
        #expect(try await page.text("$('#hits').textContent") == said)
        #expect(try await page.holds("$('#problems').hidden && !$('#list [href=\"#problems\"]').checkVisibility()"))
      }
      for words in ["etag", "retry", "token"] {
        try await page.run("$('#find').value = \(words.quoted); $('#find').\(Self.look)")
        #expect(try await page.number("\(Self.shown).length") > 5)
      }
      try await page.run("$('#find').value = ''; $('#find').\(Self.look)")
      #expect(try await page.number("\(Self.shown).length") > 200)
      #expect(try await page.holds("$('#hits').textContent === '' && !$('#problems').hidden"))
      try await page.type("pagination", into: "#find")
      for (place, part) in [(1, "listSessions"), (2, "listTransitions"), (1, "listSessions")] {
        try await page.press(.enter)
        #expect(try await page.text("$('#hits').textContent") == "\(place) of 2")
        #expect(try await page.text("$('[aria-current]').hash") == "#\(part)")
        #expect(try await page.holds("$('#\(part)').getBoundingClientRect().top < 100"))
      }
    }
  }

  @Test func `a member has the values of its type with their sentences`() async throws {
    try await Self.page("/docs#SplitBehaviorInput") { page in
      let meaning = { (member: String) in
        """
        $$('#SplitBehaviorInput tr').find(row => row.cells[0].textContent === '\(member)').cells[2].textContent
        """
      }
      for (member, texts) in [
        ("onCollapse", ["(_:collapseSecondary:onto:).", #""discard" Nothing moves."#, "In the classic style."]),
        ("allowsReturnToPlaceholder", ["false The first detail has no back button", "true The back button"]),
        ("topColumnForCollapsing", [#""lastTop" The column"#, "In the column style."]),
      ] as [(String, [String])] {
        let text = try await page.text(meaning(member))
        for expected in texts { #expect(text.contains(expected), "\(member): \(text)") }
      }
    }
  }

  @Test func `an operation is tried on this server`() async throws {
    try await Self.page("/docs", excusing: ["/v1/explore - Failed to load resource"]) { page in
      #expect(
        try await page.texts("$$('.operation').filter(part => !part.querySelector('.try')).map(part => part.id)")
          == ["deleteSession", "streamEvents", "getMetrics"])
      func send(_ id: String, _ change: String = "") async throws -> String {
        try await page.run("$('#\(id) .try').open = true")
        try await page.wait(until: "$('#\(id) .try form')")
        try await page.run("{ const form = $('#\(id) .try form'); \(change) }")
        try await page.tap("#\(id) .try button")
        try await page.wait(until: "$('#\(id) .try [role=status]').textContent !== ''")
        return try await page.text("$('#\(id) .try [role=status]').textContent")
      }
      let created = try await send("createSession")
      let id = try #require(created.firstMatch(of: /Location: \/v1\/sessions\/(s_\w+)/)).1
      #expect(created.hasPrefix("201") && created.contains("ETag: \"0\""))
      try await page.run("$('#getSession .try').open = true")
      try await page.wait(until: "$('#getSession .try input')?.value === '\(id)'")
      #expect(try await send("getSession").contains("\"sessionId\": \"\(id)\""))
      let refused = try await send("explore", "form.querySelector('textarea').value = '{'")
      #expect(refused.hasPrefix("400") && refused.contains("\"code\": \"malformed-json\""))
      for size in [BrowserPage.Size.desktop, .smallPhone] {
        try await page.resize(to: size)
        #expect(try await page.run(file: "reach").elements.map { try $0.string() } == [])
        #expect(try await page.holds("document.documentElement.scrollWidth <= innerWidth"))
      }
      let long = try await send("getOpenAPIAsJSON")
      #expect(long.count < 102_000 && long.contains("characters more"))
    }
  }

  @Test func `an example can be chosen`() async throws {
    try await Self.page("/docs") { page in
      let body = { (member: String) in
        "JSON.parse($('#applyTransition .curl').textContent.match(/'(.*)'/s)[1]).\(member)"
      }
      #expect(try await page.text(body("type")) == "showDetail")
      try await page.choose("undo", in: "#applyTransition select")
      #expect(try await page.text(body("type")) == "undo")
    }
  }
}
