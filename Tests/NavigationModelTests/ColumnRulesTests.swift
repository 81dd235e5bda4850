import Testing

@testable import Navigation

/// CO, DM and SH: the columns of a column style, and an app's changes of them.
@Suite struct ColumnRulesTests {
  static let system = SplitDelegate()
  static let two = "split/2[A || B]"
  static let three = "split/3[A || S || B]"
  static let wide = Row.Place.window(1_200, 1_000)
  static let withCompact = "split/2[A || B @ C]"

  static let rows: [Row] = [
    Row(
      "CO-16 an empty secondary comes back empty", "split/2[A || -]", behavior: system, [.collapse, .expand],
      "split/2[A || -]"),
    Row(
      "CO-16 and may have its placeholder again", "split/2[A || -]", behavior: system,
      [.collapse, .expand, .set(.secondary, tree: "ph".placeholder ?? .screen("x"))], "split/2[A || c1: ph]"),
    Row(
      "CO-17 an app's change before a collapse is on its stack", two, behavior: system,
      [.set(.secondary, "D"), .collapse],
      "split/2<A > {secondary: D}>"),
    Row(
      "CO-18 iOS 14 in portrait: the secondary alone", two, in: .padPortrait, system: .iOS14, behavior: system, [],
      "split/2[(A) || B]"),
    Row(
      "CO-18 until the app shows the primary", two, in: .padPortrait, system: .iOS14, behavior: system,
      [.show(.primary)],
      "split/2[A |> B]"),
    Row(
      "CO-19 SYS1-42 the compact tree is not shown", withCompact, behavior: system, [.show(.compact)],
      "split/2[A || B @ compact: C]", ""),
    Row(
      "CO-19 SYS1-42 nor hidden", withCompact, behavior: system, [.hide(.compact)], "split/2[A || B @ compact: C]", ""),
    Row(
      "CO-19 SYS1-42 collapsed neither", withCompact, behavior: SplitDelegate(topColumnForCollapsing: .secondary),
      [.collapse, .show(.compact)], "split/2<A > {secondary: B} @ compact: C>", ""),
    Row(
      "CO-3 SYS1-41 a compact tree is never wrapped", two, behavior: system, [.set(.compact, "C")],
      "split/2[A || B @ C]"),
    Row(
      "CW-10 an app hides the primary in a narrow window", two, in: .window(1_000, 800), behavior: system,
      [.resize(900, 800), .hide(.primary)],
      "split/2[(A) || B]"),
    Row(
      "CW-10 and shows it in a wide one", two, in: .window(1_000, 800), behavior: system,
      [.resize(900, 800), .hide(.primary), .resize(1_000, 800), .show(.primary)], two),
    Row(
      "CO-8 another compact tree is shown at once, without a delegate call", withCompact, behavior: system,
      [.collapse, .set(.compact, "D")],
      "split/2<D @ A || B>", "-will C, +will D, -did C, +did D, discarded compact, discarded C"),
    Row(
      "DM-13 a displaced secondary", "split/3[A || S || B]", in: .window(1_039, 800), system: .iOS14, behavior: system,
      [.mode(.twoDisplaceSecondary), .tapDimmed], "split/3[(A) || S || B]"),
    Row(
      "DM-18 a detail leaves an overlay", two, behavior: system, [.mode(.oneOverSecondary), .showDetail("C")],
      "split/2[A |> C]"),
    Row(
      "DM-20 the preference is unchanged", two, behavior: system, [.mode(.oneOverSecondary), .collapse, .expand],
      "split/2[A |> B]"),
    Row(
      "SH-13 show reaches the split view: another primary", "split/2[A || tabs[*=c]]", behavior: system,
      [.show("x", from: "c")],
      "split/2[x || tabs[*=c]]"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  /// D-60: what the app asks ends a user's choice.
  static let choices: [Row] = [
    Row(
      "D-60 or names the mode, though it is the same", two, behavior: system, asked { $0.displayMode = .some(nil) }, two
    ),
    Row("D-60 or the behavior", two, behavior: system, asked { $0.splitBehavior = .some(nil) }, two),
    Row(
      "D-60 a hidden sidebar stays hidden", three, in: wide, behavior: system,
      [
        .hide(.primary), .tapButton, .setSplit { $0.splitBehavior = .some(nil) }, .hide(.primary), .forced(.compact),
        .forced(nil),
      ],
      "split/3[(A) || S || B]"),
    Row(
      "D-60 collapsed too", two, behavior: system,
      [.tapButton, .collapse, .setSplit { $0.splitBehavior = .some(nil) }, .expand], two),
    Row(
      "D-60 and with an override", two, behavior: system,
      asked {
        $0.splitBehavior = .some(nil)
        $0.traitOverride = .some(.compactBelow(width: 100))
      }, two),
    Row(
      "D-60 a column that is hidden already ends no choice", two, behavior: system,
      [.tapButton, .hide(.primary), .collapse, .expand], "split/2[(A) || B]"),
  ]

  @Test(arguments: choices) func choice(_ row: Row) throws { try row.check() }

  /// A user hides the primary, then the app asks; a collapse and an expansion lay it out anew.
  private static func asked(_ change: (inout SplitUpdate) -> Void) -> [Transition] {
    [.tapButton, .setSplit(change), .collapse, .expand]
  }

  /// Columns of 500 and 300 points, which leave a secondary of iOS 14 no room.
  private static func withoutRoom(_ columns: inout SplitUpdate) {
    columns.primaryWidth.minimum = 500
    columns.splitBehavior = .some(.tile)
    columns.displayMode = .some(.oneBesideSecondary)
  }

  /// CO-21 on iOS 14, where columns side by side need room (DM-8).
  static let roomless: [Row] = [
    Row(
      "CO-21 D-61 a column without room lies over the secondary", two, in: .window(800, 700), system: .iOS14,
      behavior: system, [.setSplit(withoutRoom), .resize(801, 700), .show(.primary)], "split/2[A |> B]"),
    Row(
      "CO-21 until the next layout", two, in: .window(800, 700), system: .iOS14, behavior: system,
      [.setSplit(withoutRoom), .resize(801, 700), .show(.primary), .resize(800, 700)], "split/2[(A) || B]"),
    Row(
      "CO-21 two columns too", three, in: .window(900, 700), system: .iOS14, behavior: system,
      [.setSplit { $0.splitBehavior = .some(.tile) }, .show(.primary)], "split/3[A |> S |> B]"),
    Row(
      "CO-21 with the preference set already", three, in: .window(900, 700), system: .iOS14, behavior: system,
      [
        .setSplit {
          $0.splitBehavior = .some(.tile)
          $0.displayMode = .some(.twoBesideSecondary)
        }, .show(.primary),
      ], "split/3[A |> S |> B]"),
    Row(
      "DM-8 what the app prefers has to fit", two, in: .window(800, 700), system: .iOS14, behavior: system,
      [.setSplit(withoutRoom), .resize(801, 700), .setSplit { $0.displayMode = .some(.oneBesideSecondary) }],
      "split/2[(A) || B]"),
  ]

  @Test(arguments: roomless) func withoutRoom(_ row: Row) throws { try row.check() }

  static let refusals: [Refusal] = [
    Refusal("CO-2 classic hides no columns", "split[A || =B]", behavior: system, .hide(.primary), .wrongStyle("split")),
    Refusal(
      "CO-2 and has no compact one", "split[A || =B]", behavior: system, .set(.compact, "C"),
      .noSuchColumn(split: "split", .compact)),
  ]

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }

  @Test func `CO-1: five columns, by their purpose`() {
    #expect(Column.allCases == [.primary, .supplementary, .secondary, .compact, .inspector])
    #expect(SplitStyle.tripleColumn.columns == [.primary, .supplementary, .secondary])
    #expect(SplitStyle.doubleColumn.columns == [.primary, .secondary])
  }

  @Test func `CO-4 CO-5: columns are stacks around the given controllers, and one stack while collapsed`() throws {
    var session = try Session.open(SketchParser.tree("split/2[A || -]", behavior: Self.system), in: Environment())
      .session
    _ = try session.apply(.set(.secondary, "B"))
    #expect(session.root.split?.controller(of: .secondary) == "c1")
    #expect(session.root.split?.viewControllers == ["primary", "c1"])
    _ = try session.apply(.collapse)
    #expect(session.root.split?.viewControllers == ["primary"])
    #expect(session.root.split?.controller(of: .secondary) == "c1")
    let three = try Session.open(
      SketchParser.tree("split/3[A || S || B @ C]", behavior: Self.system), in: Environment()
    ).session
    #expect(three.root.split?.viewControllers == ["primary", "supplementary", "secondary"])
    let compact = try Session.open(three.root, in: Row.Place.phone.environment(.iOS26)).session
    #expect(compact.root.split?.viewControllers == ["compact"])
    #expect(
      Column.allCases.map { compact.root.split?.controller(of: $0) } == [
        "primary", "supplementary", "secondary", "compact", nil,
      ])
  }

  @Test func `M8: two columns that come into a compact window start on the secondary`() throws {
    let opened = try Session.open(
      SketchParser.tree(Self.two, behavior: Self.system), in: Row.Place.slideOver.environment(.iOS26))
    #expect(opened.session.sketch == "split/2<A > {secondary: B}>")
    #expect(
      opened.events.map(\.sketch) == [
        "!willChangeTo oneBesideSecondary", "?topColumn secondary=secondary", "!willShow primary", "!willHide primary",
        "!willShow secondary", "mode secondaryOnly->oneBesideSecondary", "collapsed", "+will B", "+did B",
        "!didCollapse",
        "!didHide primary", "!didShow secondary", "target",
      ])
  }

  /// M3: the preferred mode after an app has shown or hidden columns.
  static let preferences: [(rule: String, sketch: String, [Transition], preferred: DisplayMode?, mode: DisplayMode)] = [
    (
      "M3 M4 show primary that is on top", two, [.collapse, .show(.primary), .show(.primary)], .oneBesideSecondary,
      .oneBesideSecondary
    ),
    ("M3 hide primary of two", two, [.hide(.primary)], .secondaryOnly, .secondaryOnly),
    ("M3 hide primary of three", "split/3[A || S || B]", [.hide(.primary)], .oneBesideSecondary, .oneBesideSecondary),
    ("M3 show primary that is there", two, [.show(.primary)], nil, .oneBesideSecondary),
    ("M3 hide primary that is not", two, [.mode(nil), .tapButton, .hide(.primary)], nil, .secondaryOnly),
    ("M3 show primary again", two, [.hide(.primary), .show(.primary)], .oneBesideSecondary, .oneBesideSecondary),
    ("M3 show secondary of two", two, [.show(.secondary)], .oneBesideSecondary, .oneBesideSecondary),
    ("D-53 M3 from secondaryOnly", two, [.mode(.secondaryOnly), .show(.secondary)], .secondaryOnly, .secondaryOnly),
    ("M3 from secondaryOnly, automatic", two, [.tapButton, .show(.secondary)], nil, .secondaryOnly),
    (
      "M3 show secondary of three", "split/3[A || S || B]", [.tapButton, .show(.secondary)], .twoBesideSecondary,
      .oneBesideSecondary
    ),
    (
      "M3 where something is preferred", "split/3[A || S || B]", [.hide(.primary), .show(.secondary)],
      .oneBesideSecondary,
      .oneBesideSecondary
    ),
    ("M3 D-52 an overlay", two, [.mode(.oneOverSecondary), .show(.secondary)], .oneOverSecondary, .secondaryOnly),
    (
      "M3 M4 show primary while collapsed", two, [.mode(.secondaryOnly), .collapse, .show(.primary)],
      .oneBesideSecondary,
      .oneBesideSecondary
    ),
    (
      "M4 hide primary while collapsed", two, [.mode(.oneOverSecondary), .collapse, .hide(.primary)], .oneOverSecondary,
      .oneBesideSecondary
    ),
  ]

  @Test(arguments: preferences) func preference(
    _ row: (rule: String, sketch: String, [Transition], preferred: DisplayMode?, mode: DisplayMode)
  ) throws {
    var session = try Session.open(SketchParser.tree(row.sketch, behavior: Self.system), in: Environment()).session
    for step in row.2 { _ = try session.apply(step) }
    #expect(session.root.split?.preferences.displayMode == row.preferred, "\(row.rule)")
    #expect(session.root.split?.displayMode == row.mode, "\(row.rule)")
  }

  @Test func `M4 M5: collapsed, the behavior reads tile and each column the whole width`() throws {
    var session = try Session.open(SketchParser.tree("split/3[A || S || B]", behavior: Self.system), in: Environment())
      .session
    _ = try session.apply(.mode(.twoOverSecondary))
    _ = try session.apply(.collapse)
    let (split, room) = (try #require(session.root.split), SplitRoom(session))
    #expect(split.splitBehavior(in: room) == .tile && split.preferences.splitBehavior == .overlay)
    #expect(split.primaryColumnWidth(in: room) == 375 && split.supplementaryColumnWidth(in: room) == 375)
  }

  /// DM-1: the columns of each mode, of two columns and of three.
  static let modes: [(DisplayMode, two: [Column], three: [Column], dims: Bool)] = [
    (.secondaryOnly, [.secondary], [.secondary], false),
    (.oneBesideSecondary, [.primary, .secondary], [.supplementary, .secondary], false),
    (.oneOverSecondary, [.primary, .secondary], [.supplementary, .secondary], true),
    (.twoBesideSecondary, [.primary, .secondary], [.primary, .supplementary, .secondary], false),
    (.twoOverSecondary, [.primary, .secondary], [.primary, .supplementary, .secondary], true),
    (.twoDisplaceSecondary, [.primary, .secondary], [.primary, .supplementary, .secondary], true),
  ]

  @Test(arguments: modes) func `DM-1: modes and columns`(
    _ row: (DisplayMode, two: [Column], three: [Column], dims: Bool)
  ) {
    #expect(row.0.visibleColumns(.doubleColumn) == row.two && row.0.visibleColumns(.tripleColumn) == row.three)
    #expect(row.0.dimsSecondary == row.dims)
  }

  @Test func `DM-9: the behavior is the requested one, and never automatic`() throws {
    var session = try Session.open(SketchParser.tree(Self.two, behavior: Self.system), in: Environment()).session
    let behavior = { (session: Session) in session.root.split?.splitBehavior(in: SplitRoom(session)) }
    #expect(session.root.split?.preferences.splitBehavior == nil && behavior(session) == .tile)
    _ = try session.apply(.setSplit { $0.splitBehavior = .overlay })
    #expect(
      session.root.split?.preferences.splitBehavior == .overlay && session.root.split?.displayMode == .secondaryOnly)
    #expect(behavior(session) == .tile, "M14: that of the mode on display")
    _ = try session.apply(.show(.primary))
    #expect(behavior(session) == .overlay && session.root.split?.displayMode == .oneOverSecondary)
  }
}

extension SplitRoom {
  /// The room of a split view at the root of its window.
  fileprivate init(_ session: Session) {
    let split = session.root.split
    self.init(
      style: split?.style ?? .classic, preferences: split?.preferences ?? SplitPreferences(),
      size: session.environment.size,
      scale: session.environment.scale, rules: session.environment.system.rules)
  }
}
