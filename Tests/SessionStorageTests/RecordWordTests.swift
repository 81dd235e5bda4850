import Navigation
import SessionStorage
import Testing

/// A state or a record with a word of 1.1 needs record format 2, so that an older version refuses it; others do not.
@Suite struct RecordWordTests {
  @Test(arguments: [
    (Screen(route: "r"), 1), (Screen(route: "r", selectionFollowsDetail: true), 2), (Screen(route: "r", row: "1"), 2),
  ])
  func `of a state`(_ screen: Screen, _ format: Int) throws {
    let list = Controller(id: "l", content: .screen(screen))
    #expect(try Session.open(.stack("s", root: list), in: Environment()).session.recordFormat == format)
  }

  private static let new = Transition.Newcomer.new(.screen("n", route: "r"))

  static let transitions: [(Transition.Action, Int)] = [
    (.push(new), 1), (.push(new, again: .return), 2), (.show(new), 1), (.show(new, again: .return), 2),
    (.showDetail(new), 1), (.showDetail(new, again: .return), 2), (.present(new), 1),
    (.present(new, replaces: true), 2),
    (.present(new, again: .return), 2), (.tapRow("1", list: "l", opening: new, as: .push), 1),
    (.tapRow("1", list: "l", opening: new, as: .column), 2),
    (.tapRow("1", list: "l", opening: new, as: .push, again: .return), 2), (.pop(), 1),
  ]

  private static let row = Controller(id: "n", content: .screen(Screen(route: "r", row: "1")))

  /// The state after it may have nothing of 1.1: a member is set to its default, or a later one of the batch removes it.
  static let updates: [(Transition.Action, Int)] = [
    (.updateScreen("a", ScreenUpdate { $0.title = "T" }), 1),
    (.updateScreen("a", ScreenUpdate { $0.isModalInPresentation = false }), 1),
    (.updateScreen("a", ScreenUpdate { $0.row = .some(nil) }), 2),
    (.updateScreen("a", ScreenUpdate { $0.selectionFollowsDetail = false }), 2),
    (.updateScreen("a", ScreenUpdate { $0.isTabBarHidden = false }), 2),
    (.updateScreen("a", ScreenUpdate { $0.supportedInterfaceOrientations = .system }), 2),
    (.updateScreen("a", ScreenUpdate { $0.traitOverride = .some(nil) }), 2),
    (.setSplit(SplitUpdate { $0.delegate = SplitDelegateUpdate { $0.onShow = .system } }), 1),
    (.setSplit(SplitUpdate { $0.delegate = SplitDelegateUpdate { $0.onDetailPopped = .keep } }), 2),
    (.setSplit(SplitUpdate { $0.traitOverride = .some(nil) }), 1),
    (.setSplit(SplitUpdate { $0.traitOverride = .some(.asWindow) }), 2),
    (.push(.new(row)), 2), (.setColumn(.primary, .new(row)), 2), (.replaceTop(row), 2),
    (.setStack(children: [.existing("a"), .new(row)]), 2), (.setStack(children: [.existing("a")]), 1),
    (.setTabs(tabs: [Transition.TabDescription(isHidden: false, child: .existing("a"))]), 2),
    (.setTabs(tabs: [Transition.TabDescription(child: .existing("a"))]), 1),
    (.setTabs(tabs: [Transition.TabDescription(child: .new(row))]), 2),
    (.setPages(pages: [Transition.PageDescription(title: "P", child: .new(row))]), 2),
  ]

  @Test(arguments: transitions + updates) func `of a record`(_ action: Transition.Action, _ format: Int) {
    #expect(TransitionRecord.Content.single(Transition(action), Outcome()).recordFormat == format)
    let batch = TransitionRecord.Content.batch([Transition(.pop()), Transition(action)], [Outcome(), Outcome()])
    #expect(batch.recordFormat == format)
  }
}
