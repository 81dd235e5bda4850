import Navigation
import Testing

/// D-65 in every state within a few transitions: a gesture shows any screen of the session again.
@Suite struct ReopenWorldTests {
  struct World: Sendable, CustomTestStringConvertible {
    var sketch: String
    var behavior: SplitDelegate
    var letters: [Transition]
    /// The number of states within `depth` transitions.
    var states: Int
    /// The number of those with a chat that is not on display: below another screen, parked, saved or preserved.
    var kept: Int

    var testDescription: String { sketch }
  }

  static let depth = 6
  static let chats: [ControllerID] = ["X", "Y", "Z"]

  private static let letters: [Transition] = [
    .forced(.compact), .forced(.regular), .showDetail("X"), .showDetail("Z"), .push("Y"), .back(),
  ]

  static let worlds = [
    World(
      sketch: "split[top: tabs[*=la | =lb] || ph]", behavior: .tabBarInStack,
      letters: letters + [.tap("la"), .tap("lb"), .select("la"), .select("lb")], states: 230, kept: 206),
    World(
      sketch: "split[tabs[a*: la | b: lb] || ph]", behavior: .tabsInPrimary, letters: letters + [.tap("a"), .tap("b")],
      states: 300,
      kept: 268),
    World(
      sketch: "split[tabs[a*: la | b: lb] || ph]", behavior: .tabBarInStack, letters: letters + [.tap("a"), .tap("b")],
      states: 300,
      kept: 268),
    World(
      sketch: "split[A || N: B]", behavior: SplitDelegate(onCollapse: .discard), letters: letters, states: 59, kept: 38),
    World(
      sketch: "split/2[A || B]", behavior: SplitDelegate(topColumnForCollapsing: .primary),
      letters: letters + [.show(.primary), .show(.secondary)], states: 63, kept: 31),
    World(
      sketch: "split/3[A || S || B]", behavior: SplitDelegate(topColumnForCollapsing: .primary),
      letters: letters + [.show(.primary), .show(.supplementary), .show(.secondary)], states: 139, kept: 87),
  ]

  @Test(arguments: worlds) func aGestureShowsAnyHiddenScreen(_ world: World) throws {
    let start = try Session.open(SketchParser.tree(world.sketch, behavior: world.behavior), in: Environment()).session
    let seen = start.reachable(by: world.letters, depth: Self.depth) { session, letter in
      var changed = session
      return (try? changed.apply(letter)) == nil ? nil : changed
    }
    let kept = seen.filter { !$0.hidden(Self.chats).isEmpty }
    let lost = kept.filter { session in !session.hidden(Self.chats).allSatisfy(session.canReopen) }
    #expect(lost.map(\.sketch).sorted().prefix(10) == [], "\(lost.count) of \(kept.count)")
    #expect((seen.count, kept.count) == (world.states, world.kept))
  }
}

extension Session {
  /// The chats that are in the session but not on display.
  fileprivate func hidden(_ chats: [ControllerID]) -> [ControllerID] {
    let visible = Set(visible.map(\.id))
    return chats.filter { root.find($0) != nil && !visible.contains($0) }
  }

  /// Whether a gesture with its id shows the same controller.
  fileprivate func canReopen(_ id: ControllerID) -> Bool {
    let screen = root.find(id)
    return [Transition.again(id), .show(again: id), .detail(again: id)].contains { gesture in
      var session = self
      guard let answer = try? session.apply(gesture), answer.outcome.handled else { return false }
      return session.visible.contains { $0.id == id } && session.root.find(id) == screen && session.violations.isEmpty
    }
  }
}
