import NavigationClient
import Navigation
import Testing

extension BrowserTests {
  /// The page after loading.
  @Suite struct PageTests {}
}

extension BrowserTests.PageTests {
  /// The most bytes that the page loads without input, except for the shown pictures and sessions.
  private static let pageBytes = 160_000

  @Test func `the page is small, and contacts no other host`() async throws {
    try await BrowserTests.inspector { inspector in
      try await inspector.open()
      let entries = "performance.getEntries().filter(entry => 'encodedBodySize' in entry)"
      #expect(
        try await inspector.page.holds("\(entries).every(entry => new URL(entry.name).origin === location.origin)"))
      let files = "\(entries).filter(entry => !entry.name.includes('/v1/'))"
      let bytes = try await inspector.page.number("\(files).reduce((sum, entry) => sum + entry.encodedBodySize, 0)")
      #expect(bytes > 0 && bytes < Double(Self.pageBytes))
      let paint = try await Self.firstPaint(of: "/", in: inspector)
      let plain = try await Self.firstPaint(of: "/problems/stale-revision", in: inspector)
      print(
        "inspector: \(Int(bytes)) bytes, first paint after \(paint) ms; of two paragraphs after \(plain) ms (medians of 5)"
      )
    }
  }

  /// Milliseconds from a request to the first paint, with an empty cache.
  private static func firstPaint(of path: String, in inspector: Inspector) async throws -> Int {
    var times: [Int] = []
    for _ in 0..<5 {
      try await inspector.page.inspect("Network.clearBrowserCache")
      try await inspector.page.open(inspector.server.url + path)
      try await inspector.page.wait(until: "performance.getEntriesByType('paint').length > 0")
      times.append(Int(try await inspector.page.number("performance.getEntriesByType('paint')[0].startTime")))
    }
    return times.sorted()[times.count / 2]
  }

  @Test func `a foreign script does not run`() async throws {
    try await BrowserTests.inspector(excusing: ["Content Security Policy"]) { inspector in
      try await inspector.open()
      let script =
        "const own = document.createElement('script'); own.textContent = 'window.hasRun = true'; document.head.append(own);"
      #expect(try await inspector.page.run(script + "return window.hasRun === true").bool() == false)
      #expect(try await inspector.page.complaints().count == 1)
    }
  }

  @Test func `texts of a session are never markup`() async throws {
    try await BrowserTests.inspector { inspector in
      let title = "<img src=x onerror='hasRun = 1'>"
      let screen = #"{"id": "a", "route": "\#(title)", "title": "\#(title)"}"#
      let chat = try await inspector.open(
        session:
          #"{"client": "\#(title)", "labels": {"app": "\#(title)"}, "layout": {"name": "stack", "screen": \#(screen)}}"#
      )
      try await inspector.page.wait(until: "$('#stage').textContent.includes(\(title.quoted))")
      // The line separators of JavaScript do not end lines of an event.
      try await chat.apply(
        Transition(#"{"type": "push", "screen": {"id": "b", "route": "r", "title": "\u2028 &amp;"}}"#))
      try await inspector.see(1)
      try await inspector.page.wait(
        until: "$('#stage').textContent.includes('\\u2028 &amp;') && $$('#callbacks li').length > 0")
      #expect(try await inspector.page.holds("window.hasRun === undefined && $('main img, aside img') === null"))
    }
  }

  @Test func `sessions are listed and opened`() async throws {
    try await BrowserTests.inspector { inspector in
      let ids = [try await inspector.client.messenger().id, try await inspector.client.messenger().id]
      try await inspector.open()
      try await inspector.page.wait(until: "$$('#sessions button[data-session]').length === 2")
      for id in ids {
        try await inspector.page.tap("#sessions button[data-session='\(id)']")
        try await inspector.page.wait(until: "$('#stage').dataset.session === '\(id)' && location.hash === '#\(id)'")
      }
      try await inspector.page.run("history.back()")
      try await inspector.page.wait(until: "$('#stage').dataset.session === '\(ids[0])'")
    }
  }

  @Test(arguments: [
    ("tabsInPrimary", "iPad Pro 11-inch (M4)", "landscape", 2),
    ("tabBarInStack", "iPad Pro 11-inch (M4)", "portrait", 1),
    ("listDetail", "iPad mini (A17 Pro)", "landscape", 2), ("doubleColumn", "iPad Air 11-inch (M2)", "landscape", 2),
    ("tripleColumn", "iPad Pro 13-inch (M4)", "landscape", 2), ("tabBar", "iPhone 16", "portrait", 1),
    ("topTabs", "iPhone 16 Pro Max", "landscape", 1), ("stack", "iPhone SE (3rd generation)", "portrait", 1),
  ]) func `each layout creates a session`(layout: String, device: String, orientation: String, visible: Int)
    async throws
  {
    try await BrowserTests.inspector { inspector in
      try await inspector.open()
      try await inspector.page.choose(device, in: "#create-device")
      try await inspector.page.choose(orientation, in: "#create-orientation")
      try await inspector.create(layout)
      try await inspector.see(0)
      let sessions = try await inspector.client.allSessions()
      let view = try await inspector.client.session(try #require(sessions.first).id).read()
      #expect(
        sessions.count == 1 && view.environment.device?.name == device
          && view.environment.orientation.rawValue == orientation)
      #expect(view.visible.count >= visible)
      for screen in view.visible {
        #expect(try await inspector.page.holds("$$('#stage [data-controller=\"\(screen.id)\"]').length === 1"))
      }
      try await inspector.page.wait(until: "$('#sessions button[data-session=\"\(view.id)\"]')")
    }
  }
}
