import Navigation
import Testing

/// NV-16 and NV-17: the back button and its title.
@Suite struct BackButtonTests {
  static let rows: [(rule: String, behind: Screen?, top: Screen, visible: Bool, title: String?)] = [
    ("NV-17 the root has none", nil, Screen(route: "a", title: "A"), false, nil),
    ("NV-16 the title of the screen below", Screen(route: "a", title: "A"), Screen(route: "b"), true, "A"),
    (
      "NV-16 its own words for it", Screen(route: "a", title: "A", backButtonTitle: "All"), Screen(route: "b"), true,
      "All"
    ),
    ("NV-16 nothing to say", Screen(route: "a"), Screen(route: "b"), true, "Back"),
    (
      "NV-16 a left item instead", Screen(route: "a", title: "A"), Screen(route: "b", leftBarButton: "Edit"), false, "A"
    ),
    (
      "NV-16 a left item beside it", Screen(route: "a", title: "A"),
      Screen(route: "b", leftBarButton: "Edit", leftItemsSupplementBackButton: true), true, "A"
    ),
    ("NV-16 hidden", Screen(route: "a", title: "A"), Screen(route: "b", hidesBackButton: true), false, "A"),
  ]

  @Test(arguments: rows) func button(_ row: (rule: String, behind: Screen?, top: Screen, visible: Bool, title: String?))
  {
    let top = Controller(id: "top", content: .screen(row.top))
    let stack =
      row.behind.map { Stack(root: Controller(id: "behind", content: .screen($0)), above: [top]) } ?? Stack(root: top)
    let button = BackButton(of: stack)
    #expect(button.isVisible == row.visible && button.title == row.title, "\(row.rule)")
  }

  @Test func `NV-17: at its root a nested stack has the outer one's button`() {
    let outer = Stack(root: .screen("a"), above: [.stack("n", .screen("b"))])
    #expect(BackButton(of: Stack(root: .screen("b")), outer: outer.below("n")).isVisible)
    #expect(outer.below("a") == nil)
  }

  @Test func `NV-15: no button in a hidden bar`() {
    #expect(!BackButton(of: Stack(root: .screen("a"), above: [.screen("b")], isNavigationBarHidden: true)).isVisible)
  }

  @Test func `NV-17: nested stacks have one bar, and the top screen decides`() {
    let nested = Controller(
      id: "n",
      content: .stack(Stack(root: Controller(id: "b", content: .screen(Screen(route: "b", hidesBackButton: true))))))
    #expect(!BackButton(of: Stack(root: .screen("a"), above: [nested])).isVisible)
  }

  @Test func `SYS0-3: no button to a placeholder if the app allows no return`() throws {
    let stack = Stack(root: try #require("ph".placeholder), above: [.screen("d")])
    #expect(BackButton(of: stack).isVisible)
    #expect(!BackButton(of: stack, allowsReturnToPlaceholder: false).isVisible)
  }
}
