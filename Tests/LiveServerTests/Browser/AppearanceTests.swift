import NavigationClient
import Testing

extension BrowserTests {
  /// Who sees little, hears the page, has no mouse or a small window.
  @Suite struct AppearanceTests {}
}

extension BrowserTests.AppearanceTests {
  @Test(arguments: Scene.all, [false, true]) func `every text can be read, light and dark`(scene: Scene, isDark: Bool) async throws {
    try await BrowserTests.inspector(isDark: isDark) { inspector in
      try await scene.open(in: inspector)
      let complaints = try await inspector.page.run(file: "contrast").elements.map { try $0.string() }
      #expect(complaints == [])
      let paper = try await inspector.page.text("getComputedStyle(document.body).backgroundColor")
      let light = try #require(paper.firstMatch(of: /\((\d+)/).flatMap { Int($0.1) })
      #expect(isDark ? light < 64 : light > 192, "\(paper)")
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
  private static let named: Set<String> = ["image", "heading", "dialog", "navigation", "complementary", "region", "form", "slider"]
  /// Roles that say nothing of what a control does.
  private static let nothing: Set<String> = ["generic", "none", "StaticText", "paragraph"]

  @Test(arguments: Scene.all, [BrowserPage.Size.phone, BrowserPage.Size(width: 320, height: 568), .desktop])
  func `every control is in reach`(scene: Scene, size: BrowserPage.Size) async throws {
    try await BrowserTests.inspector(size: size) { inspector in
      try await scene.open(in: inspector)
      let complaints = try await inspector.page.run(file: "reach").elements.map { try $0.string() }
      #expect(complaints == [])
    }
  }

  @Test func `on a phone the sessions are behind a button`() async throws {
    try await BrowserTests.inspector(size: .phone) { inspector in
      let id = try await inspector.client.messenger()
      try await inspector.open()
      try await inspector.page.tap("#sessions-toggle")
      try await inspector.page.tap("#sessions button[data-session='\(id)']")
      try await inspector.see(0)
    }
  }
}
