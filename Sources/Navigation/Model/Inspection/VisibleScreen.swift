/// A leaf on display: its data and position, enough to draw it.
public struct VisibleScreen: Hashable, Sendable {
  public var id: ControllerID
  /// Its containers, outermost first.
  public var containers: [ControllerID]
  /// Its column in its innermost split view.
  public var column: Column?
  public var isPlaceholder: Bool
  /// The app's name for the screen's content.
  public var route: String
  public var title: String?
  public var params = Params()
  /// The requested style of its presented tree; nil in the window's own tree.
  public var style: PresentationStyle?
  /// What that style is in the window, where it is another one (PR-3).
  public var adaptedStyle: PresentationStyle?
  /// The layout of the nearest split view that it is a child of (WN-2).
  public var splitLayout = SplitLayout.none
  /// The path and query that `open` shows it by; nil without a path in the app's routes (D-166).
  public var url: String?
}

/// The layout of a controller's nearest split view: the trait `splitViewControllerLayoutEnvironment` (WN-2).
public enum SplitLayout: String, Hashable, Sendable, CaseIterable {
  /// Not in a split view.
  case none
  case expanded, collapsed
}

extension Session {
  /// The leaf screens on display, leading to trailing, then presented ones, bottom to top. During an edge swipe: the
  /// screen being swiped away.
  public var visible: [VisibleScreen] { visible(routes: nil) }

  /// The same, with the URLs that a table of routes gives.
  public func visible(routes: ScreenRoutes?) -> [VisibleScreen] {
    display.visibleLeaves.compactMap { leaf in
      guard case .screen(let screen) = leaf.controller.node else { return nil }
      return VisibleScreen(
        id: leaf.id, containers: leaf.holders.map(\.id).reversed(), column: leaf.column,
        isPlaceholder: screen.value.isPlaceholder, route: screen.value.route, title: screen.value.title,
        params: screen.value.params, style: leaf.style, adaptedStyle: leaf.adaptation, splitLayout: leaf.splitLayout,
        url: routes?.url(of: screen.value))
    }
  }

  /// All controllers in tree order; one that is a tab or a page is there a second time, as that.
  package var namedControllers: [NamedController] {
    var named: [NamedController] = []
    root.forEachController { controller in
      let id = controller.id
      switch controller.content {
      case .screen(let screen): named.append(NamedController(id: id, role: .screen, title: screen.title))
      case .stack: named.append(NamedController(id: id, role: .stack, title: nil))
      case .split: named.append(NamedController(id: id, role: .split, title: nil))
      case .tabBar(let tabBar):
        named.append(NamedController(id: id, role: .tabBar, title: nil))
        for tab in tabBar.tabs {
          named.append(NamedController(id: tab.child.id, role: .tab, title: tab.title))
          tab.node?.value.forEach { node, depth in
            named.append(NamedController(id: node.id, role: .tab, title: depth == 0 ? tab.title : node.title))
            return true
          }
        }
      case .topTabs(let topTabs):
        named.append(NamedController(id: id, role: .topTabs, title: nil))
        named += topTabs.pages.map { NamedController(id: $0.child.id, role: .page, title: $0.title) }
      }
    }
    return named
  }
}

/// A controller by the names that a request may confuse: its id, and the title that a user sees.
package struct NamedController: Equatable {
  package enum Role: Equatable { case screen, stack, tabBar, topTabs, split, tab, page }

  package let id: ControllerID
  package let role: Role
  package let title: String?
}
