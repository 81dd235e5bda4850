import Navigation
import Testing

/// Groups where the bar is a sidebar: a landing page that it stands for, and its rows (D-443, D-447, D-449).
@Suite struct GroupSidebarTests {
  static let rows: [(rule: String, design: GroupDesign, steps: [Transition], end: String)] = [
    (
      "D-447 no landing page in a sidebar", .landingInCompact, [.select("A"), .push("x")],
      "tabs[home/h: hh | G/s*: a > x =g {A* | B=b}]"
    ),
    (
      "D-447 but in a narrow window", .landingInCompact, [.select("A"), .push("x"), .resize(375, 834)],
      "tabs[home/h: hh | G/s*: g > a > x {A* | B=b}]"
    ),
    (
      "D-447 and back", .landingInCompact, [.select("A"), .push("x"), .resize(375, 834), .resize(1_210, 834)],
      "tabs[home/h: hh | G/s*: a > x =g {A* | B=b}]"
    ),
    (
      "D-448 back in a narrow window", .landingInCompact,
      [.select("A"), .push("x"), .resize(375, 834), .back(), .back()], "tabs[home/h: hh | G/s*: g {A=a | B=b}]"
    ),
    (
      "D-449 a landing page on display stays selected in a sidebar", .landingInCompact,
      [.resize(375, 834), .tap("G"), .push("y"), .resize(1_210, 834)], "tabs[home/h: hh | G/s*: g > y {A=a | B=b}]"
    ),
    (
      "D-445 and is parked with what was pushed on it", .landingInCompact,
      [.resize(375, 834), .tap("G"), .push("y"), .resize(1_210, 834), .select("A"), .back()],
      "tabs[home/h: hh | G/s*: a =g & y {A* | B=b}]"
    ),
    (
      "D-448 which goes with a back", .managed,
      [.resize(375, 834), .tap("G"), .push("y"), .resize(1_210, 834), .select("A"), .back()],
      "tabs[home/h: hh | G/s*: g {A=a | B=b}]"
    ),
    (
      "D-443 a row of a sidebar", .nested, [.tap("C")],
      "tabs[home/h: hh | G/s*: g > hl > c {A=a | H* {C* | D=d} | I {E=e | F=f}}]"
    ),
    (
      "D-443 TG-2 a header that is a destination", .nested, [.tap("C"), .tap("G")],
      "tabs[home/h: hh | G/s*: g {A=a | H =hl {C*=c | D=d} | I {E=e | F=f}}]"
    ),
    ("D-443 and one that is none", .managed, [.tap("G")], "tabs[home/h*: hh | G/s: g {A=a | B=b}]"),
  ]

  @Test(arguments: rows) func rule(_ row: (rule: String, design: GroupDesign, steps: [Transition], end: String)) throws
  {
    var session = try Session.open(row.design.tree(), in: Row.Place.pad.environment(.iOS26)).session
    for step in row.steps {
      let events = try session.apply(step).events
      guard step.action.body is Transition.Resize else { continue }
      // The change of a bar has no view events: what comes or goes is covered.
      #expect(!events.contains { $0.isAnimated != nil }, "\(row.rule)")
    }
    #expect(session.sketch == row.end, "\(row.rule)")
    #expect(session.violations.isEmpty, "\(row.rule)")
  }

  @Test func `D-443: the rows of a sidebar are what a user can tap`() throws {
    let session = try Session.open(GroupDesign.nested.tree(), in: Row.Place.pad.environment(.iOS26)).session
    #expect(
      session.moves.map(\.name) == [
        "Show tab bar", "Tab home", "Tab G", "Tab A", "Tab C", "Tab D", "Tab E", "Tab F",
      ])
  }
}
