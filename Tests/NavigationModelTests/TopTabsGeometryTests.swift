import Navigation
import Testing

/// SYS4: the consequences of the pages' positions, in points.
@Suite struct TopTabsGeometryTests {
  /// Three pages of 320 points, opened at this offset.
  static func topTabs(_ pages: String = "*a | b | c", at offset: Double, width: Double = 320) throws -> TopTabs {
    let place = Row.Place.window(width, 568)
    let session = try Session.open(SketchParser.tree("top{\(pages) @\(offset)}"), in: place.environment(.iOS26)).session
    return try #require(session.root.topTabs)
  }

  static let indicators: [(offset: Double, x: Double)] = [
    (0, 0), (160, 160.0 / 3), (320, 320.0 / 3), (640, 640.0 / 3), (-60, -20), (700, 700.0 / 3),
  ]

  @Test(arguments: indicators) func `SYS4-10 SYS4-12: the indicator`(_ row: (offset: Double, x: Double)) throws {
    let topTabs = try Self.topTabs(at: row.offset)
    #expect(abs(topTabs.indicator.x - row.x) < 1e-9)
    #expect(topTabs.indicator.width == 320.0 / 3)
  }

  static let counts: [Int] = [1, 2, 3, 7]

  @Test(arguments: counts) func `SYS4-6: all pages beside each other`(_ count: Int) throws {
    let pages = (0..<count).map { "p\($0)" }.joined(separator: " | ")
    #expect(try Self.topTabs("*" + pages, at: 0, width: 375).contentWidth == 375 * Double(count))
  }

  @Test func `SYS4-10: no division by a width of zero`() throws {
    let topTabs = try #require(SketchParser.tree("top{a | *b}").topTabs)
    #expect(topTabs.indicator.x == 0 && topTabs.indicator.width == 0)
    #expect(topTabs.contentWidth == 0 && topTabs.contentOffset == 0 && topTabs.mostVisiblePage == "b")
    #expect(topTabs.displayedIndices == 1...1)
  }

  static let mostVisible: [(offset: Double, page: ControllerID)] = [
    (0, "a"), (159, "a"), (160, "a"), (160.5, "b"), (161, "b"), (320, "b"), (480, "b"), (481, "c"), (640, "c"),
    (-160, "a"), (800, "c"),
  ]

  @Test(arguments: mostVisible) func `SYS4-11 SYS4-12: the most visible page`(
    _ row: (offset: Double, page: ControllerID)
  ) throws {
    #expect(try Self.topTabs(at: row.offset).mostVisiblePage == row.page)
  }

  static let displayed: [(offset: Double, pages: ClosedRange<Int>)] = [
    (0, 0...0), (0.25, 0...1), (160, 0...1), (319.75, 0...1), (320, 1...1), (320.25, 1...2), (640, 2...2), (-20, 0...0),
    (660, 2...2),
  ]

  @Test(arguments: displayed) func `SYS4-5: the pages in the viewport`(_ row: (offset: Double, pages: ClosedRange<Int>))
    throws
  {
    #expect(try Self.topTabs(at: row.offset).displayedIndices == row.pages)
  }

  /// A third of a point is no binary fraction: due to rounding a page may end beside the start of the next one.
  static let widths: [Double] = [284.333_333_333_333_31, 375.1, 143.142_857_142_857_14, 300.333_333_333_333_31]

  @Test(arguments: widths) func `SYS4-5: one page at rest at any width`(_ width: Double) throws {
    let pages = (0..<40).map { "p\($0)" }.joined(separator: " | ")
    var session = try Session.open(
      SketchParser.tree("top{*\(pages)}"), in: Row.Place.window(width, 568).environment(.iOS26)
    ).session
    for index in 0..<40 {
      _ = try session.apply(.scroll(Double(index) * width + 3 * (index.isMultiple(of: 2) ? 1 : -1), .ended))
      #expect(session.visible.map(\.id.description) == ["p\(index)"])
      #expect(session.root.topTabs?.takesPan(over: .trailing) == true)
    }
    _ = try session.apply(.setTopTabs { $0.bounces = false })
    #expect(session.root.topTabs?.takesPan(over: .trailing) == false)
  }

  @Test func `SYS4-15 SYS4-16 SYS4-18: the third page of 320 points, of 568, and back`() throws {
    var session = try Session.open(SketchParser.tree("top{a | b | *c}"), in: TopTabsTests.narrow.environment(.iOS26))
      .session
    var offsets = [session.root.topTabs?.contentOffset]
    for (width, height) in [(568.0, 320.0), (568, 200), (320, 568)] {
      _ = try session.apply(.resize(width, height))
      offsets.append(session.root.topTabs?.contentOffset)
    }
    #expect(offsets == [640, 1136, 1136, 640])
  }

  /// The place of the container, and the width of its pages on the standard pad: 1,210 points, of which a primary has
  /// 320.
  static let places: [(sketch: String, width: Double)] = [
    ("top{*a | b}", 1210), ("stack: r > top{*a | b}", 1210), ("tabs[x: a1 | *=top{*a | b}]", 1210),
    ("tabs[x*: a1 | =top{*a | b}]", 1210),
    ("outer{c | *top{*a | b}}", 1210), ("split[=top{*a | b} || ph]", 320), ("split[A || =top{*a | b}]", 890),
    ("split[A || S: B > top{*a | b}]", 890), ("split[A || =split2[=top{*a | b} || =c]]", 320),
    ("split[tabs[x*: top{*a | b}] || ph]", 320),
    ("split[A || =split2[N: B || =top{*a | b}]]", 570),
  ]

  @Test(arguments: places) func `D-125 SYS4-5 SYS4-18: as wide as its place`(_ row: (sketch: String, width: Double))
    throws
  {
    let session = try Session.open(SketchParser.tree(row.sketch, behavior: SplitDelegate()), in: Environment()).session
    #expect(session.root.find("top")?.topTabs?.pageWidth == row.width)
    #expect(session.violations.isEmpty)
  }

  @Test func `SYS4-16 CL-7: a page stays through collapse and expansion`() throws {
    var session = try Session.open(
      SketchParser.tree("split[A || S: top{a | *b}]", behavior: SplitDelegate()), in: Environment()
    ).session
    var seen: [Double?] = []
    for step in [Transition.collapse, .expand] {
      _ = try session.apply(step)
      seen += [session.root.find("top")?.topTabs?.contentOffset, session.environment.size.width]
    }
    #expect(seen == [session.environment.device.map { _ in 375 }, 375, 890, 1210])
  }

  static let pans: [(offset: Double, bounces: Bool, edges: Set<HorizontalEdge>, leading: Bool, trailing: Bool)] = [
    (0, true, [.leading, .trailing], true, true), (0, true, [.trailing], false, true),
    (0, true, [.leading], true, true),
    (320, true, [], true, true), (640, true, [.trailing], true, true), (640, true, [.leading], true, false),
    (640, true, [], true, false),
    (0, false, [.leading, .trailing], false, true), (640, false, [.leading, .trailing], true, false),
    (20, false, [], true, true),
  ]

  @Test(arguments: pans)
  func `SYS4-22 SYS4-23 SYS4-24: pans that the container takes`(
    _ row: (offset: Double, bounces: Bool, edges: Set<HorizontalEdge>, leading: Bool, trailing: Bool)
  ) throws {
    var topTabs = try Self.topTabs(at: row.offset)
    topTabs.bounces = row.bounces
    topTabs.allowedBounceEdges = row.edges
    #expect(topTabs.takesPan(over: .leading) == row.leading)
    #expect(topTabs.takesPan(over: .trailing) == row.trailing)
  }

  @Test func `D-127: an offset in a tree is in points of its first place, limited to its scrolls`() throws {
    #expect(try Self.topTabs(at: 100).contentOffset == 100)
    #expect(try Self.topTabs(at: 9999).contentOffset == 800)
    #expect(try Self.topTabs("*a | b", at: -9999, width: 200).contentOffset == -100)
  }

  @Test func `an impossible geometry is no container`() {
    let page = Page(title: "T", child: .screen("a"))
    let impossible: [TopTabs.Geometry] = [
      .placed(pageWidth: 0, contentOffset: 0), .placed(pageWidth: -1, contentOffset: 0),
      .placed(pageWidth: .nan, contentOffset: 0),
      .placed(pageWidth: 320, contentOffset: .infinity), .unplaced(contentOffset: .nan),
    ]
    for geometry in impossible { #expect(TopTabs(pages: [page], geometry: geometry) == nil) }
    #expect(
      TopTabs(pages: []) == nil && TopTabs(pages: [page], currentIndex: 1) == nil && TopTabs(pages: [page]) != nil)
  }
}
