import Navigation
import Testing

/// D-423: what a search says of sheets that end with their sender.
@Suite struct EndingSheetTests {
  private static func design(_ end: String) -> ExploredDesign {
    ExploredDesign(
      name: "a picker\(end)",
      json: """
        "layout": {"name": "doubleColumn", "primary": {"id": "list", "route": "list"}, \
        "secondary": {"id": "none", "route": "none", "placeholder": true}, \
        "compact": {"kind": "stack", "id": "k", "children": [{"kind": "screen", "id": "home", "route": "home"}]}, \
        "behavior": {"placeholder": {"id": "none", "route": "none"}, "topColumnForCollapsing": "compact"}}, \
        "routes": {"list": {"offers": [{"route": "picker"}]}, "home": {}, \
        "picker": {"opens": "present", "style": "formSheet"\(end)}}, "checks": ["keepsPlace", "roundTrip"], \
        "environments": [{"orientation": "landscape"}, {"orientation": "landscape", "multitasking": "slideOver"}]
        """)
  }

  @Test(arguments: [(#", "endsWith": "sender""#, ["keepsPlace", "keepsPlace"]), ("", [])])
  func `D-423: a window takes the sheet, and no round trip is lost`(_ row: (end: String, checks: [String])) throws {
    let report = try Self.design(row.end).search().report()
    #expect(report.bound == nil && report.findings.map(\.check.word) == row.checks)
  }
}
