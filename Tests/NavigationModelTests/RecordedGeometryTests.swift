import Navigation
import Testing

/// M2, M3 and M6 as recorded: the effect of a layout, unhandled transitions, and the order of a column's changes.
@Suite struct RecordedGeometryTests {
  static let system = SplitDelegate()
  static let two = "split/2[A || B]"
  static let three = "split/3[A || S || B]"

  static let rows: [Row] = [
    Row(
      "M2 a minimum changes no mode", three, behavior: system, [.setSplit { $0.minimumSecondaryWidth = 1_000 }], three,
      ""),
    Row(
      "M2 but a resize looks at it", three, behavior: system,
      [.setSplit { $0.minimumSecondaryWidth = 1_000 }, .resize(1_200, 800)],
      "split/3[(A) || S || B]"),
    Row("M2 nor does a width", three, behavior: system, [.setSplit { $0.primaryWidth.preferred = 900 }], three, ""),
    Row("M2 a fraction", two, behavior: system, [.setSplit { $0.primaryWidth.fraction = 0.9 }], two, ""),
    Row("M2 a maximum", three, behavior: system, [.setSplit { $0.supplementaryWidth.maximum = 10 }], three, ""),
    Row(
      "M2 whether there is a gesture", three, behavior: system, [.setSplit { $0.presentsWithGesture = false }], three,
      ""),
    Row(
      "M2 on iOS 14 neither", three, in: .window(1_366, 1_024), system: .iOS14, behavior: system,
      [.mode(.twoBesideSecondary), .setSplit { $0.primaryWidth.preferred = 900 }], three, ""),
    Row(
      "M2 several members are one change", three, behavior: system,
      [
        .setSplit {
          $0.displayMode = .oneBesideSecondary
          $0.splitBehavior = .tile
          $0.minimumSecondaryWidth = 1_000
          $0.primaryWidth.minimum = 300
        }
      ], "split/3[(A) || S || B]",
      "!willChangeTo oneBesideSecondary, !willHide primary, mode twoBesideSecondary->oneBesideSecondary, -will A, -did A, !didHide primary"
    ),
    Row(
      "D-54 M2 M4 with an override that collapses, the mode waits", two, behavior: system,
      [
        .setSplit {
          $0.displayMode = .secondaryOnly
          $0.traitOverride = .horizontal(.compact)
        }
      ], "split/2<A > {secondary: B}>",
      "?topColumn secondary=secondary, !willHide secondary, !willHide primary, !willShow secondary, secondary:split->primary, collapsed, "
        + "-will A, -did A, !didCollapse, !didHide primary, !didShow secondary, target"),
    Row(
      "M2 and counts from the expansion on", two, behavior: system,
      [
        .setSplit {
          $0.displayMode = .secondaryOnly
          $0.traitOverride = .horizontal(.compact)
        }, .setSplit { $0.traitOverride = .some(nil) },
      ], "split/2[(A) || B]"),
    Row(
      "M6 a detail: the old one goes wholly first", two, behavior: system, [.showDetail("C")], "split/2[A || C]",
      "-will B, -did B, +will C, +did C, discarded B"),
    Row(
      "M6 another column: likewise", two, behavior: system, [.set(.primary, "C")], "split/2[C || B]",
      "-will A, -did A, +will C, +did C, discarded A"),
    Row(
      "M6 show that comes to a column: likewise", "split/2[A || tabs[*=c]]", behavior: system, [.show("x", from: "c")],
      "split/2[x || tabs[*=c]]", "-will A, -did A, +will x, +did x, discarded A"),
    Row(
      "M6 NV-20 not in the classic style", "split[A || N: B]", behavior: system, [.set(.secondary, "C")],
      "split[A || =C]",
      "-will B, +will C, -did B, +did C, discarded N, discarded B"),
  ]

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  /// M3: a transition is handled exactly if it has an effect.
  static let handled: [(rule: String, sketch: String, [Transition], isHandled: Bool)] = [
    ("M3 show a column on display", two, [.show(.primary)], false),
    ("M3 of three", three, [.show(.supplementary)], false),
    ("M3 show a hidden one", two, [.hide(.primary), .show(.primary)], true),
    ("M3 hide a hidden one", two, [.hide(.primary), .hide(.primary)], false),
    ("M3 the preference alone", two, [.show(.secondary)], true),
    ("M3 which is there already", two, [.show(.secondary), .show(.secondary)], false),
    ("M3 from secondaryOnly", two, [.tapButton, .show(.secondary)], false),
    ("M3 D-52 from an overlay", two, [.mode(.oneOverSecondary), .show(.secondary)], true),
    ("M3 hide the secondary", two, [.hide(.secondary)], false),
    ("M3 CO-19 show the compact column", two, [.show(.compact)], false),
    ("M3 M10 collapsed, below the top", two, [.collapse, .show(.primary)], true),
    ("M3 on top, with a preference to write", two, [.collapse, .show(.secondary)], true),
    ("M3 on top, with none", two, [.collapse, .show(.secondary), .show(.secondary)], false),
  ]

  @Test(arguments: handled) func handles(_ row: (rule: String, sketch: String, [Transition], isHandled: Bool)) throws {
    var session = try Session.open(SketchParser.tree(row.sketch, behavior: Self.system), in: Environment()).session
    for step in row.2.dropLast() { _ = try session.apply(step) }
    let before = session
    let answer = try session.apply(#require(row.2.last))
    #expect(answer.outcome.handled == row.isHandled, "\(row.rule)")
    #expect((session == before) == !row.isHandled, "\(row.rule)")
  }

  /// M2: an overlay requested before the first appearance.
  static let deferred: [(rule: String, Row.Place, [Transition], mode: DisplayMode)] = [
    ("M2 starts alone", .pad, [], .secondaryOnly),
    ("M2 a resize does not bring it", .pad, [.resize(1_000, 800)], .secondaryOnly),
    ("M2 nor a rotation", .pad, [.rotate(.portrait)], .secondaryOnly),
    ("M2 nor an expansion", .pad, [.collapse, .expand], .secondaryOnly),
    ("M2 nor one after it was mounted collapsed", .slideOver, [.expand], .secondaryOnly),
    ("M2 asked for again", .pad, [.mode(.oneOverSecondary)], .oneOverSecondary),
    ("M2 and then an expansion brings it", .pad, [.mode(.oneOverSecondary), .collapse, .expand], .oneOverSecondary),
    ("M2 asked for while collapsed", .slideOver, [.mode(.oneOverSecondary), .expand], .oneOverSecondary),
    ("M2 by its behavior", .pad, [.setSplit { $0.splitBehavior = .overlay }, .collapse, .expand], .oneOverSecondary),
    ("M2 by its column", .pad, [.show(.primary), .collapse, .expand], .oneOverSecondary),
    (
      "M2 a width does not ask", .pad, [.setSplit { $0.primaryWidth.minimum = 300 }, .collapse, .expand], .secondaryOnly
    ),
    ("M2 on display it outlives a resize", .pad, [.mode(.oneOverSecondary), .resize(1_000, 800)], .oneOverSecondary),
    (
      "D-55 M2 dismissed, it stays away", .pad, [.mode(.oneOverSecondary), .tapDimmed, .resize(1_000, 800)],
      .secondaryOnly
    ),
  ]

  @Test(arguments: deferred) func overlay(_ row: (rule: String, Row.Place, [Transition], mode: DisplayMode)) throws {
    var tree = try SketchParser.tree(Self.two, behavior: Self.system)
    guard case .split(var split) = tree.content else { throw SketchError() }
    split.preferences.displayMode = .oneOverSecondary
    tree.content = .split(split)
    var session = try Session.open(tree, in: row.1.environment(.iOS26)).session
    for step in row.2 { _ = try session.apply(step) }
    #expect(session.root.split?.displayMode == row.mode, "\(row.rule)")
  }

  private struct SketchError: Error {}

  static let refusals: [Refusal] = [
    Refusal(
      "CO-12 a column style always nests", two, behavior: system,
      .setSplit { $0.delegate = SplitDelegateUpdate { $0.flattenOnCollapse = true } },
      .wrongStyle("split")),
    Refusal(
      "CO-12 in a new tree too", "stack: a", behavior: system,
      .present(tree: Controller(id: "s", content: .split(flat))), .wrongStyle("s")),
  ]

  private static let flat = Split(
    style: .doubleColumn, columns: ColumnContents(primary: .stack("p", .screen("x"))),
    delegate: SplitDelegate(flattenOnCollapse: true))

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }
}
