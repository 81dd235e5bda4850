extension Transition {
  /// An item was deleted: each screen that shows it is removed, with the screens above it, in every stack, parked or
  /// not (D-17).
  public struct RemoveItem: AppTransition {
    package static let type = "removeItem"

    public var route: String = ""
    public var params: Params = Params()

    package mutating func members(_ m: inout some Members) {
      m.required("route", &route)
      m.required("params", &params)
    }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      var removal = ItemRemoval(of: self, from: session)
      var root = session.root
      removal.visit(&root)
      (session.root, session.countedIDs) = (root, removal.session.countedIDs)
      for list in removal.uncovered {
        if let event = session.changeSelection(of: list, to: nil, .itemRemoved) { recorder.add(event, to: .changes) }
      }
      recorder.animated = true
      return removal.hasRemoved ? Outcome() : Outcome(.noMatch)
    }
  }
}

extension Transition.Action {
  public static func removeItem(route: String, params: Params) -> Self {
    Self(Transition.RemoveItem(route: route, params: params))
  }
}

/// Walks a tree and removes the screens that show a deleted item.
private struct ItemRemoval {
  let item: Transition.RemoveItem
  /// The session before, whose counter names placeholders.
  var session: Session
  var hasRemoved = false
  /// The screens that became the top of a stack because those above them were removed.
  var uncovered: [ControllerID] = []

  init(of item: Transition.RemoveItem, from session: Session) {
    self.item = item
    self.session = session
  }

  mutating func visit(_ controller: inout Controller) {
    switch controller.content {
    case .screen: break
    case .stack(var stack):
      visit(&stack)
      controller.content = .stack(stack)
    case .tabBar(var tabBar):
      for index in tabBar.tabs.indices { _ = tabBar.updateTab(at: index) { visit(&$0) } }
      controller.content = .tabBar(tabBar)
    case .topTabs:
      controller.updateEachHeld { visit(&$0) }
    case .split(var split):
      split.withColumnsApart { split in
        for column in Column.allCases { visit(&split.columns[column], in: column, of: split) }
        guard var preserved = split.collapse?.preserved else { return }
        for column in Column.allCases { visit(&preserved[column], in: column, of: split) }
        split.collapse?.preserved = preserved
      }
      controller.content = .split(split)
    }
    visitPresented(by: &controller)
  }

  /// A presented tree whose root shows the item is dismissed with all trees above it (D-90).
  private mutating func visitPresented(by controller: inout Controller) {
    guard var presented = controller.presented else { return }
    if shows(presented.child.stack?.root ?? presented.child) {
      controller.presented = nil
      hasRemoved = true
    } else {
      visit(&presented.child)
      controller.presented = presented
    }
  }

  /// The root stays: it is a primary's, a tab's, a page's or a window's.
  private mutating func visit(_ stack: inout Stack) {
    if let lowest = stack.above.firstIndex(where: { shows($0) || $0.stack.map { shows($0.root) } == true }) {
      _ = stack.truncate(to: lowest + 1)
      hasRemoved = true
      if stack.top.screen?.selection != nil { uncovered.append(stack.top.id) }
    }
    visit(&stack.root)
    for index in stack.above.indices { visit(&stack.above[index]) }
  }

  /// What a tab has saved goes as if it stood in the detail column.
  private mutating func visit(_ tab: inout Tab) {
    visit(&tab.child)
    if let lowest = tab.savedDetails.firstIndex(where: shows) {
      tab.savedDetails.removeSubrange(lowest...)
      hasRemoved = true
    }
    for index in tab.savedDetails.indices { visit(&tab.savedDetails[index]) }
  }

  /// A column left without its root goes back to its placeholder, or is empty.
  private mutating func visit(_ content: inout Controller?, in column: Column, of split: Split) {
    guard var controller = content else { return }
    if column != .primary, shows(controller.stack?.root ?? controller) {
      hasRemoved = true
      content = nil
      guard column == .secondary, controller.kind == .stack, let placeholder = split.delegate.placeholder else {
        return
      }
      let root = session.unheld(placeholder)
      _ = controller.updateStack { $0 = $0.emptied(onto: root) }
      visitPresented(by: &controller)
      content = controller
      return
    }
    visit(&controller)
    content = controller
  }

  private func shows(_ controller: Controller) -> Bool {
    guard let screen = controller.screen, !screen.isPlaceholder else { return false }
    return screen.route == item.route && screen.params.contains(item.params)
  }
}
