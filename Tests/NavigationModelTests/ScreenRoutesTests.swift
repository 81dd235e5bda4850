import Testing

@testable import Navigation

/// D-166: what a table of routes is refused for, and where.
@Suite struct ScreenRoutesTests {
  typealias Fault = ScreenRoutes.Fault

  private static func titled(_ title: String?, back: String? = nil) -> ScreenUpdate {
    ScreenUpdate {
      $0.title = .some(title)
      $0.backButtonTitle = .some(back)
    }
  }

  private static func offering(_ offers: ScreenRoute.Offer...) -> ScreenRoute { ScreenRoute("list", offers: offers) }

  private static func at(
    _ name: String, _ path: String, _ opening: ScreenRoute.Openings? = nil, params: [ScreenRoute.Param] = []
  ) -> ScreenRoute { ScreenRoute(name, opening: opening, path: LinkTemplate(path), params: params) }

  private static func at(_ name: String, all paths: [String]) -> ScreenRoute {
    var route = ScreenRoute(name)
    route.paths = paths.compactMap(LinkTemplate.init)
    return route
  }

  private static let one = Params(members: [Params.Member(name: "chat", json: "1")])

  private static let tooMany: [ScreenRoute] = (0...Limits.routes).map { ScreenRoute("\($0)") }

  static let refused: [(routes: [ScreenRoute], refusal: ScreenRoutes.Refusal)] = [
    ([offering(.init(route: "none"))], .init(fault: .unknownRoute("none"), route: 0, offer: 0)),
    ([offering(.init(route: "list"))], .init(fault: .opensNothing("list"), route: 0, offer: 0)),
    (
      [ScreenRoute("a", opening: .push), offering(.init(route: "a"), .init(route: "A"))],
      .init(fault: .unknownRoute("A"), route: 1, offer: 1)
    ),
    (
      [offering(.init(route: "chat")), ScreenRoute("chat", opening: .detail, screen: titled("Chat {chat}"))],
      .init(fault: .missingParam("chat", route: "chat"), route: 0, offer: 0)
    ),
    (
      [
        offering(.init(route: "chat", params: one)),
        ScreenRoute("chat", opening: .push, screen: titled("{chat}", back: "{chat}{of}")),
      ], .init(fault: .missingParam("of", route: "chat"), route: 0, offer: 0)
    ),
    // One accent in two forms, which are one string.
    (
      [ScreenRoute("caf\u{E9}"), ScreenRoute("cafe\u{301}")],
      .init(fault: .repeatedRoute("cafe\u{301}"), route: 1)
    ),
    (tooMany, .init(fault: .tooMany)),
    ([ScreenRoute("a", opening: .push, parent: "b")], .init(fault: .unknownRoute("b"), route: 0)),
    ([ScreenRoute("a"), ScreenRoute("b", parent: "a")], .init(fault: .opensOnNothing("b"), route: 1)),
    // D-370: in whatever class, and above whatever is between.
    (
      [
        ScreenRoute("b", opening: .present(.formSheet, replaces: true), parent: "a"),
        ScreenRoute("a", opening: .present(.formSheet)),
      ], .init(fault: .replacesParent("a"), route: 0)
    ),
    (
      [
        ScreenRoute("a", opening: .init(compact: .push, regular: .present)),
        ScreenRoute("b", opening: .push, parent: "a"),
        ScreenRoute("c", opening: .init(compact: .present, regular: .push, replaces: true), parent: "b"),
      ], .init(fault: .replacesParent("a"), route: 2)
    ),
    ([ScreenRoute("a", opening: .push, parent: "a")], .init(fault: .parentOfItself("a"), route: 0)),
    (
      [ScreenRoute("a", opening: .push, parent: "b"), ScreenRoute("b", opening: .push, parent: "a")],
      .init(fault: .parentOfItself("a"), route: 0)
    ),
    (
      [at("a", "/a/{x}/{y}", .push), ScreenRoute("b", opening: .push, path: LinkTemplate("/b/{x}"), parent: "a")],
      .init(fault: .lostParam("y", parent: "a"), route: 1, path: 0)
    ),
    ([at("a", "/{x}/1"), at("b", "/{y}/1")], .init(fault: .samePath("a"), route: 1, path: 0)),
    ([at("a", "/"), at("b", "/")], .init(fault: .samePath("a"), route: 1, path: 0)),
    // D-360: an optional segment counts as two paths, and all paths of a route have the same params beside.
    ([at("a", all: ["/a", "/b/{x}"])], .init(fault: .otherParams("/a"), route: 0, path: 1)),
    ([at("a", all: ["/a/{x}", "/b/{x?}"])], .init(fault: .otherParams("/a/{x}"), route: 0, path: 1)),
    ([at("a", all: ["/a/{x}", "/b/{y}/{x?}"])], .init(fault: .otherParams("/a/{x}"), route: 0, path: 1)),
    ([at("a", all: ["/a", "/b", "/a"])], .init(fault: .samePath("a"), route: 0, path: 2)),
    ([at("a", all: ["/a", "/a/{x?}"])], .init(fault: .samePath("a"), route: 0, path: 1)),
    ([at("a", "/a/{x}"), at("b", all: ["/b", "/a/{y?}"])], .init(fault: .samePath("a"), route: 1, path: 1)),
    ([at("a", "/a/{x?}"), at("b", "/a")], .init(fault: .samePath("a"), route: 1, path: 0)),
    (
      [at("a", "/{x}", .push), ScreenRoute("b", opening: .push, path: LinkTemplate("/b/{x?}"), parent: "a")],
      .init(fault: .lostParam("x", parent: "a"), route: 1, path: 0)
    ),
    (
      [at("a", all: (0...Limits.routePaths).map { "/\($0)" })], .init(fault: .numberOfPaths, route: 0)
    ),
    (
      [
        ScreenRoute("chat", opening: .push, params: [.init("chat", .string)]),
        offering(.init(route: "chat", params: one)),
      ], .init(fault: .wrongType("chat", .string), route: 1, offer: 0)
    ),
    // A parent's type counts for its children.
    (
      [
        at("all", "/{chat}", .push, params: [.init("chat", .boolean)]),
        ScreenRoute("chat", opening: .push, parent: "all"), offering(.init(route: "chat", params: one)),
      ], .init(fault: .wrongType("chat", .boolean), route: 2, offer: 0)
    ),
    (
      [
        ScreenRoute("a", opening: .push, screen: titled(String(repeating: "{chat}", count: 5_000))),
        offering(
          .init(route: "a", params: one), .init(route: "a", params: one, texts: [String(repeating: "x", count: 300)])),
      ], .init(fault: .tooLarge, route: 1, offer: 1)
    ),
  ]

  @Test(arguments: refused)
  func `the first fault is named with its place`(routes: [ScreenRoute], refusal: ScreenRoutes.Refusal) {
    #expect(throws: refusal) { try ScreenRoutes(routes, values: JSONParamValues()) }
  }

  @Test(arguments: [
    "Chat", "{chat} and {chat}", "{", "}", "{}", "a}b{c", "{chat", "}{chat}", "{{chat}", "é{chat}é", "\u{1F468}{",
  ])
  func `a title that needs no other param is taken`(title: String) throws {
    let chat = ScreenRoute("chat", opening: .detail, screen: Self.titled(title))
    let routes = [Self.offering(.init(route: "chat", params: Self.one, row: "1")), chat]
    #expect(try ScreenRoutes(routes, values: JSONParamValues()).routes == routes)
  }

  @Test(
    arguments: [
      .push, .detail, .column, .present(.formSheet), .present(.formSheet, replaces: true),
      .init(compact: .push, regular: .present, replaces: true), .init(compact: .column, regular: .detail),
    ] as [ScreenRoute.Openings])
  func `D-371, D-372: what opens in any way may have a parent`(_ opening: ScreenRoute.Openings) throws {
    let routes = [ScreenRoute("a"), ScreenRoute("b", opening: opening, parent: "a")]
    #expect(try ScreenRoutes(routes, values: JSONParamValues()).routes == routes)
  }

  @Test func `as many routes as the limit are taken`() throws {
    let routes = (0..<Limits.routes).map { ScreenRoute("\($0)", opening: .present(.formSheet)) }
    #expect(try ScreenRoutes(routes, values: JSONParamValues()).routes.count == Limits.routes)
    #expect(try ScreenRoutes([], values: JSONParamValues()).routes.isEmpty)
  }

  /// D-360: what differs in its last segment alone.
  @Test(arguments: [
    ["/a", "/b/{x?}"], ["/a/{x}", "/b/{x}/{y?}", "/c/{x}/{z?}"], ["/{x?}", "/a/{x?}"],
    (0..<Limits.routePaths).map { "/\($0)" },
  ])
  func `paths with the same params are taken`(paths: [String]) throws {
    let route = Self.at("a", all: paths)
    #expect(try ScreenRoutes([route], values: JSONParamValues()).routes == [route])
  }

  @Test func `D-361 there is a limit of prefixes`() throws {
    let prefixes = (0...Limits.linkPrefixes).compactMap { LinkPrefix("/\($0)") }
    let taken = try ScreenRoutes([], prefixes: Array(prefixes.dropLast()), values: JSONParamValues())
    #expect(taken.prefixes == prefixes.dropLast())
    #expect(taken != (try ScreenRoutes([], values: JSONParamValues())))
    #expect(throws: ScreenRoutes.Refusal(fault: .tooManyPrefixes)) {
      try ScreenRoutes([], prefixes: prefixes, values: JSONParamValues())
    }
  }
}
