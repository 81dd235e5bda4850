import Navigation
import Testing

/// D-261: `lastTop`, the answer of an app that follows its user out of a narrow window.
@Suite struct LastTopTests {
  private static let three = "split/3[A || S || ph]"
  private static let list = "split/3<A > {supplementary: S} / secondary: ph>"
  /// To a narrow window, back to the primary, and to a wide one again.
  private static let trip: [Transition] = [.collapse, .popToRoot("primary"), .expand]
  private static let compact = "split/3[A || S || ph @ C]"

  static let rows: [Row] = [
    Row("D-261 byProvenance: the list", three, behavior: .provenance, trip + [.collapse], list),
    Row("D-261 lastTop: where the user was", three, behavior: .lastTop, trip + [.collapse], Self.left),
    Row("D-261 at first as byProvenance", three, behavior: .lastTop, [.collapse], list),
    Row("D-261 nothing moves while expanded", three, behavior: .lastTop, trip, three),
    Row("D-261 as often as it turns", three, behavior: .lastTop, trip + [.collapse, .expand, .collapse], Self.left),
    Row(
      "D-261 the last expansion counts", three, behavior: .lastTop,
      trip + [.collapse, .show(.supplementary), .expand, .collapse], list),
    Row(
      "D-261 a detail that was chosen", three, behavior: .lastTop, [.showDetail("d"), .collapse, .expand, .collapse],
      "split/3<A > {supplementary: S} > {secondary: d}>"),
    Row(
      "D-261 and left", three, behavior: .lastTop,
      [.showDetail("d"), .collapse, .show(.supplementary), .expand, .collapse], list),
    Row(
      "D-261 a detail that was shown, not chosen", "split/2[A || B]", behavior: .lastTop,
      [.collapse, .show(.secondary), .expand, .collapse], "split/2<A > {secondary: B}>"),
    Row(
      "D-261 a column that is empty then", "split/2[A || ph > d]", behavior: .lastTop,
      [.collapse, .show(.secondary), .expand, .pop(from: "secondary"), .collapse], "split/2<A / secondary: ph>"),
    Row(
      "D-261 compact takes the place of all", compact, behavior: .lastTop, trip + [.collapse],
      "split/3<compact: C @ A || S || ph>"),
  ]
  private static let left = "split/3<A / supplementary: S / secondary: ph>"

  @Test(arguments: rows) func rule(_ row: Row) throws { try row.check() }

  static let kept: [(name: String, step: Transition)] = [
    ("a mode", .mode(.secondaryOnly)), ("the button", .tapButton), ("a swipe", .swipe(.trailing)),
    ("hideColumn", .hide(.primary)), ("a window", .resize(1_000, 800)), ("a selection", .row("1", in: "A")),
    ("a sheet", .present("x")), ("a member", .update("A") { $0.title = "x" }),
    ("another answer", .setSplit { $0.delegate = SplitDelegateUpdate { $0.onDetailPopped = .keep } }),
    ("back", .back(nil, "secondary")), ("pop", .pop(from: "secondary")), ("popToRoot", .popToRoot("secondary")),
  ]

  @Test(arguments: kept) func `D-261: it is kept by what names no screen`(name: String, step: Transition) throws {
    var session = try Row("", "split/3[A || S || B > b]", behavior: .lastTop, [], "").open(after: Self.trip)
    #expect(try session.apply(step).outcome.handled && session.lastTop == .primary, "\(name)")
  }

  static let forgotten: [(name: String, step: Transition)] = [
    ("push", .push("x", on: "primary")), ("replaceTop", .replaceTop("x", of: "supplementary")),
    ("setStack", .setStack("primary", [.existing("A"), .new("x")])), ("show", .show("x", from: "S")),
    ("showDetail", .showDetail("x")), ("setColumn", .set(.supplementary, "x")), ("no content", .clear(.secondary)),
    ("popTo", .popTo("B")), ("popTo, on top already", .popTo("A")), ("showColumn", .show(.secondary)),
    ("showColumn, shown already", .show(.supplementary)), ("tapRow, a detail", .tapRow("1", in: "S", "x")),
    ("tapRow, a push", .tapRow("1", in: "S", "x", .push)), ("tapRow, a column", .tapRow("1", in: "A", "x", .column)),
    (
      "tapRow, there already",
      Transition(.tapRow("1", list: "A", opening: .new(.screen("S", route: "S")), as: .column, again: .return))
    ),
    (
      "another answer",
      .setSplit { $0.delegate = SplitDelegateUpdate { $0.topColumnForCollapsing = .byProvenance } }
    ),
  ]

  /// What is there already is handled once, as it changes the next collapse.
  @Test(arguments: forgotten) func `D-261: it is forgotten by what names one`(name: String, step: Transition) throws {
    var session = try Row("", "split/3[A || S || B > b]", behavior: .lastTop, [], "").open(after: Self.trip)
    if case .some = step.action.body(as: Transition.TapRow.self) { _ = try session.apply(.row("1", in: "A")) }
    let before = session
    #expect(session.lastTop == .primary)
    #expect(try session.apply(step).outcome.handled && session.lastTop == nil, "\(name)")
    _ = session.restore(before)
    #expect(session == before, "\(name): undone")
  }

  @Test func `D-261: a transition elsewhere forgets nothing`() throws {
    let tree = try SketchParser.tree("tabs[*=split/3[A || S || B] | y: b]", behavior: .lastTop)
    var session = try Session.open(tree, in: Environment()).session
    for step in Self.trip + [.push("x", on: "y")] { _ = try session.apply(step) }
    #expect(session.lastTop == .primary)
  }

  /// The target is on display: before, under a sheet, and in the background of another column.
  @Test(arguments: [([Transition](), ["popTo"]), ([.present("x")], ["dismiss", "popTo"])])
  func `D-261: a link names its target, by its steps`(before: [Transition], steps: [String]) throws {
    var (session, routes) = try LinkedApp.mail.open("landscape")
    _ = try session.apply(.setSplit { $0.delegate = SplitDelegateUpdate { $0.topColumnForCollapsing = .lastTop } })
    for step in Self.trip + before { _ = try session.apply(step) }
    var batched = session
    #expect(session.lastTop == .primary)
    let link = Transition(.open(url: "/in"))
    let outcome = try session.apply(link, routes: routes).outcome
    #expect(outcome.steps.map(\.action.type) == steps && session.lastTop == nil)
    _ = try batched.apply(batch: outcome.steps)
    #expect(batched == session)
    #expect(try session.apply(link, routes: routes).outcome.reason == .alreadyThere)
  }
}

extension SplitDelegate {
  static let provenance = SplitDelegate(
    placeholder: "ph".placeholder, topColumnForCollapsing: .byProvenance, onDetailPopped: .discard)
  static let lastTop = SplitDelegate(
    placeholder: "ph".placeholder, topColumnForCollapsing: .lastTop, onDetailPopped: .discard)
}

extension Row {
  fileprivate func open(after steps: [Transition]) throws -> Session {
    var session = try open()
    for step in steps { _ = try session.apply(step) }
    return session
  }
}

extension Session {
  fileprivate var lastTop: Column? { root.first { $0.kind == .split }?.split?.lastTopColumn }
}
