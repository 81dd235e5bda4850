import Navigation
import NavigationClient
import Testing

extension BrowserTests {
  /// D-401, D-403: what an app's routes offer is tapped in the picture, and nothing is made up.
  @Suite struct TappedOfferTests {
    static let feeds = """
      {"layout": {"name": "tripleColumn",
        "primary": {"id": "feeds", "route": "feeds", "params": {"rows": [
          {"id": "a", "title": "Alpha"}, {"id": "b", "title": "Beta"}]}},
        "supplementary": {"id": "feed", "route": "feed"}, "secondary": {"id": "none", "route": "none", "placeholder": true}},
       "routes": {"feeds": {"offers": [{"route": "article", "params": {"n": 1}, "row": "a"},
          {"route": "feed", "params": {"n": 2}}, {"route": "new", "name": "New"}, {"route": "vault"}]},
        "feed": {"opens": "column"}, "article": {"path": "/articles/{n}", "opens": "detail", "params": {"n": "integer"}},
        "vault": {"opens": "present", "requires": ["in"]},
        "new": {"opens": "present", "offers": [{"closes": true, "name": "Cancel"}, {"closes": true, "name": "Save"}]}},
       "conditions": {"in": {}}}
      """

    /// The name of what is tapped, and what is on display then.
    static let taps = [
      ("Row Beta", ["feeds", "feed", "none"]), ("feed 2", ["feeds", "feed.2", "none"]),
      ("Row Alpha", ["feeds", "feed.2", "article.1"]), ("New", ["feeds", "feed.2", "article.1", "new"]),
      ("Save", ["feeds", "feed.2", "article.1"]),
    ]

    @Test func `D-401: rows and buttons are sent as they are`() async throws {
      try await BrowserTests.inspector { inspector in
        let (page, feeds) = (inspector.page, try await inspector.open(session: Self.feeds))
        for (number, (name, visible)) in Self.taps.enumerated() {
          try await page.tap("#stage [data-tap][aria-label^='\(name)']")
          let view = try await inspector.changed(feeds, from: number)
          #expect(view.visible.map(\.id.description) == visible, "\(name)")
          try await inspector.see(number + 1)
          if name == "New" { #expect(try await page.holds("!$('#stage [data-controller=feeds] [data-tap]')")) }
        }
        #expect(try await feeds.read().url == "/articles/1")
        // What is locked is a button as any other, and says why nothing happens.
        let vault = "#stage .offer.dimmed[aria-label='vault, locked']"
        #expect(try await page.holds("$(\"\(vault)\").getAttribute('role') === 'button'"))
        try await page.tap(vault)
        try await page.wait(until: "$('#said').textContent.includes('changed nothing')")
        #expect(try await feeds.read().revision == Self.taps.count)
        // A card of the start has routes of its own.
        try await page.tap("#new")
        try await inspector.create("doubleColumn")
        try await page.wait(until: "$('#stage [data-controller=inbox]')")
        try await page.tap("#stage [aria-label='Row Emmy']")
        try await page.wait(
          until: "$('#stage [data-controller=\"letter.Emmy\"]') && $('#link').value === '/inbox/Emmy'")
      }
    }
  }
}
