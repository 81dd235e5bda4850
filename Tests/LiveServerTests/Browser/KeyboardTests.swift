import NavigationClient
import Testing

extension BrowserLookTests {
  /// The page without a mouse.
  @Suite struct KeyboardTests {}
}

extension BrowserLookTests.KeyboardTests {
  @Test(arguments: Scene.all) func `the tab key reaches every control, and shows the focus`(scene: Scene)
    async throws
  {
    try await BrowserTests.inspector { inspector in
      let page = inspector.page
      try await scene.open(in: inspector)
      // Starts at the top of the page.
      try await page.run(
        "document.activeElement.blur(); getSelection().removeAllRanges(); $('#skip').focus(); $('#skip').blur()")
      var (reached, complaints): (Set<Int>, [String]) = ([], [])
      var count = 1
      while reached.count <= count {
        try await page.press(.tab)
        let stop = try await page.run(file: "focus").elements.map { $0 }
        count = try stop[1].int()
        if try stop[2].string() != "" { complaints.append(try stop[2].string()) }
        // Between the page's end and its beginning no element has the focus.
        guard try reached.insert(stop[0].int()).inserted else { break }
      }
      #expect(complaints == [])
      let missed = try await page.texts(
        "window.controls.filter((_, index) => !\(reached.sorted()).includes(index)).map(control => control.outerHTML.slice(0, 120))"
      )
      #expect(count > 5)
      #expect(missed == [])
    }
  }

  @Test(arguments: [BrowserPage.Key.enter, .space]) func `elements with taps can be pressed, and keep the focus`(
    key: BrowserPage.Key
  )
    async throws
  {
    try await BrowserTests.inspector { inspector in
      let chat = try await inspector.open(session: Sample.messenger)
      for (revision, tab) in [(1, "people"), (2, "chats")] {
        try await inspector.page.run("$(\"\(Inspector.tap("tapTab", tab))\").focus()")
        try await inspector.page.press(key)
        try await inspector.see(revision)
        #expect(try await inspector.sketch(of: chat).contains(tab + "*"))
        try await inspector.page.wait(until: "document.activeElement.matches(\"\(Inspector.tap("tapTab", tab))\")")
      }
    }
  }

  @Test func `a session is created, driven and forked with the keyboard only`() async throws {
    try await BrowserTests.inspector { inspector in
      let page = inspector.page
      try await inspector.open()
      try await page.run("$('#layouts button').focus()")
      try await page.press(.enter)
      try await inspector.see(0)
      try await page.run("$('#edge').focus()")
      try await page.press(.left)
      try await inspector.see(1)
      try await page.run("$('#timeline').focus()")
      try await page.press(.home)
      try await inspector.see(0)
      try await page.run("$('#live').focus()")
      try await page.press(.enter)
      try await inspector.see(1)
      try await page.run("$('#undo').focus()")
      try await page.press(.space)
      try await inspector.see(2)
      try await page.run("$('#fork').focus()")
      try await page.press(.enter)
      try await inspector.see(0)
      #expect(try await inspector.client.allSessions().count == 2)
    }
  }

  @Test func `few keys lead to the picture`() async throws {
    try await BrowserTests.inspector { inspector in
      let chat = try await inspector.open(session: Sample.messenger)
      try await inspector.page.press(.tab)
      #expect(try await inspector.page.text("document.activeElement.id") == "skip")
      try await inspector.page.press(.enter)
      try await inspector.page.press(.tab)
      try await inspector.page.wait(
        until: "document.activeElement.closest('#stage') && document.activeElement.id !== 'stage'")
      #expect(
        try await inspector.page.holds(
          "location.hash === '#\(chat.id)' && $('#stage').dataset.session === '\(chat.id)'"))
    }
  }
}

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
