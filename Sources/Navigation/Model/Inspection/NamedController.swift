/// A controller by the names that a request may confuse: its id, and the title that a user sees.
package struct NamedController: Equatable {
  package enum Role: Equatable { case screen, stack, tabBar, topTabs, split, tab, page }

  package let id: ControllerID
  package let role: Role
  package let title: String?
}

extension Session {
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
