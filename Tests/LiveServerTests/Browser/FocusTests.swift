import Testing

extension BrowserLookTests {
  /// The focus ring: Chromium draws its own around an SVG, also after a press of the mouse.
  @Suite struct FocusTests {}
}

extension BrowserLookTests.FocusTests {
  /// The focused element, and the style and width of its outline.
  private static let frame = """
    (() => {
      const part = document.activeElement, style = getComputedStyle(part);
      return [$('#stage').contains(part) ? part.tagName : 'none', style.outlineStyle, style.outlineWidth].join(' ');
    })()
    """

  @Test func `a press in the picture shows no focus ring, and the keyboard does`() async throws {
    try await BrowserTests.inspector { inspector in
      let page = inspector.page
      _ = try await inspector.open(session: Sample.messenger)
      // A press on an inert element, and one on a tab, which changes the picture.
      try await page.tap("#stage .caption")
      let pressed = try await page.text(Self.frame)
      #expect(pressed.hasPrefix("svg none "), "\(pressed)")
      try await page.tap(Inspector.tap("tapTab", "people"))
      try await inspector.see(1)
      try await page.settle()
      let tapped = try await page.text(Self.frame)
      #expect(tapped.hasPrefix("g none ") || tapped.hasPrefix("svg none "), "\(tapped)")
      try await page.press(.tab)
      let reached = try await page.text(Self.frame)
      #expect(reached.hasPrefix("g solid "), "\(reached)")
    }
  }
}
