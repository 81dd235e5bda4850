import NavigationClient
import Testing

extension BrowserTests {
  /// Who sees little, hears the page, has no mouse or a small window.
  @Suite struct AppearanceTests {}
}

extension BrowserTests.AppearanceTests {
  @Test(arguments: Scene.all) func `every text can be read, light and dark`(scene: Scene) async throws {
    try await BrowserTests.inspector { inspector in
      try await scene.open(in: inspector)
      var papers: [Int] = []
      for isDark in [false, true] {
        try await inspector.page.setDark(isDark)
        let complaints = try await inspector.page.run(file: "contrast").elements.map { try $0.string() }
        #expect(complaints == [], "\(isDark ? "dark" : "light")")
        let paper = try await inspector.page.text("getComputedStyle(document.body).backgroundColor")
        papers.append(try #require(paper.firstMatch(of: /\((\d+)/).flatMap { Int($0.1) }))
      }
      #expect(papers[0] > 192 && papers[1] < 64)
    }
  }

  @Test(arguments: Scene.all) func `the page can be heard`(scene: Scene) async throws {
    try await BrowserTests.inspector { inspector in
      try await scene.open(in: inspector)
      let complaints = try await inspector.page.run(file: "structure").elements.map { try $0.string() }
      #expect(complaints == [])
      let spoken = try await inspector.page.spoken()
      for node in spoken where node.isFocusable || Self.named.contains(node.role) {
        #expect(!node.name.isEmpty && !Self.nothing.contains(node.role), "\(node)")
      }
      let buttons = Set(spoken.filter { $0.role == "button" }.map(\.name))
      let taps = try await inspector.page.texts("$$('#stage [data-tap][tabindex]').map(tap => tap.getAttribute('aria-label'))")
      #expect(buttons.isSuperset(of: taps))
    }
  }

  /// Roles that need a name also where they do not take the focus.
  private static let named: Set<String> = ["image", "heading", "dialog", "navigation", "complementary", "region", "slider"]
  /// Roles that say nothing of what a control does.
  private static let nothing: Set<String> = ["generic", "none", "StaticText", "paragraph"]

  @Test(arguments: Scene.all) func `every control is in reach, in any window`(scene: Scene) async throws {
    try await BrowserTests.inspector { inspector in
      try await scene.open(in: inspector)
      for size in [BrowserPage.Size.desktop, BrowserPage.Size(width: 1024, height: 768), .phone, BrowserPage.Size(width: 320, height: 568)]
      {
        try await inspector.page.resize(to: size)
        try await inspector.page.settle()
        let complaints = try await inspector.page.run(file: "reach").elements.map { try $0.string() }
        #expect(complaints == [], "\(size.width) pixels")
      }
    }
  }

  @Test func `on a phone the sessions are behind a button`() async throws {
    try await BrowserTests.inspector(size: .phone) { inspector in
      let other = try await inspector.client.messenger()
      _ = try await inspector.open(session: Sample.phone)
      #expect(try await inspector.page.holds("$('#sessions').checkVisibility()") == false)
      try await inspector.page.tap("#sessions-toggle")
      try await inspector.page.tap("#sessions button[data-session='\(other)']")
      try await inspector.page.wait(until: "$('#stage').dataset.session === '\(other)'")
    }
  }
}
