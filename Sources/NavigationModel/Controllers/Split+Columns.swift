extension Split {
  /// UIKit's public array: primary and secondary while expanded, the primary alone while collapsed (CL-1).
  public var viewControllers: [ControllerID] {
    [primary.id] + (secondary.map { [$0.id] } ?? [])
  }

  /// The column whose content is on top while collapsed: the secondary where it stands as a nested stack on the primary's (CL-7).
  public var topColumn: Column {
    guard isCollapsed, nestedSecondary != nil, case .stack(let stack) = primary.node else { return .primary }
    return stack.value.top.kind == .stack ? .secondary : .primary
  }

  /// What belongs to a column, wherever it now stands.
  public func controller(of column: Column) -> ControllerID? {
    switch column {
    case .primary: primary.id
    case .secondary: secondary?.id ?? preserved?.id ?? nestedSecondary
    }
  }

  /// The secondary that a collapse pushed on the primary's stack.
  private var nestedSecondary: ControllerID? {
    guard isCollapsed, let stack = primary.stack else { return nil }
    return stack.above.first { $0.kind == .stack }?.id
  }

  /// Whether the members say that this tree was kept while collapsed: its secondary stands elsewhere.
  public static func isCollapsedForm(primary: Controller, secondary: Controller?, preserved: Controller?) -> Bool {
    secondary == nil && (preserved != nil || primary.stack?.above.contains { $0.kind == .stack } == true)
  }
}

extension Controller {
  /// Changes the stack that a primary gives its details to: the selected tab's, or the primary itself (SYS0-9, SYS0-17, SYS1-12); nil where neither is a stack.
  mutating func updateDetailTarget<Result>(_ body: (inout Stack) -> Result) -> Result? {
    switch content {
    case .screen, .split: return nil
    case .stack(var stack):
      defer { content = .stack(stack) }
      return body(&stack)
    case .tabBar(var tabBar):
      defer { content = .tabBar(tabBar) }
      let result = tabBar.updateTab(at: tabBar.selectedIndex) { tab -> Result? in
        guard case .stack(var stack) = tab.child.content else { return nil }
        defer { tab.child.content = .stack(stack) }
        return body(&stack)
      }
      return result ?? nil
    }
  }

  /// The stack that a primary gives its details to.
  var detailTarget: Stack? {
    switch node {
    case .screen, .split: nil
    case .stack(let stack): stack.value
    case .tabBar(let tabBar): tabBar.value.selectedChild.stack
    }
  }

  /// Changes this controller's stack in place; nil where it is none.
  mutating func updateStack<Result, Failure: Error>(_ body: (inout Stack) throws(Failure) -> Result) throws(Failure) -> Result? {
    guard case .stack(var stack) = content else { return nil }
    defer { content = .stack(stack) }
    return try body(&stack)
  }
}
