import Navigation
import Testing

/// Transitions blocked by a screen, batches with a swipe, and the answers to both (NV-22, D-4).
@Suite struct GuardTests {
  private static func block(_ id: ControllerID) -> Transition { .update(id) { $0.blocksRemoval = true } }

  /// A tree, transitions applied before, the blocked transition, and the blocking screens.
  static let blocked: [(rule: String, String, [Transition], Transition, [Outcome.Blocked])] = [
    ("a pop", "stack: a > b", [block("b")], .pop(), [.init("b", in: "stack")]),
    (
      "several", "stack: a > b > c", [block("c"), block("b")], .popToRoot(),
      [.init("b", in: "stack"), .init("c", in: "stack")]
    ),
    ("a sheet, by its presenter", "stack: a ^ s", [block("s")], .dismiss(), [.init("s", in: "stack")]),
    (
      "one that is not on display", "tabs[x*: a | y: b > c]", [block("c")], .setTabs([.existing("x")], of: "tabs"),
      [.init("c", in: "y")]
    ),
    (
      "one that its tab has saved", "split[top: tabs[*=la | =lb & s] || ph]", [block("s")],
      .setTabs([.existing("la")], of: "tabs"),
      [.init("s", in: "tabs")]
    ),
    ("D-15 NV-22 a swipe does not begin", "stack: a > b", [block("b")], .back(.began), [.init("b", in: "stack")]),
    (
      "NV-22 nor with a confirmation", "stack: a > b", [block("b")],
      Transition(.back(stack: nil, phase: .began), confirm: true),
      [.init("b", in: "stack")]
    ),
  ]

  @Test(arguments: blocked) func blocks(_ row: (rule: String, String, [Transition], Transition, [Outcome.Blocked]))
    throws
  {
    var session = try Session.open(SketchParser.tree(row.1, behavior: .tabBarInStack), in: Environment()).session
    for step in row.2 { _ = try session.apply(step) }
    let before = session
    let answer = try session.apply(row.3)
    #expect(
      answer.outcome == Outcome(blocked: row.4) && answer.events.isEmpty && session == before,
      "\(row.rule)")
    #expect(answer.outcome.blocked.first?.controller == row.4.first?.controller)
  }

  /// A user's actions that pop a column whose screen blocks its removal, though its split view would preserve it.
  static let popping: [(name: String, Transition)] = [
    ("back", .back()), ("with the id", .back(nil, "primary")), ("a swipe", .back(.began)),
    ("the screen's own button", .leftButton("B")),
  ]

  @Test(arguments: popping) func `D-140 M10: a user's pop of a column is blocked`(row: (name: String, Transition))
    throws
  {
    var session = try form()
    let before = session
    let answer = try session.apply(row.1)
    #expect(
      answer.outcome == Outcome(blocked: [.init("B", in: "secondary")]) && session == before,
      "\(row.name)")
    guard row.name != "a swipe" else { return }
    _ = try session.apply(Transition(row.1.action, confirm: true))
    #expect(session.sketch == "split/2<A / secondary: B>", "\(row.name)")
  }

  /// Changes after which the split view preserves that screen, and which no screen blocks.
  static let preserving: [(name: String, Transition, end: String)] = [
    ("a push", .push("x", on: "secondary"), "split/2<A > {secondary: B > x}>"),
    ("popTo", .popTo("A"), "split/2<A / secondary: B>"), ("pop", .pop(from: "primary"), "split/2<A / secondary: B>"),
    ("hideColumn", .hide(.secondary), "split/2<A / secondary: B>"),
    ("showColumn", .show(.primary), "split/2<A / secondary: B>"), ("a window", .expand, "split/2[A || B]"),
  ]

  @Test(arguments: preserving) func `D-140: nothing else that preserves a screen is blocked`(
    row: (name: String, Transition, end: String)
  ) throws {
    var session = try form()
    #expect(try session.apply(row.1).outcome.handled && session.sketch == row.end, "\(row.name): \(session.sketch)")
  }

  @Test func `D-140: nor a user's change that pops nothing`() throws {
    var session = try Session.open(
      SketchParser.tree("tabs[x*: a | =split/2[A || B]]", behavior: SplitDelegate()), in: Environment()
    ).session
    for step in [.select("split"), Self.block("A"), Self.block("B"), .tapButton, .tap("x"), .tap("split")] {
      #expect(try session.apply(step).outcome.handled)
    }
  }

  /// A collapsed column style with a form on top.
  private func form() throws -> Session {
    var session = try Session.open(SketchParser.tree("split/2[A || B]", behavior: SplitDelegate()), in: Environment())
      .session
    let button = Transition.update("B") {
      $0.blocksRemoval = true
      $0.leftBarButton = "Cancel"
      $0.leftBarAction = .some(.pop)
      $0.leftItemsSupplementBackButton = true
    }
    for step in [button, .collapse] { _ = try session.apply(step) }
    return session
  }

  @Test func `D-5: a blocked member stops the batch: no change and no events`() throws {
    var session = try Session.open(SketchParser.tree("split[tabs[a*: la] || ph] ^ s"), in: Environment()).session
    _ = try session.apply(Self.block("s"))
    let before = session
    let answer = try session.apply(batch: [.select("a"), .dismiss(), .showDetail("d", from: "la")])
    #expect(answer.outcomes == [Outcome(.noChange), Outcome(blocked: [.init("s", in: "split")])])
    #expect(answer.events.isEmpty && session == before)
    var confirmed = before
    let done = try confirmed.apply(batch: [Transition(.dismiss(nil), confirm: true), .showDetail("d", from: "la")])
    #expect(done.outcomes.count == 2 && confirmed.sketch == "split[tabs[a*: la] || ph > d]")
  }

  /// Batches during a swipe, or with its beginning: the resulting tree and events.
  static let swipes: [(rule: String, before: [Transition], [Transition], String, String)] = [
    (
      "D-14 NV-22 the first member cancels it", [.back(.began)], [.push("c"), .push("d")], "stack: a > b > c > d",
      "-will a, -did a, +will d, -did b, +did d"
    ),
    (
      "NV-22 a later one does too", [], [.back(.began), .push("c")], "stack: a > b > c",
      "-will b, +will c, -did b, +did c"
    ),
    (
      "NV-22 without another change there are no events", [], [.back(.began), .update("a") { $0.title = "A" }],
      "stack: a > b", ""
    ),
    (
      "NV-22 a continuation does not", [.back(.began)], [.back(.finished)], "stack: a",
      "-did b, +did a, discarded b"
    ),
    ("NV-22 nor does an unhandled member", [.back(.began)], [.dismiss()], "stack: a > b <~", ""),
    (
      "NV-22 a pushed screen that is swiped", [], [.push("c"), .back(.began)], "stack: a > b > c <~",
      "+will c, +did c, -will c, +will b"
    ),
    (
      "NV-22 a whole swipe is a pop", [], [.back(.began), .back(.finished)], "stack: a",
      "-will b, +will a, -did b, +did a, discarded b"
    ),
  ]

  @Test(arguments: swipes) func swipe(_ row: (rule: String, before: [Transition], [Transition], String, String)) throws
  {
    var session = try Session.open(SketchParser.tree("stack: a > b"), in: Environment()).session
    for step in row.before { _ = try session.apply(step) }
    let answer = try session.apply(batch: row.2)
    #expect(session.sketch == row.3, "\(row.rule)")
    #expect(answer.events.map(\.sketch).joined(separator: ", ") == row.4, "\(row.rule)")
  }

  /// Transitions that are not handled, which leave a swipe unchanged.
  static let idle: [(String, Transition)] = [
    ("M13", .popToRoot("stack")), ("PR-4", .dismiss("a")), ("SC-11", Transition(.enterForeground)),
    ("removeItem", .removeItem("nothing")),
  ]

  @Test(arguments: idle) func `D-3: handled false changes nothing, a swipe included`(_ row: (String, Transition)) throws
  {
    var session = try Session.open(SketchParser.tree("tabs[x*: a > b | other: c | stack: d]"), in: Environment())
      .session
    _ = try session.apply(.back(.began))
    let before = session
    let answer = try session.apply(row.1)
    #expect(!answer.outcome.handled && answer.events.isEmpty && session == before && session.isSwiping, "\(row.0)")
  }

  /// Changes of the window that drop a blocking screen, by UIKit's own defaults or an app's answer.
  static let system: [(rule: String, start: String, SplitDelegate, before: [Transition], lost: ControllerID)] = [
    (
      "CL-12 another primary", "split[A || B]", SplitDelegate(primaryForCollapsing: .stack("alt", .screen("l"))), [],
      "A"
    ),
    ("M11 a page on the list", "split<A / N: B>", SplitDelegate(onCollapse: .discard), [.push("x")], "B"),
    (
      "M11 a column set while collapsed", "split<A > {secondary: B}>", SplitDelegate(),
      [.pop(from: "primary"), .push("x", on: "primary"), .set(.secondary, "z")], "z"
    ),
  ]

  @Test(arguments: system) func `D-136: the system is never blocked`(
    row: (rule: String, start: String, SplitDelegate, before: [Transition], lost: ControllerID)
  ) throws {
    let isCollapsed = row.start.contains("<")
    var session = try Session.open(
      SketchParser.tree(row.start, behavior: row.2), in: (isCollapsed ? Row.Place.slideOver : .pad).environment(.iOS26)
    ).session
    for step in row.before + [Self.block(row.lost)] { _ = try session.apply(step) }
    let changes: [Transition] =
      isCollapsed
      ? [.expand, .resize(1_000, 800), .forced(.regular)]
      : [.collapse, .resize(400, 800), .forced(.compact), .device("iPhone 15")]
    for change in changes {
      var changed = session
      let answer = try changed.apply(change)
      #expect(
        answer.outcome == Outcome() && answer.events.contains(.discarded(row.lost)),
        "\(row.rule): \(answer.events.map(\.sketch))")
      var batched = session
      #expect(try batched.apply(batch: [change]).isRevision && batched == changed, "\(row.rule)")
    }
    let blocked = try session.apply(
      .setSplit { $0.traitOverride = .some(.horizontal(isCollapsed ? .regular : .compact)) })
    #expect(blocked.outcome.blocked.first?.controller == row.lost, "the app's own change is blocked: \(row.rule)")
  }
}
