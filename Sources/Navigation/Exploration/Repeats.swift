/// A stack as a user walks back through it: with the stacks nested in it, and with its tab's saved details.
struct Pile {
  /// The stack or the tab.
  let id: ControllerID
  private(set) var screens: [Look] = []

  fileprivate init(_ id: ControllerID) { self.id = id }

  fileprivate mutating func add(_ controller: Controller) {
    switch controller.node {
    case .screen(let screen):
      if !screen.value.isPlaceholder { screens.append(.screen(screen.value.route, screen.value.params)) }
    case .stack(let stack): for child in stack.value.children { add(child) }
    case .tabBar, .topTabs, .split: break
    }
  }

  /// Whether it holds two screens of one route with equal params.
  var repeatsScreen: Bool { screens.indices.contains { screens[..<$0].contains(screens[$0]) } }
}

extension Controller {
  var piles: [Pile] {
    var walk = PileWalk()
    walk.visit(self, isNested: false)
    return walk.piles
  }

  /// Whether an opening could go on for ever from here: in a state that shows a screen twice in one stack none is tried,
  /// and there are finitely many states (D-283).
  var repeatsScreen: Bool { piles.contains(where: \.repeatsScreen) }
}

private struct PileWalk {
  var piles: [Pile] = []

  mutating func visit(_ controller: Controller, isNested: Bool) {
    if case .tabBar(let tabBar) = controller.node {
      for tab in tabBar.value.tabs where !tab.savedDetails.isEmpty {
        var pile = Pile(tab.child.id)
        for held in [tab.child] + tab.savedDetails { pile.add(held) }
        piles.append(pile)
      }
    }
    let isStack = controller.kind == .stack
    if isStack, !isNested {
      var pile = Pile(controller.id)
      pile.add(controller)
      piles.append(pile)
    }
    controller.forEachPresent { held, holding in
      visit(held, isNested: isStack && holding == .child)
    }
  }
}
