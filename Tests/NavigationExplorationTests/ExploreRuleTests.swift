import Navigation
import Testing

/// The rules of a search, one design a row: what it finds in it, and what it counts.
@Suite struct ExploreRuleTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var json: String
    /// The checks with their faults and routes, each with its count, then what is counted.
    var found: String

    init(_ name: String, _ json: String, _ found: String) {
      (testDescription, self.json, self.found) = (name, json, found)
    }

    func report(states: Int = 20_000) throws -> Report {
      try ExploredDesign(name: testDescription, json: json).search(states: states).report()
    }
  }

  private static let iPad = """
    "environments": [{"orientation": "landscape"}, {"orientation": "landscape", "multitasking": "slideOver"}]
    """
  private static let phone = #""environment": {"device": "iPhone 17"}, "environments": [{"device": "iPhone 17"}]"#
  private static let none = #""placeholder": {"id": "none", "route": "none"}"#
  private static let compact = """
    "compact": {"kind": "tabBar", "id": "tabs", "tabs": [{"child": {"kind": "stack", "id": "t1", "children": [\
    {"kind": "screen", "id": "phone-list", "route": "list"}]}}, {"child": {"kind": "screen", "id": "more", "route": "more"}}]}
    """
  private static let list =
    #""list": {"offers": [{"route": "note", "params": {"note": 1}, "row": "1"}]}, "more": {}, "note": {"opens": "detail"}"#

  private static func double(_ members: String = "", behavior: String = "", routes: String = list) -> String {
    """
    "layout": {"name": "doubleColumn", "primary": {"id": "list", "route": "list"}, \
    "secondary": {"id": "none", "route": "none", "placeholder": true}\(members), \
    "behavior": {\(none)\(behavior)}}, "routes": {\(routes)}
    """
  }

  private static func checks(_ words: String) -> String {
    "\"checks\": [\(words.split(separator: " ").map { "\"\($0)\"" }.joined(separator: ", "))]"
  }

  private static let stack = #""layout": {"name": "stack", "screen": {"id": "home", "route": "home"}}"#
  private static let triple = """
    "layout": {"name": "tripleColumn", "primary": {"id": "feeds", "route": "feeds"}, \
    "supplementary": {"id": "feed", "route": "feed"}, "secondary": {"id": "none", "route": "none", "placeholder": true}
    """
  private static let feeds = """
    "routes": {"feeds": {"offers": [{"route": "feed", "row": "1"}]}, \
    "feed": {"opens": "column", "offers": [{"route": "article", "row": "1"}]}, "article": {"opens": "detail"}}
    """

  private static func tabs(_ behavior: String, _ routes: String) -> String {
    """
    "layout": {"name": "tabsInPrimary", "tabs": [{"id": "chats", "screen": {"id": "chat-list", "route": "chats"}}, \
    {"id": "people", "screen": {"id": "people-list", "route": "people"}}], "placeholder": {"route": "nothing"}, \
    "behavior": {\(behavior)}}, "routes": {"chats": {"offers": [{"route": "chat", "params": {"chat": 1}, "row": "1"}]}, \(routes)}
    """
  }

  static let rows = [
    // D-281
    Row("D-281 home is in a compact tree", "\(double(", \(compact)")), \(iPad), \(checks("wayHome"))", ""),
    Row(
      "D-281 home is a tab of the secondary",
      """
      "root": {"kind": "split", "style": "doubleColumn", "preferredDisplayMode": "secondaryOnly", \
      "displayModeButtonVisibility": "never", "presentsWithGesture": false, "primary": {"route": "list"}, \
      "secondary": {"kind": "tabBar", "tabs": [{"child": {"kind": "stack", "children": [{"route": "home"}]}}]}}, \
      "routes": {"list": {}, "home": {}}, "environments": [{}], \(checks("wayHome"))
      """, ""),
    Row("D-281 home is the first of three columns", "\(triple)}, \(feeds), \(phone), \(checks("wayHome"))", ""),
    Row(
      "D-281 home is no placeholder",
      """
      "layout": {"name": "doubleColumn", "primary": {"id": "list", "route": "list", "hidesBackButton": true}, \
      "secondary": {"id": "none", "route": "none", "placeholder": true}, "preferredDisplayMode": "secondaryOnly", \
      "displayModeButtonVisibility": "never", "presentsWithGesture": false}, "routes": {"list": {}}, "environments": [{}], \(checks("wayHome"))
      """, "wayHome deadEnd - 1"),
    Row(
      "D-281 home is what setRoot brings",
      """
      \(stack), "routes": {"home": {}, "inbox": {}}, \(phone), \(checks("wayHome")), "moves": [{"type": "setRoot", \
      "controller": {"kind": "stack", "children": [{"kind": "screen", "route": "inbox"}]}}]
      """, ""),
    Row(
      "D-281 a move of the app is no way home",
      """
      \(stack), "routes": {"home": {"offers": [{"route": "page"}]}, "page": {"opens": "push", "screen": {"hidesBackButton": true}}}, \
      \(phone), \(checks("wayHome")), "moves": [{"type": "popToRoot"}]
      """, "wayHome deadEnd page 1"),
    // D-285
    Row(
      "D-285 a swipe from the edge is a way home",
      "\(triple), \"preferredDisplayMode\": \"secondaryOnly\", \"preferredSplitBehavior\": \"tile\"}, \(feeds), \(iPad), \(checks("wayHome"))",
      ""),
    // D-282
    Row(
      "D-282 what the sidebar's button brings back is kept",
      """
      \(tabs("", #""chat": {"opens": "push"}"#)), \(iPad), \(checks("keepsPlace"))
      """, "behind the sidebar 1"),
    // D-286
    Row(
      "D-286 a detail of the start does not count",
      """
      "layout": {"name": "doubleColumn", "primary": {"id": "list", "route": "list"}, "secondary": {"id": "start", "route": "note"}, \
      "behavior": {"topColumnForCollapsing": "byProvenance"}}, "routes": {"list": {}, "note": {"opens": "detail"}}, \(iPad), \(checks("keepsPlace"))
      """, ""),
    Row(
      "D-286 until it is chosen",
      """
      "layout": {"name": "doubleColumn", "primary": {"id": "list", "route": "list"}, "secondary": {"id": "start", "route": "note"}, \
      "behavior": {"topColumnForCollapsing": "primary"}}, \
      "routes": {"list": {"offers": [{"route": "note", "row": "1"}]}, "note": {"opens": "detail"}}, \(iPad), \(checks("keepsPlace"))
      """, "keepsPlace hides note 3"),
    // D-283
    Row(
      "D-283 a detail that a collapse pushes on each tab's stack",
      "\(tabs(#""onTabSwitch": "keepDetail""#, #""people": {}, "chat": {"opens": "detail"}"#)), \(iPad)",
      "repeats 60, behind the sidebar 8"),
    Row(
      "D-283 two pushes that open each other return",
      """
      \(stack), "routes": {"home": {"offers": [{"route": "page"}]}, "page": {"opens": "push", "offers": [{"route": "other"}]}, \
      "other": {"opens": "push", "offers": [{"route": "page"}]}}, \(phone)
      """, ""),
    Row(
      "D-283 two sheets that present each other return",
      """
      \(stack), "routes": {"home": {"offers": [{"route": "a"}]}, "a": {"opens": "present", "offers": [{"route": "b"}]}, \
      "b": {"opens": "present", "offers": [{"route": "a"}]}}, \(phone)
      """, ""),
    // D-287: in regular width an iPad shows it, and of the Duo no window is wide enough.
    Row(
      "D-287 a route that no pose's window shows",
      """
      "layout": {"name": "doubleColumn", "traitOverride": {"compactBelowWidth": 1000}, "primary": {"id": "list", "route": "list"}, \
      "secondary": {"id": "wide", "route": "wide"}, "compact": {"kind": "screen", "id": "phone-list", "route": "list"}}, \
      "routes": {"list": {}, "wide": {}}, "environments": [{"system": "iOS27", "orientation": "landscape"}, \
      {"system": "iOS27", "device": "iPhone Duo"}, {"system": "iOS27", "device": "iPhone Duo", "pose": "open"}], \
      \(checks("everyScreen"))
      """, "everyScreen invisible wide 1, everyScreen invisible wide 1 open"),
    Row(
      "D-287 a route that no window of a class shows is found once",
      """
      \(stack), "routes": {"home": {}, "other": {}}, "environments": [{"system": "iOS27", "device": "iPhone Duo"}, \
      {"system": "iOS27", "device": "iPhone Duo", "pose": "open"}], \(checks("everyScreen"))
      """, "everyScreen invisible other 1, everyScreen invisible other 1"),
  ]

  /// The button hides and shows the same column.
  @Test func `D-285: a gesture that does what a button does is not tried`() throws {
    let tried = try [true, false].map { gesture in
      let layout = """
        "layout": {"name": "doubleColumn", "presentsWithGesture": \(gesture), "displayModeButtonVisibility": "always", \
        "primary": {"id": "list", "route": "list"}, "secondary": {"id": "note", "route": "note"}}
        """
      let report = try Row("", "\(layout), \"environments\": [{\"orientation\": \"landscape\"}]", "").report()
      return [report.states, report.tried]
    }
    #expect(tried == [[3, 3], [3, 3]])
  }

  /// Undimmed up to medium, the button beneath is tapped there; the lowest detent is where it stood at first.
  @Test func `D-503 D-280: a drag is a step of its own`() throws {
    let root = """
      "root": {"kind": "stack", "id": "s", "children": [{"id": "map", "route": "map"}], "presented": {"style": "pageSheet", \
      "detents": ["medium", "large"], "largestUndimmedDetent": "medium", "child": {"id": "search", "route": "search", \
      "isModalInPresentation": true}}}, "routes": {"map": {"offers": [{"route": "key"}]}, "key": {"opens": "push"}, "search": {}}
      """
    let report = try Row("", "\(root), \(Self.phone), \"checks\": [\"backLeaves\"]", "").report()
    // At medium and at large, with the key and without.
    #expect(report.bound == nil && report.findings.isEmpty && report.states == 4)
  }

  @Test(arguments: rows) func `a rule of the search`(_ row: Row) throws {
    let report = try row.report()
    #expect(report.bound == nil)
    let found = report.findings.map { finding in
      let pose = if case .invisible(let pose?) = finding.fault { " \(pose.rawValue)" } else { "" }
      return "\(finding.check.word) \(finding.fault.word) \(finding.route ?? "-") \(finding.count)\(pose)"
    }
    let counted = [("repeats", report.repeats), ("behind the sidebar", report.behindSidebar)].filter { $0.1 > 0 }
    #expect((found + counted.map { "\($0) \($1)" }).joined(separator: ", ") == row.found)
  }
}
