import Navigation
import Testing

@Suite struct ScreenRoutesJSONTests {
  static let messenger = """
    {"chats":{"offers":[{"route":"chat","params":{"chat":1},"row":"1"},{"route":"compose"}]},\
    "chat":{"opens":"detail","screen":{"title":"Chat {chat}","blocksRemoval":true},\
    "offers":[{"route":"info","params":{"chat":1},"name":"About"}]},\
    "info":{"opens":"push","path":"/chats/{chat}/info","parent":"chat","params":{"chat":"integer","at":"string"}},"folder":{"opens":"column","paths":["/folders/{folder}/{sort?}","/f/{folder}"]},"compose":{"opens":"present","style":"formSheet","offers":[{"closes":true},{"closes":true,"name":"Cancel"}]}}
    """

  @Test func `a table is written as it was read`() throws {
    let routes = try ScreenRoutes(routes: document(Self.messenger))
    let body = written {
      $0.beginObject()
      routes.writeMembers(to: &$0)
      $0.endObject()
    }
    #expect(body == #"{"routes":\#(Self.messenger)}"#)
    let chat = Params(members: [Params.Member(name: "chat", json: "1")])
    #expect(routes.routes.map(\.name) == ["chats", "chat", "info", "folder", "compose"])
    #expect(routes.routes.map(\.opening) == [nil, .detail, .push, .column, .present(.formSheet)])
    #expect(routes.routes[0].offers == [.init(route: "chat", params: chat, row: "1"), .init(route: "compose")])
    #expect(routes.routes[1].offers == [.init(route: "info", params: chat, name: "About")])
    #expect(routes.routes[4].offers == [.init(.close), .init(.close, name: "Cancel")])
    #expect(routes.routes[1].screen.title == "Chat {chat}" && routes.routes[1].screen.blocksRemoval == true)
  }

  /// One path has one word, however it was written.
  @Test func `prefixes and a list of one path are written`() throws {
    let json = #"{"routes":{"a":{"paths":["/a/{b?}"]}},"prefixes":["https://Shop.example:80/app/","/en"]}"#
    var reader = try document(json).object()
    let routes = try #require(try ScreenRoutes(members: &reader))
    try reader.finish()
    #expect(routes.prefixes.map(\.text) == ["https://Shop.example:80/app/", "/en"])
    let body = written {
      $0.beginObject()
      routes.writeMembers(to: &$0)
      $0.endObject()
    }
    #expect(body == json.replacing(#""paths":["/a/{b?}"]"#, with: #""path":"/a/{b?}""#))
  }

  /// The prefixes, the fault or nil for another shape, and the pointer.
  @Test(
    arguments: [
      (#"["/en", "en"]"#, nil, "/1"), (#"["/{lang}"]"#, nil, "/0"), (#"[1]"#, nil, "/0"), (#""/en""#, nil, ""),
      ("[\"/\(String(repeating: "a", count: Limits.linkPrefixBytes))\"]", nil, "/0"),
      ("[\((0...Limits.linkPrefixes).map { "\"/\($0)\"" }.joined(separator: ","))]", .tooManyPrefixes, ""),
    ] as [(String, ScreenRoutes.Fault?, String)])
  func `D-361 prefixes are refused`(json: String, fault: ScreenRoutes.Fault?, pointer: String) throws {
    let body = try document(#"{"routes": {}, "prefixes": \#(json)}"#)
    let refusal = #expect(throws: BodyRefusal.self) {
      var reader = try body.object()
      _ = try ScreenRoutes(members: &reader)
    }
    if case .routes(let found, _)? = refusal { #expect(found == fault) } else { #expect(fault == nil) }
    #expect(refusal?.pointer == "/prefixes" + pointer)
  }

  @Test func `an integer is a row, and automatic the style of a presentation`() throws {
    let json = #"{"a": {"offers": [{"route": "b", "row": 7}]}, "b": {"opens": "present"}}"#
    let routes = try ScreenRoutes(routes: document(json)).routes
    #expect(routes[0].offers[0].row == "7" && routes[1].opening == .present(.automatic))
  }

  @Test(
    arguments: [
      (#"{"opens":"present","style":"automatic","replaces":true}"#, .present(.automatic, replaces: true)),
      (#"{"opens":"present","style":"popover","endsWith":"sender"}"#, .present(.popover, endsWith: .sender)),
      (#"{"opens":{"compact":"push","regular":"detail"}}"#, .init(compact: .push, regular: .detail)),
      (
        #"{"opens":{"compact":"push","regular":"present"},"style":"popover","replaces":true}"#,
        .init(compact: .push, regular: .present, style: .popover, replaces: true)
      ),
    ] as [(String, ScreenRoute.Openings)])
  func `D-370, D-372: how a route opens is written as it was read`(json: String, opening: ScreenRoute.Openings) throws {
    let routes = try ScreenRoutes(routes: document(#"{"a":\#(json)}"#))
    #expect(routes.routes[0].opening == opening)
    let body = written {
      $0.beginObject()
      routes.writeMembers(to: &$0)
      $0.endObject()
    }
    #expect(body == #"{"routes":{"a":\#(json)}}"#)
  }

  @Test func `D-370, D-372: one word for both classes is that word`() throws {
    let json = #"{"a": {"opens": {"compact": "push", "regular": "push"}, "replaces": false}}"#
    #expect(try ScreenRoutes(routes: document(json)).routes[0] == ScreenRoute("a", opening: .push))
  }

  private static let tooMany: String = {
    let members = (0...Limits.routes).map { "\"\($0)\": {}" }
    return "{\(members.joined(separator: ","))}"
  }()

  private static let tooLarge: String = {
    let title = String(repeating: "x", count: Limits.routesBytes)
    return #"{"a": {"screen": {"title": "\#(title)"}}}"#
  }()

  static let faults: [(json: String, fault: ScreenRoutes.Fault, pointer: String)] = [
    (#"{"a": {"offers": [{"route": "b"}]}}"#, .unknownRoute("b"), "/a/offers/0/route"),
    (#"{"a/b": {"offers": [{"route": "a/b"}]}}"#, .opensNothing("a/b"), "/a~1b/offers/0/route"),
    (
      #"{"a": {"opens": "push", "screen": {"title": "{x}"}}, "b": {"offers": [{"route": "a", "params": {"y": 1}}]}}"#,
      .missingParam("x", route: "a"), "/b/offers/0"
    ),
    (#"{"a": {"offers": [{}]}}"#, .opensOrCloses, "/a/offers/0"),
    (#"{"a": {"offers": [{"closes": false}]}}"#, .opensOrCloses, "/a/offers/0"),
    (#"{"a": {"offers": [{"route": "a", "closes": true}]}}"#, .opensOrCloses, "/a/offers/0"),
    (#"{"a": {"offers": [{"closes": true, "row": "1"}]}}"#, .besideCloses("row"), "/a/offers/0/row"),
    (#"{"a": {"offers": [{"closes": true, "params": {}}]}}"#, .besideCloses("params"), "/a/offers/0/params"),
    (#"{"a": {"opens": "push", "style": "popover"}}"#, .styleWithoutPresent("a"), "/a/style"),
    (
      #"{"a": {"opens": {"compact": "push", "regular": "detail"}, "style": "popover"}}"#, .styleWithoutPresent("a"),
      "/a/style"
    ),
    (#"{"a": {"opens": "push", "replaces": true}}"#, .replacesWithoutPresent("a"), "/a/replaces"),
    (#"{"a": {"replaces": true}}"#, .replacesWithoutPresent("a"), "/a/replaces"),
    (#"{"a": {"opens": "push", "endsWith": "sender"}}"#, .endsWithoutPresent("a"), "/a/endsWith"),
    (
      #"{"a": {"opens": "present"}, "b": {"opens": "present", "replaces": true, "parent": "a"}}"#, .replacesParent("a"),
      "/b/replaces"
    ),
    (#"{"a": {"style": "popover"}}"#, .styleWithoutPresent("a"), "/a/style"),
    ("{\"\u{E9}\": {}, \"e\u{301}\": {}}", .repeatedRoute("e\u{301}"), "/e\u{301}"),
    (#"{"a": {"opens": "push", "parent": "b"}}"#, .unknownRoute("b"), "/a/parent"),
    (#"{"a": {"parent": "a"}}"#, .opensOnNothing("a"), "/a/parent"),
    (#"{"a": {"opens": "push", "parent": "a"}}"#, .parentOfItself("a"), "/a/parent"),
    (#"{"a": {}, "b": {"opens": "push", "parent": ["a", "c"]}}"#, .unknownRoute("c"), "/b/parent/1"),
    (#"{"a": {"opens": "push", "parent": ["b", "a"]}, "b": {}}"#, .parentOfItself("a"), "/a/parent/1"),
    (
      """
      {"a": {}, "b": {}, "c": {"opens": "push", "parent": ["a", "b"]}, "d": {"opens": "push", "parent": ["a", "b"]}, \
      "e": {"opens": "push", "parent": ["c", "d"]}, "f": {"opens": "push", "parent": ["c", "d"]}, \
      "g": {"opens": "push", "parent": ["a", "e", "f", "e", "f"]}}
      """, .tooManyChains, "/g/parent/4"
    ),
    (#"{"a": {"screen": {"row": "{x}"}}}"#, .unknownParam("x"), "/a/screen/row"),
    (#"{"a": {"default": {"route": "b"}}}"#, .unknownRoute("b"), "/a/default/route"),
    (#"{"a": {"default": {"route": "b"}}, "b": {}}"#, .opensNothing("b"), "/a/default/route"),
    (#"{"a": {"default": {"route": "b"}}, "b": {"opens": "push"}}"#, .defaultBeside("b"), "/a/default/route"),
    (
      #"{"a": {"default": {"route": "b", "params": {"x": 1}}}, "b": {"opens": "detail", "path": "/{x}"}}"#,
      .wrongType("x", .string), "/a/default/params/x"
    ),
    (#"{"a": {"path": "/{x}"}, "b": {"path": "/{y}"}}"#, .samePath("a"), "/b/path"),
    (#"{"a": {"path": "/{x?}"}, "b": {"paths": ["/b", "/"]}}"#, .samePath("a"), "/b/paths/1"),
    (#"{"a": {"paths": ["/a", "/a/{x?}"]}}"#, .samePath("a"), "/a/paths/1"),
    (#"{"a": {"paths": ["/a/{x}", "/b"]}}"#, .otherParams("/a/{x}"), "/a/paths/1"),
    (#"{"a": {"path": "/a", "paths": ["/b"]}}"#, .pathAndPaths("a"), "/a/paths"),
    (#"{"a": {"paths": []}}"#, .numberOfPaths, "/a/paths"),
    (
      "{\"a\": {\"paths\": [\((0...Limits.routePaths).map { "\"/\($0)\"" }.joined(separator: ","))]}}", .numberOfPaths,
      "/a/paths"
    ),
    (
      #"{"a": {"path": "/a/{x}"}, "b": {"opens": "push", "parent": "a", "paths": ["/b/{x?}"]}}"#,
      .lostParam("x", parent: "a"), "/b/paths/0"
    ),
    (
      #"{"a": {"path": "/a/{x}"}, "b": {"opens": "push", "parent": "a", "path": "/b"}}"#, .lostParam("x", parent: "a"),
      "/b/path"
    ),
    (
      #"{"a": {"opens": "push", "path": "/{x~y}"}, "b": {"offers": [{"route": "a", "params": {"x~y": 1}}]}}"#,
      .wrongType("x~y", .string), "/b/offers/0/params/x~0y"
    ),
    (tooMany, .tooMany, ""), (tooLarge, .tooLarge, ""),
  ]

  @Test(arguments: faults)
  func `a fault has a pointer`(json: String, fault: ScreenRoutes.Fault, pointer: String) throws {
    let table = try document(json)
    #expect(throws: BodyRefusal.routes(fault, pointer: pointer)) { try ScreenRoutes(routes: table) }
  }

  /// Spaces between values are no part of the limit, and the limit itself is taken.
  @Test func `a table as large as the limit is taken`() throws {
    let frame = #"{"a":{"screen":{"title":""}}}"#
    let title = String(repeating: "x", count: Limits.routesBytes - frame.utf8.count)
    #expect(throws: Never.self) { try ScreenRoutes(routes: document(#"{ "a":{"screen":{"title":"\#(title)"}}}"#)) }
    #expect(throws: BodyRefusal.routes(.tooLarge, pointer: "")) {
      try ScreenRoutes(routes: document(#"{"a":{"screen":{"title":"\#(title)x"}}}"#))
    }
  }

  @Test(arguments: [
    ("[]", ""), (#"{"a": 1}"#, "/a"), (#"{"a": {"opens": "show"}}"#, "/a/opens"),
    (#"{"a": {"opens": {"compact": "push"}}}"#, "/a/opens"), (#"{"a": {"opens": []}}"#, "/a/opens"),
    (#"{"a": {"opens": {"compact": "push", "regular": "show"}}}"#, "/a/opens/regular"),
    (#"{"a": {"opens": {"compact": "push", "regular": "push", "wide": "push"}}}"#, "/a/opens/wide"),
    (#"{"a": {"opens": "present", "replaces": 1}}"#, "/a/replaces"),
    (#"{"a": {"path": "a"}}"#, "/a/path"), (#"{"a": {"paths": ["/a", "b"]}}"#, "/a/paths/1"),
    (#"{"a": {"paths": "/a"}}"#, "/a/paths"), (#"{"a": {"path": "/{x?}/a"}}"#, "/a/path"),
    (#"{"a": {"params": {"b": "text"}}}"#, "/a/params/b"),
    (#"{"a": {"parent": 1}}"#, "/a/parent"),
    (#"{"a": {"offers": {}}}"#, "/a/offers"), (#"{"a": {"offers": [{"closes": 1}]}}"#, "/a/offers/0/closes"),
    (#"{"a": {"offers": [{"closes": true, "name": ""}]}}"#, "/a/offers/0/name"),
    (#"{"a": {"offers": [{"route": "a", "name": "\#(String(repeating: "ä", count: 41))"}]}}"#, "/a/offers/0/name"),
    (#"{"a": {"offers": [{"route": "a", "row": true}]}}"#, "/a/offers/0/row"),
    (#"{"a": {"screen": {"route": "b"}}}"#, "/a/screen/route"),
    (#"{"a": {"screen": {"params": {}}}}"#, "/a/screen/params"),
    (#"{"a": {"screen": {"id": "b"}}}"#, "/a/screen/id"),
  ])
  func `another shape is refused`(json: String, pointer: String) throws {
    let table = try document(json)
    let refusal = #expect(throws: BodyRefusal.self) { try ScreenRoutes(routes: table) }
    guard case .json(let error)? = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(error.kind == .invalid && error.pointer == pointer)
  }
}
