import Navigation
import Testing

@testable import NavigationPicture

/// The items of a tab bar in text.
@Suite struct TabLinesTests {
  private static func tabs(_ titles: String) -> [Scene.Tab] {
    titles.split(separator: " ").enumerated().map { Scene.Tab(title: String($1), isSelected: $0 == 0) }
  }

  /// Titles, the available cells, and the resulting lines; each item has two cells more than its title.
  static let rows: [(titles: String, room: Int, lines: [String])] = [
    ("abcd efgh ijkl", 18, ["abcd efgh ijkl"]),
    ("abcd efgh ijkl", 17, ["abcd efgh", "ijkl"]),
    ("abcd efgh ijkl mnop", 17, ["abcd efgh", "ijkl mnop"]),
    ("abcd efgh ijkl", 11, ["abcd", "efgh", "ijkl"]),
    // Text beyond three lines is truncated.
    ("abcd efgh ijkl mnop", 11, ["abcd", "efgh", "ijkl mnop"]),
    ("abcdefghijkl", 5, ["abcdefghijkl"]),
    ("abcdefghijkl b", 5, ["abcdefghijkl", "b"]),
  ]

  @Test(arguments: rows.indices) func `items are split into lines with enough cells`(_ index: Int) {
    let (titles, room, lines) = Self.rows[index]
    let tabs = Self.tabs(titles)
    let split = TabLines.split(tabs, room: room, lines: TabLines.count(tabs, room: room, height: 12))
    #expect(split.map { $0.map(\.title).joined(separator: " ") } == lines)
  }

  @Test(arguments: [(3, 1), (7, 1), (8, 2), (11, 2), (12, 3), (100, 3)])
  func `lines take no more than a quarter of the height`(_ height: Int, _ lines: Int) {
    #expect(TabLines.count(Self.tabs("abcd efgh ijkl"), room: 7, height: height) == lines)
  }

  @Test(arguments: ["{}", #"{"device": "iPhone 16 Pro"}"#, #"{"device": "iPhone SE (1st generation)"}"#])
  func `no title is truncated if three lines suffice`(_ environment: String) throws {
    let text = String(decoding: try Pictured("", .longTabs, environment).picture().text(), as: UTF8.self)
    for title in ["[Recommendations]", "Subscriptions", "Downloads", "Purchases", "Notifications"] {
      #expect(text.contains(title))
    }
  }
}
