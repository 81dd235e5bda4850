/// The screens of a tree that require conditions, wherever it keeps them (D-290, D-292).
struct ProtectedScreens {
  /// Those that require what does not hold, pending answers included.
  private(set) var unmet: [(id: ControllerID, requires: ConditionSet)] = []
  /// The first that could not leave, with what holds it.
  private(set) var fixed: (container: ControllerID, child: ControllerID)?

  private let routes: ScreenRoutes
  private let holding: ConditionSet

  init(in root: Controller, _ routes: ScreenRoutes, holding: ConditionSet) {
    (self.routes, self.holding) = (routes, holding)
    visit(root, in: root.id, isFixed: true)
  }

  /// - Parameters:
  ///   - isFixed: whether its holder cannot do without it.
  ///   - levels: of the stack of a managed group, whose tabs cannot do without them (D-441).
  private mutating func visit(_ controller: Controller, in container: ControllerID, isFixed: Bool, levels: Int = 1) {
    switch controller.node {
    case .screen(let screen): add(screen.value, controller.id, in: container, isFixed: isFixed)
    case .stack(let stack):
      visit(stack.value.root, in: controller.id, isFixed: isFixed)
      for (index, child) in stack.value.above.enumerated() {
        visit(child, in: controller.id, isFixed: isFixed && index + 1 < levels)
      }
    case .tabBar, .topTabs, .split:
      controller.forEachHeld { held, holding in
        guard holding != .presented else { return }
        let levels = controller.tabBar?.levels(ofChild: held.id) ?? 1
        visit(held, in: controller.id, isFixed: controller.needs(held, holding), levels: levels)
      }
    }
    if let presented = controller.presentedChild { visit(presented, in: controller.id, isFixed: false) }
  }

  private mutating func add(_ screen: Screen, _ id: ControllerID, in container: ControllerID, isFixed: Bool) {
    let required = routes.requirements(of: screen.route)
    guard !required.isEmpty else { return }
    // A placeholder stands wherever its column is empty.
    if isFixed || screen.isPlaceholder, fixed == nil { fixed = (container, id) }
    let missing = required.subtracting(holding)
    if !missing.isEmpty { unmet.append((id, missing)) }
  }
}

extension Controller {
  /// Whether this container cannot do without what it holds: a tab, a page, a primary and a compact tree, of a split
  /// view's answers those for a primary.
  fileprivate func needs(_ held: Controller, _ holding: Holding) -> Bool {
    switch node {
    case .screen, .stack: false
    case .tabBar(let bar): holding == .child || bar.value.isTabsOwn(held.id)
    case .topTabs: true
    case .split(let split):
      switch holding {
      case .child: [split.value.columns.primary?.id, split.value.columns.compact?.id].contains(held.id)
      case .preserved: split.value.collapse?.preserved.primary?.id == held.id
      case .pending: split.value.delegate.secondaryForSeparating?.id != held.id
      case .presented: false
      }
    }
  }
}
