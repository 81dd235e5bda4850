import Navigation
import SessionStorage
import Testing

/// The record format that the answers of a split view's delegate need.
@Suite struct AnswerFormatTests {
  static let answers: [(SplitDelegate, format: Int)] = [
    (SplitDelegate(), 1), (SplitDelegate(onShowDetail: .replaceAbovePlaceholder), 1),
    (SplitDelegate(onShowDetail: .replaceDetails), 2), (SplitDelegate(onDetailPopped: .discard), 2),
    (SplitDelegate(supportedInterfaceOrientations: .portraitOnPhone), 1),
    (SplitDelegate(supportedInterfaceOrientations: .landscape), 2),
  ]

  @Test(arguments: answers) func format(_ row: (SplitDelegate, format: Int)) throws {
    let split = Controller(
      id: "split",
      content: .split(Split(primary: .stack("p", "a"), secondary: .stack("s", "b"), delegate: row.0)))
    let tabs = try #require(TabBar(tabs: [Tab(child: split)]))
    // A split view in another container needs it too.
    for root in [split, Controller(id: "tabs", content: .tabBar(tabs))] {
      #expect(try Session.open(root, in: Environment()).session.recordFormat == row.format)
    }
  }
}

extension Controller {
  fileprivate static func stack(_ id: ControllerID, _ root: ControllerID) -> Controller {
    let screen = Controller(id: root, content: .screen(Screen(route: "r")))
    return Controller(id: id, content: .stack(Stack(root: screen)))
  }
}
