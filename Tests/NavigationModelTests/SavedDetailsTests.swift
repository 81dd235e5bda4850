import Navigation
import Testing

/// SYS1-20: a tab's saved details are part of the session, but children of no controller.
@Suite struct SavedDetailsTests {
  static let rows: [Row] = [
    Row(
      "D-35 SYS1-20 TB-1 they go with their tab", "split[top: tabs[=la & d1 | *=lb] || ph]",
      [.setTabs([.existing("lb")], of: "tabs")],
      "split[top: tabs[*=lb] || ph]", "discarded la, discarded d1"),
    Row(
      "SYS1-20 TB-1 those of the selected tab too", "split[top: tabs[*=la | =lb & e1] || ph > d1]",
      [.setTabs([.existing("lb")], of: "tabs")], "split[top: tabs[*=lb] || ph > e1]"),
    Row(
      "SYS1-20 TB-1 and stay with one that stays", "split[top: tabs[=la & d1 | *=lb] || ph]",
      [.setTabs([.existing("lb"), .existing("la")], of: "tabs")], "split[top: tabs[*=lb | =la & d1] || ph]", ""),
    Row(
      "SYS1-20 a removed item leaves with all above it", "split[top: tabs[=la & d1 > d2 > d3 | *=lb] || ph]",
      [.removeItem("d2")],
      "split[top: tabs[=la & d1 | *=lb] || ph]", "discarded d2, discarded d3"),
    Row(
      "SYS1-20 a row is deselected in a saved list", "split[top: tabs[=la & d1(r1) | *=lb] || ph]", [.deselect("d1")],
      "split[top: tabs[=la & d1 | *=lb] || ph]", "d1(r1->-) programmatic"),
  ]

  @Test(arguments: rows.map(\.saving)) func rule(_ row: Row) throws { try row.check() }

  static let refusals: [Refusal] = [
    Refusal(
      "SYS1-20 a saved id is taken", "split[top: tabs[=la & d1 | *=lb] || ph]", behavior: .tabBarInStack,
      .showDetail("d1"),
      .duplicateController("d1", at: HolderPlace(in: "tabs", .saved))),
    Refusal(
      "SYS1-20 saved details stay without a place for them", "split[top: tabs[=la & d1 | *=lb] || =d0]",
      behavior: .tabBarInStack,
      .move("d1", to: "top"), .cannotPush("d1")),
    Refusal(
      "SYS1-20 it is in no stack", "split[top: tabs[=la & d1 | *=lb] || ph]", behavior: .tabBarInStack, .popTo("d1"),
      .notInStack("d1")),
    Refusal(
      "SYS1-20 it is no tab", "split[top: tabs[=la & d1 | *=lb] || ph]", behavior: .tabBarInStack, .tap("d1"),
      .noMember("d1", of: .tabBar, in: nil)),
  ]

  @Test(arguments: refusals) func refuses(_ row: Refusal) throws { try row.check() }

  @Test func `SYS1-20: only controllers for stacks can be saved`() throws {
    let nested = try #require(TabBar(tabs: [Tab(child: .screen("la"), savedDetails: [.stack("s", .screen("x"))])]))
    #expect(
      refusal(of: { _ = try Session.open(Controller(id: "tabs", content: .tabBar(nested)), in: Environment()) })
        == .cannotPush("s"))
  }
}
