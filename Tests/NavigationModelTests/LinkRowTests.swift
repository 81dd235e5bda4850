@testable import Navigation
import Testing

/// D-400, D-402: the row of what a link opens, and a route with several parents.
@Suite struct LinkRowTests {
  typealias Case = OpenTests.Case

  @Test(arguments: rows + parents) func `D-400, D-402: a link`(_ row: Case) throws { try row.check() }

  static let rows: [Case] = [
    Case(.rooms, "wide", "/rooms/7", "showDetail(room.7)", "split/2[rooms#(7) || room.7#7]"),
    Case(.rooms, "narrow", "/rooms/7", "showDetail(room.7)", "split/2<rooms#(7) > {secondary: room.7#7}>"),
    Case(
      .rooms, "wide /rooms/7 narrow", "/rooms/8", "popTo(rooms) showDetail(room.8)",
      "split/2<rooms#(8) > {secondary: room.8#8}>"),
    // The first offer of the same thing, whatever else it gives.
    Case(.rooms, "wide", "/people/ann", "showDetail(person.ann)", "split/2[rooms#(a) || person.ann#a]"),
    Case(.rooms, "wide", "/people/eve", "showDetail(person.eve)", "split/2[rooms# || person.eve]"),
    // Without the optional param no row; with it, that is updated.
    Case(.rooms, "wide", "/news", "showDetail(news)", "split/2[rooms# || news]"),
    Case(.rooms, "wide", "/news/9", "showDetail(news.9)", "split/2[rooms#(9) || news.9#9]"),
    Case(.rooms, "wide /news", "/news/9", "updateScreen", "split/2[rooms#(9) || news#9]"),
    // What is returned to gets it, too: here a screen that the app brought without it.
    Case(.rooms, "wide bare", "/rooms/7", "updateScreen", "split/2[rooms#(7) || bare#7]"),
    Case(
      .rooms, "wide bare", "/rooms/7/info", "updateScreen push(info.7)",
      "split/2[rooms#(7) || bare#7 > info.7]"),
  ]

  static let parents: [Case] = [
    Case(
      .tabsOrColumns, "wide", "/books/1", "showDetail(book.1)",
      "split/2[c1: library || c2: book.1#1 @ tabs[c3*: home | c4: me]]"),
    Case(
      .tabsOrColumns, "narrow", "/books/1", "push(book.1)",
      "split/2<tabs[c3*: home > book.1#1 | c4: me] @ c1: library || c2: none>"),
    Case(
      .tabsOrColumns, "narrow /me/cards", "/books/1", "selectTab(c3) push(book.1)",
      "split/2<tabs[c3*: home > book.1#1 | c4: me > cards] @ c1: library || c2: none>"),
    Case(
      .tabsOrColumns, "wide", "/me/cards", "no-target", "split/2[c1: library || c2: none @ tabs[c3*: home | c4: me]]"),
    // Parents of parents, too.
    Case(
      .tabsOrColumns, "narrow", "/books/1/notes", "push(book.1) push(notes.1)",
      "split/2<tabs[c3*: home > book.1#1 > notes.1 | c4: me] @ c1: library || c2: none>"),
  ]

  /// D-400 wide, narrow and back: the list marks what the link opened, with its events.
  @Test func `D-400: the row through a narrow window`() throws {
    var (session, routes) = try LinkedApp.rooms.open("wide")
    var told: [[String]] = []
    for step in [Transition(.open(url: "/rooms/7")), .multitasking(.slideOver), .multitasking(.fullScreen)] {
      let events = try session.apply(step, routes: routes).events.map(\.sketch)
      told.append(events.filter { $0.hasPrefix("rooms(") || $0.contains("will rooms") || $0.hasSuffix("lapsed") })
    }
    #expect(told == [["rooms(-->7) detail"], ["collapsed", "-will rooms"], ["+will rooms"]])
    #expect(session.sketch == "split/2[rooms#(7) || room.7#7]")
  }

  @Test func `D-400: a tap's own row goes first`() throws {
    var (session, routes) = try LinkedApp.rooms.open("wide")
    let tap = Transition.Action.tapRow(
      "mine", list: "rooms", opening: .new(.screen("x", route: "room")), as: .detail)
    _ = try session.apply(Transition(tap), routes: routes)
    #expect(session.sketch == "split/2[rooms#(mine) || x#mine]")
  }

  @Test func `D-400: explore compares states without rows`() throws {
    let counts = try [
      #"{"route": "room", "row": "a"}"#, #"{"route": "room", "row": "a"}, {"route": "room", "row": "b"}"#,
    ]
    .map { offers in
      let app = LinkedApp(
        name: "one thing in some rows",
        json: """
          "layout": {"name": "doubleColumn", "primary": {"id": "rooms", "route": "rooms", "selectionFollowsDetail": true}, \
          "secondary": {"id": "none", "route": "none", "placeholder": true}}, "routes": {"rooms": {"offers": [\(offers)]}, \
          "room": {"opens": "detail"}}
          """)
      let (session, routes) = try app.open("wide")
      let space = SearchSpace(starts: [SearchSpace.Start(session, windows: [])], routes: routes, checks: [])
      var search = Search(space, limits: SearchLimits(states: 1_000, bytes: 1 << 24))
      search.run(transitions: 10_000)
      return search.states.count
    }
    #expect(counts[0] == counts[1] && counts[0] > 1)
  }

  @Test func `D-402: what is presented from either parent is there`() throws {
    var (session, routes) = try LinkedApp.tabsOrColumns.open("narrow")
    let link = Transition(.open(url: "/share"))
    #expect(try session.apply(link, routes: routes).outcome.handled)
    #expect(try LinkGoal(.url("/share"), in: routes).isShown(in: session))
    #expect(try session.apply(link, routes: routes).outcome.reason == .alreadyThere)
  }

  @Test func `D-402: a way leads by the parent that can be shown`() throws {
    for (window, taps) in [("wide", 1), ("narrow", 1)] {
      let (session, routes) = try LinkedApp.tabsOrColumns.open(window)
      var search = try Search(
        from: session, to: .route("book", Params(members: [.init(name: "book", json: "1")])), routes: routes,
        limits: SearchLimits(states: 1_000, bytes: 1 << 24))
      search.run(transitions: 10_000)
      #expect(try search.way().get().count == taps, "\(window)")
    }
  }
}

extension LinkedApp {
  static let rooms = LinkedApp(
    name: "rooms",
    json: """
      "layout": {"name": "doubleColumn", "primary": {"id": "rooms", "route": "rooms", "selectionFollowsDetail": true}, \
      "secondary": {"id": "none", "route": "none", "placeholder": true}}, "routes": {"rooms": {"path": "/", "offers": [\
      {"route": "person", "params": {"name": "ann", "since": 1}, "row": "a"}, \
      {"route": "person", "params": {"name": "ann", "since": 2}, "row": "b"}]}, \
      "room": {"opens": "detail", "parent": "rooms", "path": "/rooms/{room}", "params": {"room": "integer"}, \
      "screen": {"row": "{room}"}}, "info": {"opens": "push", "parent": "room", "path": "/rooms/{room}/info"}, \
      "news": {"opens": "detail", "parent": "rooms", "path": "/news/{item?}", "screen": {"row": "{item}"}}, \
      "person": {"opens": "detail", "parent": "rooms", "path": "/people/{name}"}}
      """)

  static let tabsOrColumns = LinkedApp(
    name: "columns and another compact tree",
    json: """
      "root": {"kind": "split", "id": "split", "style": "doubleColumn", \
      "primary": {"kind": "screen", "id": "library", "route": "library"}, \
      "secondary": {"kind": "screen", "id": "none", "route": "none", "placeholder": true}, "compact": {"kind": "tabBar", \
      "id": "tabs", "tabs": [{"child": {"kind": "stack", "children": [{"kind": "screen", "id": "home", "route": "home"}]}}, \
      {"child": {"kind": "stack", "children": [{"kind": "screen", "id": "me", "route": "me"}]}}]}}, \
      "routes": {"library": {"path": "/library", "offers": [{"route": "book", "params": {"book": 1}, "row": "1"}]}, \
      "home": {"path": "/home", "offers": [{"route": "book", "params": {"book": 1}, "row": "1"}]}, "me": {"path": "/me"}, \
      "book": {"opens": {"compact": "push", "regular": "detail"}, "parent": ["library", "home"], "path": "/books/{book}", \
      "params": {"book": "integer"}}, "notes": {"opens": "push", "parent": "book", "path": "/books/{book}/notes"}, \
      "share": {"opens": "present", "parent": ["library", "home"], "path": "/share"}, \
      "cards": {"opens": "push", "parent": "me", "path": "/me/cards"}}
      """)
}
