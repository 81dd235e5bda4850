import Navigation
import Testing

/// Links and offers to screens in groups of tabs (D-455, D-456), and what takes screens out of them (D-453).
@Suite struct GroupLinkTests {
  typealias Case = OpenTests.Case

  static let cases: [Case] = [
    Case(
      .groups, "wide", "/albums", "selectTab(B)",
      "tabs[home/h: hh | G/s*: g > b {A=a | B* | H =hl {C=c}}]"),
    Case(
      .groups, "wide", "/albums/1", "selectTab(B) push(album.1)",
      "tabs[home/h: hh | G/s*: g > b > album.1#1 {A=a | B* | H =hl {C=c}}]"),
    Case(
      .groups, "narrow", "/lists/1", "selectTab(H) push(list.1)",
      "tabs[home/h: hh | G/s*: g > hl > list.1 {A=a | B=b | H* {C=c}}]"),
    Case(
      .groups, "wide /albums/1 /artists", "/albums/1", "selectTab(B)",
      "tabs[home/h: hh | G/s*: g > b > album.1#1 {A=a | B* | H =hl {C=c}}]"),
    Case(
      .groups, "wide /albums/1 /artists /home", "/albums/1", "selectTab(B)",
      "tabs[home/h: hh | G/s*: g > b > album.1#1 {A=a | B* | H =hl {C=c}}]"),
    Case(
      .groups, "wide /albums/1", "/library", "popTo(g)",
      "tabs[home/h: hh | G/s*: g {A=a | B=b | H =hl {C=c}}]"),
    Case(
      .groups, "wide /mix", "/lists", "popTo(hl)", "tabs[home/h: hh | G/s*: g > hl {A=a | B=b | H* {C=c}}]"),
    Case(.groups, "wide /mix", "/mix", "already-there", "tabs[home/h: hh | G/s*: g > hl > c {A=a | B=b | H* {C*}}]"),
  ]

  @Test(arguments: cases) func `D-455: a link`(_ row: Case) throws { try row.check() }

  @Test func `D-456: a landing page offers the tabs of its group`() throws {
    var (session, routes) = try LinkedApp.groups.open("narrow /library")
    #expect(session.moves(routes: routes).map(\.name) == ["Tab home", "Tab G", "Open albums", "Open lists"])
    let open = try #require(session.moves(routes: routes).first { $0.name == "Open lists" })
    #expect(open.transitions == [Transition(.selectRow("g", row: "l")), Transition(.selectTab("H"))])
    _ = try session.apply(batch: open.transitions, routes: routes)
    #expect(session.visible.map(\.id) == ["hl"])
  }

  @Test func `D-453: an item leaves what was pushed, and no level`() throws {
    var (session, routes) = try LinkedApp.groups.open("wide /albums/1 /artists /lists/1")
    let albums = Transition(.removeItem(route: "album", params: Params(members: [.init(name: "album", json: "1")])))
    #expect(try session.apply(albums, routes: routes).outcome.handled)
    #expect(session.sketch == "tabs[home/h: hh | G/s*: g > hl > list.1 {A=a | B=b | H* {C=c}}]")
    let level = Transition(.removeItem(route: "lists", params: Params()))
    #expect(try !session.apply(level, routes: routes).outcome.handled)
    #expect(session.visible.map(\.id) == ["list.1"])
  }

  @Test func `D-453: a level cannot require what may cease to hold`() throws {
    let routes =
      #""routes": {"home": {"path": "/home"}, "b": {"requires": ["paid"]}}, "conditions": {"paid": {"initially": true}}"#
    let body = #"{"root": \#(GroupDesign.managed.rawValue.replacing("r3", with: "b")), \#(routes)}"#
    let creation = try? CreateSession(request: Array(body.utf8))
    #expect((try? creation?.open()) == nil)
  }
}

extension LinkedApp {
  /// A tab bar with a group in a group, on one stack.
  static let groups = LinkedApp(
    name: "groups",
    json: """
      "root": {"kind": "tabBar", "id": "tabs", "tabs": [
      {"id": "home", "child": {"kind": "stack", "id": "h", "children": [{"id": "hh", "route": "home"}]}},
      {"id": "G", "managed": {"id": "s"}, "child": {"id": "g", "route": "library"}, "tabs": [
      {"id": "A", "child": {"id": "a", "route": "artists"}}, {"id": "B", "child": {"id": "b", "route": "albums"}},
      {"id": "H", "child": {"id": "hl", "route": "lists"}, "tabs": [{"id": "C", "child": {"id": "c", "route": "mix"}}]}]}]},
      "routes": {"home": {"path": "/home"}, "library": {"path": "/library", "opens": "tab",
      "offers": [{"route": "albums", "row": "b"}, {"route": "lists", "row": "l"}]},
      "artists": {"path": "/artists", "opens": "tab"}, "albums": {"path": "/albums", "opens": "tab",
      "offers": [{"route": "album", "params": {"album": 1}, "row": "1"}]}, "lists": {"path": "/lists", "opens": "tab"},
      "mix": {"path": "/mix", "opens": "tab"}, "album": {"path": "/albums/{album}", "params": {"album": "integer"},
      "parent": "albums", "opens": "push"}, "list": {"path": "/lists/{list}", "params": {"list": "integer"},
      "parent": "lists", "opens": "push"}, "note": {"path": "/albums/{album}/note", "parent": "album", "opens": "present"}}
      """)
}
