extension Session {
  /// What does not hold of the rules that hold after every transition; empty for every session that `apply` made.
  public var violations: [String] {
    var violations: [String] = []
    var seen: Set<ControllerID> = []
    root.forEachController { controller in
      if !seen.insert(controller.id).inserted { violations.append("\(controller.id) occurs twice") }
      if controller.id.isAutomatic { violations.append("a \(controller.kind) has no name") }
      if let stack = controller.stack { violations += stack.violations.map { "\(controller.id) \($0)" } }
    }
    if root.summary.count > Limits.controllers || root.summary.depth > Limits.depth { violations.append("the tree is too large") }
    do {
      try root.check(.container, in: root.id)
    } catch {
      violations.append("a controller stands where it may not: \(error)")
    }
    root.forEachSplit(in: environment.traits, environment.system.rules) { kept, traits in
      let (id, split) = (kept.id, kept.value)
      if split.isCollapsed != (traits.horizontal == .compact) { violations.append("\(id) is collapsed against its class") }
      if split.isCollapsed, split.secondary != nil { violations.append("\(id) has a secondary while collapsed") }
      if !split.isCollapsed, split.preserved != nil { violations.append("\(id) keeps a secondary while expanded") }
      if !split.isCollapsed, split.displayMode != Split.automaticMode(in: traits, environment.system.rules) {
        violations.append("\(id) has a display mode that its width does not give")
      }
    }
    return violations
  }

  /// Traps in debug builds where a transition broke a rule of the model's own.
  func assertInvariants() {
    assert(violations.isEmpty, violations.joined(separator: "; "))
  }
}

extension Stack {
  fileprivate var violations: [String] {
    var violations: [String] = []
    if !(1...count).contains(detailIndex) { violations.append("has a detailIndex beyond its children") }
    if isInteractiveBack, above.isEmpty { violations.append("is swiped back at its root") }
    return violations
  }
}

extension Controller {
  /// Calls `body` with every controller of the tree, in tree order, kept ones and answers that wait included.
  func forEachController(_ body: (Controller) -> Void) {
    body(self)
    forEachHeld { held, _ in held.forEachController(body) }
  }
}
