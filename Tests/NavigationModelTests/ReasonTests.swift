import Navigation
import Testing

/// Why a transition is not handled (D-160).
@Suite struct ReasonTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var start: String
    var behavior: SplitDelegate
    var before: [Transition]
    var step: Transition
    var reason: Outcome.Reason

    init(
      _ start: String, behavior: SplitDelegate = .tabsInPrimary, _ before: [Transition], _ step: Transition,
      _ reason: Outcome.Reason
    ) {
      (self.start, self.behavior, self.before, self.step, self.reason) = (start, behavior, before, step, reason)
    }

    init(
      _ start: String, behavior: SplitDelegate = .tabsInPrimary, _ step: Transition, _ reason: Outcome.Reason
    ) {
      self.init(start, behavior: behavior, [], step, reason)
    }

    var testDescription: String { "\(reason.rawValue): \(start)" }
  }

  private static let system = SplitDelegate()
  private static var noReturn: SplitDelegate {
    var behavior = SplitDelegate.tabsInPrimary
    behavior.allowsReturnToPlaceholder = false
    return behavior
  }
  private static let tabs = "tabs[a*: la | b: lb]"
  private static let two = "split/2[A || B]"
  private static let three = "split/3[A || - || B]"
  private static let compact = "split/2[A || B @ C]"
  private static let details = "split[A || ph > d]"
  private static let guarded: Transition = .update("b") { $0.blocksRemoval = true }
  private static let button: Transition = .update("a") {
    $0.leftBarButton = "Close"
    $0.leftBarAction = .some(.dismiss)
  }
  private static let popButton: Transition = .update("a") {
    $0.leftBarButton = "Back"
    $0.leftBarAction = .some(.pop)
  }
  private static let refusing = Transition(
    .setTabs(tabs: [.init(child: .existing("a")), .init(shouldSelect: .never, child: .existing("b"))]))

  static let cases: [Case] = [
    Case("stack: a > b", [guarded], .pop(), .blocked),
    Case("stack: a > b", [guarded], .back(.began), .blocked),
    Case("stack: a ^ b", [guarded], .swipeDown(), .blocked),
    Case("stack: a ^ b", [.update("b") { $0.onShouldDismiss = false }], .swipeDown(), .blocked),
    Case(tabs, [refusing], .tap("b"), .refusedByApp),
    Case(tabs, .select("a"), .noChange),
    Case("split[A || ph]", .clear(.secondary), .noChange),
    Case("stack: a", Transition(.enterForeground), .noChange),
    Case("stack: a", [Transition(.enterBackground)], Transition(.enterBackground), .noChange),
    Case("stack: a", .rotate(.landscape), .noChange),
    Case("stack: a", .pop(), .atRoot), Case("stack: a", .popToRoot(), .atRoot), Case("stack: a", .back(), .atRoot),
    Case("stack: a", .back(nil, "stack"), .atRoot), Case("stack: a", .back(.began), .atRoot),
    Case("stack: a", [popButton], .leftButton("a"), .atRoot),
    Case("N: x > b ^ n: a", [popButton], .leftButton("a"), .atRoot),
    Case(details, [.collapse, .pop()], .back(), .atRoot),
    Case(two, behavior: system, [.collapse, .hide(.secondary)], .hide(.primary), .atRoot),
    Case("stack: a > b", [.update("b") { $0.hidesBackButton = true }], .back(), .noWayBack),
    Case("stack: a > b", [.update("b") { $0.hidesBackButton = true }], .back(nil, "stack"), .noWayBack),
    Case(details, behavior: noReturn, .back(), .noWayBack), Case(tabs, .cancelSearch, .noSearch),
    Case("stack: a > b", [.update("b") { $0.backSwipe = .some(.neither) }], .back(by: .edge), .swipeOff),
    Case("stack: a > b", [.update("b") { $0.backSwipe = .some(.edge) }], .back(by: .content), .swipeOff),
    Case("stack: a > b", .popTo("b"), .alreadyThere), Case("stack: a", .popTo("a"), .alreadyThere),
    Case("split[tabs[a*: la] || ph]", [.tapRow("r", in: "la", "d")], .tapRow("r", in: "la", "d"), .alreadyThere),
    Case(two, behavior: system, .show(.primary), .alreadyShown),
    Case(two, behavior: system, [.show(.secondary)], .show(.secondary), .alreadyShown),
    Case(two, behavior: system, [.collapse, .show(.secondary)], .show(.secondary), .alreadyShown),
    Case(compact, behavior: system, [.collapse, .show(.secondary)], .show(.compact), .alreadyShown),
    Case(two, behavior: system, [.hide(.primary)], .hide(.primary), .alreadyHidden),
    Case(two, behavior: system, [.collapse], .hide(.primary), .alreadyHidden),
    Case(two, behavior: system, .hide(.compact), .alreadyHidden),
    Case(two, behavior: system, .hide(.secondary), .alwaysShown),
    Case(three, behavior: system, [.collapse, .show(.supplementary)], .show(.supplementary), .emptyColumn),
    Case(compact, behavior: system, [.collapse, .show(.secondary)], .show(.secondary), .compactTree),
    Case(two, behavior: system, .show(.compact), .notCollapsed),
    Case(
      two, behavior: system, [.resize(400, 800), .forced(.regular), .show(.primary)], .show(.primary), .alreadyShown),
    Case("stack: a", .dismiss(), .nothingPresented), Case("stack: a", .dismiss("a"), .nothingPresented),
    Case("stack: a", .swipeDown(), .nothingPresented), Case("stack: a", .tapOutside(), .nothingPresented),
    Case("stack: a", [button], .leftButton("a"), .nothingPresented),
    Case(two, behavior: system, [.setSplit { $0.presentsWithGesture = false }], .swipe(.trailing), .noGesture),
    Case(two, behavior: system, .swipe(.leading), .atEdge),
    Case("top{*a | b}", [.setTopTabs { $0.bounces = false }], .scroll(-10), .atEdge),
    Case("stack: a > b", .back(.cancelled), .noSwipe), Case("stack: a > b", .back(.finished), .noSwipe),
    Case(
      "stack: a ^pageSheet(medium large!) s",
      [Transition(.setTraits(horizontal: .unchanged, vertical: .forced(.compact)))],
      Transition(.dragSheet(to: "medium")), .inactiveDetent),
    Case("stack: a > b", .removeItem("none"), .noMatch), Case("stack: a#", .row("r1", in: "a"), .followsDetail),
  ]

  @Test(arguments: cases) func `D-160`(_ row: Case) throws {
    var session = try Session.open(SketchParser.tree(row.start, behavior: row.behavior), in: Environment()).session
    for step in row.before { _ = try session.apply(step) }
    let before = session
    let outcome = try session.apply(row.step).outcome
    #expect(outcome.reason == row.reason && !outcome.handled && session == before)
    // A member of a batch has the same reason, and one before it none.
    let screen = try #require(session.everyController.first { $0.kind == .screen })
    let batch = try session.apply(batch: [.update(screen.id) { $0.title = "t" }, row.step])
    #expect(batch.outcomes.map(\.reason) == [nil, row.reason])
  }

  @Test(
    arguments: [
      ("stack: a > {b ^ n: x}", .dismiss("a"), Outcome.PresentedElsewhere("n", by: "b")),
      ("stack: a > {b ^ n: x ^ y}", .dismiss("a"), Outcome.PresentedElsewhere("y", by: "n")),
      ("stack: a > {b ^ n: x}", .swipeDown("a"), Outcome.PresentedElsewhere("n", by: "b")),
      ("tabs[x*: a | y: c > {b ^ n: d}]", .dismiss(), Outcome.PresentedElsewhere("n", by: "b")),
      ("tabs[*=a | =b]", .dismiss("b"), nil), ("stack: a", .tapOutside(), nil),
    ] as [(String, Transition, Outcome.PresentedElsewhere?)])
  func `D-367: what is presented elsewhere is named`(
    start: String, step: Transition, other: Outcome.PresentedElsewhere?
  )
    throws
  {
    var session = try Session.open(SketchParser.tree(start), in: Environment()).session
    let outcome = try session.apply(step).outcome
    #expect(outcome.reason == .nothingPresented && outcome.presented == other)
  }

  @Test func `each reason of the model has a case`() {
    // Those of the history and of conditions have tests of their own.
    let elsewhere: Set<Outcome.Reason> = [.nothingToUndo, .nothingToRedo, .conditionUnmet]
    #expect(Set(Self.cases.map(\.reason)).union(elsewhere) == Set(Outcome.Reason.allCases))
  }
}
