/// Which controllers are elsewhere, and which are gone, found by comparing two trees; what they share is not looked into.
///
/// The work grows with what the trees do not share and with the slots of the containers around that, and no faster.
struct TreeChange {
  /// A controller and what holds it.
  private struct Place {
    let controller: Controller
    /// Nil for the root of a tree.
    var container: Controller?
    var holding = Holding.child

    var id: ControllerID { controller.id }
    /// Nil for what is kept without being a child.
    var parent: ControllerID? { holding == .child ? container?.id : nil }
  }

  /// What stood somewhere before and stands there no longer, in the order of the tree before.
  private let gone: [Place]
  /// What stands somewhere now and did not before, in the order of the tree after; of no interest where nothing is gone.
  private let come: [Place]
  private let after: Controller

  init(from before: Controller, to after: Controller) {
    self.after = after
    gone = Self.places(in: before, notIn: after)
    come = gone.isEmpty ? [] : Self.places(in: after, notIn: before)
  }

  /// Adds `parentChanged` for each controller that was in the session and is in another container now, in tree order.
  func tellMoves(_ events: inout [Event]) {
    guard !come.isEmpty else { return }
    let old = FirstIndex(of: gone.lazy.map(\.id))
    for place in come {
      guard let index = old[place.id], gone[index].parent != place.parent else { continue }
      events.append(.parentChanged(place.id, from: gone[index].parent, to: place.parent))
    }
  }

  /// Adds `discarded` for each that left the session for good. A placeholder that its split view's behavior describes waits there, and goes
  /// with it.
  func tellDiscards(_ events: inout [Event]) {
    let lost = lost
    guard !lost.isEmpty else { return }
    var present = TreeIDs(of: after)
    for place in lost where !present.contains(place.id) {
      events.append(.discarded(place.id))
      if let waiting = place.controller.absentPlaceholder, !present.contains(waiting.id) { events.append(.discarded(waiting.id)) }
    }
  }

  /// The screens that left although they refuse to, in the order of the tree before.
  var blocked: [Outcome.Blocked] {
    lost.filter(\.controller.refusesToLeave).map { Outcome.Blocked($0.id, in: $0.container?.id) }
  }

  private var lost: [Place] {
    guard !come.isEmpty else { return gone }
    let new = FirstIndex(of: come.lazy.map(\.id))
    return gone.filter { new[$0.id] == nil }
  }

  private static func places(in tree: Controller, notIn other: Controller) -> [Place] {
    var places: [Place] = []
    if tree.id == other.id {
      compare(tree, other, &places)
    } else {
      collectAll(Place(controller: tree), &places)
    }
    return places
  }

  /// Most stand where they stood, and are what they were.
  private static func compare(_ tree: Controller, _ other: Controller, _ places: inout [Place]) {
    guard !tree.isIdentical(to: other) else { return }
    var slots = SlotFinder(of: other)
    for slot in tree.slots where !tree.holdsSame(as: other, at: slot) {
      guard let held = tree.held(at: slot) else { continue }
      if let counterpart = other.held(at: slot), held.id == counterpart.id, tree.holding(at: slot) == other.holding(at: slot) {
        compare(held, counterpart, &places)
      } else {
        collect(slot, of: tree, notIn: other, &slots, &places)
      }
    }
  }

  private static func collect(
    _ slot: Int, of tree: Controller, notIn other: Controller, _ slots: inout SlotFinder, _ places: inout [Place]
  ) {
    let holding = tree.holding(at: slot)
    guard holding != .pending, let held = tree.held(at: slot) else { return }
    let place = Place(controller: held, container: tree, holding: holding)
    guard let now = slots.slot(of: held.id), let counterpart = other.held(at: now) else { return collectAll(place, &places) }
    if other.holding(at: now) != holding { places.append(place) }
    guard !held.isIdentical(to: counterpart) else { return }
    var below = SlotFinder(of: counterpart)
    for slot in held.slots { collect(slot, of: held, notIn: counterpart, &below, &places) }
  }

  private static func collectAll(_ place: Place, _ places: inout [Place]) {
    places.append(place)
    let controller = place.controller
    controller.forEachPresent { held, holding in
      collectAll(Place(controller: held, container: controller, holding: holding), &places)
    }
  }
}

/// In which slot a container holds a controller that is in the session.
private struct SlotFinder {
  private let container: Controller
  private var questions = 0
  private var known: [ControllerID: Int]?

  init(of container: Controller) { self.container = container }

  /// Nil where it holds no such controller.
  mutating func slot(of id: ControllerID) -> Int? {
    if let known { return known[id] }
    questions += 1
    if questions > TreeIDs.walks {
      let known = slotsByID
      self.known = known
      return known[id]
    }
    return present.first { container.held(at: $0)?.id == id }
  }

  private var present: some Sequence<Int> { container.slots.lazy.filter { container.holding(at: $0) != .pending } }

  private var slotsByID: [ControllerID: Int] {
    var slots: [ControllerID: Int] = [:]
    for slot in present {
      if let id = container.held(at: slot)?.id, slots[id] == nil { slots[id] = slot }
    }
    return slots
  }
}

extension Controller {
  /// Whether this very screen blocks its removal.
  fileprivate var refusesToLeave: Bool { if case .screen(let screen) = node { screen.value.blocksRemoval } else { false } }
}
