import Navigation
import NavigationClient
import Testing

extension BrowserTests {
  /// A user's actions on the picture and the controls, and the resulting session on the server.
  @Suite struct DrivingTests {}
}

extension BrowserTests.DrivingTests {
  /// A session, transitions applied to it, parts of the JSON that the tapped element posts, and the resulting tree.
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var session: String
    var transitions: [String]
    var parts: [String]
    var sketch: String

    init(_ name: String, _ session: String, _ transitions: [String] = [], tap parts: String..., to sketch: String) {
      (testDescription, self.session, self.transitions, self.parts, self.sketch) = (
        name, session, transitions, parts, sketch
      )
    }
  }

  @Test(arguments: [
    Row(
      "a tab", Sample.messenger, tap: "tapTab", "people",
      to: "split[tabs[chats: chat-list | people*: people-list] || placeholder]"),
    Row(
      "a row shows a detail", Sample.messenger, tap: "grace",
      to: "split[tabs[chats*: chat-list(grace) | people: people-list] || placeholder > c1]"),
    Row("a row pushes", Sample.phone, tap: "selectRow", "row-1", to: "stack: home(row-1) > c1"),
    Row(
      "a row goes to the next column", Sample.mail, tap: "boxes", "row-1",
      to: "split/3[boxes(row-1) || c1 || -]"),
    Row("back", Sample.phone, [Sample.push], tap: "back", to: "stack: home"),
    Row("the display-mode button", Sample.twoColumns, tap: "tapDisplayModeButton", to: "split/2[(boxes) || letter]"),
    Row(
      "the dimmed area", Sample.twoColumns, [Sample.overlay], tap: "tapDimmedSecondary",
      to: "split/2[(boxes) || letter]"),
    Row("a title of top tabs", Sample.news, tap: "tapTitle", "sport", to: "stack: top+{today | *sport}"),
    Row("beside a sheet", Sample.phone, [Sample.sheet], tap: "swipeDown", to: "stack: home"),
    Row(
      "a tab that is saved", Sample.savedDetails, [Sample.show], tap: "tapTab", "people-list",
      to: "split[top: tabs[=chat-list & chat-42 | *=people-list] || placeholder]"),
  ]) func `a tap in the picture`(row: Row) async throws {
    try await BrowserTests.inspector { inspector in
      let chat = try await inspector.open(session: row.session, after: row.transitions)
      try await inspector.see(row.transitions.count)
      try await inspector.page.tap("#stage " + row.parts.map { "[data-tap*='\"\($0)\"']" }.joined())
      _ = try await inspector.changed(chat, from: row.transitions.count)
      let tree = try await inspector.sketch(of: chat)
      #expect(tree == row.sketch)
    }
  }

  /// As the cards of the start have it: on a phone the list first, and a mailbox opens its own letters.
  @Test(arguments: [
    ("listDetail", ["note-list"]), ("doubleColumn", ["inbox"]), ("tripleColumn", ["inbox"]),
  ])
  func `a card begins on a phone with its list`(layout: String, visible: [String]) async throws {
    try await BrowserTests.inspector { inspector in
      try await inspector.open()
      try await inspector.page.choose("iPhone 16", in: "#create-device")
      try await inspector.create(layout)
      try await inspector.see(0)
      let id = try #require(try await inspector.client.allSessions().first).id
      #expect(try await inspector.client.session(id).visible.map(\.id.description) == visible)
    }
  }

  @Test(arguments: [("Sent", "mailbox.Sent", "no-letter"), ("Inbox", "inbox", "no-letter")])
  func `a row of the first column opens its own list in the second`(row: String, list: String, letter: String)
    async throws
  {
    try await BrowserTests.inspector { inspector in
      try await inspector.open()
      try await inspector.create("tripleColumn")
      try await inspector.see(0)
      try await inspector.page.tap(Inspector.tap("mailboxes", "\"\(row.lowercased())\""))
      try await inspector.see(1)
      let id = try #require(try await inspector.client.allSessions().first).id
      let shown = try await inspector.client.session(id).visible
      #expect(shown.map(\.id.description) == ["mailboxes", list, letter] && shown[1].title == row)
    }
  }

  @Test(arguments: [
    (
      "#device", "iPad mini (A17 Pro)", 1133,
      "split[tabs[chats*: chat-list | people: people-list] || placeholder > chat-42]"
    ),
    ("#device", "iPhone 16", 852, "split<tabs[chats*: chat-list > chat-42 | people: people-list] / placeholder>"),
    ("#orientation", "portrait", 834, "split[tabs[chats*: chat-list | people: people-list] || placeholder > chat-42]"),
    ("#multitasking", "half", 600, "split<tabs[chats*: chat-list > chat-42 | people: people-list] / placeholder>"),
    ("#multitasking", "slideOver", 375, "split<tabs[chats*: chat-list > chat-42 | people: people-list] / placeholder>"),
  ]) func `a choice of the window`(control: String, choice: String, width: Double, sketch: String) async throws {
    try await BrowserTests.inspector { inspector in
      let chat = try await inspector.open(session: Sample.messenger, after: [Sample.show])
      try await inspector.page.choose(choice, in: control)
      let view = try await inspector.changed(chat, from: 1)
      #expect(view.environment.size.width == width)
      let tree = try await inspector.sketch(of: chat)
      #expect(tree == sketch)
      #expect(try await inspector.page.text("$('\(control)').value") == choice)
    }
  }

  @Test func `D-167: the address bar says where a link leads, and goes there`() async throws {
    try await BrowserTests.inspector(excusing: ["status of 4"]) { inspector in
      let routes =
        #""routes": {"chats": {"path": "/chats"}, "chat": {"opens": "detail", "path": "/chats/{chat}", "parent": "chats"}}"#
      let session = Sample.messenger.replacing(#""layout""#, with: routes + #", "layout""#)
      let chat = try await inspector.open(session: session)
      try await inspector.see(0)
      #expect(try await inspector.page.text("$('#link').value") == "/chats")
      try await inspector.page.type("/7", into: "#link")
      try await inspector.page.wait(until: "$('#leads').textContent === 'showDetail'")
      #expect(try await chat.read().revision == 0)
      try await inspector.page.press(.enter)
      let view = try await inspector.changed(chat, from: 0)
      #expect(view.url == "/chats/7")
      // A refusal is told above the field, and goes with the session, as do the text and what it led to.
      let other = try await inspector.client.createSession(json: session)
      try await inspector.page.type("/nowhere", into: "#link")
      try await inspector.page.press(.enter)
      try await inspector.page.wait(
        until: "$('#problem').nextElementSibling.id === 'address' && $('#leads').textContent !== ''")
      try await inspector.page.tap("#send-open")
      try await inspector.page.run("$('#link').focus(); location.hash = '\(other.id)'")
      try await inspector.page.wait(until: "$('#stage').dataset.session === '\(other.id)'")
      #expect(try await inspector.page.text("$('#link').value + $('#leads').textContent") == "/chats")
      #expect(try await inspector.page.holds("!$('#problem').checkVisibility() && !$('#send-dialog').open"))
    }
  }

  @Test func `WN-4 only a folding device has poses beside it`() async throws {
    try await BrowserTests.inspector { inspector in
      let chat = try await inspector.open(session: Sample.messenger, after: [Sample.show])
      #expect(try await inspector.page.holds("$('#pose-label').hidden"))
      try await inspector.page.choose("iPhone Duo", in: "#device")
      _ = try await inspector.changed(chat, from: 1)
      for (pose, sketch) in [
        ("bent", "split[tabs[chats*: chat-list | people: people-list] || placeholder > chat-42]"),
        ("closed", "split<tabs[chats*: chat-list > chat-42 | people: people-list] / placeholder>"),
      ] {
        let before = try await chat.read().revision
        try await inspector.page.choose(pose, in: "#pose")
        let view = try await inspector.changed(chat, from: before)
        #expect(view.environment.pose?.rawValue == pose)
        #expect(try await inspector.sketch(of: chat) == sketch)
        #expect(
          try await inspector.page.holds("$('#pose').value === '\(pose)' && !!$('#stage .fold') === \(pose == "bent")"))
      }
    }
  }

  @Test func `states that the device does not have cannot be chosen`() async throws {
    try await BrowserTests.inspector { inspector in
      let chat = try await inspector.open(session: Sample.messenger)
      // The catalogue comes with the first input; until then the present state alone is known.
      #expect(try await inspector.page.number("$$('#multitasking option').length") == 1)
      try await inspector.page.run("dispatchEvent(new Event('pointermove'))")
      try await inspector.page.wait(until: "$$('#multitasking option:enabled').length === 6")
      try await chat.apply(Transition(#"{"type": "setDevice", "device": "iPhone 16"}"#))
      try await inspector.see(1)
      // Full screen and a window: a phone's since iOS 27.
      #expect(try await inspector.page.holds("$$('#multitasking option:enabled').length === 2 && !$('#edge').hidden"))
    }
  }

  @Test func `the window's edge is dragged over the boundary and back, and nothing is lost`() async throws {
    try await BrowserTests.inspector { inspector in
      let chat = try await inspector.open(session: Sample.messenger, after: [Sample.show])
      let expanded = try await inspector.sketch(of: chat)
      // Pixels per point, which are constant during a drag.
      let scale = try await inspector.page.number(
        "$('#stage rect.window').getBoundingClientRect().width / $('#edge').ariaValueNow")
      try await inspector.page.drag("#edge", byX: Int(-800 * scale))
      try await inspector.page.wait(
        until: "$('#stage rect.window').width.baseVal.value < 420 && !$('#stage [data-controller=chat-list]')")
      #expect(
        try await inspector.sketch(of: chat)
          == "split<tabs[chats*: chat-list > chat-42 | people: people-list] / placeholder>")
      try await inspector.page.drag("#edge", byX: 600)
      try await inspector.page.wait(
        until: "$('#stage rect.window').width.baseVal.value > 900 && $('#stage [data-controller=chat-list]')")
      #expect(try await inspector.sketch(of: chat) == expanded)
      // A drag is as few lines as the server keeps, and each is a revision that is there.
      var (kept, lines): ([Int], [Int]) = ([], [0])
      for _ in 0..<200 where kept != lines {
        kept = try await chat.transitions().all().map(\.revision)
        let listed = try await inspector.page.texts(
          "$$('#revisions [data-revision]').map(line => line.dataset.revision)")
        lines = listed.compactMap { Int($0) }.reversed()
      }
      #expect(kept == lines && kept.count < 10)
      for revision in kept {
        try await inspector.page.tap("#revisions [data-revision='\(revision)']")
        try await inspector.see(revision)
      }
    }
  }

  @Test(arguments: [
    (BrowserPage.Key.left, 1200.0), (.right, 1220), (.down, 1200), (.up, 1220), (.pageDown, 1110), (.pageUp, 1310),
  ]) func `the window's edge is moved with the keyboard`(key: BrowserPage.Key, width: Double) async throws {
    try await BrowserTests.inspector { inspector in
      let chat = try await inspector.open(session: Sample.messenger)
      try await inspector.page.run("$('#edge').focus()")
      try await inspector.page.press(key)
      let view = try await inspector.changed(chat, from: 0)
      #expect(view.environment.size.width == width)
      try await inspector.page.wait(
        until: "$('#edge').ariaValueNow === '\(Int(width))' && document.activeElement.id === 'edge'")
    }
  }

  @Test func `all of many quick keys arrive`() async throws {
    try await BrowserTests.inspector { inspector in
      let chat = try await inspector.open(session: Sample.messenger)
      try await inspector.page.run("$('#edge').focus()")
      try await inspector.page.press(.pageDown, .pageDown, .pageDown, .pageDown, .pageDown, .pageDown, .pageDown, .left)
      try await inspector.page.wait(
        until: "$('#stage [data-controller=placeholder]') === null && $('#edge').ariaValueNow === '500'")
      let revision = try await chat.read().revision
      try await inspector.see(revision)
      #expect(try await chat.read().environment.size.width == 500)
    }
  }

  @Test func `a problem is shown until the next accepted transition`() async throws {
    try await BrowserTests.inspector(excusing: ["status of 4"]) { inspector in
      let chat = try await inspector.open(session: Sample.phone, after: [Sample.push])
      #expect(try await inspector.page.text("$('#problem').textContent.trim()") == "")
      try await inspector.askForNothing()
      try await inspector.page.tap("#stage [data-tap*='back']")
      try await inspector.page.wait(until: "$('#problem').textContent.trim() === ''")
      #expect(try await inspector.sketch(of: chat) == "stack: home")
    }
  }

  @Test(arguments: ["#problem button", "#send-close", ""])
  func `a problem is announced at its form, and dismissed, or goes with it`(control: String) async throws {
    try await BrowserTests.inspector(excusing: ["status of 4"]) { inspector in
      _ = try await inspector.open(session: Sample.phone)
      try await inspector.askForNothing()
      #expect(try await inspector.page.text("$('#problem').getAttribute('role')") == "alert")
      #expect(try await inspector.page.holds("$('#send').contains($('#problem'))"))
      #expect(try await inspector.page.text("$('#problem').nextElementSibling.id") == "send-submit")
      if control.isEmpty { try await inspector.page.press(.escape) } else { try await inspector.page.tap(control) }
      try await inspector.page.wait(
        until: "$('#problem').textContent.trim() === '' && !$('#problem').checkVisibility()")
    }
  }

  @Test func `a transition is sent by hand, beside the picture, and the focus returns`() async throws {
    try await BrowserTests.inspector { inspector in
      let (id, page) = (try await inspector.open(session: Sample.phone), inspector.page)
      try await inspector.send(Sample.push)
      try await inspector.see(1)
      #expect(try await inspector.sketch(of: id) == "stack: home > page")
      try await page.tap(Inspector.tap("back"))
      try await inspector.see(2)
      try await page.run("$('#send-body').focus()")
      try await page.press(.escape)
      try await page.wait(until: "!$('#send-dialog').open && document.activeElement.id === 'send-open'")
    }
  }

  @Test func `a session is deleted after a confirmation`() async throws {
    try await BrowserTests.inspector { inspector in
      let (chat, page) = (try await inspector.open(session: Sample.phone), inspector.page)
      try await page.tap("#delete")
      try await page.wait(until: "$('#delete-dialog').open && document.activeElement.id === 'delete-cancel'")
      try await page.tap("#delete-cancel")
      _ = try await chat.read()
      try await page.tap("#delete")
      try await page.tap("#delete-sure")
      try await page.wait(until: "$('#connection').dataset.state === 'ended' && $$('#sessions button').length === 0")
      #expect(try await inspector.client.allSessions().isEmpty)
    }
  }
}

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
