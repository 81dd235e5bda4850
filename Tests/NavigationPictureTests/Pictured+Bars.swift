import Navigation
import Testing

@testable import NavigationPicture

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
