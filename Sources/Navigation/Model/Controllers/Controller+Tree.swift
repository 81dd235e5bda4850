/// A controller's slots, of any kind: walks know no more of a container.
extension Controller {
  /// The slot of the presented tree: a number that no content slot has.
  static var presentedSlot: Int { -1 }

  /// All slots, that of the presented tree first; one may be empty.
  var slots: Range<Int> {
    isPresenting ? Self.presentedSlot..<contentSlots.upperBound : contentSlots
  }

  private var contentSlots: Range<Int> {
    switch kind {
    case .screen: 0..<0
    case .stack: downcast(to: Stack.self).value.slots
    case .tabBar: downcast(to: TabBar.self).value.slots
    case .topTabs: downcast(to: TopTabs.self).value.slots
    case .split: downcast(to: Split.self).value.slots
    }
  }

  /// The controller in a slot; nil for an empty or invalid slot.
  func held(at slot: Int) -> Controller? {
    if slot == Self.presentedSlot { return presentedChild }
    return switch kind {
    case .screen: nil
    case .stack: downcast(to: Stack.self).value[slot]
    case .tabBar: downcast(to: TabBar.self).value[slot]
    case .topTabs: downcast(to: TopTabs.self).value[slot]
    case .split: downcast(to: Split.self).value[slot]
    }
  }

  func holding(at slot: Int) -> Holding {
    if slot == Self.presentedSlot { return .presented }
    return switch kind {
    case .screen: .child
    case .stack: downcast(to: Stack.self).value.holding(at: slot)
    case .tabBar: downcast(to: TabBar.self).value.holding(at: slot)
    case .topTabs: downcast(to: TopTabs.self).value.holding(at: slot)
    case .split: downcast(to: Split.self).value.holding(at: slot)
    }
  }

  /// The first slot, from `slot` on, whose tree may hold an id.
  func firstSlot(mayHold sought: SoughtID, from slot: Int) -> Int? {
    if slot == Self.presentedSlot, presentedChild?.summary.ids.mayHold(sought) == true { return slot }
    let slot = max(slot, 0)
    return switch kind {
    case .screen: nil
    case .stack: downcast(to: Stack.self).value.firstSlot(mayHold: sought, from: slot)
    case .tabBar: downcast(to: TabBar.self).value.firstSlot(mayHold: sought, from: slot)
    case .topTabs: downcast(to: TopTabs.self).value.firstSlot(mayHold: sought, from: slot)
    case .split: downcast(to: Split.self).value.firstSlot(mayHold: sought, from: slot)
    }
  }

  /// Puts another controller into a slot.
  mutating func replace(at slot: Int, with controller: Controller) {
    if slot == Self.presentedSlot {
      presented = presented.map { Presented($0.form, controller, sender: $0.sender) }
      return
    }
    switch node {
    case .screen: break
    case .stack(let stack):
      if !replace(slot, of: stack, with: controller) { setContent(stack.value.replacing(slot, with: controller)) }
    case .tabBar(let tabBar):
      if !replace(slot, of: tabBar, with: controller) { setContent(tabBar.value.replacing(slot, with: controller)) }
    case .topTabs(let topTabs):
      if !replace(slot, of: topTabs, with: controller) { setContent(topTabs.value.replacing(slot, with: controller)) }
    case .split(let split):
      if !replace(slot, of: split, with: controller) { setContent(split.value.replacing(slot, with: controller)) }
    }
  }

  /// The pending placeholders, which have no slot.
  var absentPlaceholders: AbsentPlaceholders {
    if case .split(let split) = node { split.value.absentPlaceholders } else { AbsentPlaceholders() }
  }
}

extension Controller {
  /// Calls `body` with every controller held directly, in tree order; the presented tree comes after the children.
  func forEachHeld(_ body: (Controller, Holding) -> Void) {
    for slot in contentSlots {
      if let held = held(at: slot) { body(held, holding(at: slot)) }
    }
    if let presentedChild { body(presentedChild, .presented) }
    for absent in absentPlaceholders { body(absent, .pending) }
  }

  /// Calls `body` with every controller held directly that is in the session: without pending answers.
  func forEachPresent(_ body: (Controller, Holding) -> Void) {
    forEachHeld { held, holding in
      if holding != .pending { body(held, holding) }
    }
  }

  /// Changes every controller held directly, the presented one first, then in tree order; allocates this one's content
  /// once.
  mutating func updateEachHeld(_ body: (inout Controller) -> Void) {
    if var presented {
      body(&presented.child)
      self.presented = presented
    }
    switch node {
    case .screen: break
    case .stack(let stack): setContent(stack.value.replacingEach(body))
    case .tabBar(let tabBar): setContent(tabBar.value.replacingEach(body))
    case .topTabs(let topTabs): setContent(topTabs.value.replacingEach(body))
    case .split(let split): setContent(split.value.replacingEach(body))
    }
  }

  /// Changes the controller with this id in this tree; nil where there is none.
  mutating func update<Result, Failure: Error>(
    _ id: ControllerID, _ body: (inout Controller) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try update(SoughtID(id), body)
  }

  private mutating func update<Result, Failure: Error>(
    _ sought: SoughtID, _ body: (inout Controller) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    if id == sought.id { return try body(&self) }
    var slot = Self.presentedSlot
    while let next = firstSlot(mayHold: sought, from: slot) {
      if var held = held(at: next), let result = try held.update(sought, body) {
        replace(at: next, with: held)
        return result
      }
      slot = next + 1
    }
    return nil
  }

  /// The controller with this id in this tree, itself and pending answers included.
  public func find(_ id: ControllerID) -> Controller? { find(SoughtID(id), passesBy: nil) }

  /// The controller with this id in this tree, pending answers excluded.
  func findInSession(_ id: ControllerID) -> Controller? { find(SoughtID(id), passesBy: .pending) }

  private func find(_ sought: SoughtID, passesBy: Holding?) -> Controller? {
    guard summary.ids.mayHold(sought) else { return nil }
    if id == sought.id { return self }
    var slot = Self.presentedSlot
    while let next = firstSlot(mayHold: sought, from: slot) {
      if holding(at: next) != passesBy, let found = held(at: next)?.find(sought, passesBy: passesBy) { return found }
      slot = next + 1
    }
    if passesBy == .pending { return nil }
    for absent in absentPlaceholders {
      if let found = absent.find(sought, passesBy: passesBy) { return found }
    }
    return nil
  }
}

extension Controller {
  /// Whether a split view in this tree, pending ones included, satisfies a predicate.
  func holdsSplit(where matches: (Split) -> Bool) -> Bool {
    guard summary.holdsSplit else { return false }
    if case .split(let split) = node, matches(split.value) { return true }
    var isHeld = false
    forEachHeld { held, _ in isHeld = isHeld || held.holdsSplit(where: matches) }
    return isHeld
  }
}
