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

  /// Sets the badge of a tab of any depth; nil takes it away (TB-8).
  public struct SetBadge: AppTransition {
    package static let type = "setBadge"

    public var tab: ControllerID = .automatic
    public var badge: String?

    package mutating func members(_ m: inout some Members) {
      m.required("tab", &tab)
      m.nullable("badge", &badge)
    }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let place = try session.place(of: tab)
      session.updateTabBar(place.bar.id) { tabBar in
        _ = tabBar.updateTab(at: place.index) { tab in
          if place.path.isEmpty { tab.badge = badge } else { tab.node?.value[place.path].badge = badge }
        }
      }
      return Outcome()
    }
  }

  /// Sets members of a tab bar but its tabs and its sidebar (D-461).
  public struct SetTabBar: AppTransition {
    package static let type = "setTabBar"

    public var tabBar: ControllerID?
    public var update = TabBarUpdate()

    package mutating func members(_ m: inout some Members) {
      m.optional("tabBar", &tabBar)
      m.update(&update)
    }

    /// Throws `noSuchController` or `notInStack` for one of `compactTabs` that is no tab of it.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let id = try session.resolve(tabBar, .tabBar)
      guard let old = session.root.find(id)?.tabBar else { throw .wrongKind(id, expected: .tabBar) }
      for tab in (update.compactTabs ?? nil) ?? [] where old.index(named: tab) == nil {
        throw session.root.locateInSession(tab) == nil ? .noSuchController(tab) : .notInStack(tab)
      }
      session.updateTabBar(id) { update.apply(to: &$0) }
      return Outcome()
    }
  }

  /// What an app or a user makes of a tab bar's sidebar, on display or not (TG-5, TG-13).
  public struct SetSidebar: AppTransition {
    package static let type = "setSidebar"

    public var tabBar: ControllerID?
    /// Null: as the shape of the window says.
    public var isHidden: Bool??
    public var layout: TabSidebar.Layout?
    public var placement: TabSidebar.Placement?

    package mutating func members(_ m: inout some Members) {
      m.optional("tabBar", &tabBar)
      m.settable("isHidden", &isHidden)
      m.settable("layout", &layout, or: .automatic)
      m.settable("placement", &placement, or: .automatic)
    }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let id = try session.resolve(tabBar, .tabBar)
      session.updateTabBar(id) { tabBar in
        if let isHidden { tabBar.form.sidebar.isHidden = isHidden }
        if let layout { tabBar.form.sidebar.layout = layout }
        if let placement { tabBar.form.sidebar.placement = placement }
      }
      return Outcome()
    }
  }

  /// A user's tap on the button that turns the bar into the sidebar and back (TG-4): the choice stays through every
  /// change of the window (TG-5).
  public struct TapSidebarButton: UserTransition {
    package static let type = "tapSidebarButton"

    public var tabBar: ControllerID?

    package mutating func members(_ m: inout some Members) { m.optional("tabBar", &tabBar) }

    /// Throws `notOnDisplay` where no sidebar is available, and where the bar is hidden or covered.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let id = try session.resolve(tabBar, .tabBar)
      guard let shows = session.display.shown(id)?.sidebarButton else { throw .notOnDisplay(id) }
      session.updateTabBar(id) { $0.form.sidebar.isHidden = !shows }
      return Outcome()
    }
  }

  /// A user ends the search of the selected tab: the tab before it is selected again, with its details (TG-11, D-465).
  public struct CancelSearch: UserTransition {
    package static let type = "cancelSearch"

    public var tabBar: ControllerID?

    package mutating func members(_ m: inout some Members) { m.optional("tabBar", &tabBar) }

    /// Throws `notOnDisplay` where the tab bar is covered.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let id = try session.resolve(tabBar, .tabBar)
      guard let location = session.root.locate(id), case .tabBar(let bar) = location.controller.node,
        session.display.canReach(id)
      else { throw .notOnDisplay(id) }
      guard bar.value.form.isSearching else { return Outcome(.noSearch) }
      if let index = bar.value.form.previousTab.flatMap(bar.value.index(named:)) {
        session.handOver(bar, in: location.containers, &recorder) { $0.select(index) }
      } else {
        session.updateTabBar(id) { $0.form.endSearch() }
      }
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func setTabs(tabBar: ControllerID? = nil, tabs: [Transition.TabDescription]) -> Self {
    Self(Transition.SetTabs(tabBar: tabBar, tabs: tabs))
  }

  public static func setBadge(tab: ControllerID, badge: String?) -> Self {
    Self(Transition.SetBadge(tab: tab, badge: badge))
  }

  public static func setTabBar(_ update: TabBarUpdate, tabBar: ControllerID? = nil) -> Self {
    Self(Transition.SetTabBar(tabBar: tabBar, update: update))
  }

  /// - Parameter isHidden: nil: unchanged; `.some(nil)`: as the shape of the window says.
  public static func setSidebar(
    tabBar: ControllerID? = nil, isHidden: Bool?? = nil, layout: TabSidebar.Layout? = nil,
    placement: TabSidebar.Placement? = nil
  ) -> Self {
    Self(Transition.SetSidebar(tabBar: tabBar, isHidden: isHidden, layout: layout, placement: placement))
  }

  public static func tapSidebarButton(tabBar: ControllerID? = nil) -> Self {
    Self(Transition.TapSidebarButton(tabBar: tabBar))
  }

  public static func cancelSearch(tabBar: ControllerID? = nil) -> Self { Self(Transition.CancelSearch(tabBar: tabBar)) }
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

/// New values for a tab bar's settable members; nil leaves one as it is, and `.some(nil)` takes an optional one away.
public struct TabBarUpdate: Hashable, Sendable {
  public var mode: TabBarMode?
  public var compactTabs: [ControllerID]??
  public var isTabBarHidden: Bool?
  public var accessory: TabAccessory??

  public init() {}

  /// An update with the values that `change` sets.
  public init(_ change: (inout TabBarUpdate) -> Void) { change(&self) }

  fileprivate func apply(to tabBar: inout TabBar) {
    if let mode { tabBar.form.mode = mode }
    if let compactTabs { tabBar.form.compactTabs = compactTabs }
    if let isTabBarHidden { tabBar.isTabBarHidden = isTabBarHidden }
    if let accessory { tabBar.form.accessory = accessory }
  }
}
