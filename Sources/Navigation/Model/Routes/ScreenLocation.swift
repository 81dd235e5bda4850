/// A screen of the session, on display or not, and all that holds it: where a link finds it (D-167).
struct ScreenLocation {
  struct Hold {
    let holder: Controller
    let held: Controller
    let holding: Holding
  }

  let screen: Controller
  /// From the window's root inwards.
  let holds: [Hold]

  var id: ControllerID { screen.id }

  /// Whether the session shows it if its containers are switched and popped: what a collapsed split view holds beside its
  /// compact tree it does not, nor a compact tree beside columns.
  private var canBeShown: Bool {
    holds.allSatisfy { hold in
      guard hold.holding != .presented, let split = hold.holder.split, split.columns.compact != nil else { return true }
      if split.columns.inspector?.id == hold.held.id { return true }
      return (split.isCollapsed && split.collapsedColumn == .compact) == (split.columns.compact?.id == hold.held.id)
    }
  }

  /// Nil where a tree has no such screen that can be shown.
  init?(_ id: ControllerID, in root: Controller) {
    var holds: [Hold] = []
    guard let found = root.find(SoughtID(id), through: &holds), found.screen?.isPlaceholder == false else { return nil }
    (screen, self.holds) = (found, holds)
    guard canBeShown else { return nil }
  }

  /// All screens of a tree that satisfy a predicate and that can be shown, in tree order.
  static func all(in root: Controller, where matches: (Screen) -> Bool) -> [ScreenLocation] {
    var found: [ControllerID] = []
    root.forEachScreen { screen, id in
      if matches(screen) { found.append(id) }
    }
    return found.compactMap { ScreenLocation($0, in: root) }
  }

  /// The roots of the presented trees around it.
  var presentations: [ControllerID] { holds.compactMap { $0.holding == .presented ? $0.held.id : nil } }

  /// Whether a presented tree begins with it: it is the root, or the lowest screen of the stack that is (D-152).
  var beginsPresentedTree: Bool {
    guard let last = holds.lastIndex(where: { $0.holding == .presented }) else { return false }
    return holds[(last + 1)...].allSatisfy { $0.holding == .child && $0.holder.stack?.root.id == $0.held.id }
  }

  /// Whether it is in the same presentation, and in the same tab and page of those that hold the other.
  func isBeside(_ anchor: ScreenLocation) -> Bool {
    guard presentations == anchor.presentations else { return false }
    return anchor.holds.allSatisfy { hold in
      guard let place = hold.place, let own = holds.first(where: { $0.holder.id == hold.holder.id })?.place else {
        return true
      }
      return own == place
    }
  }
}

extension Controller {
  fileprivate func forEachScreen(_ body: (Screen, ControllerID) -> Void) {
    if let screen { body(screen, id) }
    forEachPresent { held, _ in held.forEachScreen(body) }
  }

  /// The controller with this id, pending answers excluded.
  ///
  /// - Parameter holds: gets all that holds it, from this one inwards.
  fileprivate func find(_ sought: SoughtID, through holds: inout [ScreenLocation.Hold]) -> Controller? {
    if id == sought.id { return self }
    var slot = Self.presentedSlot
    while let next = firstSlot(mayHold: sought, from: slot) {
      let holding = holding(at: next)
      if holding != .pending, let held = held(at: next) {
        holds.append(ScreenLocation.Hold(holder: self, held: held, holding: holding))
        if let found = held.find(sought, through: &holds) { return found }
        holds.removeLast()
      }
      slot = next + 1
    }
    return nil
  }
}

extension ScreenLocation.Hold {
  /// The tab or the page of its holder that it belongs to; nil in other containers.
  fileprivate var place: ControllerID? {
    guard holding != .presented else { return nil }
    switch holder.node {
    case .tabBar(let bar):
      return bar.value.tabs.first { tab in
        tab.child.id == held.id || tab.savedDetails.contains { $0.id == held.id }
      }?.selectedID ?? bar.value.keeper(of: held.id)
    case .topTabs: return held.id
    case .screen, .stack, .split: return nil
    }
  }
}
