import Foundation
import NavigationClient
import Testing

extension BrowserLookTests {
  /// The page with low vision, with a screen reader, without a mouse, and in a small window.
  @Suite struct AppearanceTests {}
}

extension BrowserLookTests.AppearanceTests {
  @Test(arguments: Scene.all) func `the page is legible, light and dark, accessible, and in reach in any window`(
    scene: Scene
  ) async throws {
    try await Self.check(scene, in: [.desktop, .tablet, .phone, .smallPhone])
  }

  @Test(arguments: Scene.overlays) func `what lies over the page is legible, light and dark, and accessible`(
    scene: Scene
  ) async throws {
    try await Self.check(scene, in: [])
  }

  /// - Parameter sizes: the windows in which every control is in reach.
  private static func check(_ scene: Scene, in sizes: [BrowserPage.Size]) async throws {
    try await BrowserTests.inspector { inspector in
      try await scene.open(in: inspector)
      try await read(inspector.page)
      try await hear(inspector.page)
      for size in sizes { try await reach(inspector.page, at: size) }
    }
  }

  @Test func `problems are legible and announced`() async throws {
    let folder = try TemporaryDirectory()
    let file = try folder.write("ada ada-0123456789abcdef\n", to: "keys", mode: 0o600)
    try await BrowserTests.inspector(["--api-key-file", file], excusing: ["status of 401"]) { inspector in
      try await inspector.page.open(inspector.server.url + "/")
      try await inspector.page.wait(until: "$('#key-dialog').open")
      try await Self.read(inspector.page)
      try await Self.hear(inspector.page)
    }
    try await BrowserTests.inspector(excusing: ["status of 4"]) { inspector in
      let chat = try await inspector.open(session: Sample.messenger)
      try await inspector.askForNothing()
      try await Self.read(inspector.page)
      try await Self.hear(inspector.page)
      try await chat.delete()
      try await inspector.page.wait(until: "$('#connection').dataset.state === 'ended'")
      try await Self.read(inspector.page)
      try await Self.hear(inspector.page)
    }
  }

  static func read(_ page: BrowserPage) async throws {
    var papers: [Int] = []
    for isDark in [false, true] {
      try await page.setDark(isDark)
      try await page.settle()
      let complaints = try await page.run(file: "contrast").elements.map { try $0.string() }
      #expect(complaints == [], "\(isDark ? "dark" : "light")")
      let paper = try await page.text("getComputedStyle(document.body).backgroundColor")
      papers.append(try #require(paper.firstMatch(of: /\((\d+)/).flatMap { Int($0.1) }))
    }
    #expect(papers[0] > 192 && papers[1] < 64)
  }

  static func hear(_ page: BrowserPage) async throws {
    let complaints = try await page.run(file: "structure").elements.map { try $0.string() }
    #expect(complaints == [])
    let spoken = try await page.spoken()
    for node in spoken where node.isFocusable || named.contains(node.role) {
      #expect(!node.name.isEmpty && !nothing.contains(node.role), "\(node)")
    }
    let buttons = Set(spoken.filter { $0.role == "button" }.map(\.name))
    // A modal dialog hides the rest of the page.
    let taps = try await page.texts(
      """
      $$('body:not(:has(dialog:modal)) #stage [data-tap][tabindex]').filter(tap => tap.checkVisibility())
        .map(tap => tap.getAttribute('aria-label'))
      """)
    #expect(buttons.isSuperset(of: taps))
  }

  /// Roles that need a name even without focus.
  private static let named: Set<String> = [
    "image", "heading", "dialog", "navigation", "complementary", "region", "slider",
  ]
  /// Roles that do not describe a control.
  private static let nothing: Set<String> = ["generic", "none", "StaticText", "paragraph"]

  private static func reach(_ page: BrowserPage, at size: BrowserPage.Size) async throws {
    try await page.resize(to: size)
    try await page.settle()
    let complaints = try await page.run(file: "reach").elements.map { try $0.string() }
    #expect(complaints == [], "\(size.width) pixels")
  }

  @Test(arguments: [768, 900, 1024, 1180, 1440]) func `a select does not truncate its choice`(width: Int) async throws {
    try await BrowserTests.inspector(size: BrowserPage.Size(width: width, height: 900)) { inspector in
      for session in [nil, Sample.messenger] {
        if let session { _ = try await inspector.open(session: session) } else { try await inspector.open() }
        #expect(try await inspector.page.run(file: "cut").elements.map { try $0.string() } == [])
      }
    }
  }

  @Test(arguments: [BrowserPage.Size.desktop, .smallPhone])
  func `a long name is truncated, and moves nothing out of sight`(size: BrowserPage.Size) async throws {
    try await BrowserTests.inspector(size: size) { inspector in
      let name = "A name of 43 characters, as somebody may use"
      let labels = #"{"labels": {"name": "\#(name)"}, "#
      _ = try await inspector.open(session: labels + Sample.messenger.dropFirst())
      let right = { (part: String) in "$('\(part)').getBoundingClientRect().right" }
      if size.width > 900 {
        try await inspector.page.wait(until: "$('#sessions .name')?.textContent === '\(name)'")
        for part in ["#refresh", "#find", "#sessions button"] {
          #expect(try await inspector.page.holds("\(right(part)) <= \(right("#side"))"), "\(part)")
        }
      }
      // On a phone the buttons are below the name.
      let beside = size.width > 900 ? "$('#copy-link').getBoundingClientRect().left" : right("main")
      for part in ["#session-id", "#session-title"] {
        #expect(try await inspector.page.holds("\(right(part)) <= \(beside)"), "\(part)")
      }
      #expect(try await inspector.page.holds("document.documentElement.scrollWidth <= innerWidth"))
    }
  }

  /// The manuals say which address draws a picture for a browser.
  @Test(arguments: ["README.md", "Sources/Navigation/API/README.md"])
  func `the picture that a manual opens in a browser has its colours`(manual: String) async throws {
    let text = try String(contentsOf: ReadmePictureTests.root.appending(path: manual), encoding: .utf8)
    let query = try #require(text.firstMatch(of: /`(\?format=svg[^`]*)` draws it for a browser/)).1
    try await BrowserTests.inspector { inspector in
      let chat = try await inspector.client.createSession(json: Sample.messenger)
      try await inspector.page.open(inspector.server.url + "/v1/sessions/\(chat.id)/picture" + query)
      let fill = "getComputedStyle(document.querySelector('rect.window')).fill"
      #expect(try await inspector.page.text(fill) == "rgb(255, 255, 255)")
    }
  }

  @Test func `a command is truncated with an ellipsis, and whole with the focus`() async throws {
    try await BrowserTests.inspector { inspector in
      _ = try await inspector.open(session: Sample.messenger)
      try await inspector.page.tap(Inspector.tap("selectRow", "ada"))
      try await inspector.see(1)
      let isCut = "$('#curl').scrollWidth > $('#curl').clientWidth"
      #expect(try await inspector.page.holds("\(isCut) && getComputedStyle($('#curl')).textOverflow === 'ellipsis'"))
      try await inspector.page.tap("#curl")
      try await inspector.page.wait(until: "!(\(isCut)) && $('#curl').scrollHeight <= $('#curl').clientHeight")
    }
  }

  @Test(arguments: [BrowserPage.Size.desktop, .tablet, .phone])
  func `neither a problem nor a dialog takes room from the picture`(
    size: BrowserPage.Size
  ) async throws {
    try await BrowserTests.inspector(size: size, excusing: ["status of 4"]) { inspector in
      _ = try await inspector.open(session: Sample.messenger)
      try await inspector.page.settle()
      let height = "$('#stage svg').getBoundingClientRect().height"
      let before = try await inspector.page.number(height)
      try await inspector.askForNothing()
      try await inspector.page.settle()
      #expect(try await inspector.page.number(height) == before && before > 100)
      #expect(try await inspector.page.holds("$('#send-dialog').checkVisibility() && $('#problem').checkVisibility()"))
    }
  }

  @Test func `on a phone the sessions are behind a button`() async throws {
    try await BrowserTests.inspector(size: .phone) { inspector in
      let other = try await inspector.client.messenger().id
      _ = try await inspector.open(session: Sample.phone)
      #expect(try await inspector.page.holds("$('#sessions').checkVisibility()") == false)
      try await inspector.page.tap("#sessions-toggle")
      try await inspector.page.tap("#sessions button[data-session='\(other)']")
      try await inspector.page.wait(until: "$('#stage').dataset.session === '\(other)'")
    }
  }
}
