import Navigation
import Testing

/// What is handled, and what only tells (D-134).
@Suite struct HandledTests {
  private static let tabs = "split[tabs[a*: la > x | b: lb] || ph]"

  /// Transitions that set what is there already: neither a change nor an event.
  static let settings: [(name: String, start: String, step: Transition)] = [
    ("rotate", tabs, .rotate(.landscape)), ("resize", tabs, .resize(1_210, 834)),
    ("setDevice", tabs, .device("iPad Pro 11-inch (M4)")), ("setMultitasking", tabs, .expand),
    ("setTraits", tabs, .forced(nil)), ("setSplit", tabs, .setSplit { $0.presentsWithGesture = true }),
    ("setBadge", tabs, Transition(.setBadge(tab: "a", badge: nil))), ("selectTab", tabs, .select("a")),
    ("setTabs", tabs, .setTabs([.existing("a"), .existing("b")])),
    ("setStack", tabs, .setStack("a", [.existing("la"), .existing("x")])),
    ("updateScreen", tabs, .update("la") { $0.title = .some(nil) }), ("deselectRow", tabs, .deselect("la")),
    ("selectRow", "split[tabs[a*: la(1) | b: lb] || ph]", .row("1", in: "la")),
    ("fold", "stack: a", .fold(.closed)), ("setDisplayMode", "split/2[A || B]", .mode(nil)),
    ("setTopTabs", "top{*a | b}", .setTopTabs { $0.bounces = true }), ("tapTitle", "top{*a | b}", .title("a")),
    ("scroll", "top{*a | b}", .scroll(0, .ended)),
    (
      "setPages", "top{*a | b}",
      Transition(
        .setPages(
          topTabs: nil, pages: [.init(title: "a", child: .existing("a")), .init(title: "b", child: .existing("b"))]))
    ),
  ]

  @Test(arguments: settings) func `D-134 D-100: what is there already is not handled`(
    row: (name: String, start: String, step: Transition)
  ) throws {
    var session = try Session.open(
      SketchParser.tree(row.start, behavior: .tabsInPrimary),
      in: Row("", "", in: row.name == "fold" ? .duo(.closed, .portrait) : .pad, [], "").place.environment(.iOS26)
    ).session
    let before = session
    let answer = try session.apply(row.step)
    #expect(answer.outcome == Outcome(.noChange) && answer.events.isEmpty && session == before, "\(row.name)")
    let batch = try session.apply(batch: [row.step, row.step])
    #expect(
      batch.outcomes == [answer.outcome, answer.outcome] && !batch.isRevision && session == before, "\(row.name)")
  }

  /// Transitions with events, and the same state before and after.
  static let telling: [(name: String, start: String, before: [Transition], step: [Transition], events: Int)] = [
    (
      "D-12 a button without an action", "stack: a", [.update("a") { $0.leftBarButton = "Done" }], [.leftButton("a")], 1
    ),
    ("TB-4 the selected tab", "tabs[a*: la | b: lb]", [], [.tap("a")], 2),
    ("SH-6 a detail that the app handles", "split[A || B]", [], [.showDetail("d")], 1),
    ("NV-22 a second swipe", "stack: a > b", [.back(.began)], [.back(.began)], 6),
    ("PR-4 presented and dismissed", "stack: a", [], [.present("s"), .dismiss("s")], 2),
  ]

  @Test(arguments: telling) func `D-134: what has events is handled`(
    row: (name: String, start: String, before: [Transition], step: [Transition], events: Int)
  ) throws {
    var session = try Session.open(
      SketchParser.tree(row.start, behavior: SplitDelegate(onShowDetail: .handled)), in: Environment()
    ).session
    for step in row.before { _ = try session.apply(step) }
    let before = session
    if row.step.count == 1 {
      let answer = try session.apply(row.step[0])
      #expect(answer.isRevision && answer.events.count == row.events, "\(row.name): \(answer.events.map(\.sketch))")
    } else {
      let answer = try session.apply(batch: row.step)
      #expect(answer.isRevision && answer.events.count == row.events, "\(row.name): \(answer.events.map(\.sketch))")
    }
    #expect(!session.differs(from: before))
  }

  @Test func `D-134: a batch that cancels out assigns its ids again`() throws {
    var session = try Session.open(SketchParser.tree("stack: a", behavior: SplitDelegate()), in: Environment()).session
    let before = session
    let push = Transition(.push(.new(.screen(route: "y"))))
    let answer = try session.apply(batch: [push, .pop()])
    #expect(answer.outcomes == [Outcome(), Outcome(returned: ["c1"])] && !answer.isRevision && session == before)
    _ = try session.apply(push)
    #expect(session.sketch == "stack: a > c1")
  }

  @Test func `SH-6 SH-5: a new controller that the app handles has an id of the counter`() throws {
    let behavior = SplitDelegate(onShowDetail: .handled, onShow: .handled)
    var session = try Session.open(SketchParser.tree("split[=A || B]", behavior: behavior), in: Environment()).session
    let detail = try session.apply(Transition(.showDetail(.new(.screen(route: "q")))))
    #expect(detail.events == [.delegateCall(.showDetail(split: "split", controller: "c1", answer: true))])
    let shown = try session.apply(Transition(.show(.new(.screen(route: "q")))))
    #expect(shown.events == [.delegateCall(.show(split: "split", controller: "c2", answer: true))])
    #expect(session.sketch == "split[=A || B]" && session.countedIDs == 2)
  }

  @Test func `D-42: an undo of a collapse discards its primary, which is pending again`() throws {
    let behavior = SplitDelegate(primaryForCollapsing: .stack("alt", .screen("altlist")))
    var session = try Session.open(SketchParser.tree("split[A || B]", behavior: behavior), in: Environment()).session
    let start = session
    _ = try session.apply(.collapse)
    let events = session.restore(start).events
    #expect(events.contains(.discarded("alt")) && events.contains(.discarded("altlist")))
    #expect(
      refusal(of: { _ = try session.apply(.push("alt")) })
        == .duplicateController("alt", at: HolderPlace(in: "split", nil)))
  }

  @Test func `DM-19: chosen modes are in the same order however they were chosen`() throws {
    func chosen(_ steps: [Transition]) throws -> Session {
      var session = try Session.open(
        SketchParser.tree("split/3[A || S || B]", behavior: SplitDelegate()), in: Environment()
      ).session
      for step in steps { _ = try session.apply(step) }
      return session
    }
    let (wide, narrow) = (Transition.resize(1_100, 800), Transition.resize(700, 800))
    let one = try chosen([wide, .tapButton, narrow, .tapButton, wide])
    let other = try chosen([narrow, .tapButton, wide, .tapButton])
    #expect(one.root.split?.chosenModes.count == 2)
    #expect(one.root.split?.chosenModes == other.root.split?.chosenModes)
  }
}
