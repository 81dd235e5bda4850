/// A controller and its position in a tree.
struct Location {
  var controller: Controller
  /// The containers that it is a child of, innermost first; they end at a saved, preserved or presented tree.
  var containers: [Controller]
  /// Its direct holder: its parent, its presenter, or the container that saves or preserves it; nil for the root.
  var holder: Controller?
  /// Whether it is in an app's pending answer: its id is taken, but it is not in the session yet.
  var isPending: Bool

  /// The container that it is a child of.
  var parent: Controller? { containers.first }

  /// The child of the innermost container of a kind that it stands in; nil where there is none.
  func member(of kind: Controller.Kind) -> ControllerID? {
    zip(containers, containers.dropFirst()).first { $1.kind == kind }?.0.id
  }
}

extension Controller {
  /// A controller's location in this tree, pending answers included.
  func locate(_ id: ControllerID) -> Location? { locate(SoughtID(id)) }

  private func locate(_ sought: SoughtID) -> Location? {
    guard summary.ids.mayHold(sought) else { return nil }
    if id == sought.id { return Location(self) }
    var slot = Self.presentedSlot
    while let next = firstSlot(mayHold: sought, from: slot) {
      if let held = held(at: next), var location = held.locate(sought) {
        location.add(self, holding: held, as: holding(at: next))
        return location
      }
      slot = next + 1
    }
    for placeholder in absentPlaceholders {
      guard var location = placeholder.locate(sought) else { continue }
      location.add(self, holding: placeholder, as: .pending)
      return location
    }
    return nil
  }

  /// The root of the innermost presented tree with a controller, or of the window's; nil where the controller is not in
  /// this tree.
  func presentationRoot(of id: ControllerID) -> Controller? {
    if self.id == id { return self }
    var found: Controller?
    forEachPresent { held, holding in
      guard found == nil, let root = held.presentationRoot(of: id) else { return }
      // If the root is `held` itself, nothing below it is presented.
      found = holding == .presented || root.id != held.id ? root : self
    }
    return found
  }

  /// A controller's location in the session, pending answers excluded.
  func locateInSession(_ id: ControllerID) -> Location? {
    locate(id).flatMap { $0.isPending ? nil : $0 }
  }

  /// The first controller that satisfies a predicate, this one first, then in tree order.
  package func first(where matches: (Controller) -> Bool) -> Controller? {
    if matches(self) { return self }
    var found: Controller?
    forEachPresent { held, _ in
      if found == nil { found = held.first(where: matches) }
    }
    return found
  }

  /// The only container of a kind in this tree; nil where there is none or several.
  ///
  /// Controllers off display count, so that a collapse does not change the result.
  func only(_ kind: Kind) -> ControllerID? {
    var count = 0
    return onlyOne(of: kind, &count)
  }

  private func onlyOne(of kind: Kind, _ count: inout Int) -> ControllerID? {
    var found: ControllerID?
    if self.kind == kind {
      count += 1
      found = id
    }
    forEachPresent { held, _ in
      guard count < 2, held.kind != .screen || held.isPresenting else { return }
      if let below = held.onlyOne(of: kind, &count) { found = below }
    }
    return count == 1 ? found : nil
  }

  /// A controller's place in this tree; nil where it is not in it.
  func holderPlace(of id: ControllerID) -> HolderPlace? {
    guard let location = locate(id) else { return nil }
    if location.isPending { return HolderPlace(in: location.holder?.id, nil) }
    var (held, place) = (location.controller, HolderPlace(in: location.holder?.id, .displayed))
    // The innermost hidden ancestor determines the state.
    while let holder = locate(held.id)?.holder {
      if let state = holder.hiddenState(of: held.id) {
        place.state = state
        break
      }
      held = holder
    }
    return place
  }

  /// The state of a held controller that is off display; nil if shown together with this one, or presented.
  fileprivate func hiddenState(of held: ControllerID) -> HolderPlace.State? {
    if presentedChild?.id == held { return nil }
    switch node {
    case .screen, .stack: return nil
    case .tabBar(let tabBar):
      guard let index = tabBar.value.index(of: held) else {
        let isSaved = tabBar.value.tabs.contains { $0.savedDetails.contains { $0.id == held } }
        return isSaved ? .saved : .parked
      }
      return index == tabBar.value.selectedIndex ? nil : .parked
    case .topTabs(let topTabs): return topTabs.value.pages[topTabs.value.currentIndex].child.id == held ? nil : .parked
    case .split(let split): return split.value.hiddenState(of: held)
    }
  }
}

extension Location {
  /// The location of a tree's root, with capacity for the usual few containers.
  fileprivate init(_ controller: Controller) {
    self.init(controller: controller, containers: [], holder: nil, isPending: false)
    containers.reserveCapacity(4)
  }

  /// Extends the location by one container outwards.
  fileprivate mutating func add(_ container: Controller, holding held: Controller, as holding: Holding) {
    if holder == nil { holder = container }
    switch holding {
    case .child: if isChildBelow(held) { containers.append(container) }
    case .preserved, .presented: break
    case .pending: isPending = true
    }
  }

  /// Whether the controller is a descendant of `held` by child relations alone.
  private func isChildBelow(_ held: Controller) -> Bool {
    controller.id == held.id || containers.last?.id == held.id
  }
}

/// The place of the controller that already has an id of a new tree.
public struct HolderPlace: Hashable, Sendable {
  /// The controller's state in the session.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// On display, or below a displayed controller.
    case displayed
    /// In a tab, page or column that is not on display.
    case parked
    /// Among a tab's saved details (SYS1-20, D-72).
    case saved
    /// In a column that a collapsed split view preserves (CL-10, M7).
    case preserved
  }

  /// The parent, or the container that saves or preserves it; nil for the root of the window.
  public var container: ControllerID?
  /// Nil for a pending answer in a split view's `delegate`.
  public var state: State?

  public init(in container: ControllerID?, _ state: State?) {
    self.container = container
    self.state = state
  }
}

extension Split {
  fileprivate func hiddenState(of held: ControllerID) -> HolderPlace.State? {
    guard let column = Column.allCases.first(where: { columns[$0]?.id == held }) else { return .preserved }
    if column == .inspector { return inspector == .hidden || isCollapsed ? .parked : nil }
    if isCollapsed { return column == collapsedColumn ? nil : .preserved }
    return visibleColumns.contains(column) ? nil : .parked
  }
}
