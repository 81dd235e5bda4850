import Navigation
import Testing

@Suite struct TopTabsJSONTests {
  static let pages = [Page(title: "A", child: .screen("a")), Page(title: "B", child: .stack("s", .screen("b")))]
  static let pagesText =
    #"{"kind":"topTabs","id":"t","pages":[{"title":"A","child":{"kind":"screen","id":"a","route":"r"}},"#
    + #"{"title":"B","child":{"kind":"stack","id":"s","children":[{"kind":"screen","id":"b","route":"r"}]}}],"#

  /// Members of a request after the pages, and their value.
  static let requests: [Golden<TopTabs?>] = [
    Golden(#""currentPage":"a"}"#, TopTabs(pages: pages)),
    Golden(#""currentPage":"s"}"#, TopTabs(pages: pages, currentIndex: 1)),
    Golden(#""currentPage":"a","contentOffset":0}"#, TopTabs(pages: pages, geometry: .unplaced(contentOffset: 0))),
    Golden(
      #""currentPage":"a","contentOffset":-12.25}"#, TopTabs(pages: pages, geometry: .unplaced(contentOffset: -12.25))),
    Golden(#""currentPage":"a","isTabControlHidden":true}"#, TopTabs(pages: pages, isTabControlHidden: true)),
    Golden(#""currentPage":"a","bounces":false}"#, TopTabs(pages: pages, bounces: false)),
    Golden(
      #""currentPage":"a","allowedBounceEdges":["trailing"]}"#, TopTabs(pages: pages, allowedBounceEdges: [.trailing])),
    Golden(#""currentPage":"a","allowedBounceEdges":[]}"#, TopTabs(pages: pages, allowedBounceEdges: [])),
    Golden(#""currentPage":"a","pageAppearance":"all"}"#, TopTabs(pages: pages, pageAppearance: .all)),
  ]

  @Test(arguments: requests) func request(_ row: Golden<TopTabs?>) throws {
    let controller = Controller(id: "t", content: .topTabs(try #require(row.value)))
    #expect(try Controller(json: document(Self.pagesText + row.json)) == controller)
    #expect(written { controller.write(to: &$0, form: .request) } == Self.pagesText + row.json)
    #expect(try Controller(json: document(written { controller.write(to: &$0, form: .snapshot) }, .skip)) == controller)
  }

  @Test func currentPageMayBeLeftOut() throws {
    let json = #"{"kind": "topTabs", "pages": [{"title": "T", "child": {"kind": "screen", "id": "a", "route": "r"}}]}"#
    #expect(try Controller(json: document(json)).topTabs?.currentPage == "a")
    #expect(try Controller(json: document(json)).topTabs?.allowedBounceEdges == [.leading, .trailing])
  }

  @Test func edgesStandInAnyOrder() throws {
    let json = Self.pagesText + #""allowedBounceEdges":["trailing","leading"]}"#
    #expect(try Controller(json: document(json)).topTabs == TopTabs(pages: Self.pages))
  }

  /// Realistic widths and offsets.
  static let placed: [TopTabs.Geometry] = [
    .placed(pageWidth: 320, contentOffset: 0), .placed(pageWidth: 320, contentOffset: 320),
    .placed(pageWidth: 355.5, contentOffset: 100.1),
    .placed(pageWidth: 853.0 / 3, contentOffset: 853.0 / 3), .placed(pageWidth: 0.1 * 3751, contentOffset: -1e-9),
    .placed(pageWidth: 16_384, contentOffset: 0.1 + 0.2),
  ]

  @Test(arguments: placed) func `the stored form loses nothing`(_ geometry: TopTabs.Geometry) throws {
    let topTabs = try #require(
      TopTabs(pages: Self.pages, currentIndex: 1, geometry: geometry, bounces: false, allowedBounceEdges: []))
    let controller = Controller(id: "t", content: .topTabs(topTabs))
    #expect(try Controller(json: document(written { controller.write(to: &$0, form: .snapshot) }, .skip)) == controller)
  }

  @Test func `SYS4-6 SYS4-10 SYS4-11: the session form has the computed members`() throws {
    let geometry = TopTabs.Geometry.placed(pageWidth: 320, contentOffset: 240)
    let controller = Controller(
      id: "t", content: .topTabs(try #require(TopTabs(pages: Self.pages, geometry: geometry))))
    let state = #""currentPage":"a","contentOffset":240"#
    #expect(written { controller.write(to: &$0, form: .request) } == Self.pagesText + state + "}")
    let json = written { controller.write(to: &$0, form: .session(Environment())) }
    #expect(json.hasSuffix(state + #","contentWidth":640,"mostVisiblePage":"s","indicator":{"x":120,"width":160}}"#))
    #expect(try Controller(json: document(json, .skip)) == controller)
  }

  /// A page and further members.
  private static func page(_ members: String) -> String {
    #"{"kind": "topTabs", "pages": [{"title": "T", "child": \#(a)}], \#(members)}"#
  }

  private static let a = #"{"kind": "screen", "id": "a", "route": "r"}"#

  static let refused: [RefusedRow] = [
    RefusedRow(#"{"kind": "topTabs"}"#, at: ""),
    RefusedRow(#"{"kind": "topTabs", "id": "t", "pages": []}"#, .model(.emptyContainer("t")), at: "/pages"),
    RefusedRow(
      #"{"kind": "topTabs", "id": "t", "pages": [], "currentPage": "a"}"#, .model(.emptyContainer("t")), at: "/pages"),
    RefusedRow(#"{"kind": "topTabs", "pages": [{"child": \#(a)}]}"#, at: "/pages/0"),
    RefusedRow(#"{"kind": "topTabs", "pages": [{"title": "T"}]}"#, at: "/pages/0"),
    RefusedRow(#"{"kind": "topTabs", "pages": [{"title": "T", "child": "a"}]}"#, at: "/pages/0/child"),
    RefusedRow(#"{"kind": "topTabs", "pages": [{"title": "T", "child": \#(a), "badge": "1"}]}"#, at: "/pages/0/badge"),
    RefusedRow(page(#""currentPage": "b""#), .model(.noSuchController("b")), at: "/currentPage"),
    RefusedRow(page(#""currentPage": 0"#), at: "/currentPage"),
    RefusedRow(page(#""contentOffset": "0""#), at: "/contentOffset"),
    RefusedRow(page(#""contentOffset": 1e999"#), at: "/contentOffset"),
    RefusedRow(page(#""contentOffset": 32768001"#), at: "/contentOffset"),
    RefusedRow(page(#""bounces": 1"#), at: "/bounces"),
    RefusedRow(page(#""allowedBounceEdges": "leading""#), at: "/allowedBounceEdges"),
    RefusedRow(page(#""allowedBounceEdges": ["left"]"#), at: "/allowedBounceEdges/0"),
    RefusedRow(page(#""allowedBounceEdges": ["leading", "leading"]"#), at: "/allowedBounceEdges"),
    RefusedRow(page(#""pageWidth": 320"#), at: "/pageWidth"),
    RefusedRow(page(#""contentWidth": 320"#), at: "/contentWidth"),
    RefusedRow(page(#""mostVisiblePage": "a""#), at: "/mostVisiblePage"),
    RefusedRow(page(#""indicator": {"x": 0, "width": 0}"#), at: "/indicator"),
  ]

  @Test(arguments: refused) func refuses(_ row: RefusedRow) throws {
    try row.check { _ = try Controller(json: $0) }
  }

  static let layouts: [Golden<Layout>] = [
    Golden(
      #"{"name":"topTabs","pages":[{"title":"T","screen":{"id":"a","route":"r"}}]}"#,
      .topTabs(pages: [LayoutPage(title: "T", screen: .screen("a"))], inStack: true)),
    Golden(
      #"{"name":"topTabs","pages":[{"title":"T","screen":{"route":"r"}}],"inStack":false}"#,
      .topTabs(pages: [LayoutPage(title: "T", screen: .screen(.automatic))], inStack: false)),
  ]

  @Test(arguments: layouts) func layout(_ row: Golden<Layout>) throws {
    #expect(try Layout(json: document(row.json)) == row.value)
    #expect(written { row.value.write(to: &$0) } == row.json)
  }

  static let refusedLayouts: [RefusedRow] = [
    RefusedRow(#"{"name": "topTabs"}"#, at: ""),
    RefusedRow(#"{"name": "topTabs", "pages": []}"#, .model(.emptyContainer("top")), at: "/pages"),
    RefusedRow(#"{"name": "topTabs", "pages": [{"screen": {"route": "r"}}]}"#, at: "/pages/0"),
    RefusedRow(
      #"{"name": "topTabs", "pages": [{"title": "T", "screen": {"route": "r"}, "id": "p"}]}"#, at: "/pages/0/id"),
    RefusedRow(
      #"{"name": "topTabs", "pages": [{"title": "T", "screen": {"route": "r"}}], "inStack": "yes"}"#, at: "/inStack"),
  ]

  @Test(arguments: refusedLayouts) func refusesLayout(_ row: RefusedRow) throws {
    try row.check { _ = try Layout(json: $0) }
  }

  static let refusedTransitions: [RefusedRow] = [
    RefusedRow(#"{"type": "tapTitle"}"#, at: ""),
    RefusedRow(#"{"type": "tapTitle", "page": 1}"#, at: "/page"),
    RefusedRow(#"{"type": "scroll", "phase": "ended"}"#, at: ""),
    RefusedRow(#"{"type": "scroll", "contentOffset": 1}"#, at: ""),
    RefusedRow(#"{"type": "scroll", "contentOffset": 1, "phase": "began"}"#, at: "/phase"),
    RefusedRow(#"{"type": "scroll", "contentOffset": 1e999, "phase": "ended"}"#, at: "/contentOffset"),
    RefusedRow(#"{"type": "scroll", "contentOffset": -32768000.5, "phase": "ended"}"#, at: "/contentOffset"),
    RefusedRow(#"{"type": "setPages", "topTabs": "t"}"#, at: ""),
    RefusedRow(#"{"type": "setPages", "pages": [{"child": "a"}]}"#, at: "/pages/0"),
    RefusedRow(#"{"type": "setPages", "pages": [{"title": "T", "child": null}]}"#, at: "/pages/0/child"),
    RefusedRow(#"{"type": "setTopTabs", "contentOffset": 0}"#, at: "/contentOffset"),
  ]

  @Test(arguments: refusedTransitions) func refusesTransition(_ row: RefusedRow) throws {
    try row.check { _ = try Transition(json: $0) }
  }
}
