import Navigation
import SeededRandom
import Testing

/// D-166: what a URL names, and the URL of a screen.
@Suite struct LinkTests {
  /// Paths that contain one another, and params of each type.
  static let routes = table(
    #"{"home":{"path":"/"},"chats":{"path":"/chats"},"new":{"path":"/chats/new"},"#
      + #""chat":{"path":"/chats/{chat}","params":{"chat":"integer","unread":"boolean","zoom":"number","q":"string"}},"#
      + #""info":{"path":"/chats/{chat}/info","params":{"chat":"integer"}},"user":{"path":"/{user}/profile"},"#
      + #""tag":{"path":"/tags/{tag}/{user}"},"self":{"path":"/tags/me/{user}"}}"#)

  static func table(_ json: String) -> ScreenRoutes {
    // A table of the tests' own, which a mistake must not hide.
    guard let routes = try? ScreenRoutes(routes: JSONDocument(Array(json.utf8)).root) else { fatalError(json) }
    return routes
  }

  /// A session whose screen the link shows: each route of the table is of a screen with that route.
  private func opened(_ url: String) -> String {
    do throws(Rejection) {
      var session = try Session.open(.stack(root: .screen("root", route: "root")), in: Environment()).session
      let routes = Self.presenting
      _ = try session.apply(Transition(.open(url: url)), routes: routes)
      guard let screen = session.visible(routes: routes).last else { return "nothing" }
      let params = screen.params.members.map { "\($0.name)=\($0.json)" }.joined(separator: " ")
      return (["\(screen.route)"] + (params.isEmpty ? [] : [params])).joined(separator: " ")
    } catch {
      switch error {
      case .noSuchRoute: return "no-such-route"
      case .invalidParam(let name, _, _): return "invalid \(name)"
      default: return "\(error)"
      }
    }
  }

  /// The same paths, each presented, so that a link needs no screen to begin from.
  private static let presenting: ScreenRoutes = {
    let presented = LinkTests.routes.routes.map { route in
      var route = route
      route.opening = .present(.pageSheet)
      return route
    }
    guard let table = try? ScreenRoutes(presented, values: JSONParamValues()) else {
      // The same table, which was read before.
      fatalError("the table has a fault")
    }
    return table
  }()

  @Test(
    arguments: [
      // What is the path.
      ("/chats", "chats"), ("chats", "chats"), ("/", "home"), ("", "home"), ("https://example.com", "home"),
      ("https://example.com/", "home"), ("https://example.com/chats", "chats"),
      ("HTTP://example.com:80/chats", "chats"),
      ("https://user@example.com/chats", "chats"), ("https://example.com?q=1", "home"), ("https:///chats", "home"),
      ("myapp://chats", "chats"), ("myapp://chats/42", "chat chat=42"), ("myapp:///chats/42", "chat chat=42"),
      ("myapp:/chats/42", "chat chat=42"), ("myapp:chats/42", "chat chat=42"), ("a+b-c.d://chats", "chats"),
      ("1a://chats", "no-such-route"), ("myapp://", "home"),
      // Fragment, final slash, empty segments.
      ("/chats#top", "chats"), ("/chats#?unread=true", "chats"), ("/chats/", "chats"),
      ("//chats//42//", "chat chat=42"),
      ("/./chats", "no-such-route"), ("/chats/..", "invalid chat"), ("/Chats", "no-such-route"),
      // A segment is decoded once.
      ("/%63hats", "chats"), ("/a%2Fb/profile", #"user user="a/b""#), ("/a%252Fb/profile", #"user user="a%2Fb""#),
      ("/%C3%A9/profile", #"user user="é""#), ("/é/profile", #"user user="é""#),
      ("/%F0%9F%98%80/profile", #"user user="😀""#),
      ("/a+b/profile", #"user user="a+b""#), ("/%22%5C/profile", #"user user="\"\\""#),
      ("/%/profile", "no-such-route"), ("/%2/profile", "no-such-route"), ("/%zz/profile", "no-such-route"),
      ("/%FF/profile", "no-such-route"), ("/%00/profile", #"user user="\u0000""#),
      // A literal goes before a param.
      ("/chats/new", "new"), ("/chats/7", "chat chat=7"), ("/tags/me/ann", #"self user="ann""#),
      ("/tags/you/ann", #"tag tag="you" user="ann""#), ("/chats/info", "invalid chat"),
      ("/chats/profile", "invalid chat"), ("/tags/profile", #"user user="tags""#),
      // Types.
      ("/chats/42.0", "chat chat=42"), ("/chats/4.2e1", "chat chat=42"), ("/chats/-7", "chat chat=-7"),
      ("/chats/4.5", "invalid chat"), ("/chats/x", "invalid chat"), ("/chats/007", "invalid chat"),
      ("/chats/%2042", "invalid chat"), ("/chats/true", "invalid chat"), ("/chats/%2242%22", "invalid chat"),
      ("/chats/9007199254740993", "chat chat=9007199254740993"),
      // The query.
      ("/chats/1?unread=true", "chat chat=1 unread=true"),
      ("/chats/1?unread=false&utm_source=x", "chat chat=1 unread=false"),
      ("/chats/1?unread=1", "invalid unread"), ("/chats/1?unread", "invalid unread"),
      ("/chats/1?zoom=1.50", "chat chat=1 zoom=1.5"),
      ("/chats/1?zoom=2.0", "chat chat=1 zoom=2"), ("/chats/1?q=", #"chat chat=1 q="""#),
      ("/chats/1?q=a%26b", #"chat chat=1 q="a&b""#),
      ("/chats/1?q=a=b&q=c", #"chat chat=1 q="a=b""#), ("/chats/1?chat=2", "chat chat=1"), ("/chats?&&", "chats"),
      ("/chats/1?q=%zz", "no-such-route"), ("/chats/1/info?unread=true", "info chat=1"),
    ])
  func `D-166 a URL names a route and its params`(url: String, names: String) {
    #expect(opened(url) == names)
  }

  @Test func `D-166 a URL has a limit`() {
    #expect(opened("/chats/1?q=" + String(repeating: "x", count: Limits.urlBytes - 11)).hasPrefix("chat chat=1 q="))
    #expect(opened("/chats/1?q=" + String(repeating: "x", count: Limits.urlBytes - 10)) == "no-such-route")
  }

  private static let longest = String(repeating: "/a", count: Limits.linkSegments)

  @Test(arguments: [
    "", "chats", "//", "/a/", "/{}", "/{a}/{a}", "/a{b}", "/{a", "/a}", "/{{a}}", "/a?b", "/a#b", longest + "/a",
  ])
  func `D-166 what is no path of a route`(path: String) { #expect(LinkTemplate(path) == nil) }

  @Test(arguments: ["/", "/a", "/{a}", "/a/{b}/c", "/é/{é}", longest])
  func `D-166 a path is written as it is read`(path: String) { #expect(LinkTemplate(path)?.text == path) }

  /// Whatever a value is, its URL leads back to it.
  @Test func `D-166 a screen's URL names it again`() throws {
    var random = Seeded(0x11AC)
    let parts = ["a", "/", "?", "#", "%", "&", "=", "é", "😀", " ", "+", "..", "\"", "\\", "\u{0}", "{x}", "42", "true"]
    for _ in 0..<2_000 {
      let user = (0..<Int.random(in: 1...4, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
        .joined()
      let json = try #require(JSONParamValues().json(of: user, as: .string))
      var session = try Session.open(.stack(root: .screen("root", route: "root")), in: Environment()).session
      let params = Params(members: [.init(name: "user", json: json)])
      _ = try session.apply(Transition(.open("user", params: params)), routes: Self.presenting)
      let url = try #require(session.visible(routes: Self.presenting).last?.url)
      var other = try Session.open(.stack(root: .screen("root", route: "root")), in: Environment()).session
      for link in [url, "https://example.com" + url, "app:/" + url] {
        _ = try other.apply(Transition(.open(url: link)), routes: Self.presenting)
        #expect(other.visible.last?.params == params, "\(link)")
      }
    }
  }

  /// Any table is refused with a place in it, or its links lead somewhere or nowhere.
  @Test func `D-166 any table has a fault or links`() throws {
    var random = Seeded(0x7AB1)
    func one(of words: [String]) -> String { words.randomElement(using: &random) ?? "" }
    var (faults, opened) = (0, 0)
    for _ in 0..<3_000 {
      let names = ["a", "b", "c", "d", "e"].prefix(Int.random(in: 1...5, using: &random))
      let routes = names.map { name in
        let members = [
          one(of: ["", #""opens": "push""#, #""opens": "detail""#, #""opens": "column""#, #""opens": "present""#]),
          one(of: ["", #""path": "/\#(name)""#, #""path": "/\#(name)/{x}""#, #""path": "/{x}/{y}""#, #""path": "/""#]),
          one(of: ["", "", #""parent": "a""#, #""parent": "b""#, #""parent": "f""#]),
          one(of: ["", "", #""params": {"x": "integer"}"#]),
          one(of: ["", "", #""offers": [{"route": "b", "params": {"x": 1}}]"#]),
        ].filter { !$0.isEmpty }
        return "\"\(name)\": {\(members.joined(separator: ", "))}"
      }
      let json = try JSONDocument(Array("{\(routes.joined(separator: ", "))}".utf8)).root
      let table: ScreenRoutes
      do throws(BodyRefusal) { table = try ScreenRoutes(routes: json) } catch {
        guard case .routes(_, let pointer) = error else { throw error }
        #expect(pointer.isEmpty || json.compactText().contains(pointer.split(separator: "/")[0]))
        faults += 1
        continue
      }
      var session = try Session.open(
        Layout.tripleColumn(
          primary: .screen("a", route: "a"), supplementary: .screen("b", route: "b"),
          secondary: .screen("c", route: "c")
        ).controller(), in: Environment()
      ).session
      for url in ["/a", "/a/1", "/b", "/b/1", "/c/1", "/d/1", "/e", "/1/2", "/"] {
        let before = session
        let answer = try? session.apply(Transition(.open(url: url)), routes: table)
        if answer == nil { #expect(session == before) } else { opened += 1 }
        #expect(session.violations == [])
      }
    }
    #expect(faults > 100 && opened > 100)
  }

  @Test func `D-166 any bytes are a URL or none`() {
    var random = Seeded(0xF022)
    let bytes = Array("/%2f?#&=:.~aZ09{}+-é\u{0}😀 ".unicodeScalars)
    for _ in 0..<5_000 {
      let url = String(
        String.UnicodeScalarView(
          (0..<Int.random(in: 0...24, using: &random)).map { _ in
            bytes.randomElement(using: &random) ?? "/"
          }))
      let names = opened(url)
      #expect(!names.isEmpty && names != "nothing", "\(url)")
    }
  }

  @Test(
    arguments: [
      (.string, "1", nil), (.string, #""a""#, #""a""#), (.string, #""\u0061""#, #""a""#), (.integer, "42.0", "42"),
      (.integer, "42", "42"), (.integer, "1e2", "100"), (.integer, "0.5", nil), (.integer, #""42""#, nil),
      (.integer, "1e300", nil), (.integer, "-0", "0"), (.number, "1.50", "1.5"), (.number, "5e-1", "0.5"),
      (.number, "3.0", "3"),
      (.number, "true", nil), (.boolean, "true", "true"), (.boolean, "0", nil), (.boolean, "null", nil),
      (.string, "[]", nil),
    ] as [(ScreenRoute.ParamType, String, String?)])
  func `D-166 a value has one form`(type: ScreenRoute.ParamType, json: String, form: String?) {
    #expect(JSONParamValues().canonical(json, as: type) == form)
  }
}
