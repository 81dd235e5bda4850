import Navigation
import Testing

/// D-370 to D-372: links to what is presented: in place of a sheet, over a parent, and only in regular windows.
@Suite struct PresentedLinkTests {
  typealias Case = OpenTests.Case

  @Test(arguments: replacing + overParents + byClass) func `D-370, D-371, D-372: a link`(_ row: Case) throws {
    try row.check()
  }
}

extension LinkedApp {
  static let shop = LinkedApp(
    name: "a shop with sheets",
    json: """
      "layout": {"name": "tabBar", "tabs": [{"id": "t1", "screen": {"id": "shop", "route": "shop"}}, \
      {"id": "t2", "screen": {"id": "me", "route": "me"}}]}, "routes": {"shop": {"path": "/"}, "me": {"path": "/me"}, \
      "product": {"opens": "push", "path": "/p/{product}", "parent": "shop"}, \
      "share": {"opens": "present", "style": "formSheet", "path": "/p/{product}/share", "parent": "product"}, \
      "people": {"opens": "push", "path": "/p/{product}/share/people", "parent": "share"}, \
      "note": {"opens": "present", "style": "pageSheet", "path": "/p/{product}/share/note", "parent": "share"}, \
      "bag": {"opens": "present", "style": "pageSheet", "replaces": true, "path": "/bag/{product}", "parent": "product"}, \
      "cart": {"opens": "present", "style": "pageSheet", "replaces": true, "path": "/cart"}, \
      "code": {"opens": "push", "path": "/cart/code", "parent": "cart"}, \
      "settings": {"opens": {"compact": "push", "regular": "present"}, "style": "formSheet", "path": "/settings", "parent": "me"}, \
      "account": {"opens": "push", "path": "/settings/account", "parent": "settings"}, \
      "help": {"opens": {"compact": "push", "regular": "present"}, "path": "/settings/help", "parent": "settings"}, \
      "answer": {"opens": "push", "path": "/settings/help/answer", "parent": "help"}, \
      "news": {"opens": {"compact": "detail", "regular": "present"}, "style": "fullScreen", "replaces": true, "path": "/news"}}
      """)
}

extension LinkedApp {
  /// Presented in columns, in an area of its own, by class of either kind, and over one another.
  static let sheets = LinkedApp(
    name: "tabsInPrimary with sheets",
    json: """
      "layout": {"name": "tabsInPrimary", "tabs": [{"id": "t1", "screen": {"id": "chats", "route": "chats"}}, \
      {"id": "t2", "screen": {"id": "people", "route": "people"}}], "placeholder": {"id": "none", "route": "none"}}, \
      "routes": {"chats": {"path": "/chats"}, "people": {"path": "/people"}, \
      "filter": {"opens": "present", "style": "popover", "path": "/filter", "parent": "chats"}, \
      "chat": {"opens": "detail", "path": "/chats/{chat}", "parent": "chats"}, \
      "photo": {"opens": "present", "style": "currentContext", "path": "/chats/{chat}/photo", "parent": "chat"}, \
      "crop": {"opens": "push", "path": "/chats/{chat}/photo/crop", "parent": "photo"}, \
      "info": {"opens": {"compact": "push", "regular": "present"}, "path": "/chats/{chat}/info", "parent": "chat"}, \
      "media": {"opens": {"compact": "present", "regular": "push"}, "style": "fullScreen", "path": "/chats/{chat}/info/media", "parent": "info"}, \
      "album": {"opens": "present", "style": "formSheet", "path": "/chats/{chat}/info/album", "parent": "media"}, \
      "person": {"opens": {"compact": "push", "regular": "detail"}, "path": "/people/{person}", "parent": "people"}, \
      "compose": {"opens": "present", "style": "formSheet", "replaces": true, "path": "/compose"}, \
      "to": {"opens": "push", "path": "/compose/to", "parent": "compose"}, \
      "from": {"opens": "present", "style": "popover", "path": "/compose/from", "parent": "to"}}
      """)

  static let modalColumns = LinkedApp(
    name: "doubleColumn with sheets",
    json: """
      "layout": {"name": "doubleColumn", "primary": {"id": "notes", "route": "notes"}, \
      "secondary": {"id": "none", "route": "none", "placeholder": true}}, "routes": {"notes": {"path": "/notes"}, \
      "note": {"opens": "detail", "path": "/notes/{note}", "parent": "notes"}, \
      "draw": {"opens": "present", "style": "overCurrentContext", "path": "/notes/{note}/draw", "parent": "note"}, \
      "pen": {"opens": {"compact": "push", "regular": "present"}, "style": "popover", "path": "/notes/{note}/draw/pen", "parent": "draw"}, \
      "trash": {"opens": {"compact": "present", "regular": "push"}, "replaces": true, "path": "/trash", "parent": "notes"}}
      """)

  static let presenting = [shop, sheets, modalColumns]
}

extension PresentedLinkTests {
  static let replacing: [Case] = [
    Case(.shop, "wide", "/cart", "present([cart])", "tabs[t1*: shop | t2: me] ^pageSheet c1: cart"),
    Case(.shop, "wide sheet", "/cart", "present([cart])", "tabs[t1*: shop | t2: me] ^pageSheet c1: cart"),
    Case(.shop, "narrow sheet", "/cart", "present([cart])", "tabs[t1*: shop | t2: me] ^pageSheet c1: cart"),
    Case(
      .shop, "wide /p/1/share/note", "/cart/code", "present([cart]) push(code)",
      "tabs[t1*: shop > product.1 | t2: me] ^pageSheet c2: cart > code"),
    Case(.shop, "wide /cart/code", "/cart", "popTo(cart)", "tabs[t1*: shop | t2: me] ^pageSheet c1: cart"),
    Case(
      .shop, "wide /cart sheet", "/cart/code", "dismiss(c1) push(code)",
      "tabs[t1*: shop | t2: me] ^pageSheet c1: cart > code"),
    Case(
      .shop, "wide /cart", "/p/1/share", "dismiss(tabs) push(product.1) present([share.1])",
      "tabs[t1*: shop > product.1 | t2: me] ^formSheet c2: share.1"),
    Case(
      .shop, "wide /p/1/share", "/bag/1", "dismiss(tabs) present(bag.1)",
      "tabs[t1*: shop > product.1 | t2: me] ^pageSheet bag.1"),
    Case(
      .shop, "narrow sheet", "/bag/1", "dismiss(tabs) push(product.1) present(bag.1)",
      "tabs[t1*: shop > product.1 | t2: me] ^pageSheet bag.1"),
    Case(.shop, "wide /cart", "/news", "present(news)", "tabs[t1*: shop | t2: me] ^fullScreen news"),
    Case(.shop, "narrow /cart", "/news", "no-target", "tabs[t1*: shop | t2: me] ^pageSheet c1: cart"),
  ]

  static let overParents: [Case] = [
    Case(
      .shop, "wide", "/p/42/share", "push(product.42) present([share.42])",
      "tabs[t1*: shop > product.42 | t2: me] ^formSheet c1: share.42"),
    Case(
      .shop, "narrow", "/p/42/share", "push(product.42) present([share.42])",
      "tabs[t1*: shop > product.42 | t2: me] ^formSheet c1: share.42"),
    Case(
      .shop, "wide /p/42 /me", "/p/42/share", "selectTab(t1) present([share.42])",
      "tabs[t1*: shop > product.42 | t2: me] ^formSheet c1: share.42"),
    Case(
      .shop, "wide /p/42/share", "/p/42/share", "already-there",
      "tabs[t1*: shop > product.42 | t2: me] ^formSheet c1: share.42"),
    Case(
      .shop, "wide /p/42/share", "/p/42/share/people", "push(people.42)",
      "tabs[t1*: shop > product.42 | t2: me] ^formSheet c1: share.42 > people.42"),
    Case(
      .shop, "wide /p/42/share/people", "/p/42/share", "popTo(share.42)",
      "tabs[t1*: shop > product.42 | t2: me] ^formSheet c1: share.42"),
    Case(
      .shop, "wide", "/p/42/share/note", "push(product.42) present([share.42]) present(note.42)",
      "tabs[t1*: shop > product.42 | t2: me] ^formSheet c1: share.42 ^pageSheet note.42"),
    Case(
      .shop, "narrow /p/42/share/note", "/p/42/share", "dismiss(c1)",
      "tabs[t1*: shop > product.42 | t2: me] ^formSheet c1: share.42"),
    Case(
      .shop, "narrow /p/42/share/note", "/p/42/share/people", "dismiss(c1) push(people.42)",
      "tabs[t1*: shop > product.42 | t2: me] ^formSheet c1: share.42 > people.42"),
    Case(
      .shop, "wide /p/42/share/note sheet", "/p/42/share/note", "dismiss(note.42)",
      "tabs[t1*: shop > product.42 | t2: me] ^formSheet c1: share.42 ^pageSheet note.42"),
    Case(
      .shop, "wide /p/42/share/people sheet", "/p/42/share/note", "dismiss(c1) popTo(share.42) present(note.42)",
      "tabs[t1*: shop > product.42 | t2: me] ^formSheet c1: share.42 ^pageSheet note.42"),
    Case(
      .shop, "wide /p/42/share sheet", "/p/42/share/people", "dismiss(c1) push(people.42)",
      "tabs[t1*: shop > product.42 | t2: me] ^formSheet c1: share.42 > people.42"),
    Case(
      .shop, "wide /p/42/share", "/p/7/share", "dismiss(tabs) popTo(shop) push(product.7) present([share.7])",
      "tabs[t1*: shop > product.7 | t2: me] ^formSheet c2: share.7"),
    Case(.shop, "wide /p/42/share", "/p/42", "dismiss(tabs)", "tabs[t1*: shop > product.42 | t2: me]"),
    Case(.shop, "wide /p/42/share", "/me", "dismiss(tabs) selectTab(t2)", "tabs[t1: shop > product.42 | t2*: me]"),
    Case(
      .shop, "wide background", "/p/42/share/people", "push(product.42) present([share.42]) push(people.42)",
      "tabs[t1*: shop > product.42 | t2: me] ^formSheet c1: share.42 > people.42"),
    Case(
      .shop, "wide sheet", "/p/42/share", "dismiss(tabs) push(product.42) present([share.42])",
      "tabs[t1*: shop > product.42 | t2: me] ^formSheet c1: share.42"),
  ]

  static let byClass: [Case] = [
    Case(
      .shop, "wide", "/settings", "selectTab(t2) present([settings])",
      "tabs[t1: shop | t2*: me] ^formSheet c1: settings"),
    Case(.shop, "narrow", "/settings", "selectTab(t2) push(settings)", "tabs[t1: shop | t2*: me > settings]"),
    Case(
      .shop, "wide", "/settings/account", "selectTab(t2) present([settings]) push(account)",
      "tabs[t1: shop | t2*: me] ^formSheet c1: settings > account"),
    Case(
      .shop, "narrow", "/settings/account", "selectTab(t2) push(settings) push(account)",
      "tabs[t1: shop | t2*: me > settings > account]"),
    Case(
      .shop, "wide /settings narrow", "/settings", "already-there", "tabs[t1: shop | t2*: me] ^formSheet c1: settings"),
    Case(
      .shop, "wide /settings narrow sheet", "/settings/account", "dismiss(c1) push(account)",
      "tabs[t1: shop | t2*: me] ^formSheet c1: settings > account"),
    Case(
      .shop, "wide /settings/account narrow", "/settings", "popTo(settings)",
      "tabs[t1: shop | t2*: me] ^formSheet c1: settings"),
    Case(
      .shop, "wide /settings narrow", "/settings/help", "push(help)",
      "tabs[t1: shop | t2*: me] ^formSheet c1: settings > help"),
    Case(
      .shop, "wide", "/settings/help", "selectTab(t2) present([settings]) push(help)",
      "tabs[t1: shop | t2*: me] ^formSheet c1: settings > help"),
    Case(.shop, "narrow /settings wide", "/settings", "already-there", "tabs[t1: shop | t2*: me > settings]"),
    Case(.shop, "narrow /settings pushed wide", "/settings", "popTo(settings)", "tabs[t1: shop | t2*: me > settings]"),
    Case(
      .shop, "narrow /settings wide", "/settings/account", "push(account)",
      "tabs[t1: shop | t2*: me > settings > account]"),
    Case(
      .shop, "narrow /settings wide", "/settings/help", "present([help])",
      "tabs[t1: shop | t2*: me > settings] ^ c1: help"),
    Case(
      .shop, "narrow /settings/help wide", "/settings/help", "already-there",
      "tabs[t1: shop | t2*: me > settings > help]"),
    Case(.shop, "narrow /settings / wide", "/settings", "selectTab(t2)", "tabs[t1: shop | t2*: me > settings]"),
    Case(
      .shop, "wide sheet", "/settings", "dismiss(tabs) selectTab(t2) present([settings])",
      "tabs[t1: shop | t2*: me] ^formSheet c1: settings"),
  ]
}

/// What stands elsewhere, what blocks, and the way back.
extension PresentedLinkTests {
  /// What comes before, as JSON, the link, its steps, and the tree after it.
  static let standing: [(name: String, before: [String], link: String, steps: String, end: String)] = [
    (
      "the same over no parent is another thing",
      [
        #"{"type": "present", "screen": {"id": "s", "route": "share", "params": {"product": "42"}}}"#
      ], "/p/42/share", "dismiss(tabs) push(product.42) present([share.42])",
      "tabs[t1*: shop > product.42 | t2: me] ^formSheet c1: share.42"
    ),
    (
      "and so is one that is pushed",
      [
        #"{"type": "open", "url": "/p/42"}"#,
        #"{"type": "push", "screen": {"id": "s", "route": "share", "params": {"product": "42"}}}"#,
      ], "/p/42/share", "popTo(product.42) present([share.42])",
      "tabs[t1*: shop > product.42 | t2: me] ^formSheet c1: share.42"
    ),
    (
      "the lowest of a tree that an app presents is the same",
      [
        #"{"type": "open", "url": "/p/42"}"#,
        #"{"type": "present", "screen": {"id": "s", "route": "share", "params": {"product": "42"}}, "style": "fullScreen"}"#,
        #"{"type": "present", "screen": {"id": "h", "route": "help"}}"#,
      ], "/p/42/share", "dismiss(s)",
      "tabs[t1*: shop > product.42 | t2: me] ^fullScreen s"
    ),
    (
      "it stays over a parent in another tab, for what is in it",
      [
        #"{"type": "selectTab", "tab": "t2"}"#,
        #"{"type": "push", "screen": {"id": "p", "route": "product", "params": {"product": "42"}}}"#,
        #"{"type": "present", "screen": {"id": "s", "route": "share", "params": {"product": "42"}}}"#,
        #"{"type": "present", "screen": {"id": "h", "route": "help"}}"#,
      ], "/p/42/share/note", "dismiss(s) selectTab(t1) push(product.42) present(note.42)",
      "tabs[t1*: shop > product.42 | t2: me > p] ^ s ^pageSheet note.42"
    ),
    (
      "a parent below others comes to the top under what stays",
      [
        #"{"type": "open", "url": "/p/42/share"}"#,
        #"{"type": "push", "stack": "t1", "screen": {"id": "more", "route": "more"}}"#,
      ], "/p/42/share/people", "popTo(product.42) push(people.42)",
      "tabs[t1*: shop > product.42 | t2: me] ^formSheet c1: share.42 > people.42"
    ),
    (
      "what replaces leaves a parent that an app has presented",
      [
        #"{"type": "setStack", "stack": "t1", "children": [{"kind": "screen", "id": "other", "route": "other"}]}"#,
        #"{"type": "present", "controller": {"kind": "stack", "id": "n", "children": [{"kind": "screen", "id": "s", "route": "shop"}]}}"#,
      ], "/bag/1", "push(product.1) present(bag.1)",
      "tabs[t1*: other | t2: me] ^ n: s > product.1 ^pageSheet bag.1"
    ),
    (
      "a sheet that stays makes way where a page of the chain is missing beneath it",
      [
        #"{"type": "setMultitasking", "multitasking": "slideOver"}"#, #"{"type": "open", "url": "/settings"}"#,
        #"{"type": "setMultitasking", "multitasking": "fullScreen"}"#, #"{"type": "open", "url": "/settings/help"}"#,
        #"{"type": "setStack", "stack": "t2", "children": ["me"]}"#,
        #"{"type": "push", "stack": "t1", "screen": {"id": "s", "route": "settings"}}"#,
      ], "/settings/help/answer", "dismiss(tabs) present([settings]) push(help) push(answer)",
      "tabs[t1: shop > s | t2*: me] ^formSheet c2: settings > help > answer"
    ),
  ]

  @Test(arguments: standing) func `D-371: what is the same thing`(
    row: (name: String, before: [String], link: String, steps: String, end: String)
  ) throws {
    var (session, routes) = try LinkedApp.shop.open("wide")
    for json in row.before {
      _ = try session.apply(Transition(json: JSONDocument(Array(json.utf8)).root), routes: routes)
    }
    let outcome = try session.apply(Transition(.open(url: row.link)), routes: routes).outcome
    #expect(
      outcome.reason?.rawValue ?? outcome.steps.map(\.word).joined(separator: " ") == row.steps, "\(row.name)")
    #expect(session.sketch == row.end, "\(row.name)")
    #expect(try !session.apply(Transition(.open(url: row.link)), routes: routes).outcome.handled, "\(row.name)")
  }

  @Test(arguments: ["/cart", "/bag/1", "/p/1/share", "/settings", "/news"], ["wide", "narrow"])
  func `D-370: a sheet that blocks is not replaced`(link: String, window: String) throws {
    var (session, routes) = try LinkedApp.shop.open(window)
    _ = try session.apply(Transition(.present(.new(.screen("form", route: "form")))))
    _ = try session.apply(.update("form") { $0.blocksRemoval = true })
    let before = session
    guard let outcome = try? session.apply(Transition(.open(url: link)), routes: routes).outcome else {
      // A detail in a window without a split view.
      #expect(link == "/news" && window == "narrow")
      return
    }
    #expect(outcome.blocked.map(\.controller) == ["form"] && session == before)
    let confirmed = Transition(.open(url: link), confirm: true)
    #expect(try session.apply(confirmed, routes: routes).outcome.handled && session.root.find("form") == nil)
  }

  @Test(arguments: ["wide", "narrow"]) func `D-371: dismissing shows the parent`(window: String) throws {
    var (session, routes) = try LinkedApp.shop.open(window)
    _ = try session.apply(Transition(.open(url: "/p/42/share/note")), routes: routes)
    var urls: [String?] = []
    for _ in 0..<3 {
      urls.append(session.visible(routes: routes).last?.url)
      _ = try session.apply(Transition(.dismiss()))
    }
    #expect(urls == ["/p/42/share/note", "/p/42/share", "/p/42"])
  }

  @Test func `D-371: a parent in a hidden sidebar is shown before it presents`() throws {
    var (session, routes) = try LinkedApp.sheets.open("iOS14 portrait")
    let outcome = try session.apply(Transition(.open(url: "/filter")), routes: routes).outcome
    #expect(outcome.steps.map(\.word) == ["setDisplayMode(oneOverSecondary)", "present(filter)"])
    _ = try session.apply(Transition(.dismiss()))
    #expect(session.visible.map(\.route) == ["chats", "none"])
  }
}
