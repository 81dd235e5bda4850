import SeededRandom
import Testing

@testable import Navigation

/// Long lists of members and long batches have the same results as short ones.
@Suite struct LargeStackTests {
  private static let count = 60

  private static func id(_ number: Int) -> ControllerID { ControllerID("x\(number)") ?? .automatic }

  /// A session of `pattern` with a stack `s` of `count` screens.
  private func session(_ pattern: String) throws -> Session {
    let screens = (0..<Self.count).map { "x\($0)" }.joined(separator: " > ")
    let sketch = pattern.replacing("%*", with: "s*: \(screens)").replacing("%", with: "s: \(screens)")
    let tree = try SketchParser.tree(sketch, behavior: .tabsInPrimary)
    return try Session.open(tree, in: Environment()).session
  }

  private func children(_ session: Session) -> [ControllerID] {
    session.root.find("s")?.stack?.children.map(\.id) ?? []
  }

  @Test(arguments: 0..<20) func aStackHasTheListedChildren(_ seed: UInt64) throws {
    var random = Seeded(seed)
    var session = try session("tabs[%* | b: y]")
    let kept = (0..<Self.count).shuffled(using: &random).prefix(Int.random(in: 1...Self.count, using: &random)).map(
      Self.id)
    let wanted = (kept + (0..<30).map { Self.id(1_000 + $0) }).shuffled(using: &random)
    let members = wanted.map { kept.contains($0) ? Transition.Member.existing($0) : .new(.screen($0, route: "r")) }
    let reported = try session.apply(Transition(.setStack(stack: "s", children: members)))
    #expect(children(session) == wanted)
    let gone = Set((0..<Self.count).map(Self.id)).subtracting(kept)
    #expect(Set(reported.events.compactMap { if case .discarded(let id) = $0 { id } else { nil } }) == gone)
  }

  private static let refused: [(members: [Transition.Member], rejection: Rejection)] = [
    ([.existing("x3"), .existing("x3")], .duplicateController("x3")),
    ([.existing("y")], .notInStack("y")),
    ([.existing("none")], .noSuchController("none")),
    ([.new(.screen("x5", route: "r"))], .duplicateController("x5", at: HolderPlace(in: "s", .displayed))),
    ([.new(.screen("y", route: "r"))], .duplicateController("y", at: HolderPlace(in: "b", .parked))),
    ([.new(.screen("z", route: "r")), .new(.screen("z", route: "r"))], .duplicateController("z")),
  ]

  @Test(arguments: refused.indices) func aFaultAfterManyMembersIsFound(_ index: Int) throws {
    let (members, rejection) = Self.refused[index]
    let start = try session("tabs[%* | b: y]")
    var session = start
    let others = (0..<20).map { Transition.Member.new(.screen(Self.id(2_000 + $0), route: "r")) }
    #expect(throws: rejection) { try session.apply(Transition(.setStack(stack: "s", children: others + members))) }
    #expect(session == start)
  }

  @Test func theTabsAreTheListedOnes() throws {
    let tabs = (0..<Self.count).map { "=x\($0)" }.joined(separator: " | ")
    var session = try Session.open(SketchParser.tree("tabs[*\(tabs)]", behavior: SplitDelegate()), in: Environment())
      .session
    let bar = session.root.id
    _ = try session.apply(Transition(.setBadge(tab: "x7", badge: "7")))
    let wanted = Array((0..<Self.count).map(Self.id).reversed().dropFirst(5))
    _ = try session.apply(
      Transition(.setTabs(tabBar: bar, tabs: wanted.map { Transition.TabDescription(child: .existing($0)) })))
    #expect(session.root.tabBar?.tabs.map(\.child.id) == wanted)
    #expect(session.root.tabBar?.tabs.filter { $0.badge == "7" }.map(\.child.id) == ["x7"])
  }

  /// Places of the stack: alone, in tabs, on display or not, in a split view, presented.
  private static let places = [
    "%", "tabs[%* | b: y]", "tabs[b*: y | %]", "split[tabs[%* | b: lb] || ph]", "split[p || %]", "stack: a ^ %",
    "stack: top{*a | %}",
  ]

  @Test(arguments: places, [ControllerID?.some("s"), nil]) func aBatchOfPushesIsManyPushes(
    _ place: String, _ stack: ControllerID?
  ) throws {
    let start = try session(place)
    let (sketch, summary) = (start.sketch, start.root.summary)
    let pushes = (0..<20).map { number in
      Transition(
        .push(.new(.screen(number.isMultiple(of: 3) ? .automatic : Self.id(3_000 + number), route: "r")), stack: stack))
    }
    var (batch, single) = (start, start)
    var states: [(Session, String)] = []
    for push in pushes {
      _ = try single.apply(push)
      states.append((single, single.sketch))
    }
    _ = try batch.apply(batch: pushes)
    #expect(batch == single && batch.sketch == single.sketch)
    #expect(batch.root.summary == single.root.summary && batch.violations == [])
    // Copies are unchanged.
    #expect(start.sketch == sketch && start.root.summary == summary)
    #expect(states.allSatisfy { $0.sketch == $1 })
  }

  @Test func aCopyTakenBetweenBatchesIsUnchanged() throws {
    var session = try session("tabs[%* | b: y]")
    var copies: [(Session, [ControllerID])] = []
    for number in 0..<10 {
      _ = try session.apply(batch: [
        Transition(.push(.new(.screen(Self.id(4_000 + number), route: "r")), stack: "s")),
        Transition(.pop(stack: "s", count: 2)),
        Transition(.push(.new(.screen(Self.id(5_000 + number), route: "r")), stack: "s")),
        Transition(.push(.new(.screen(Self.id(6_000 + number), route: "r")), stack: "s")),
      ])
      copies.append((session, children(session)))
    }
    for (copy, ids) in copies { #expect(children(copy) == ids && copy.violations == []) }
  }
}
