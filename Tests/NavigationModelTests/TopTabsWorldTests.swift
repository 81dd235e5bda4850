import Navigation
import Testing

/// Every state of a small window within a few transitions.
@Suite struct TopTabsWorldTests {
  /// The transitions; all ids are given, so that states do not differ in a counter.
  static let alphabet: [Transition] = [
    .title("a"), .title("b"), .title("c"), .scroll(100, in: "top"), .scroll(420), .scroll(-40),
    .scroll(9999, .decelerating),
    .scroll(170, .ended), .scroll(600, .ended, in: "top"), .setPages([.existing("c"), .existing("a")], of: "top"),
    .setPages([.existing("a"), .new("b"), .new("c")], of: "top"), .setTopTabs("top") { $0.isTabControlHidden = true },
    .setTopTabs("top") { $0.bounces = false }, .setTopTabs("top") { $0.allowedBounceEdges = [.trailing] },
    .setTopTabs("top") { $0.currentPage = "c" }, .resize(568, 320), .resize(320, 568),
    .setTopTabs("top") { ($0.bounces, $0.allowedBounceEdges) = (true, [.leading, .trailing]) }, .push("d", on: "stack"),
    .back(),
    .back(.began),
  ]
  static let depth = 6

  @Test func `SYS4: the invariants hold within six transitions`() throws {
    let first = try Session.open(
      SketchParser.tree("stack: top{*a | b | c}"), in: TopTabsTests.narrow.environment(.iOS26)
    ).session
    let known = try first.reachable(by: Self.alphabet, depth: Self.depth, step: step)
    #expect(known.count == 995, "the number of reachable states")
  }

  /// The state after a transition, with the step's invariants checked; nil if it is refused.
  private func step(_ before: Session, _ transition: Transition) throws -> Session? {
    var session = before
    let story = { "\(transition) at \(before.sketch)" }
    do {
      let answer = try session.apply(transition)
      try #require(session.violations.isEmpty, "\(session.violations) after \(story())")
      try #require(session.visible.count == session.shownPages, "\(session.visible.map(\.id)) after \(story())")
      let pageChanges = answer.events.count { if case .pageChanged = $0 { true } else { false } }
      let old = before.root.find("top")?.topTabs?.currentPage
      try #require(
        pageChanges == (old == session.root.find("top")?.topTabs?.currentPage ? 0 : 1),
        "wrong events after \(story())")
      if !answer.outcome.handled { try #require(session == before, "not handled but changed: \(story())") }
      return session
    } catch is Rejection {
      try #require(session == before, "a refused transition changed something: \(story())")
      return nil
    }
  }
}

extension Session {
  /// The expected number of screens on display: one above the pages, else all partly in the viewport.
  fileprivate var shownPages: Int {
    if root.stack?.above.isEmpty == false { return 1 }
    return root.find("top")?.topTabs.map { $0.displayedIndices.count } ?? 1
  }
}
