/// A controller and where it stands.
struct Location {
  var controller: Controller
  /// The containers around it that it is a child of, innermost first; they end where something is kept without being a
  /// child.
  var containers: [Controller]
  /// What holds it: its parent, or the split view that keeps it; nil for the root.
  var holder: Controller?
  /// An answer of an app that waits: its id is taken, but it is not in the session yet.
  var isPending: Bool

  /// The container it is a child of.
  var parent: Controller? { containers.first }
}

extension Controller {
  /// Where a controller stands in this tree, answers that wait included.
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
    guard let placeholder = absentPlaceholder, var location = placeholder.locate(sought) else { return nil }
    location.add(self, holding: placeholder, as: .pending)
    return location
  }

  /// The root of the innermost presented tree around a controller, or of the window's; nil where the controller is not
  /// within this one.
  func presentationRoot(of id: ControllerID) -> Controller? {
    if self.id == id { return self }
    var found: Controller?
    forEachPresent { held, holding in
      guard found == nil, let root = held.presentationRoot(of: id) else { return }
      // A root that is `held` itself says that nothing below it is presented.
      found = holding == .presented || root.id != held.id ? root : self
    }
    return found
  }

  /// Where a controller of the session stands.
  func locateInSession(_ id: ControllerID) -> Location? {
    locate(id).flatMap { $0.isPending ? nil : $0 }
  }

  /// The innermost split view, stack or whatever is asked for, this controller included.
  func first(where isMeant: (Controller) -> Bool) -> Controller? {
    if isMeant(self) { return self }
    var found: Controller?
    forEachPresent { held, _ in
      if found == nil { found = held.first(where: isMeant) }
    }
    return found
  }

  /// The one container of a kind in this tree; nil where there is none, and where there are several.
  ///
  /// What is kept off display counts, so that no collapse decides what is meant.
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
}

extension Location {
  /// At the root of its tree; most stand a few containers deep.
  fileprivate init(_ controller: Controller) {
    self.init(controller: controller, containers: [], holder: nil, isPending: false)
    containers.reserveCapacity(4)
  }

  /// Goes one container outwards.
  fileprivate mutating func add(_ container: Controller, holding held: Controller, as holding: Holding) {
    if holder == nil { holder = container }
    switch holding {
    case .child: if isChildBelow(held) { containers.append(container) }
    case .preserved, .presented: break
    case .pending: isPending = true
    }
  }

  /// Whether nothing between `held` and the controller is kept without being a child.
  fileprivate func isChildBelow(_ held: Controller) -> Bool {
    controller.id == held.id || containers.last?.id == held.id
  }
}
