/// A button of a navigation bar, or of the strip that replaces it in a column without one; its tap is nil out of reach.
package enum BarItem: Hashable, Sendable {
  /// The title is nil where the previous screen has none.
  case back(title: String?, Tap?)
  case displayMode(Tap?)
  case secondaryOnly(Tap?)
  /// A screen's own left button, or one that closes it by the app's routes.
  case left(String, Tap?)

  package var tap: Tap? {
    switch self {
    case .back(_, let tap), .displayMode(let tap), .secondaryOnly(let tap), .left(_, let tap): tap
    }
  }
}

/// What is drawn in a controller's bars.
extension Shown {
  /// Whether a user can operate its bars.
  package var canReachControls: Bool { !display.environment.isInBackground && !isAppearing && display.canReach(id) }

  /// Whether a user can operate it, a screen.
  package var canReachScreen: Bool {
    !display.environment.isInBackground && !isAppearing && display.canReach(leaf: id)
  }

  /// Whether it is right under a bar of its stack.
  package var hasBar: Bool {
    if case .stack(let stack)? = container?.controller.node { !stack.value.isNavigationBarHidden } else { false }
  }

  /// The items of a stack's bar over a page of it; nil without a bar. A nested stack has its own bar.
  package func barItems(over page: Shown) -> [BarItem]? {
    guard case .stack(let box) = controller.node, page.controller.kind != .stack, !box.value.isNavigationBarHidden
    else { return nil }
    var stack = box.value
    if page.isAppearing, !isAppearing { _ = stack.truncate(to: stack.count - 1) }
    var items = itemsOfColumn
    let outer = outer
    let back = BackButton(of: stack, outer: outer?.below, allowsReturnToPlaceholder: !forbidsPlaceholder)
    if back.isVisible {
      let tap = Tap.back(
        stack.above.isEmpty ? outer?.stack ?? id : id, title: back.title == BackButton.plainTitle ? nil : back.title)
      items.append(.back(title: back.title, !page.isAppearing && canReachControls ? tap : nil))
    }
    if let left = page.controller.screen?.leftBarButton {
      items.append(.left(left, page.canReachScreen ? .leftBarButton(of: page.id, title: left) : nil))
    }
    return items
  }

  /// The items that split views around it put into the first bar of its column.
  package var itemsOfColumn: [BarItem] {
    guard let container else { return [] }
    switch container.controller.node {
    case .screen, .topTabs: return []
    case .tabBar: return container.itemsOfColumn
    case .stack(let stack):
      return controller.kind == .stack || stack.value.isNavigationBarHidden ? container.itemsOfColumn : []
    case .split(let split):
      guard let column, !split.value.isCollapsed else { return container.itemsOfColumn }
      return container.items(of: column)
    }
  }

  /// The items in a column of an expanded split view: the display mode button in the secondary of a classic split view,
  /// and in the sidebar of a column style (DM-10 to DM-12).
  package func items(of column: Column) -> [BarItem] {
    guard case .split(let box) = controller.node else { return [] }
    let split = box.value
    let (columns, isDimmed) = (split.visibleColumns, split.displayMode.dimsSecondary)
    var items = column == columns.first ? itemsOfColumn : []
    let buttonColumn = split.style == .classic && !isDimmed ? columns.last : columns.first
    if column == buttonColumn, let target = split.displayModeButtonTarget(in: split.room(in: display.environment)) {
      let shows = target.visibleColumns(split.style).count > columns.count
      items.append(.displayMode(canReachControls ? .displayMode(split: id, shows: shows) : nil))
    }
    if column == .secondary, split.style == .tripleColumn, split.preferences.showsSecondaryOnlyButton {
      let tap = Tap.secondaryOnly(split: id, shows: split.displayMode == .secondaryOnly)
      items.append(.secondaryOnly(!isDimmed && canReachControls ? tap : nil))
    }
    return items
  }

  /// Of a nested stack: the stack around it, and the controller below it there, for its back button (NV-17).
  private var outer: (stack: ControllerID, below: Controller)? {
    guard let container, case .stack(let stack) = container.controller.node else { return nil }
    return stack.value.below(id).map { (container.id, $0) } ?? container.outer
  }

  /// Whether the app of its split view allows no return to the placeholder (SYS0-3).
  private var forbidsPlaceholder: Bool {
    guard let container, case .split(let split) = container.controller.node else { return false }
    return !split.value.delegate.allowsReturnToPlaceholder
  }
}
