extension Session {
  /// The violated invariants; empty for every session that `apply` made.
  public var violations: [String] {
    var violations: [String] = []
    var seen: Set<ControllerID> = []
    root.forEachController { controller in
      if !seen.insert(controller.id).inserted { violations.append("\(controller.id) occurs twice") }
      if controller.id.isAutomatic { violations.append("a \(controller.kind) has no name") }
      if let stack = controller.stack { violations += stack.violations.map { "\(controller.id) \($0)" } }
      if let sheet = controller.presentation.sheet, (try? sheet.checkNames()) == nil {
        violations.append("\(controller.id) presents a sheet without the detent that it names")
      }
    }
    violations += groupViolations(beside: seen)
    if root.summary.count > Limits.controllers || root.summary.depth > Limits.depth {
      violations.append("the tree is too large")
    }
    do {
      try root.check(.container, in: root.id)
    } catch {
      violations.append("a controller stands where it may not: \(error)")
    }
    for list in root.followingLists where list.selection != list.row {
      violations.append("\(list.id) does not follow its detail")
    }
    // What is presented may leave the display with the layout of a turn, which does not turn again (D-243).
    if !root.summary.holdsPresented, supportedOrientation != environment.orientation {
      violations.append("the window is held as its app does not allow")
    }
    if let split = root.misplacedInspector?.split {
      violations.append("\(split) has its inspector in the wrong place")
    }
    _ = root.firstGeometry(in: environment.traits, environment.system.rules) { controller, traits in
      violations += controller.violations(in: traits).map { "\(controller.id) \($0)" }
      return false
    }
    return violations
  }

  /// The screens that require what does not hold, or could not leave, and a parked link without its screen or its reason:
  /// none in a session that `apply` made with this table (D-292).
  public func violations(of routes: ScreenRoutes) -> [String] {
    guard let conditions else { return [] }
    let protected = ProtectedScreens(in: root, routes, holding: conditions.holding)
    var violations = protected.unmet.map { "\($0.id) requires \(routes.names(of: $0.requires))" }
    if let fixed = protected.fixed { violations.append("\(fixed.child) could not leave \(fixed.container)") }
    guard let parked = conditions.parked else { return violations }
    if root.findInSession(parked.at) == nil {
      violations.append("a link is parked at \(parked.at), which is not there")
    }
    if routes.condition(called: parked.waitsFor)?.isDisjoint(with: conditions.holding) != true {
      violations.append("a link waits for \(parked.waitsFor)")
    }
    return violations
  }

  /// Traps in debug builds where a transition violated an invariant.
  func assertInvariants(_ routes: ScreenRoutes? = nil) {
    assert(violations.isEmpty, violations.joined(separator: "; "))
    let unmet = routes.map { violations(of: $0) } ?? []
    assert(unmet.isEmpty, unmet.joined(separator: "; "))
  }
}

/// Of groups: each tab id once, and a managed stack's children are its levels and what was pushed (D-441, D-447).
extension Session {
  private func groupViolations(beside controllers: Set<ControllerID>) -> [String] {
    var (violations, names) = ([String](), controllers)
    for id in root.barsWithTabNames {
      for tab in root.find(id)?.tabBar?.tabs ?? [] {
        for name in tab.names where !names.insert(name).inserted { violations.append("\(name) is two tabs, or no tab") }
        violations += tab.violations(inSidebar: isSidebar(id)).map { "\(tab.id) \($0)" }
      }
    }
    return violations
  }
}

extension Tab {
  fileprivate func violations(inSidebar isSidebar: Bool) -> [String] {
    guard let node = node?.value else { return [] }
    let (path, levels) = (node.selectedPath, node.levelsOnStack)
    var violations: [String] = []
    if !node.canShow(path) { violations.append("has selected a tab without a controller") }
    guard node.isManaged else { return violations }
    if levels != node.levels(inSidebar: isSidebar) {
      violations.append("has other levels on its stack than its bar asks")
    }
    if !node[path].pushed.isEmpty { violations.append("has parked what its selected tab pushed") }
    var onStack = 0
    node.forEach { tab, _ in
      if tab.level == .onStack { onStack += 1 }
      return true
    }
    guard let stack = child.stack, stack.count >= levels.count, onStack == levels.count, !levels.isEmpty else {
      return violations + ["has levels that are nowhere"]
    }
    if stack.detailIndex < levels.count { violations.append("has a level among its details") }
    return violations
  }
}

extension Controller {
  fileprivate func violations(in traits: Traits) -> [String] {
    switch node {
    case .screen, .stack, .tabBar: []
    case .topTabs(let topTabs): topTabs.value.violations(in: traits.size)
    case .split(let split): split.value.violations(in: traits)
    }
  }
}

extension Split {
  fileprivate func violations(in traits: Traits) -> [String] {
    violated([
      "is collapsed against its class": isCollapsed != (traits.horizontal == .compact),
      "has a secondary while collapsed": style == .classic && isCollapsed && secondary != nil,
      "has a display mode of another style": !isCollapsed && displayMode.limited(to: style) != displayMode,
      "remembers a column for no answer": lastTopColumn != nil
        && (isCollapsed || style == .classic || delegate.topColumnForCollapsing != .lastTop),
      "has details that are not with their tab": hasStaleDetails,
      "has two controllers for one column": Column.allCases.contains {
        columns[$0] != nil && collapse?.preserved[$0] != nil
      },
    ])
  }
}

extension Stack {
  fileprivate var violations: [String] {
    violated([
      "has a detailIndex beyond its children": !(1...count).contains(detailIndex),
      "is swiped back at its root": isInteractiveBack && above.isEmpty,
    ])
  }
}

extension TopTabs {
  fileprivate func violations(in size: Size) -> [String] {
    violated([
      "has pages of another width than its place": pageWidth != size.width,
      "is scrolled further than it may go": !scrollRange.contains(contentOffset),
      "rests on more than its current page": isAtRest && displayedIndices != currentIndex...currentIndex,
      "shows more than two pages": displayedIndices.count > 2,
    ])
  }
}

/// The rules that are.
private func violated(_ rules: KeyValuePairs<String, Bool>) -> [String] { rules.filter(\.value).map(\.key) }
