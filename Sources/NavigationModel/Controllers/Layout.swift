/// A ready-made arrangement, which the session expands into a tree.
public enum Layout: Hashable, Sendable {
  /// A classic split view over a tab bar of stacks; details follow the tab (SYS0).
  case tabsInPrimary(tabs: [LayoutTab], placeholder: Controller)
  /// A tab bar of stacks.
  case tabBar(tabs: [LayoutTab])
  /// One stack.
  case stack(root: Controller)

  /// The tree: ids that the caller left open are made from the layout's own words (`split`, `tabs`, `secondary`, `placeholder`, `stack`).
  /// Throws `emptyContainer` where there are no tabs.
  public func controller() throws(Rejection) -> Controller {
    switch self {
    case .tabsInPrimary(let tabs, let placeholder):
      let placeholder = Self.placeholder(placeholder)
      let behavior = SplitBehavior(
        onShowDetail: .replaceAbovePlaceholder, onCollapse: .moveAbovePlaceholder, onSeparate: .moveAboveRoot, onTabSwitch: .followTab,
        placeholder: placeholder)
      let secondary = Controller(id: .made("secondary"), content: .stack(Stack(root: placeholder)))
      let split = Split(primary: try Self.tabBar(tabs), secondary: secondary, behavior: behavior)
      return Controller(id: .made("split"), content: .split(split))
    case .tabBar(let tabs):
      return try Self.tabBar(tabs)
    case .stack(let root):
      return Controller(id: .made("stack"), content: .stack(Stack(root: root)))
    }
  }

  private static func tabBar(_ tabs: [LayoutTab]) throws(Rejection) -> Controller {
    let tabs = tabs.map { Tab(title: $0.title, child: Controller(id: $0.id, content: .stack(Stack(root: $0.screen)))) }
    guard let tabBar = TabBar(tabs: tabs) else { throw .emptyContainer(.made("tabs")) }
    return Controller(id: .made("tabs"), content: .tabBar(tabBar))
  }

  private static func placeholder(_ given: Controller) -> Controller {
    guard case .screen(var screen) = given.content else { return given }
    screen.isPlaceholder = true
    return Controller(
      id: given.id.isAutomatic ? .made("placeholder") : given.id, traitOverride: given.traitOverride, content: .screen(screen))
  }
}

/// A tab of a layout: its stack is called after it.
public struct LayoutTab: Hashable, Sendable {
  public var id: ControllerID
  public var title: String?
  public var screen: Controller

  public init(id: ControllerID, title: String? = nil, screen: Controller) {
    self.id = id
    self.title = title
    self.screen = screen
  }
}
