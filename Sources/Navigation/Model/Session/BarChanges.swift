/// The tab bars whose bar stands elsewhere after a transition, and those whose sidebar came within reach or went out of
/// it (TG-5, TG-13, D-462).
///
/// No view appears or disappears by it, not even where what stands beside a sidebar gets another width.
struct BarChanges {
  /// Where the bar of a tab bar stands.
  struct Place: Hashable {
    var id: ControllerID
    var bar: BarPlace
    var isSidebarAvailable: Bool

    fileprivate init(_ id: ControllerID, _ tabBar: borrowing TabBar, in traits: Traits) {
      (self.id, bar) = (id, tabBar.bar(in: traits))
      isSidebarAvailable = tabBar.isSidebarAvailable(in: traits)
    }

    /// Of one on display, a plain one too.
    fileprivate init?(_ id: ControllerID, in display: Display) {
      guard let shown = display.shown(id), case .tabBar(let tabBar) = shown.controller.node else { return nil }
      self.init(id, tabBar.value, in: shown.traits)
    }
  }

  private var changes: [(from: Place, to: Place)] = []

  /// Nil where no tab bar tells of its bar, and at a first appearance.
  init?(since before: Display?, to shown: Display) {
    guard let before, shown.root.summary.reportsBars || before.root.summary.reportsBars else { return nil }
    let (earlier, now) = (
      Self.places(in: before.root, before.environment), Self.places(in: shown.root, shown.environment)
    )
    for place in now {
      guard let old = earlier.first(where: { $0.id == place.id }) ?? Place(place.id, in: before) else { continue }
      changes.append((old, place))
    }
    for old in earlier where !now.contains(where: { $0.id == old.id }) {
      if let place = Place(old.id, in: shown) { changes.append((old, place)) }
    }
  }

  /// Those of the tab bars of a tree that tell.
  static func places(in root: Controller, _ environment: Environment) -> [Place] {
    var places: [Place] = []
    _ = root.firstGeometry(in: environment.traits, environment.system.rules) { controller, traits in
      if case .tabBar(let tabBar) = controller.node, tabBar.value.reportsBar {
        places.append(Place(controller.id, tabBar.value, in: traits))
      }
      return false
    }
    return places
  }

  /// The delegate is told before a sidebar comes or goes.
  func reportQuestions(_ events: inout [Event]) {
    for (from, to) in changes where (from.bar == .sidebar) != (to.bar == .sidebar) {
      events.append(.delegateCall(.sidebarVisibilityWillChange(tabBar: to.id)))
    }
  }

  func report(_ events: inout [Event]) {
    for (from, to) in changes where from.bar != to.bar {
      events.append(.barChanged(tabBar: to.id, from: from.bar, to: to.bar))
    }
  }

  func reportNotices(_ events: inout [Event]) {
    for (from, to) in changes where from.isSidebarAvailable != to.isSidebarAvailable {
      events.append(.delegateCall(.sidebarAvailabilityDidChange(tabBar: to.id)))
    }
  }
}
