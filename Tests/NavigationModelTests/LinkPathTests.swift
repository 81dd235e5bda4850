@testable import Navigation
import Testing

/// D-360 to D-362: several paths of a route, an optional last segment, and where URLs begin.
@Suite struct LinkPathTests {
  /// A shop as its web site, its app and its campaigns name it.
  static let shop = table(
    #"{"home":{"path":"/{tab?}"},"help":{"paths":["/help","/hilfe"]},"new":{"path":"/products/new"},"#
      + #""products":{"path":"/products/{sort?}","params":{"sort":"string","page":"integer"}},"#
      + #""product":{"opens":"push","paths":["/products/{id}/details/{size?}","/p/{id}"],"#
      + #""params":{"id":"integer"}},"order":{"paths":["/orders/{order}","/o/{order}/{line?}"],"params":{"line":"integer"}}}"#,
    #"["https://shop.example","https://Shop.example:8443/app","https://shop.example/app/v2","exp://host/--","/en","/en/gb","myapp://"]"#
  )

  static func table(_ routes: String, _ prefixes: String? = nil) -> ScreenRoutes {
    let prefixes = prefixes.flatMap { try? JSONDocument(Array($0.utf8)).root }
    // A table of the tests' own, which a mistake must not hide.
    guard let json = try? JSONDocument(Array(routes.utf8)).root,
      let table = try? ScreenRoutes(routes: json, prefixes: prefixes)
    else { fatalError(routes) }
    return table
  }

  /// The route and the params that a URL names.
  static func names(_ url: String, in routes: ScreenRoutes) -> String {
    do throws(Rejection) {
      guard let part = try LinkTarget.all(.url(url), in: routes)[0].chain.last else { return "nothing" }
      return ([part.route.name] + part.params.members.map { "\($0.name)=\($0.json)" }).joined(separator: " ")
    } catch {
      if case .invalidParam(let name, _, _) = error { return "invalid \(name)" }
      return Problem(error).code
    }
  }

  @Test(
    arguments: [
      // D-360: each of several paths.
      ("/help", "help"), ("/hilfe", "help"), ("/products/7/details", "product id=7"), ("/p/7", "product id=7"),
      ("/p/x", "invalid id"), ("/p", #"home tab="p""#), ("/p/7/details", "no-such-route"),
      // An optional segment is there or not; a literal goes before it.
      ("/", "home"), ("/chairs", #"home tab="chairs""#), ("/products", "products"),
      ("/products/price", #"products sort="price""#), ("/products/new", "new"),
      ("/products/7", #"products sort="7""#), ("/products/a%2Fb", #"products sort="a/b""#),
      ("/products/7/details/xl", #"product id=7 size="xl""#), ("/products/price/7", "no-such-route"),
      ("/products//price/", #"products sort="price""#),
      // It may be in the query, where its path does not give it.
      ("/products?sort=price", #"products sort="price""#), ("/products/name?sort=price", #"products sort="name""#),
      ("/products?sort=", #"products sort="""#), ("/p/7?size=xl", #"product id=7 size="xl""#),
      ("/products/7/details?size=xl&size=s", #"product id=7 size="xl""#), ("/p/7?place=x", "product id=7"),
      ("/products?page=2&sort=a", #"products sort="a" page=2"#),
      // Its type counts.
      ("/o/1/2", #"order order="1" line=2"#), ("/o/1/x", "invalid line"), ("/o/1", #"order order="1""#),
      ("/orders/1?line=2.0", #"order order="1" line=2"#),
    ])
  func `D-360 a URL names a route by each of its paths`(url: String, names: String) {
    #expect(Self.names(url, in: Self.shop) == names)
  }

  @Test(
    arguments: [
      // D-361: a prefix with scheme and host.
      ("https://shop.example", "home"), ("https://shop.example/help", "help"), ("https://shop.example/app", "home"),
      ("https://shop.example/app/", "home"), ("https://shop.example/app/help", "help"),
      ("https://shop.example/app/help?x=1#y", "help"), ("https://shop.example/app?tab=chairs", #"home tab="chairs""#),
      // Without case and port; the rest has its case.
      ("HTTPS://SHOP.Example:80/app/help", "help"), ("https://me:pw@shop.example:/app/help", "help"),
      ("https://shop.example/App/help", "no-such-route"), ("https://shop.example/%61pp/help", "help"),
      // The longest is cut off, and one alone.
      ("https://shop.example/app/v2/help", "help"), ("https://shop.example/app/v3/help", "no-such-route"),
      ("https://shop.example/app/en/help", "no-such-route"), ("/en/gb/help", "help"), ("/en/gb", "home"),
      ("/en/help", "help"), ("/en/en/help", "no-such-route"), ("/en/us/help", "no-such-route"),
      // It ends at a segment.
      ("/entry", #"home tab="entry""#), ("/en", "home"), ("https://shop.example/apple", #"home tab="apple""#),
      ("https://shop.example/app%2Fhelp", #"home tab="app/help""#),
      // Other schemes and hosts are as without it.
      ("http://shop.example/app/help", "no-such-route"), ("https://shop.example.org/app/help", "no-such-route"),
      ("https://other.example/help", "help"), ("https://other.example/app", #"home tab="app""#),
      ("/app/help", "no-such-route"), ("shop.example/app/help", "no-such-route"),
      // One without is known with any of them.
      ("https://shop.example/en/help", "help"), ("https://other.example/en/help", "help"), ("myapp://en/help", "help"),
      ("myapp:/en/help", "help"), ("en/help", "help"), ("EN/help", "no-such-route"),
      // After another scheme the host is a segment, unless a prefix has it.
      ("exp://host/--/help", "help"), ("exp://host/--", "home"), ("EXP://Host:8081/--/help", "help"),
      ("exp://other/--/help", "no-such-route"), ("exp://host/help", "no-such-route"),
      ("exp://host", #"home tab="host""#),
      ("exp:host/--/help", "help"), ("expo://host/--/help", "no-such-route"), ("myapp://help", "help"),
      ("myapp://products/price", #"products sort="price""#), ("myapp://HELP", #"home tab="HELP""#),
    ])
  func `D-361 a prefix is cut off`(url: String, names: String) {
    #expect(Self.names(url, in: Self.shop) == names)
  }

  /// A host as a prefix has it, and hosts of URLs: alike, and others.
  @Test(
    arguments: [
      ("https://[::1]/app", ["https://[::1]:80/app", "https://me@[::1]/app"], ["https://[::2]/app", "https://[/app"]),
      ("https://a.b:1/app", ["https://a.b/app", "https://A.B:2/app"], ["https://a.b:x/app", "https://a.b./app"]),
      ("https://é.fr/app", ["https://É.fr/app"], ["https://e.fr/app"]),
      ("a+b://me@h:1/app", ["A+B://H/app", "a+b://h:2/app"], ["a://h/app", "a+b://h:x/app", "a+b://h"]),
    ] as [(String, [String], [String])])
  func `D-361 hosts are compared without case, user and port`(prefix: String, same: [String], others: [String]) throws {
    let prefix = try #require(LinkPrefix(prefix))
    for url in same { #expect(Link(url).map(prefix.fits) == true, "\(url)") }
    for url in others { #expect(Link(url).map(prefix.fits) == false, "\(url)") }
  }

  @Test(arguments: [
    "", "/", "//", "en", "en/gb", "shop.example", "shop.example/app", "localhost:80/app", "myapp:", "myapp:/app",
    "https:/shop.example", "https://", "https:///", "/{lang}", "/en?x", "/en#x", "https://shop.example/{lang}", "/%zz",
    "/" + String(repeating: "a", count: Limits.linkPrefixBytes),
  ])
  func `D-361 what is no prefix`(text: String) { #expect(LinkPrefix(text) == nil) }

  @Test(arguments: [
    "/en", "/en/", "/en/gb", "myapp://", "myapp://host", "exp://host:8081/--/", "HTTPS://Shop.example", longest,
  ])
  func `D-361 a prefix is written as it is read`(text: String) { #expect(LinkPrefix(text)?.text == text) }

  private static let longest = "/" + String(repeating: "a", count: Limits.linkPrefixBytes - 1)
  private static let deepest = String(repeating: "/a", count: Limits.linkSegments - 1) + "/{b?}"

  @Test(arguments: ["/{?}", "/{a?}/b", "/{a?}/{b?}", "/a?", "/{a}?", "/{a??}", "/{?a}", "/{a}/{a?}", "/a" + deepest])
  func `D-360 what is no path with an optional segment`(path: String) { #expect(LinkTemplate(path) == nil) }

  @Test(arguments: ["/{a?}", "/a/{b?}", "/{a}/{b?}", deepest])
  func `D-360 a path with an optional segment is written as it is read`(path: String) {
    #expect(LinkTemplate(path)?.text == path)
  }

  /// The route and the params of a screen, and its URL.
  @Test(
    arguments: [
      ("help", [:], "/help"), ("products", [:], "/products"), ("products", ["sort": #""price""#], "/products/price"),
      ("products", ["sort": #""a/b""#, "page": "2"], "/products/a%2Fb?page=2"),
      ("product", ["id": "7"], "/products/7/details"),
      ("product", ["id": "7", "size": #""xl""#], "/products/7/details/xl"),
      ("product", ["size": #""xl""#], nil), ("order", ["order": #""1""#, "line": "2.0"], "/orders/1?line=2"),
      // An optional one that is of another type is not there.
      ("order", ["order": #""1""#, "line": #""x""#], "/orders/1"), ("products", ["sort": "1"], "/products"),
      // What the path cannot say is in the query: an empty text, and what leads elsewhere.
      ("products", ["sort": #""""#], "/products?sort="), ("products", ["sort": #""new""#], "/products?sort=new"),
      ("home", ["tab": #""chairs""#], "/chairs"), ("home", ["tab": #""help""#], "/?tab=help"),
      ("home", ["tab": #""en""#], "/?tab=en"), ("home", ["tab": #""products""#, "x": "1"], "/?tab=products"),
    ] as [(String, [String: String], String?)])
  func `D-362 a screen has the first URL that leads back`(route: String, params: [String: String], url: String?) {
    let params = Params(members: params.sorted { $0.key > $1.key }.map { Params.Member(name: $0.key, json: $0.value) })
    let screen = Controller.screen("s", route: route, params: params).screen
    #expect(screen.flatMap(Self.shop.url) == url)
  }

  private static let shadowed = table(
    #"{"a":{"paths":["/{x}/1","/a/{x}"]},"b":{"path":"/b/1"},"c":{"path":"/{y}"},"d":{"path":"/d"}}"#, #"["/en","/d"]"#)

  /// The route, the value of its only param, and its URL.
  @Test(arguments: [
    ("a", "q", "/q/1"), ("a", "b", "/a/b"), ("a", "en", "/a/en"), ("c", "q", "/q"), ("c", "en", nil), ("c", "d", nil),
    ("d", "", nil), ("a", String(repeating: "q", count: Limits.urlBytes - 3), "…"),
    ("a", String(repeating: "q", count: Limits.urlBytes - 2), nil),
  ])
  func `D-362 without such a path there is none`(route: String, value: String, url: String?) throws {
    let members = try ["x", "y"].map { name in
      Params.Member(name: name, json: try #require(JSONParamValues().json(of: value, as: .string)))
    }
    let screen = Controller.screen("s", route: route, params: Params(members: members)).screen
    let found = screen.flatMap(Self.shadowed.url)
    if url == "…" { #expect(found?.utf8.count == Limits.urlBytes) } else { #expect(found == url) }
  }

  /// D-360: an optional param is updated, and is no part of the same thing.
  @Test(arguments: [
    ("/products/price", "updateScreen", "/products/price"), ("/products", "already-there", "/products/name"),
    ("/products?page=2", "updateScreen", "/products/name?page=2"),
    ("/products/name", "already-there", "/products/name"),
    ("https://shop.example/app/products/name", "already-there", "/products/name"),
  ])
  func `D-360 a link to another value of an optional param updates it`(link: String, step: String, url: String) throws {
    let list = Controller.screen(
      "list", route: "products", params: Params(members: [Params.Member(name: "sort", json: #""name""#)]))
    var session = try Session.open(.stack(root: list), in: Environment()).session
    let outcome = try session.apply(Transition(.open(url: link)), routes: Self.shop).outcome
    #expect(outcome.steps.first?.action.type ?? outcome.reason?.rawValue == step && outcome.steps.count < 2)
    #expect(session.visible(routes: Self.shop).map(\.url) == [url])
  }

  /// D-360: a parent gets its optional param, too.
  @Test func `D-360 a parent gets what its path names`() throws {
    let routes = Self.table(
      #"{"list":{"path":"/list/{sort?}"},"#
        + #""item":{"opens":"push","parent":"list","paths":["/item/{id}/{sort?}","/i/{id}"]}}"#)
    for (url, params) in [("/item/1/name", [["sort"], ["id", "sort"]]), ("/i/1", [[], ["id"]])] {
      let chain = try LinkTarget.all(.url(url), in: routes)[0].chain
      #expect(chain.map { $0.params.members.map(\.name) } == params)
    }
  }
}
