import Navigation
import Testing

/// SYS4-3, SYS4-25: the layout of top tabs.
@Suite struct TopTabsLayoutTests {
  static let pages = [LayoutPage(title: "A", screen: .screen("a")), LayoutPage(title: "B", screen: .screen("b"))]

  @Test(arguments: [(true, "stack: top+{*a | b}"), (false, "top+{*a | b}")])
  func `SYS4-3 SYS4-8 SYS4-25`(_ row: (inStack: Bool, sketch: String)) throws {
    let root = try Layout.topTabs(pages: Self.pages, inStack: row.inStack).controller()
    let session = try Session.open(root, in: Environment()).session
    #expect(session.sketch == row.sketch)
    #expect(session.root.find("top")?.topTabs?.pages.map(\.title) == ["A", "B"])
    #expect(session.visible.map(\.id) == ["a"])
  }

  @Test func `no pages`() {
    #expect(refusal(of: { _ = try Layout.topTabs(pages: [], inStack: true).controller() }) == .emptyContainer("top"))
  }
}
