import Navigation
import NavigationClient
import Testing

extension BrowserTests {
  /// What *Explore* finds, beside a session's picture.
  @Suite struct ExploreViewTests {}
}

extension BrowserTests.ExploreViewTests {
  private static let view = "#views [data-view=explore]"
  private static let isFound = "$('#explore-said').textContent.startsWith('137 states, all seen, ')"

  /// The way to the finding is in pictures, and in a session whose last revision is the fault.
  @Test func `a finding is seen, and opened as a session`() async throws {
    try await BrowserTests.inspector { inspector in
      let page = inspector.page
      let mail = try await inspector.open(session: Sample.lostLetter, after: [Sample.slideOver])
      try await page.tap(Self.view)
      try await page.wait(until: "\(Self.isFound) && location.hash.endsWith('/explore')")
      #expect(try await page.holds("!$('#stage').checkVisibility() && !$('#details').checkVisibility()"))
      #expect(
        try await page.texts("$$('#findings summary > :not(.chips)').map(part => part.textContent)") == [
          "Keeps the place", "144 times", "Round trip", "162 times",
        ])
      #expect(try await page.number("$$('#findings li:first-child .chip').length") == 7)
      try await page.tap("#findings summary")
      try await page.wait(until: "$$('.strip svg').length === 3")
      #expect(
        try await page.texts("$$('.strip figcaption').map(part => part.textContent)") == [
          "0. Start", "1. Open letter.emmy", "2. Window: portrait twoThirdsHidden: letter emmy",
        ])
      #expect(try await page.number("$$('.strip .fault').length") == 1)
      try await page.tap(".way [data-open]")
      try await page.wait(until: "$('#stage').checkVisibility() && $('#stage').dataset.revision === '2'")
      let sessions = try await inspector.client.allSessions()
      let opened = try #require(sessions.first { $0.id != mail.id })
      let session = try await inspector.client.session(opened.id)
      #expect(try await session.read().visible.map(\.id) == ["inbox"])
      try await page.tap("#undo")
      try await inspector.see(3)
      #expect(try await session.read().visible.map(\.id) == ["inbox", "letter.emmy"])
    }
  }

  @Test func `each route has its first state in each class, and its way`() async throws {
    try await BrowserTests.inspector { inspector in
      let page = inspector.page
      _ = try await inspector.open(session: Sample.lostLetterOnPhone)
      try await page.tap(Self.view)
      try await page.wait(until: "$('#explore-said').textContent.startsWith('24 states, all seen, ')")
      #expect(
        try await page.texts("$$('#map button').map(part => part.getAttribute('aria-label'))") == [
          "inbox, compact: 9 states, 0 taps", "inbox, regular: 6 states, 0 taps",
          "letter, compact: 6 states, 1 tap", "letter, regular: 6 states, 1 tap",
        ])
      try await page.wait(until: "$$('#map button svg').length === 4")
      try await page.tap("#map tr:last-child td:last-child button")
      try await page.wait(until: "$$('#map-way .strip svg').length === 2")
      #expect(try await page.text("$('#map-way figure:last-child figcaption').textContent") == "1. Open letter.emmy")
      #expect(try await page.holds("document.activeElement === $('#map-way')"))
      // The words that mend it, of which one is tried.
      try await page.tap("#suggest")
      try await page.wait(until: "$$('#suggestions > li').length > 2")
      let pair = "#suggestions > li:nth-child(4)"
      #expect(try await page.text("$('\(pair) strong').textContent") == "2 → 0")
      #expect(try await page.holds("$('\(pair) .muted').textContent.length > 40"))
      #expect(try await page.text("$('#suggestions > li:last-child').textContent") == "4 answers would mend nothing.")
      // A tap goes to a place, and what stands above may still grow.
      try await page.settle()
      try await page.tap("\(pair) button")
      let behavior = "JSON.parse($('#design-text').value || '{}').root?.behavior"
      try await page.wait(until: "location.hash.endsWith('/design') && \(behavior)?.onDetailPopped === 'discard'")
      #expect(try await page.text("\(behavior).topColumnForCollapsing") == "proposed")
      #expect(try await page.text("$('[data-answer=onDetailPopped]').value") == "discard")
    }
  }

  /// `fetch` is the page's, so that other searches need not run.
  @Test func `a search waits for others, is stopped, and needs routes`() async throws {
    try await BrowserTests.inspector { inspector in
      let page = inspector.page
      _ = try await inspector.open(session: Sample.lostLetter)
      try await page.run(
        """
        const own = window.fetch;
        window.busy = 1;
        window.fetch = (path, options) => {
          if (path !== '/v1/explore' || busy === 0) return own(path, options);
          if (busy-- === 1) return Promise.resolve(new Response('{"code": "exploration-limit"}', {status: 503, headers: {'Retry-After': '1'}}));
          return new Promise((_, end) => options.signal.addEventListener('abort', () => end(options.signal.reason)));
        };
        """)
      try await page.tap(Self.view)
      try await page.wait(until: "$('#explore-said').textContent === 'Others are searching, again in 1 s'")
      try await page.wait(until: Self.isFound)
      try await page.run("busy = 2")
      try await page.tap("#explore-again")
      try await page.wait(until: "/^Searching: \\d+ s of at most 10$/.test($('#explore-said').textContent)")
      #expect(try await page.holds("!$('#explore-found').checkVisibility()"))
      try await page.tap("#explore-stop")
      try await page.wait(until: "$('#explore-said').textContent === 'Stopped.'")
      #expect(try await page.holds("$('#explore-again').checkVisibility() && !$('#explore-stop').checkVisibility()"))
      let chat = try await inspector.client.messenger()
      try await page.run("location.hash = '#\(chat.id)/explore'")
      try await page.wait(until: "$('#explore-none').checkVisibility() && $('#explore-said').textContent === ''")
      try await page.tap("#explore-none a")
      try await page.wait(until: "location.hash === '#\(chat.id)/design'")
    }
  }
}
