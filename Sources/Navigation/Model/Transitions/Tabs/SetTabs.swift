extension Transition {
  /// Replaces the tabs. The selection stays with the selected object, else with its index, else moves to the first tab
  /// (TB-1).
  public struct SetTabs: AppTransition {
    package static let type = "setTabs"

    public var tabBar: ControllerID?
    public var tabs: [TabDescription] = []

    package mutating func members(_ m: inout some Members) {
      m.optional("tabBar", &tabBar)
      m.required("tabs", &tabs)
    }

    /// Throws `emptyContainer` without tabs, and the faults of what a tab stands for.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let id = try session.resolve(tabBar, .tabBar)
      guard let old = session.root.find(id)?.tabBar else { throw .wrongKind(id, expected: .tabBar) }
      let children = try session.resolve(
        tabs.map(\.child), from: old.tabs.map(\.child), in: id, as: .container, &recorder)
      let places = FirstIndex(of: old.tabs.lazy.map(\.child.id))
      let tabs = zip(tabs, children).map { description, child in
        Tab(description, child: child, instead: places[child.id].map { old.tabs[$0] })
      }
      let index =
        tabs.firstIndex { $0.child.id == old.selected.child.id }
        ?? (tabs.indices.contains(old.selectedIndex) ? old.selectedIndex : 0)
      guard
        var new = TabBar(tabs: tabs, selectedIndex: index, isTabBarHidden: old.isTabBarHidden, form: old.form)
      else { throw .emptyContainer(id) }
      new.forgetLostTabs()
      // Details may be parked on a retained tab, or saved beside it.
      let change = { [new] (tabBar: inout TabBar) in tabBar = new.withContents(of: tabBar) }
      if new.selectedChild.id == old.selectedChild.id {
        session.updateTabBar(id, change)
      } else if let location = session.root.locate(id), case .tabBar(let bar) = location.controller.node {
        session.handOver(bar, in: location.containers, &recorder, change)
      }
      try session.checkTwins(of: id)
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func setTabs(tabBar: ControllerID? = nil, tabs: [Transition.TabDescription]) -> Self {
    Self(Transition.SetTabs(tabBar: tabBar, tabs: tabs))
  }
}

extension Transition {
  /// A tab of a list that replaces the others. What is nil is unchanged for a retained child (TB-8), and has its
  /// default for a new one.
  public struct TabDescription: Hashable, Sendable {
    public var title: String?
    public var badge: String?
    public var icon: String?
    public var shouldSelect: Tab.ShouldSelect?
    public var onReselect: Tab.OnReselect?
    public var isHidden: Bool?
    public var twin: ControllerID??
    public var onExpand: ControllerID??
    public var routes: [String]?
    public var placement: TabForm.Placement?
    public var role: TabForm.Role??
    public var activatesSearch: Bool?
    public var child: Member

    public init(
      title: String? = nil, badge: String? = nil, icon: String? = nil, shouldSelect: Tab.ShouldSelect? = nil,
      onReselect: Tab.OnReselect? = nil, isHidden: Bool? = nil, twin: ControllerID?? = nil,
      onExpand: ControllerID?? = nil, routes: [String]? = nil, placement: TabForm.Placement? = nil,
      role: TabForm.Role?? = nil, activatesSearch: Bool? = nil, child: Member
    ) {
      self.title = title
      self.badge = badge
      self.icon = icon
      self.shouldSelect = shouldSelect
      self.onReselect = onReselect
      self.isHidden = isHidden
      (self.twin, self.onExpand, self.routes) = (twin, onExpand, routes)
      (self.placement, self.role, self.activatesSearch) = (placement, role, activatesSearch)
      self.child = child
    }
  }
}

extension Tab {
  /// A described tab; a retained one keeps omitted values, which belong to the item (TB-8, D-33).
  fileprivate init(_ description: Transition.TabDescription, child: Controller, instead old: Tab?) {
    self.init(
      title: description.title ?? old?.title, badge: description.badge ?? old?.badge,
      icon: description.icon ?? old?.icon,
      shouldSelect: description.shouldSelect ?? old?.shouldSelect ?? .always,
      onReselect: description.onReselect ?? old?.onReselect ?? .popToRoot,
      isHidden: description.isHidden ?? old?.isHidden ?? false, child: child, twin: old?.twin ?? TabTwin(),
      form: old?.form ?? TabForm())
    node = old?.node
    twin.apply(description)
    if let placement = description.placement { form.placement = placement }
    if let role = description.role { form.role = role }
    if let activates = description.activatesSearch { form.activatesSearch = activates }
  }
}

extension TabBar {
  /// These tabs with the children and saved details that `other` has now.
  fileprivate func withContents(of other: TabBar) -> TabBar {
    var updated = self
    let places = FirstIndex(of: other.tabs.lazy.map(\.child.id))
    for (index, tab) in tabs.enumerated() {
      guard let current = places[tab.child.id].map({ other.tabs[$0] }) else { continue }
      _ = updated.updateTab(at: index) { tab in
        tab.child = current.child
        (tab.savedDetails, tab.node) = (current.savedDetails, current.node)
      }
    }
    return updated
  }
}
