import Navigation
import Testing

@testable import NavigationPicture

/// The differences between systems.
@Suite struct LookTests {
  struct Row: Sendable {
    var arrangement: Pictured.Arrangement
    var environment: String
    var isAtTop: Bool
    var shape: Scene.TabBar.Shape
    var item: Scene.TabBar.Item

    init(
      _ arrangement: Pictured.Arrangement, _ environment: String, atTop isAtTop: Bool = false,
      _ shape: Scene.TabBar.Shape,
      _ item: Scene.TabBar.Item
    ) {
      (self.arrangement, self.environment, self.isAtTop) = (arrangement, environment, isAtTop)
      (self.shape, self.item) = (shape, item)
    }
  }

  static let rows: [Row] = [
    // An iPad's window of regular width
    Row(.home, "{}", atTop: true, .capsule, .title),
    Row(.home, #"{"system": "iOS14"}"#, .edge, .symbolBesideTitle),
    // An iPad's window of compact width, like a phone's
    Row(.home, #"{"multitasking": "slideOver"}"#, .capsule, .symbolAboveTitle),
    Row(.home, #"{"multitasking": "slideOver", "system": "iOS14"}"#, .edge, .symbolAboveTitle),
    Row(.home, #"{"device": "iPhone 16"}"#, .capsule, .symbolAboveTitle),
    Row(.home, #"{"device": "iPhone 16", "system": "iOS14"}"#, .edge, .symbolAboveTitle),
    Row(.home, #"{"device": "iPhone 16", "orientation": "landscape"}"#, .capsule, .symbolBesideTitle),
    // A phone's wide window: the bar is at the bottom, too
    Row(.sixTabs, #"{"device": "iPhone 16 Plus", "orientation": "landscape"}"#, .capsule, .symbolBesideTitle),
    // A sidebar: it is compact
    Row(.messenger, "{}", .capsule, .symbolAboveTitle),
    Row(.messenger, #"{"system": "iOS14"}"#, .edge, .symbolAboveTitle),
    Row(.tabBarInStack, "{}", .capsule, .symbolAboveTitle),
    Row(.messenger, #"{"device": "iPhone 16 Plus", "orientation": "landscape"}"#, .capsule, .symbolAboveTitle),
    Row(.splitInTabs, "{}", atTop: true, .capsule, .title),
  ]

  @Test(arguments: rows.indices) func `the place of a tab bar depends on system and width`(_ index: Int) throws {
    let row = Self.rows[index]
    let session = try Pictured("", row.arrangement, row.environment).session()
    let scene = Scene(of: session, showsHidden: false, for: .svg)
    let bars = scene.elements.compactMap { if case .tabBar(let bar) = $0 { bar } else { nil } }
    let bar = try #require(bars.first)
    #expect(bar.isAtTop == row.isAtTop && bar.shape == row.shape && bar.item == row.item)
    #expect(row.isAtTop ? bar.frame.maxY < scene.window.midY / 2 : bar.frame.y > scene.window.midY)
    #expect(row.shape == .edge || bar.frame.width < scene.window.width && bar.frame.maxY < scene.window.maxY)
    // In text the bar is at the same end.
    let text = String(decoding: SessionPicture(of: session).text(), as: UTF8.self).split(separator: "\n")
    let line = try #require(text.firstIndex { $0.contains("[") && !$0.contains("[≡]") })
    #expect((line < 4) == row.isAtTop)
  }

  @Test func `an older bar has a line, a newer one none and capsules`() throws {
    for (system, lines, capsules) in [("iOS26", 0, 2), ("iOS14", 2, 0)] {
      let transition = #"{"type": "showDetail", "screen": {"id": "x", "route": "x", "title": "X"}}"#
      let pictured = Pictured("", .messenger, #"{"system": "\#(system)"}"#, [transition])
      let elements = try XMLElements(pictured.picture().svg()).elements
      let bars = elements.indices.filter { elements[$0].classes.contains("bar") }
      #expect(
        elements.filter { $0.classes.contains("hairline") && bars.contains($0.ancestors.last ?? -1) }.count == lines)
      #expect(elements.filter { $0.classes.contains("glass") && $0.classes.contains("hit") }.count == capsules)
    }
  }

  static let titles: [(environment: String, sizes: [String])] = [
    (#"{"device": "iPhone 16"}"#, ["34"]), (#"{"device": "iPhone 16", "system": "iOS14"}"#, ["34"]),
    // UIKit shows none in compact height.
    (#"{"device": "iPhone 16", "orientation": "landscape"}"#, []),
  ]

  @Test(arguments: titles.indices) func `a large title is below the bar, or in its place`(_ index: Int) throws {
    let (environment, sizes) = Self.titles[index]
    let elements = try XMLElements(Pictured("", .home, environment).picture().svg()).elements
    let titles = elements.filter { $0.classes.contains("title") }
    #expect(titles.count == 1 && titles.compactMap { $0.attributes["font-size"] } == sizes)
    let plain = try XMLElements(Pictured("", .messenger, environment).picture().svg()).elements
    #expect(plain.filter { $0.classes.contains("title") }.allSatisfy { $0.attributes["font-size"] == nil })
  }

  @Test func `a row that names a picture has one`() throws {
    let elements = try XMLElements(Pictured("", .home, "{}").picture().svg()).elements
    let rows = elements.indices.filter { elements[$0].classes.contains("row") }
    let parts = rows.map { row in
      elements.filter { $0.ancestors.contains(row) && ["dot", "glyph", "initial"].contains($0.attributes["class"]) }.map
      {
        $0.attributes["class"]
      }
    }
    #expect(parts == [["dot", "initial"], ["dot", "glyph"], []])
  }
}
