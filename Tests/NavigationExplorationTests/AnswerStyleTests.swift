import Navigation
import Testing

/// An answer of the other style changes no state that a user can reach.
@Suite struct AnswerStyleTests {
  private static let classic = """
    "layout": {"name": "listDetail", "primary": {"id": "list", "route": "list"}, \
    "placeholder": {"id": "none", "route": "none"}, "behavior": {BEHAVIOR}}, \
    "routes": {"list": {"offers": [{"route": "note", "row": "1"}]}, "note": {"opens": "detail"}}
    """
  private static let column = """
    "layout": {"name": "doubleColumn", "primary": {"id": "list", "route": "list"}, \
    "secondary": {"id": "none", "route": "none", "placeholder": true}, \
    "behavior": {"placeholder": {"id": "none", "route": "none"}BEHAVIOR}}, \
    "routes": {"list": {"offers": [{"route": "note", "row": "1"}]}, "note": {"opens": "detail"}}
    """

  private static func counts(_ design: String, _ behavior: String) throws -> [Int] {
    let json = design.split(separator: "BEHAVIOR").joined(separator: behavior)
    let report = try ExploredDesign(name: behavior, json: json).search().report()
    return [report.states, report.tried] + report.findings.map(\.count)
  }

  private static let classicCounts = Result { try counts(classic, "") }
  private static let columnCounts = Result { try counts(column, "") }

  @Test(arguments: [
    #""topColumnForCollapsing": "primary""#, #""topColumnForCollapsing": "lastTop""#, #""onDetailPopped": "discard""#,
    #""displayModeForExpanding": "secondaryOnly""#,
  ])
  func `D-413: classic`(_ behavior: String) throws {
    #expect(try Self.counts(Self.classic, behavior) == Self.classicCounts.get())
  }

  @Test(arguments: [
    #""onShowDetail": "handled""#, #""onShowDetail": "replaceDetails""#, #""onShow": "handled""#,
    #""onCollapse": "discard""#, #""onCollapse": "moveAbovePlaceholder""#, #""onSeparate": "wrapped""#,
    #""onSeparate": "moveAboveRoot""#, #""onTabSwitch": "followTab""#, #""onTabSwitch": "saveAndRestore""#,
    #""targetDisplayModeForAction": "oneOverSecondary""#,
  ])
  func `D-413: column`(_ behavior: String) throws {
    #expect(try Self.counts(Self.column, ", " + behavior) == Self.columnCounts.get())
  }
}
