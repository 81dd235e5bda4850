import Testing

@testable import Navigation

/// The column style in its three forms: the members of a snapshot, those stored in addition, and the computed ones.
@Suite struct SplitJSONTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var rule: String
    /// The members of a snapshot between `style` and the end, in the order in which they are written.
    var columns: String
    var mode: DisplayMode
    var state: String
    /// The members that the session form adds, in the window of the standard iPad.
    var computed: String
    var split: Split

    var testDescription: String { rule }

    func snapshot(_ between: String = "") -> String {
      #"{"kind":"split","id":"x","style":"\#(split.style.rawValue)",\#(columns)"displayMode":"\#(mode.rawValue)"\#(between)\#(state)}"#
    }

    var controller: Controller { Controller(id: "x", content: .split(split)) }
  }

  private static func json(_ id: String) -> String { #"{"kind":"screen","id":"\#(id)","route":"r"}"# }
  private static func json(_ id: String, _ children: String...) -> String {
    #"{"kind":"stack","id":"\#(id)","children":[\#(children.joined(separator: ","))]}"#
  }
  private static let (p, s, d) = (json("p", json("a")), json("s", json("b")), json("d", json("c")))

  private static func split(
    _ style: SplitStyle, _ mode: DisplayMode, _ columns: ColumnContents, _ collapse: Collapse? = nil,
    _ change: (inout Split) -> Void = { _ in }
  ) -> Split {
    var split = Split(style: style, columns: columns, collapse: collapse, displayMode: mode)
    change(&split)
    return split
  }

  private static let three = ColumnContents(
    primary: .stack("p", .screen("a")), supplementary: .stack("s", .screen("b")), secondary: .stack("d", .screen("c")))

  private static let inspected = ColumnContents(
    primary: .stack("p", .screen("a")), secondary: .stack("d", .screen("c")), inspector: .stack("s", .screen("b")))

  static let rows: [Row] = [
    Row(
      rule: "three columns", columns: #""primary":\#(p),"supplementary":\#(s),"secondary":\#(d),"#,
      mode: .twoBesideSecondary, state: "",
      computed:
        #""isCollapsed":false,"splitBehavior":"tile","primaryColumnWidth":280,"supplementaryColumnWidth":610,"frames":{"primary":{"x":0,"y":0,"width":280,"height":834},"supplementary":{"x":0,"y":0,"width":610,"height":834},"secondary":{"x":610.5,"y":0,"width":599.5,"height":834}},"displayModeButton":{"visible":true,"target":"oneBesideSecondary"},"viewControllers":["p","s","d"],"columns":{"primary":"p","supplementary":"s","secondary":"d"}"#,
      split: split(.tripleColumn, .twoBesideSecondary, three)),
    Row(
      rule: "two, of which one is empty, with a compact tree", columns: #""secondary":\#(d),"compact":\#(json("c2")),"#,
      mode: .oneOverSecondary, state: "",
      computed:
        #""isCollapsed":false,"splitBehavior":"overlay","primaryColumnWidth":320,"frames":{"primary":{"x":0,"y":0,"width":320,"height":834},"secondary":{"x":0,"y":0,"width":1210,"height":834}},"displayModeButton":{"visible":false},"viewControllers":["d"],"columns":{"primary":null,"secondary":"d","compact":"c2"}"#,
      split: split(
        .doubleColumn, .oneOverSecondary, ColumnContents(secondary: .stack("d", .screen("c")), compact: .screen("c2")))),
    Row(
      rule: "IN-1 an inspector", columns: #""primary":\#(p),"secondary":\#(d),"inspector":\#(s),"#,
      mode: .oneBesideSecondary, state: "",
      computed:
        #""isCollapsed":false,"splitBehavior":"tile","primaryColumnWidth":320,"frames":{"primary":{"x":0,"y":0,"width":320,"height":834},"secondary":{"x":320,"y":0,"width":890,"height":834}},"displayModeButton":{"visible":true,"target":"secondaryOnly"},"viewControllers":["p","d"],"columns":{"primary":"p","secondary":"d","inspector":"s"}"#,
      split: split(.doubleColumn, .oneBesideSecondary, inspected)),
    Row(
      rule: "IN-1 IN-3 shown", columns: #""primary":\#(p),"secondary":\#(d),"inspector":\#(s),"#,
      mode: .oneBesideSecondary,
      state: #","preferredInspectorColumnWidth":300,"isInspectorShown":true"#,
      computed:
        #""isCollapsed":false,"splitBehavior":"tile","primaryColumnWidth":320,"inspectorColumnWidth":300,"frames":{"primary":{"x":0,"y":0,"width":320,"height":834},"secondary":{"x":320,"y":0,"width":589.5,"height":834},"inspector":{"x":910,"y":0,"width":300,"height":834}},"displayModeButton":{"visible":true,"target":"secondaryOnly"},"viewControllers":["p","d"],"columns":{"primary":"p","secondary":"d","inspector":"s"}"#,
      split: split(.doubleColumn, .oneBesideSecondary, inspected) {
        $0.preferences.inspectorWidth.preferred = 300
        $0.isInspectorShown = true
      }),
    Row(
      rule: "M7 collapsed: what is on the stack and what is kept", columns: #""primary":\#(json("p", json("a"), s)),"#,
      mode: .oneBesideSecondary,
      state:
        #","collapsedColumns":[{"column":"primary","controller":"p"},{"column":"supplementary","controller":"s"}],"#
        + #""preserved":{"secondary":\#(d)}"#,
      computed:
        #""isCollapsed":true,"splitBehavior":"tile","primaryColumnWidth":1210,"supplementaryColumnWidth":1210,"frames":{"supplementary":{"x":0,"y":0,"width":1210,"height":834}},"displayModeButton":{"visible":false},"topColumn":"supplementary","viewControllers":["p"],"columns":{"primary":"p","supplementary":"s","secondary":"d"}"#,
      split: split(
        .tripleColumn, .oneBesideSecondary,
        ColumnContents(primary: .stack("p", .screen("a"), .stack("s", .screen("b")))),
        Collapse(
          preserved: ColumnContents(secondary: .stack("d", .screen("c"))),
          columns: [CollapsedColumn(column: .primary, id: "p"), CollapsedColumn(column: .supplementary, id: "s")]))),
    Row(
      rule: "M10 collapsed without the primary", columns: #""secondary":\#(d),"#, mode: .oneBesideSecondary,
      state:
        #","collapsedColumns":[{"column":"secondary","controller":"d"}],"preserved":{"primary":\#(p),"supplementary":\#(s)}"#,
      computed:
        #""isCollapsed":true,"splitBehavior":"tile","primaryColumnWidth":1210,"supplementaryColumnWidth":1210,"frames":{"secondary":{"x":0,"y":0,"width":1210,"height":834}},"displayModeButton":{"visible":false},"topColumn":"secondary","viewControllers":["d"],"columns":{"primary":"p","supplementary":"s","secondary":"d"}"#,
      split: split(
        .tripleColumn, .oneBesideSecondary, ColumnContents(secondary: .stack("d", .screen("c"))),
        Collapse(
          preserved: ColumnContents(primary: .stack("p", .screen("a")), supplementary: .stack("s", .screen("b"))),
          columns: [CollapsedColumn(column: .secondary, id: "d")]))),
    Row(
      rule: "CO-11 a compact tree on top", columns: #""primary":\#(p),"secondary":\#(d),"compact":\#(json("c2")),"#,
      mode: .oneBesideSecondary, state: #","collapsedColumns":[{"column":"compact","controller":"c2"}]"#,
      computed:
        #""isCollapsed":true,"splitBehavior":"tile","primaryColumnWidth":1210,"frames":{"compact":{"x":0,"y":0,"width":1210,"height":834}},"displayModeButton":{"visible":false},"topColumn":"compact","viewControllers":["c2"],"columns":{"primary":"p","secondary":"d","compact":"c2"}"#,
      split: split(
        .doubleColumn, .oneBesideSecondary,
        ColumnContents(
          primary: .stack("p", .screen("a")), secondary: .stack("d", .screen("c")), compact: .screen("c2")),
        Collapse(columns: [CollapsedColumn(column: .compact, id: "c2")]))),
    Row(
      rule: "collapsed onto nothing", columns: "", mode: .oneBesideSecondary, state: #","collapsedColumns":[]"#,
      computed:
        #""isCollapsed":true,"splitBehavior":"tile","primaryColumnWidth":1210,"frames":{"primary":{"x":0,"y":0,"width":1210,"height":834}},"displayModeButton":{"visible":false},"topColumn":"primary","viewControllers":[],"columns":{"primary":null,"secondary":null}"#,
      split: split(.doubleColumn, .oneBesideSecondary, ColumnContents(), Collapse())),
    Row(
      rule: "DM-12 DM-19 what a user chose", columns: #""primary":\#(p),"supplementary":\#(s),"secondary":\#(d),"#,
      mode: .secondaryOnly,
      state:
        #","showsSecondaryOnlyButton":true,"chosenDisplayModes":[{"automatic":"twoBesideSecondary","chosen":"secondaryOnly"}],"#
        + #""displayModeBeforeSecondaryOnly":"twoBesideSecondary","detailChosen":true"#,
      computed:
        #""isCollapsed":false,"splitBehavior":"tile","primaryColumnWidth":280,"supplementaryColumnWidth":320,"frames":{"secondary":{"x":0,"y":0,"width":1210,"height":834}},"displayModeButton":{"visible":false},"viewControllers":["p","s","d"],"columns":{"primary":"p","supplementary":"s","secondary":"d"}"#,
      split: split(.tripleColumn, .secondaryOnly, three) {
        $0.preferences.showsSecondaryOnlyButton = true
        $0.chosenModes = [ChosenMode(automatic: .twoBesideSecondary, mode: .secondaryOnly)]
        $0.modeBeforeSecondaryOnly = .twoBesideSecondary
        $0.isDetailChosen = true
      }),
    Row(
      rule: "D-261 which column was on top", columns: #""primary":\#(p),"supplementary":\#(s),"secondary":\#(d),"#,
      mode: .secondaryOnly, state: #","behavior":{"topColumnForCollapsing":"lastTop"},"lastTopColumn":"primary""#,
      computed:
        #""isCollapsed":false,"splitBehavior":"tile","primaryColumnWidth":280,"supplementaryColumnWidth":320,"frames":{"secondary":{"x":0,"y":0,"width":1210,"height":834}},"displayModeButton":{"visible":false},"viewControllers":["p","s","d"],"columns":{"primary":"p","supplementary":"s","secondary":"d"}"#,
      split: split(.tripleColumn, .secondaryOnly, three) {
        $0.delegate.topColumnForCollapsing = .lastTop
        $0.lastTopColumn = .primary
      }),
  ]

  @Test(arguments: rows) func snapshot(_ row: Row) throws {
    #expect(written { row.controller.write(to: &$0, form: .request) } == row.snapshot())
    #expect(try Controller(json: document(row.snapshot())) == row.controller)
  }

  @Test(arguments: rows) func stored(_ row: Row) throws {
    let json = written { row.controller.write(to: &$0, form: .snapshot) }
    #expect(json == row.snapshot(#","isCollapsed":\#(row.split.isCollapsed)"#))
    #expect(try Controller(json: document(json, .skip)) == row.controller)
  }

  @Test(arguments: rows) func session(_ row: Row) throws {
    let json = written { row.controller.write(to: &$0, form: .session(Environment())) }
    #expect(json.replacing(#/,"backButton":\{[^}]*\}/#, with: "") == row.snapshot("," + row.computed))
    #expect(try Controller(json: document(json, .skip)) == row.controller)
    #expect(throws: BodyRefusal.self) { try Controller(json: document(json)) }
  }

  /// Every settable member is unchanged by a round trip.
  @Test func everySettableMember() throws {
    let json =
      #"{"kind":"split","id":"x","style":"tripleColumn","displayMode":"secondaryOnly",\#(SplitGolden.members)}"#
    let controller = try Controller(json: document(json))
    let written = written { controller.write(to: &$0, form: .request) }
    #expect(written == json)
    #expect(controller.traitOverride == .horizontal(.compact))
    #expect(controller.split?.preferences == SplitPreferences(SplitGolden.everything))
  }

  /// Inconsistent statements of a request on a collapsed column style.
  static let untrue: [(members: String, rejection: Rejection)] = [
    (
      #""secondary":\#(json("d", json("c"), p)),"collapsedColumns":[{"column":"secondary","controller":"d"},{"column":"primary","controller":"p"}]"#,
      .cannotPush("p")
    ),
    (
      #""primary":\#(p),"secondary":\#(d),"collapsedColumns":[{"column":"primary","controller":"p"}]"#,
      .cannotContain(container: "x", child: "d")
    ),
    (
      #""primary":\#(json("p", json("a"), s)),"collapsedColumns":[{"column":"primary","controller":"p"},{"column":"supplementary","controller":"s"}]"#,
      .noSuchColumn(split: "x", .supplementary)
    ),
    (
      #""primary":\#(json("p", json("a"), d)),"collapsedColumns":[{"column":"primary","controller":"p"},{"column":"secondary","controller":"d"}],"preserved":{"secondary":\#(json("e", json("f")))}"#,
      .columnTaken("e")
    ),
    (
      #""primary":\#(json("a")),"collapsedColumns":[{"column":"primary","controller":"a"}]"#,
      .wrongKind("a", expected: .stack)
    ),
    (
      #""primary":\#(json("p", json("a"), d)),"collapsedColumns":[{"column":"primary","controller":"p"}]"#,
      .cannotPush("d")
    ),
    (#""primary":\#(json("p", json("a"), d))"#, .cannotPush("d")),
    (#""secondary":\#(d),"collapsedColumns":[{"column":"primary","controller":"d"}]"#, .noSuchController("d")),
    (
      #""primary":{"kind":"tabBar","id":"t","tabs":[{"child":\#(p)}]}"#, .cannotContain(container: "x", child: "t")
    ),
  ]

  @Test(arguments: untrue) func untrueFormsAreRefused(members: String, rejection: Rejection) throws {
    let root = try Controller(json: document(#"{"kind":"split","id":"x","style":"doubleColumn",\#(members)}"#))
    #expect(throws: rejection) { try Session.open(root, in: Environment()) }
  }
}
