@testable import Navigation
import SeededRandom
import Testing

/// D-404, D-405: the first offer where nothing is open, and the default of a list that comes on top.
@Suite struct FilledDetailTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The members of the app beside its columns.
    var behavior: String
    var steps: [Transition]
    var end: String
    var style: String
    var events: [String]?

    init(
      _ description: String, behavior: String = #""emptyDetail": "firstOffer""#, _ steps: [Transition], _ end: String,
      style: String = "doubleColumn", events: [String]? = nil
    ) {
      (testDescription, self.behavior, self.steps, self.end) = (description, behavior, steps, end)
      (self.style, self.events) = (style, events)
    }
  }

  @Test(arguments: filled + kept + defaults) func rule(_ row: Case) throws {
    var (session, routes) = try Self.app(row.behavior, style: row.style).open("")
    var events: [Event] = []
    for step in row.steps { events = try session.apply(step, routes: routes).events }
    #expect(session.sketch == row.end)
    if !row.steps.contains(where: { $0.action.body is Transition.ShowDetail }) {
      #expect(session.root.split?.isDetailChosen == false)
    }
    #expect(session.violations == [])
    if let expected = row.events { #expect(events.map(\.sketch) == expected) }
  }

  static let first = "split/2[orders#(1) || c1: order.1#1]"
  static let filled: [Case] = [
    Case("D-404 at the first appearance", [], first),
    Case(
      "D-404 cleared: but what the transition removed", [.clear(.secondary)], "split/2[orders#(2) || c1: order.2#2]"),
    Case("D-404 in a batch", [.clear(.secondary), .showDetail("x")], "split/2[orders# || c1: x]"),
    Case(
      "D-404 popped while narrow", behavior: #""emptyDetail": "firstOffer", "onDetailPopped": "discard""#,
      [.multitasking(.slideOver), .showDetail("x"), .back(), .multitasking(.fullScreen)], first,
      events: [
        "?displayMode oneBesideSecondary=oneBesideSecondary", "!willShow secondary", "c1:none->split", "expanded",
        "orders(-->1) detail", "+will order.1", "+did order.1", "!didExpand", "!didShow secondary", "target",
      ]),
    Case(
      "D-404 the list on top offers", [.push("archive", on: "primary"), .clear(.secondary)],
      "split/2[orders# > archive || c1: none]"),
  ]

  static let kept: [Case] = [
    Case("D-404 absent: the placeholder", behavior: #""onDetailPopped": "keep""#, [], "split/2[orders# || c1: none]"),
    Case(
      "D-404 taken by the delegate", behavior: #""emptyDetail": "firstOffer", "onShowDetail": "handled""#, [],
      "split[orders# || c1: none]", style: "classic"),
    Case(
      "D-404 classic, and not bare", behavior: #""emptyDetail": "firstOffer", "onCollapse": "discard""#, [],
      "split[orders#(1) || c2: order.1#1]", style: "classic"),
    Case(
      "D-404 not in the background", [Transition(.enterBackground), .clear(.secondary)],
      "split/2[orders# || c1: none]"),
    Case(
      "D-404 but after it", [Transition(.enterBackground), .clear(.secondary), Transition(.enterForeground)], first),
    Case(
      "D-404 not while narrow", behavior: #""emptyDetail": "firstOffer", "onDetailPopped": "discard""#,
      [.multitasking(.slideOver), .showDetail("x"), .back()], "split/2<orders# / c1: none>"),
  ]

  static let defaults: [Case] = [
    Case(
      "D-405 not by another way", [Transition(.replaceTop(.screen("c", route: "course"), stack: "primary"))],
      "split/2[c || c1: order.1#1]"),
    Case(
      "D-405 a list that is pushed shows its default", [.course],
      "split/2[orders# > c || c1: syllabus]"),
    Case(
      "D-405 and one that is returned to",
      [.course, .push("g", on: "primary"), .showDetail("x"), .pop(from: "primary")],
      "split/2[orders# > c || c1: syllabus]"),
  ]

  @Test func `D-404: once at the end of a batch, and as animated as that`() throws {
    var (session, routes) = try Self.app(#""emptyDetail": "firstOffer""#).open("")
    let answer = try session.apply(batch: [.clear(.secondary), .row("1", in: "orders")], routes: routes)
    #expect(session.sketch == "split/2[orders#(2) || c1: order.2#2]")
    #expect(answer.events.count { if case .viewDidAppear = $0 { true } else { false } } == 1)
    let pushing = #""emptyDetail": "firstOffer", "onShowDetail": "replaceAbovePlaceholder""#
    var (turned, _) = try Self.app(pushing, style: "classic").open("")
    let turn = try turned.apply(batch: [.clear(.secondary), .resize(1_000, 700)], routes: routes)
    #expect(turned.sketch.hasSuffix("none > order.2#2]") && !turn.events.contains { $0.isAnimated == true })
  }

  /// Undo, a fork and a snapshot open nothing.
  @Test func `D-404: a state that is restored stays as it was`() throws {
    let (session, routes) = try Self.app(#""emptyDetail": "firstOffer""#).open("")
    var cleared = session
    _ = try cleared.apply(.clear(.secondary))
    #expect(cleared.sketch.hasSuffix("none]"), "without routes nothing is offered")
    var restored = session
    #expect(restored.restore(cleared, isConfirmed: true).outcome.handled)
    #expect(restored.sketch == cleared.sketch)
    let (copied, _) = try Session.restore(cleared.root, in: cleared.environment, countedIDs: cleared.countedIDs)
    #expect(copied.sketch == cleared.sketch)
    _ = routes
  }

  /// On random walks: where nothing was closed, nothing is empty; and every change is told.
  @Test(arguments: ["doubleColumn", "classic"]) func `D-404: a walk`(_ style: String) throws {
    var random = Seeded(0xF111)
    let (start, routes) = try Self.app(#""emptyDetail": "firstOffer""#, style: style).open("")
    var cleared = start
    _ = try cleared.apply(.clear(.secondary))
    var (session, opened) = (start, 0)
    for step in 0..<1_500 {
      if step % 50 == 0 { session = step % 100 == 0 ? start : cleared }
      let before = session
      let transition = session.randomTransition(&random)
      guard let answer = try? session.apply(transition, routes: routes) else { continue }
      try #require(answer.outcome.handled || session == before)
      try #require(session.violations == [], "\(transition) at \(before.sketch)")
      guard answer.outcome.handled else { continue }
      let orders = Set(before.orders).subtracting(session.orders)
      if before.isEmptyBesideOrders, !session.isEmptyBesideOrders { opened += 1 }
      try #require(
        !session.isEmptyBesideOrders || !orders.isEmpty || session.environment.isInBackground,
        "\(transition.word) left \(session.sketch) at \(before.sketch)")
    }
    #expect(opened > 0)
  }

  static func app(_ behavior: String, style: String = "doubleColumn") -> LinkedApp {
    LinkedApp(
      name: behavior,
      json: """
        "root": {"kind": "split", "id": "split", "style": "\(style)", "behavior": {\(behavior), \
        "placeholder": {"id": "none", "route": "none"}}, "primary": {"kind": "stack", "id": "primary", "children": [{"kind": \
        "screen", "id": "orders", "route": "orders", "selectionFollowsDetail": true}]}}, "routes": {"orders": {"offers": [\
        {"route": "filter"}, {"route": "order", "params": {"order": 1}, "row": "1"}, \
        {"route": "order", "params": {"order": 2}, "row": "2"}]}, "order": {"opens": "detail"}, \
        "filter": {"opens": "present"}, "course": {"default": {"route": "syllabus"}}, "syllabus": {"opens": "detail"}}
        """)
  }
}

extension Session {
  fileprivate var orders: [Controller] {
    var orders: [Controller] = []
    root.forEachController { if $0.screen?.route == "order" { orders.append($0) } }
    return orders
  }

  /// Whether the app's own split view shows its placeholder beside its orders.
  fileprivate var isEmptyBesideOrders: Bool {
    guard let split = root.find("split")?.split, !split.isCollapsed, split.delegate.emptyDetail == .firstOffer,
      split.primary?.stack?.top.screen?.route == "orders",
      display.visibleLeaves.contains(where: \.controller.isPlaceholder)
    else { return false }
    return split.secondary?.isPlaceholderAlone ?? true
  }
}

extension Transition {
  fileprivate static let course = Transition(.push(.new(.screen("c", route: "course")), stack: "primary"))
}
