@testable import Navigation
import SeededRandom
import Testing

/// D-362: the URL of a screen shows it in a new session (L6), whatever URL brought it.
@Suite struct LinkHomeTests {
  private static let shop = LinkedApp(
    name: "shop",
    json: """
      "layout": {"name": "tabsInPrimary", "tabs": [{"id": "t1", "screen": {"id": "home", "route": "home"}}, \
      {"id": "t2", "screen": {"id": "orders", "route": "orders"}}], "placeholder": {"id": "none", "route": "none"}}, \
      "routes": {"home": {"path": "/"}, "orders": {"paths": ["/orders/{sort?}", "/o"]}, \
      "list": {"opens": "push", "parent": "home", "paths": ["/{kind}/{sort?}", "/k/{kind}"], "params": {"page": "integer"}}, \
      "product": {"opens": "detail", "parent": "home", "paths": ["/p/{id}/{size?}", "/products/{id}/in/{color?}"], \
      "params": {"id": "integer"}}, \
      "review": {"opens": "push", "parent": "product", "path": "/p/{id}/reviews/{review?}"}, \
      "order": {"opens": "detail", "parent": "orders", "paths": ["/orders/{order}/lines/{line?}", "/o/{order}/{line?}"]}, \
      "cart": {"opens": "present", "paths": ["/cart/{code?}", "/c"]}}, \
      "prefixes": ["https://shop.example/app", "exp://host/--", "/en", "/k"]
      """)

  /// A URL by any path, with any prefix.
  private static func url(_ routes: ScreenRoutes, _ random: inout Seeded) -> String {
    let path = routes.routes.flatMap(\.paths).randomElement(using: &random)?.text ?? ""
    var parts = path.split(separator: "/").map(String.init)
    if parts.last?.hasSuffix("?}") == true, Bool.random(using: &random) { parts.removeLast() }
    let values = ["1", "2", "xl", "a%2Fb", "lines", "en", "p", "reviews"]
    let filled = parts.map { $0.hasPrefix("{") ? values.randomElement(using: &random) ?? "" : $0 }
    let start = ["", "https://shop.example/app", "https://www.example", "exp://HOST:1/--", "/en", "my:/"]
    let query = ["", "", "?page=2", "?sort=", "?size=s&color=red", "?line=2"].randomElement(using: &random) ?? ""
    return (start.randomElement(using: &random) ?? "") + "/" + filled.joined(separator: "/") + query
  }

  @Test(arguments: ["wide", "narrow"]) func `D-362: a screen's URL shows it anew`(window: String) throws {
    var random = Seeded(0x10E6)
    let (wide, routes) = try Self.shop.open("wide")
    let (narrow, _) = try Self.shop.open("narrow")
    var (session, seen) = (window == "wide" ? wide : narrow, Set<String>())
    let start = session
    for step in 0..<600 {
      if step.isMultiple(of: 20) { session = start }
      let link = Self.url(routes, &random)
      _ = try? session.apply(Transition(.open(url: link)), routes: routes)
      for visible in session.visible(routes: routes) {
        guard let url = visible.url, seen.insert(url).inserted else { continue }
        for fresh in [wide, narrow] {
          var anew = fresh
          _ = try anew.apply(Transition(.open(url: url)), routes: routes)
          let found = anew.visible(routes: routes).first { $0.url == url }
          #expect(found?.route == visible.route, "\(url) after \(link)")
          #expect(found?.params.names == visible.params.names, "\(url) after \(link)")
        }
      }
    }
    #expect(seen.count > 80)
  }
}

extension Params {
  fileprivate var names: [String: String] { Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.json) }) }
}
