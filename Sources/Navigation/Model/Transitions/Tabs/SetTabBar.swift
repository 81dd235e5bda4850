extension Transition {
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
