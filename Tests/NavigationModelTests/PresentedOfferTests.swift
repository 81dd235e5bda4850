import Testing

@testable import Navigation

/// D-370 to D-372: what a user opens in place of a sheet, over a screen in a sheet, and by class: moves, and a search.
@Suite struct PresentedOfferTests {
  /// The shop with what its screens offer.
  static let app = LinkedApp(
    name: "a shop with offers",
    json: """
      "layout": {"name": "tabBar", "tabs": [{"id": "t1", "screen": {"id": "shop", "route": "shop"}}, \
      {"id": "t2", "screen": {"id": "me", "route": "me"}}]}, "routes": {\
      "shop": {"path": "/", "offers": [{"route": "product", "params": {"product": 1}}, {"route": "cart"}]}, \
      "me": {"path": "/me", "offers": [{"route": "settings"}]}, \
      "product": {"opens": "push", "path": "/p/{product}", "parent": "shop", "params": {"product": "integer"}, \
      "offers": [{"route": "share", "params": {"product": 1}}]}, \
      "share": {"opens": "present", "style": "formSheet", "path": "/p/{product}/share", "parent": "product", \
      "offers": [{"route": "people", "params": {"product": 1}}, {"route": "note", "params": {"product": 1}}, {"route": "cart"}, \
      {"closes": true}]}, \
      "people": {"opens": "push", "path": "/p/{product}/share/people", "parent": "share"}, \
      "note": {"opens": "present", "style": "popover", "path": "/p/{product}/share/note", "parent": "share", \
      "offers": [{"route": "cart"}, {"closes": true}]}, \
      "cart": {"opens": "present", "style": "pageSheet", "replaces": true, "path": "/cart", "offers": [{"closes": true}]}, \
      "settings": {"opens": {"compact": "push", "regular": "present"}, "style": "formSheet", "path": "/settings", "parent": "me", \
      "offers": [{"route": "account"}, {"route": "help"}]}, \
      "account": {"opens": "push", "path": "/settings/account", "parent": "settings"}, \
      "help": {"opens": {"compact": "push", "regular": "present"}, "style": "fullScreen", "path": "/settings/help", "parent": "settings", \
      "offers": [{"closes": true}]}}
      """)

  /// The window and links before, the offer, its transitions, and the tree after it.
  static let rows: [(before: String, offer: String, steps: String, end: String)] = [
    ("wide", "cart", "present(cart)", "tabs[t1*: shop | t2: me] ^pageSheet cart"),
    (
      "wide /p/1/share", "cart", "present(cart)", "tabs[t1*: shop > product.1 | t2: me] ^pageSheet cart"
    ),
    (
      "narrow /p/1/share", "cart", "present(cart)", "tabs[t1*: shop > product.1 | t2: me] ^pageSheet cart"
    ),
    (
      "wide /p/1/share/note", "cart", "present(cart)", "tabs[t1*: shop > product.1 | t2: me] ^pageSheet cart"
    ),
    (
      "wide /p/1", "share.1", "present([share.1])", "tabs[t1*: shop > product.1 | t2: me] ^formSheet c1: share.1"
    ),
    (
      "narrow /p/1/share", "people.1", "push(people.1)",
      "tabs[t1*: shop > product.1 | t2: me] ^formSheet c1: share.1 > people.1"
    ),
    (
      "wide /p/1/share", "note.1", "present(note.1)",
      "tabs[t1*: shop > product.1 | t2: me] ^formSheet c1: share.1 ^popover note.1"
    ),
    ("wide /me", "settings", "present([settings])", "tabs[t1: shop | t2*: me] ^formSheet c1: settings"),
    ("narrow /me", "settings", "push(settings)", "tabs[t1: shop | t2*: me > settings]"),
    // A form sheet is compact in any window.
    ("wide /settings", "help", "push(help)", "tabs[t1: shop | t2*: me] ^formSheet c1: settings > help"),
    ("narrow /settings wide", "help", "present(help)", "tabs[t1: shop | t2*: me > settings] ^fullScreen help"),
    ("wide /settings narrow", "help", "push(help)", "tabs[t1: shop | t2*: me] ^formSheet c1: settings > help"),
  ]

  @Test(arguments: rows) func `D-370, D-371, D-372: an offer`(
    row: (before: String, offer: String, steps: String, end: String)
  ) throws {
    var (session, routes) = try Self.app.open(row.before)
    let move = try #require(session.moves(routes: routes).first { $0.name == "Open \(row.offer)" })
    #expect(move.transitions.map(\.word).joined(separator: " ") == row.steps)
    for step in move.transitions { #expect(try session.apply(step).outcome.handled) }
    #expect(session.sketch == row.end)
    // What is opened is on display, and a second time there is no such move.
    #expect(!session.moves(routes: routes).contains { $0.name == "Open \(row.offer)" })
  }

  @Test func `D-370: what blocks is not replaced by an offer in it`() throws {
    var (session, routes) = try Self.app.open("wide /p/1/share")
    _ = try session.apply(.update("share.1") { $0.blocksRemoval = true })
    let move = try #require(session.moves(routes: routes).first { $0.name == "Open cart" })
    #expect(move.blocked.map(\.controller) == ["share.1"] && move.reason == .blocked)
  }

  /// The window, the link, and the way there.
  static let ways: [(window: String, link: String, way: [String])] = [
    ("wide", "/p/1/share/note", ["Open product.1", "Open share.1", "Open note.1"]),
    ("narrow", "/p/1/share/people", ["Open product.1", "Open share.1", "Open people.1"]),
    ("wide", "/settings/help", ["Tab t2", "Open settings", "Open help"]),
    ("narrow", "/settings/help", ["Tab t2", "Open settings", "Open help"]),
    ("wide /p/1/share/note", "/cart", ["Open cart"]),
    ("wide /cart", "/p/1/share", ["Done", "Open product.1", "Open share.1"]),
  ]

  @Test(arguments: ways) func `D-371, D-372: a way`(row: (window: String, link: String, way: [String])) throws {
    let (session, routes) = try Self.app.open(row.window)
    var search = try Search(
      from: session, to: .url(row.link), routes: routes,
      limits: SearchLimits(states: 1_000, bytes: 1 << 28, examples: 1))
    while !search.isOver { search.run(transitions: 512) }
    #expect(try search.way().get().map(\.name) == row.way)
  }

  /// Every state of the app in every window: each link leads where it should, every route is reached in each class, and a
  /// way leads home from each.
  @Test(arguments: ["iOS26", "iOS14"]) func `D-370, D-371, D-372: a search finds no fault`(system: String) throws {
    let windows =
      ["landscape", "portrait"].map { #"{"system": "\#(system)", "orientation": "\#($0)"}"# }
      + [#"{"system": "\#(system)", "multitasking": "slideOver"}"#]
    let body = "{\(Self.app.json), \"environments\": [\(windows.joined(separator: ", "))]}"
    var search = Search(
      try Design(request: Array(body.utf8)).space(), limits: SearchLimits(states: 10_000, bytes: 1 << 28, examples: 1))
    while !search.isOver { search.run(transitions: 512) }
    let report = search.report()
    #expect(report.bound == nil && report.states > 100, "\(report.states)")
    for finding in report.findings {
      let example = finding.examples.first
      Issue.record("\(finding.message): \(example?.way.map(\.name) ?? []) to \(example?.session.sketch ?? "")")
    }
  }
}
