import Navigation
import Testing

@testable import NavigationPicture

/// A session to draw: a layout, a tree or an app with its routes, its environment, and transitions.
struct Pictured: Sendable, CustomTestStringConvertible {
  /// The name of its files.
  var name: String
  var layout: Arrangement
  /// The `environment` of a create body.
  var environment: String
  /// JSON objects.
  var transitions: [String]
  var showsHidden = false

  enum Arrangement: Sendable {
    /// A `layout` of a create body.
    case layout(String)
    /// A `root` of a create body.
    case root(String)
    /// The body of an app with its `routes`.
    case design(String)
  }

  init(
    _ name: String, _ layout: Arrangement, _ environment: String, _ transitions: [String] = [],
    showsHidden: Bool = false
  ) {
    self.name = name
    self.layout = layout
    self.environment = environment
    self.transitions = transitions
    self.showsHidden = showsHidden
  }

  var testDescription: String { name }

  var routes: ScreenRoutes? {
    get throws {
      switch layout {
      case .layout, .root: nil
      case .design(let text): try Design(json: text.utf8).app.routes
      }
    }
  }

  func session() throws -> Session {
    let place = try Environment(json: JSONDocument(environment).root)
    var session: Session
    switch layout {
    case .layout(let text): session = try .open(Layout(json: JSONDocument(text).root).controller(), in: place).session
    case .root(let text): session = try .open(Controller(json: JSONDocument(text).root), in: place).session
    case .design(let text):
      var app = try Design(json: text.utf8).app
      app.environment = place
      session = try app.open().session
    }
    for transition in transitions {
      _ = try session.apply(Transition(json: JSONDocument(transition).root), routes: try routes)
    }
    return session
  }

  func picture() throws -> SessionPicture {
    SessionPicture(of: try session(), showsHidden: showsHidden, routes: try routes)
  }
}

/// Apps whose routes are drawn (D-401).
extension Pictured {
  private static let pad = #"{"device": "iPad Pro 11-inch (M4)"}"#
  private static let emma =
    #"{"type": "tapRow", "list": "list", "row": "emma", "screen": {"id": "emma", "route": "book", "title": "Emma", "params": {"book": "emma"}, "row": "emma"}, "opens": "detail"}"#
  private static let add =
    #"{"type": "present", "screen": {"id": "new", "route": "new", "title": "New book"}, "from": "list"}"#

  static let offering: [Pictured] = [
    Pictured("offers-pad", .books, pad, [emma]),
    Pictured("offers-sheet-pad", .books, pad, [emma, add]),
    Pictured("offers-phone", .books, #"{"device": "iPhone 16 Pro"}"#),
    Pictured(
      "offers-detail-phone-older", .books, #"{"device": "iPhone SE (1st generation)", "system": "iOS14"}"#, [emma]),
    Pictured("offers-more", .books, #"{"width": 360, "height": 300}"#),
  ]
}

extension Pictured.Arrangement {
  /// A list with rows of its own and of offers, locked ones and buttons; a detail with buttons; a sheet with two ways out.
  static let books = Self.design(
    """
    {"layout": {"name": "doubleColumn",
      "primary": {"id": "list", "route": "books", "title": "Books", "selectionFollowsDetail": true, "params": {"rows": [
        {"id": "emma", "title": "Emma", "subtitle": "Jane Austen", "image": "book"},
        {"id": "dune", "title": "Dune", "subtitle": "not offered", "image": "D"}]}},
      "secondary": {"id": "none", "route": "none", "placeholder": true, "title": "No book selected"},
      "behavior": {"placeholder": {"id": "none", "route": "none", "title": "No book selected"}}},
     "routes": {
      "books": {"offers": [
        {"route": "new", "name": "Add a book"}, {"route": "book", "params": {"book": "emma"}, "row": "emma"},
        {"route": "book", "params": {"book": "ulysses"}, "row": "ulysses"},
        {"route": "lentBooks", "params": {"to": "ann", "since": [2026, 1]}, "row": "lent"}, {"route": "members"}]},
      "book": {"opens": "detail", "params": {"book": "string"}, "screen": {"title": "Book {book}"},
        "offers": [{"route": "about", "name": "About the author"}, {"route": "new"}]},
      "lentBooks": {"opens": "push", "requires": ["signedIn"]},
      "members": {"opens": "present", "requires": ["signedIn"]},
      "about": {"opens": "push"},
      "new": {"opens": "present", "screen": {"title": "New book"},
        "offers": [{"closes": true, "name": "Cancel"}, {"route": "about"}, {"closes": true, "name": "Save"}]}},
     "conditions": {"signedIn": {}}}
    """)
}

/// Where the bar of a tab bar stands, with a search, an accessory and groups.
extension Pictured {
  private static let music = Arrangement.design(
    #"""
    {"root": {"kind": "tabBar", "id": "tabs", "mode": "tabSidebar",
       "accessory": {"title": "Now playing", "offer": {"route": "player"}},
       "tabs": [{"title": "Home", "icon": "house", "child": {"kind": "screen", "id": "home", "route": "home", "title": "Home"}},
         {"id": "library", "title": "Library", "managed": {"id": "library-stack"},
          "child": {"kind": "screen", "id": "shelves", "route": "shelves", "title": "Library"},
          "tabs": [{"title": "Artists", "child": {"kind": "screen", "id": "artists", "route": "artists", "title": "Artists"}},
            {"title": "Albums", "badge": "2", "child": {"kind": "screen", "id": "albums", "route": "albums", "title": "Albums"}}]},
         {"title": "Find", "role": "search", "child": {"kind": "screen", "id": "find", "route": "find", "title": "Find"}}]},
     "routes": {"home": {}, "shelves": {}, "artists": {}, "albums": {}, "find": {}, "player": {"opens": "present"}}}
    """#)
  private static let artists = #"{"type": "selectTab", "tab": "artists"}"#

  static let bars: [Pictured] = [
    Pictured("bar-sidebar-pad", music, #"{"device": "iPad Pro 11-inch (M4)"}"#, [artists]),
    Pictured("bar-top-pad", music, #"{"device": "iPad Pro 11-inch (M4)", "orientation": "portrait"}"#, [artists]),
    Pictured("bar-bottom-phone", music, #"{"device": "iPhone 16 Pro"}"#, [artists]),
    Pictured("bar-side-duo", music, #"{"device": "iPhone Duo"}"#),
  ]
}

/// WN-7, D-466, D-467: what is drawn of a bar, and its taps.
@Suite struct BarPictureTests {
  static let rows: [(rule: String, name: String, taps: [String])] = [
    (
      "D-467 TG-4 a sidebar's rows, beside the content", "bar-sidebar-pad",
      [
        "Show tab bar", "Tab Home", "Tab Artists, selected", "Tab Albums, 2", "Tab Find", "Now playing",
        "Back to Library",
      ]
    ),
    (
      "TG-4 TG-12 D-466 at the top, with the accessory", "bar-top-pad",
      ["Show tab sidebar", "Tab Home", "Tab Library, selected", "Tab Find", "Now playing", "Back to Library"]
    ),
    (
      "TG-12 D-466 at the bottom, the accessory above it", "bar-bottom-phone",
      ["Back to Library", "Now playing", "Tab Home", "Tab Library, selected", "Tab Find"]
    ),
    ("WN-7 at the side", "bar-side-duo", ["Now playing", "Tab Home, selected", "Tab Library", "Tab Find"]),
  ]

  @Test(arguments: rows) func taps(_ row: (rule: String, name: String, taps: [String])) throws {
    let pictured = try #require(Pictured.bars.first { $0.name == row.name })
    let (session, routes) = (try pictured.session(), try #require(try pictured.routes))
    #expect(Set(session.moves(routes: routes).map(\.name)) == Set(row.taps.map(Self.key)), "\(row.rule)")
    let svg = String(decoding: SessionPicture(of: session, routes: routes).svg(), as: UTF8.self)
    for tap in row.taps { #expect(svg.contains("aria-label=\"\(tap)\""), "\(row.rule): \(tap)") }
  }

  /// A move's name has no state, and says what an offer opens.
  private static func key(_ tap: String) -> String {
    tap == "Now playing" ? "Open Now playing" : tap.split(separator: ",").first.map(String.init) ?? tap
  }
}

/// Sheets at their detents, over a map that stays usable or is dimmed.
extension Pictured {
  private static let search = #"""
    {"kind": "stack", "id": "search", "children": [{"kind": "screen", "id": "places", "route": "places", "title": "Search",
      "params": {"rows": [{"id": "cafe", "title": "Café", "subtitle": "80 m"}, {"id": "park", "title": "Park"}]}}]}
    """#

  private static func present(_ style: String, _ members: String = "") -> String {
    #"{"type": "present", "controller": \#(search), "style": "\#(style)", "detents": ["medium", "large"]\#(members)}"#
  }

  private static let undimmed = #", "largestUndimmedDetent": "medium""#
  private static let high = #"{"type": "dragSheet", "to": "large"}"#
  private static let phone = #"{"device": "iPhone 16 Pro"}"#

  static let sheets: [Pictured] = [
    Pictured("half-sheet-phone", .home, phone, [present("pageSheet", undimmed)]),
    Pictured("half-sheet-phone-large", .home, phone, [present("pageSheet", undimmed), high]),
    Pictured(
      "half-sheet-phone-older", .home, #"{"device": "iPhone 16 Pro", "system": "iOS14"}"#, [present("pageSheet")]),
    Pictured(
      "half-sheet-edge", .home, #"{"device": "iPhone 16 Pro", "orientation": "landscape"}"#,
      [present("pageSheet", undimmed + #", "edgeAttached": true"#)]),
    Pictured("half-sheet-pad", .listDetail, pad, [present("pageSheet", undimmed)]),
    Pictured(
      "half-form-sheet-pad", .listDetail, pad, [present("formSheet", undimmed + #", "source": "notes""#)]),
  ]
}

/// PR-14, PR-15, PR-17, PR-18, D-509: where a sheet is drawn.
@Suite struct SheetPictureTests {
  private static func scene(_ name: String) throws -> Scene {
    let pictured = try #require(Pictured.sheets.first { $0.name == name })
    return Scene(of: try pictured.session(), showsHidden: false, for: .svg, scale: 1)
  }

  /// The height of the sheet as a part of the window's, whether the rest is dimmed, and where the grabber leads.
  static let sheets: [(name: String, heights: ClosedRange<Double>, dims: Bool, next: String?)] = [
    ("half-sheet-phone", 0.4...0.5, false, "large"), ("half-sheet-phone-large", 0.8...1, true, "medium"),
    ("half-sheet-phone-older", 0.4...0.5, true, "large"), ("half-sheet-edge", 0.8...1, true, nil),
    ("half-sheet-pad", 0.4...0.5, false, "large"), ("half-form-sheet-pad", 0.3...0.5, false, "large"),
  ]

  @Test(arguments: sheets.indices) func `PR-14 PR-15 PR-18 D-509: a sheet is as high as its detent`(_ index: Int) throws
  {
    let row = Self.sheets[index]
    let scene = try Self.scene(row.name)
    var (sheet, dims, next) = (Frame?.none, false, String?.none)
    for element in scene.elements {
      switch element {
      case .surface(.sheet, let frame): sheet = frame
      case .surface(.dim, _): dims = true
      case .edge(_, _, grabber: .dragSheet(_, let detent)): next = detent
      default: break
      }
    }
    let frame = try #require(sheet)
    #expect(row.heights.contains(frame.height / scene.window.height) && dims == row.dims && next == row.next)
    #expect(frame.maxY <= scene.window.maxY && frame.maxX <= scene.window.maxX && frame.x >= 0)
  }

  @Test func `PR-17 D-508: a form sheet is centred over its source`() throws {
    let scene = try Self.scene("half-form-sheet-pad")
    let frame = scene.elements.compactMap { if case .surface(.sheet, let frame) = $0 { frame } else { nil } }.first
    #expect(try #require(frame).midX < scene.window.midX - 100)
  }

  @Test func `PR-15 D-507: what lies beneath an undimmed sheet has its taps`() throws {
    let taps = try ["half-sheet-phone", "half-sheet-phone-large"].map { name in
      let pictured = try #require(Pictured.sheets.first { $0.name == name })
      return try XMLElements(try pictured.picture().svg()).elements.compactMap { $0.attributes["data-tap"] }
    }
    #expect(taps[0].contains { $0.contains("tapTab") } && !taps[1].contains { $0.contains("tapTab") })
    for (taps, next) in zip(taps, ["large", "medium"]) {
      #expect(taps.contains { $0.contains(#""type":"dragSheet""#) && $0.contains(#""to":"\#(next)""#) })
    }
  }
}
