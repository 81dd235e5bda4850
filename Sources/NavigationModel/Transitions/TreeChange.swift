/// Which controllers are elsewhere, and which are gone, found by comparing two trees; what they share is not looked into.
struct TreeChange {
  private struct Place {
    var id: ControllerID
    /// Nil for what is kept without being a child.
    var parent: ControllerID?
    var blocksRemoval: Bool

    init(_ controller: Controller, in container: Controller? = nil, _ holding: Holding = .child) {
      id = controller.id
      parent = holding == .child ? container?.id : nil
      blocksRemoval = controller.refusesToLeave
    }
  }

  /// What stood somewhere before and stands there no longer, in the order of the tree before.
  private let gone: [Place]
  /// What stands somewhere now and did not before, in the order of the tree after; of no interest where nothing is gone.
  private let come: [Place]
  private let before: Controller
  private let after: Controller

  init(from before: Controller, to after: Controller) {
    self.before = before
    self.after = after
    gone = Self.places(in: before, notIn: after)
    come = gone.isEmpty ? [] : Self.places(in: after, notIn: before)
  }

  /// Adds `parentChanged` for each controller that was in the session and is in another container now, in tree order.
  func tellMoves(_ events: inout [Event]) {
    for place in come {
      guard let old = gone.first(where: { $0.id == place.id }), old.parent != place.parent else { continue }
      events.append(.parentChanged(place.id, from: old.parent, to: place.parent))
    }
  }

  /// Adds `discarded` for each that left the session for good. A placeholder that its split view's behavior describes waits there, and goes
  /// with it.
  func tellDiscards(_ events: inout [Event]) {
    for place in lost where after.find(place.id) == nil {
      events.append(.discarded(place.id))
      if let waiting = before.find(place.id)?.absentPlaceholder, after.find(waiting.id) == nil { events.append(.discarded(waiting.id)) }
    }
  }

  /// The screens that left although they refuse to, in the order of the tree before.
  var blocked: [Outcome.Blocked] {
    lost.filter(\.blocksRemoval).map { Outcome.Blocked($0.id, in: before.locate($0.id)?.holder?.id) }
  }

  private var lost: [Place] {
    gone.isEmpty ? [] : gone.filter { place in !come.contains { $0.id == place.id } }
  }

  private static func places(in tree: Controller, notIn other: Controller) -> [Place] {
    var places: [Place] = []
    if tree.id == other.id {
      compare(tree, other, &places)
    } else {
      collectAll(tree, Place(tree), &places)
    }
    return places
  }

  /// Most stand where they stood, and are what they were.
  private static func compare(_ tree: Controller, _ other: Controller, _ places: inout [Place]) {
    guard !tree.isIdentical(to: other) else { return }
    for slot in tree.slots where !tree.holdsSame(as: other, at: slot) {
      guard let held = tree.held(at: slot) else { continue }
      if let counterpart = other.held(at: slot), held.id == counterpart.id, tree.holding(at: slot) == other.holding(at: slot) {
        compare(held, counterpart, &places)
      } else {
        collect(slot, of: tree, notIn: other, &places)
      }
    }
  }

  private static func collect(_ slot: Int, of tree: Controller, notIn other: Controller, _ places: inout [Place]) {
    let holding = tree.holding(at: slot)
    guard holding != .pending, let held = tree.held(at: slot) else { return }
    guard let now = other.slot(of: held.id), let counterpart = other.held(at: now) else {
      return collectAll(held, Place(held, in: tree, holding), &places)
    }
    if other.holding(at: now) != holding { places.append(Place(held, in: tree, holding)) }
    guard !held.isIdentical(to: counterpart) else { return }
    for slot in held.slots { collect(slot, of: held, notIn: counterpart, &places) }
  }

  private static func collectAll(_ controller: Controller, _ place: Place, _ places: inout [Place]) {
    places.append(place)
    controller.forEachPresent { held, holding in
      collectAll(held, Place(held, in: controller, holding), &places)
    }
  }
}

extension Controller {
  /// Where it holds a controller that is in the session.
  fileprivate func slot(of id: ControllerID) -> Int? {
    slots.first { holding(at: $0) != .pending && held(at: $0)?.id == id }
  }

  /// Whether this very screen blocks its removal.
  fileprivate var refusesToLeave: Bool { if case .screen(let screen) = node { screen.value.blocksRemoval } else { false } }
}
