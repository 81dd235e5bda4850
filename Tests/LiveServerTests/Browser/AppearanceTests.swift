import Foundation
import Navigation
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

  @Test func `a select does not truncate its choice`() async throws {
    try await BrowserTests.inspector { inspector in
      for session in [nil, Sample.messenger] {
        if let session { _ = try await inspector.open(session: session) } else { try await inspector.open() }
        for width in [768, 900, 1024, 1180, 1440] {
          try await inspector.page.resize(to: BrowserPage.Size(width: width, height: 900))
          try await inspector.page.settle()
          let cut = try await inspector.page.run(file: "cut").elements.map { try $0.string() }
          #expect(cut == [], "\(width)")
        }
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

extension BrowserLookTests {
  /// The audits find the faults of faulty pages.
  @Suite struct AuditTests {}
}

extension BrowserLookTests.AuditTests {
  private static let well = "<main><h1>a</h1>"

  private static let structures: [(String, [String])] = [
    (well, []),
    ("<main>", ["there is not one heading of level 1"]),
    ("<h1>a</h1>", ["there is not one main landmark", "<h1> \"a\" is in no landmark"]),
    (well + "<h3>b</h3>", ["heading \"b\" skips a level"]),
    (well + "<p id=a><p id=a>", ["two elements have the id a"]),
    (well + "<label for=x>a</label>", ["<label>: for names x, which is not there"]),
    (well + "<img src='data:,'>", ["<img> has no alternative text"]),
    (well + "<svg><text>a</text></svg>", ["an svg has no role or no label"]),
    (well + "<svg role=img aria-label=a></svg>", []),
    (well + "<a href=/ tabindex=2>a</a>", ["<a> has a tabindex above 0"]),
    (well + "<button aria-hidden=true>a</button>", ["<button> is hidden from screen readers and takes the focus"]),
    (well + "<div role=slider tabindex=0 aria-valuenow=3 aria-valuemin=0></div>", ["<div> has no aria-valuemax"]),
    (well + "<li>a</li>", ["a list item is in no list"]),
    (well + "<table><tr><td>a</table>", ["a table has no headers"]),
  ]

  @Test func `of the structure`() async throws {
    let head = "<!doctype html><html lang=en><title>t</title><meta name=viewport content='width=device-width'><body>"
    try await Self.audit("structure", Self.structures, head: head)
  }

  private static let contrasts: [(String, [String])] = [
    ("<p>a</p>", []), ("<p style='color: #777'>a</p>", ["a: 4.48"]), ("<p style='color: #767676'>a</p>", []),
    ("<p style='color: #0008'>a</p>", ["a: 4.47"]), ("<div style='opacity: .5'><p>a</p></div>", ["a: 3.98"]),
    ("<div style='background: #000'><p style='color: #555'>a</p></div>", ["a: 2.82"]),
    ("<p style='display: none; color: #fff'>a</p>b", []), ("<button disabled>a</button>b", []),
    ("<input id=i style='color: #aaa; background: #fff'>", ["i: 2.32"]),
    ("<svg><text y=20 fill='#999'>a</text></svg>", ["a: 2.85"]),
    ("<svg><rect width=99 height=99 /><text y=20>a</text></svg>", ["a: 1.00"]),
    ("<svg><g opacity='.1'><rect width=99 height=99 /></g><text y=20>a</text></svg>", []),
    ("<svg><text y=20 fill='#999'>a</text><rect width=99 height=99 /></svg>", []),
    ("<svg></svg>", ["there is no text"]),
  ]

  @Test func `of the contrast`() async throws {
    let head = "<!doctype html><body style='background: #fff; color: #000'>"
    try await Self.audit("contrast", Self.contrasts, head: head)
  }

  private static func audit(_ script: String, _ rows: [(String, [String])], head: String) async throws {
    try await BrowserTests.page { page in
      for (markup, found) in rows {
        try await page.open(address(of: head + markup))
        let complaints = try await page.run(file: script).elements.map { try $0.string() }
        #expect(complaints == found, "\(markup)")
      }
    }
  }

  private static func address(of markup: String) -> String {
    "data:text/html;charset=utf-8," + markup.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension BrowserTests {
  /// Screenshots for review, in the folder `NAVIGATION_SCREENSHOTS`.
  @Suite(.enabled(if: folder != nil, "NAVIGATION_SCREENSHOTS names no folder")) struct ScreenshotTests {}

  static let folder = ProcessInfo.processInfo.environment["NAVIGATION_SCREENSHOTS"].map { URL(filePath: $0) }
}

extension BrowserTests.ScreenshotTests {
  @Test(arguments: [
    ("inspector", BrowserPage.Size.desktop, false), ("inspector-dark", .desktop, true),
    ("inspector-phone", BrowserPage.Size(width: 375, height: 812, scale: 2), false),
  ]) func `the demo's messenger`(name: String, size: BrowserPage.Size, isDark: Bool) async throws {
    let server = try await LiveServer(verb: "demo")
    let messenger = try #require(try await server.client.allSessions().first { $0.client == "messenger" })
    try await BrowserTests.page(size, isDark: isDark) { page in
      let inspector = Inspector(server: server, page: page)
      try await inspector.open(messenger.id)
      try await page.tap(Inspector.tap("selectRow", "grace"))
      try await inspector.see(messenger.revision + 1)
      try await page.wait(until: "$$('#callbacks li.did').length > 1")
      try await page.run("scrollTo(0, 0)")
      try await page.settle()
      let folder = try #require(BrowserTests.folder)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try await page.screenshot().write(to: folder.appending(path: name + ".png"))
      #expect(try await page.complaints() == [])
    }
    await server.kill()
  }
}
