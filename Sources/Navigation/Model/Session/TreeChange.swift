/// The moved and removed controllers, found by comparing two trees; shared subtrees are skipped.
///
/// The work is linear in the unshared parts and the slots of their containers.
struct TreeChange {
  /// A controller and its holder; a pending placeholder too, which is in no slot (D-22).
  private struct Node {
    let controller: Controller
    /// Nil for the root of a tree.
    var container: Controller?
    var holding = Holding.child

    var id: ControllerID { controller.id }
    /// Nil for a controller that is not a child.
    var parent: ControllerID? { holding == .child ? container?.id : nil }
  }

  /// The places that are gone, in the order of the tree before.
  private let gone: [Node]
  /// The new places, in the order of the tree after; unused where none is gone.
  private let come: [Node]
  private let before: Controller
  /// Nil where the tree has ended.
  private let after: Controller?

  /// - Parameter after: nil where the window has another root, whose controllers are others (D-221).
  init(from before: Controller, to after: Controller?) {
    (self.before, self.after) = (before, after)
    gone = Self.places(in: before, notIn: after)
    guard let after, !gone.isEmpty else {
      come = []
      return
    }
    come = Self.places(in: after, notIn: before).filter { $0.holding != .pending }
  }

  /// The approximate number of events.
  var count: Int { gone.count }

  /// Adds `parentChanged` for each controller with a new container, in tree order.
  func reportMoves(_ events: inout [Event]) {
    guard !come.isEmpty else { return }
    let old = FirstIndex(of: gone.lazy.map(\.id))
    for place in come {
      guard let index = old[place.id], gone[index].holding != .pending, gone[index].parent != place.parent else {
        continue
      }
      events.append(.parentChanged(place.id, from: gone[index].parent, to: place.parent))
    }
  }

  /// Adds `discarded` for each controller that left the session permanently, or became a pending answer again (D-42). A
  /// split view's pending placeholder leaves with it, or when another one replaces it (D-22).
  func reportDiscards(_ events: inout [Event]) {
    var present = after.map { TreeIDs(of: $0, countsAnswers: false) }
    for place in lost where present?.contains(place.id) != true { events.append(.discarded(place.id)) }
  }

  /// The removed screens that block their removal, in the order of the tree before, and those in the controllers
  /// `popped`, though a split view preserves them (M10, D-140). Nothing holds a root (D-223).
  func blocked(popping popped: [ControllerID]) -> [Outcome.Blocked] {
    let new = FirstIndex(of: come.lazy.map(\.id))
    var preserved: Set<ControllerID> = []
    for id in popped where new[id] != nil { before.find(id)?.forEachController { preserved.insert($0.id) } }
    let leaving = gone.filter {
      $0.holding != .pending && $0.controller.blocksRemoval && (new[$0.id] == nil || preserved.contains($0.id))
    }
    return leaving.map { Outcome.Blocked($0.id, in: $0.container?.id) }
  }

  private var lost: [Node] {
    guard !come.isEmpty else { return gone }
    let new = FirstIndex(of: come.lazy.map(\.id))
    return gone.filter { new[$0.id] == nil }
  }

  private static func places(in tree: Controller, notIn other: Controller?) -> [Node] {
    var places: [Node] = []
    if let other, tree.id == other.id {
      compare(tree, with: other, &places)
    } else {
      collectAll(Node(controller: tree), &places)
    }
    return places
  }

  /// Fast for the usual case: most controllers are unchanged and in place.
  private static func compare(_ tree: Controller, with other: Controller, _ places: inout [Node]) {
    if tree.isIdentical(to: other) { return }
    collectPlaceholder(of: tree, notIn: other, &places)
    var finder = SlotFinder(of: other)
    for slot in tree.slots {
      guard let held = tree.held(at: slot) else { continue }
      if let counterpart = other.held(at: slot), held.isSame(as: counterpart),
        tree.holding(at: slot) == other.holding(at: slot)
      {
        compare(held, with: counterpart, &places)
      } else {
        collect(held, at: slot, of: tree, notIn: other, with: &finder, &places)
      }
    }
  }

  /// Has room for some at once: the array would grow three times.
  private static func add(_ place: Node, to places: inout [Node]) {
    if places.isEmpty { places.reserveCapacity(8) }
    places.append(place)
  }

  private static func collect(
    _ held: Controller, at slot: Int, of tree: Controller, notIn other: Controller, with finder: inout SlotFinder,
    _ places: inout [Node]
  ) {
    let holding = tree.holding(at: slot)
    guard holding != .pending else { return }
    let place = Node(controller: held, container: tree, holding: holding)
    guard let now = finder.slot(of: held.id), let counterpart = other.held(at: now) else {
      return collectAll(place, &places)
    }
    if other.holding(at: now) != holding { add(place, to: &places) }
    guard !held.isIdentical(to: counterpart) else { return }
    collectPlaceholder(of: held, notIn: counterpart, &places)
    var below = SlotFinder(of: counterpart)
    for slot in held.slots {
      if let inner = held.held(at: slot) {
        collect(inner, at: slot, of: held, notIn: counterpart, with: &below, &places)
      }
    }
  }

  private static func collectAll(_ place: Node, _ places: inout [Node]) {
    add(place, to: &places)
    collectPlaceholder(of: place.controller, notIn: nil, &places)
    place.controller.forEachPresent { held, holding in
      collectAll(Node(controller: held, container: place.controller, holding: holding), &places)
    }
  }

  /// A split view's pending placeholders, where its counterpart has others or none.
  private static func collectPlaceholder(
    of tree: Controller, notIn other: Controller?, _ places: inout [Node]
  ) {
    for absent in tree.absentPlaceholders where other?.names(placeholder: absent.id) != true {
      add(Node(controller: absent, container: tree, holding: .pending), to: &places)
    }
  }
}

extension Controller {
  /// Whether it is a split view with this placeholder, pending or not.
  fileprivate func names(placeholder: ControllerID) -> Bool {
    guard case .split(let split) = node else { return false }
    let delegate = split.value.delegate
    return delegate.placeholder?.id == placeholder || delegate.supplementaryPlaceholder?.id == placeholder
  }
}

/// Finds the slot of a container's controller, pending answers excluded.
struct SlotFinder {
  private let container: Controller
  private var questions = 0
  private var known: [ControllerID: Int]?

  init(of container: Controller) { self.container = container }

  /// The controller's slot; nil where the container does not hold it.
  mutating func slot(of id: ControllerID) -> Int? {
    if let known { return known[id] }
    questions += 1
    if questions > TreeIDs.walks {
      let known = slotsByID
      self.known = known
      return known[id]
    }
    for slot in container.slots where container.holding(at: slot) != .pending {
      if container.held(at: slot)?.id == id { return slot }
    }
    return nil
  }

  private var slotsByID: [ControllerID: Int] {
    var slots: [ControllerID: Int] = [:]
    for slot in container.slots where container.holding(at: slot) != .pending {
      if let id = container.held(at: slot)?.id, slots[id] == nil { slots[id] = slot }
    }
    return slots
  }
}
