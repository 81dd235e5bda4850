import SeededRandom
import Testing

@testable import Navigation

/// Compares `TreeChange` with a complete search of both trees.
@Suite struct TreeChangeTests {
  @Test(arguments: RandomWalkTests.worlds) func statesOfAWalk(_ world: RandomWalkTests.World) throws {
    var random = Seeded(0xD1FF)
    var states = [try world.open()]
    for _ in 0..<TestLength.steps(120) {
      var next = states[states.count - 1]
      _ = try? next.apply(next.randomTransition(&random))
      states.append(next)
    }
    for index in states.indices.dropFirst() {
      let other = Int.random(in: states.indices, using: &random)
      for (before, after) in [(states[index - 1], states[index]), (states[other], states[index])] {
        expectSame(before.root, after.root, "0xD1FF \(world.testDescription) \(index) from \(other)")
      }
    }
  }

  /// Long stacks with removed, added, moved and changed screens, so that linear searches do not suffice.
  @Test(arguments: 0..<60) func longStacks(_ seed: UInt64) throws {
    var random = Seeded(seed)
    let (before, after) = (Self.tabs(&random), Self.tabs(&random))
    expectSame(before, after, "seed \(seed)")
  }

  @Test func sharedTreesHaveNoDifference() {
    var random = Seeded(7)
    let tree = Self.tabs(&random)
    expectSame(tree, tree, "one tree")
  }

  /// Two tabs with some of 60 screens, each in one of the tabs.
  private static func tabs(_ random: inout Seeded) -> Controller {
    let ids = (0..<60).shuffled(using: &random).prefix(Int.random(in: 4...60, using: &random))
    let screens = ids.map { number in
      Controller(
        id: ControllerID("x\(number)") ?? .automatic,
        content: .screen(
          Screen(route: "r\(Int.random(in: 0..<2, using: &random))", blocksRemoval: number.isMultiple(of: 7))))
    }
    let half = Int.random(in: 1..<screens.count, using: &random)
    let stacks = [("a", screens[..<half]), ("b", screens[half...])].map { name, children in
      Tab(
        child: .stack(
          ControllerID(name) ?? .automatic, root: children[children.startIndex], above: Array(children.dropFirst())))
    }
    let tabBar = TabBar(tabs: Bool.random(using: &random) ? stacks : stacks.reversed())
    return Controller(id: "t", content: tabBar.map(Controller.Content.tabBar) ?? .screen(Screen(route: "none")))
  }

  private func expectSame(_ before: Controller, _ after: Controller, _ story: String) {
    let change = TreeChange(from: before, to: after)
    var (moves, discards): ([Event], [Event]) = ([], [])
    change.reportMoves(&moves)
    change.reportDiscards(&discards)
    let expected = Difference(before, after)
    #expect(Set(moves) == expected.moves && moves.count == expected.moves.count, "\(story)")
    #expect(Set(discards) == expected.discards && discards.count == expected.discards.count, "\(story)")
    let blocked = change.blocked(popping: [])
    #expect(Set(blocked) == expected.blocked && blocked.count == expected.blocked.count, "\(story)")
  }

  /// The rules applied to whole trees, without order.
  private struct Difference {
    var (moves, discards, blocked): (Set<Event>, Set<Event>, Set<Outcome.Blocked>) = ([], [], [])

    init(_ before: Controller, _ after: Controller) {
      let (old, new) = (Self.places(before), Self.places(after))
      for (id, place) in new {
        guard let earlier = old[id], earlier.parent != place.parent else { continue }
        moves.insert(.parentChanged(id, from: earlier.parent, to: place.parent))
      }
      for place in old.values {
        for waiting in place.controller.absentPlaceholders where after.find(waiting.id) == nil {
          discards.insert(.discarded(waiting.id))
        }
      }
      for (id, place) in old where new[id] == nil {
        if place.controller.screen?.blocksRemoval == true { blocked.insert(Outcome.Blocked(id, in: place.holder)) }
        guard after.findInSession(id) == nil, !Self.absent(after).contains(id) else { continue }
        discards.insert(.discarded(id))
      }
    }

    private struct Place {
      var controller: Controller
      var holder: ControllerID?
      var parent: ControllerID?
    }

    private static func absent(_ root: Controller) -> [ControllerID] {
      var absent: [ControllerID] = []
      root.forEachController { absent += $0.absentPlaceholders.map(\.id) }
      return absent
    }

    private static func places(_ root: Controller) -> [ControllerID: Place] {
      var places = [root.id: Place(controller: root)]
      func visit(_ controller: Controller) {
        controller.forEachPresent { held, holding in
          places[held.id] = Place(
            controller: held, holder: controller.id, parent: holding == .child ? controller.id : nil)
          visit(held)
        }
      }
      visit(root)
      return places
    }
  }
}
