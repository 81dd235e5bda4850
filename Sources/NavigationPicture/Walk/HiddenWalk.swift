import Navigation

/// Collects the hidden controllers on cards, one card per place.
struct HiddenWalk {
  private(set) var cards: [Scene.Card] = []
  private let placed: Set<ControllerID>

  init(_ root: Controller, _ placed: Set<ControllerID>) {
    self.placed = placed
    descend(into: root)
  }

  /// Descends through displayed controllers, up to hidden ones.
  private mutating func descend(into controller: Controller) {
    Self.forEachHeld(by: controller) { held, place in
      if placed.contains(held.id) {
        descend(into: held)
      } else {
        add(held, at: place)
      }
    }
  }

  private mutating func add(_ controller: Controller, at place: String) {
    // Controllers below one top are adjacent.
    if cards.last?.heading != place { cards.append(Scene.Card(heading: place)) }
    list(controller, depth: 0)
  }

  private mutating func list(_ controller: Controller, depth: Int) {
    let (title, isMade) = controller.shownTitle
    let isTitled = controller.kind == .screen && !isMade
    cards[cards.count - 1].lines.append(
      Scene.Card.Line(id: controller.id, kind: controller.kind, title: isTitled ? title : nil, depth: depth))
    Self.forEachHeld(by: controller) { held, _ in list(held, depth: depth + 1) }
  }

  /// Calls `body` with each child of a controller, and the name of its place.
  private static func forEachHeld(by controller: Controller, _ body: (Controller, String) -> Void) {
    switch controller.node {
    case .screen: break
    case .stack(let stack):
      let top = stack.value.top.shownTitle.title
      for child in stack.value.children { body(child, "Below \(top)") }
    case .tabBar(let tabBar):
      for tab in tabBar.value.tabs { body(tab.child, "Tab \(tab.shownTitle)") }
      for tab in tabBar.value.tabs {
        for saved in tab.savedDetails { body(saved, "Saved with tab \(tab.shownTitle)") }
      }
      for tab in tabBar.value.tabs { tab.forEachKept { body($0, "Kept with tab \($1)") } }
    case .topTabs(let topTabs):
      for page in topTabs.value.pages { body(page.child, "Page \(page.title)") }
    case .split(let split):
      for column in Column.allCases {
        if let content = split.value.columns[column] { body(content, "Column \(column.rawValue)") }
        if let preserved = split.value.collapse?.preserved[column] { body(preserved, "Kept \(column.rawValue)") }
      }
    }
    if let presented = controller.presented { body(presented.child, "Presented by \(controller.id)") }
  }
}
