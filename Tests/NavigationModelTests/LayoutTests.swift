import Navigation
import Testing

/// The trees of layouts, and their state on the standard iPad.
@Suite struct LayoutTests {
  static let rows: [(layout: Layout, sketch: String)] = [
    (.listDetail(primary: .screen("a"), secondary: .screen("b")), "split[a || b]"),
    (.doubleColumn(primary: .screen("a"), secondary: .screen("b")), "split/2[a || b]"),
    (
      .doubleColumn(primary: .screen("a"), secondary: .screen("b"), compact: .stack(.automatic, .screen("c"))),
      "split/2[a || b @ compact: c]"
    ),
    (.doubleColumn(primary: .screen("a"), secondary: .screen("b"), compact: .screen("c")), "split/2[a || b @ c]"),
    (
      .tripleColumn(primary: .screen("a"), supplementary: .screen("s"), secondary: .screen("b")), "split/3[a || s || b]"
    ),
    (.stack(root: .screen("a")), "stack: a"),
  ]

  @Test(arguments: rows) func expands(_ row: (layout: Layout, sketch: String)) throws {
    let session = try Session.open(row.layout.controller(), in: Environment()).session
    #expect(session.sketch == row.sketch)
  }

  @Test func emptyLayoutsAreRefused() {
    #expect(refusal(of: { _ = try Layout.tabBar(tabs: []).controller() }) == .emptyContainer("tabs"))
  }
}
