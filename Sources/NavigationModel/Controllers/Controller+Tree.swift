/// A controller's slots, whatever it is: walks know no more of a container than this.
extension Controller {
  /// Where what it presents stands: a number that no content has.
  private static var presentedSlot: Int { -1 }

  /// All that something may stand in; a slot may be empty.
  var slots: Range<Int> {
    presentedChild == nil ? contentSlots : Self.presentedSlot..<contentSlots.upperBound
  }

  /// In tree order.
  private var contentSlots: Range<Int> {
    switch node {
    case .screen: 0..<0
    case .stack(let stack): stack.value.slots
    case .tabBar(let tabBar): tabBar.value.slots
    case .topTabs(let topTabs): topTabs.value.slots
    case .split(let split): split.value.slots
    }
  }

  /// What stands in a slot; nil where it is empty or no slot at all.
  @inline(__always)
  func held(at slot: Int) -> Controller? {
    if slot == Self.presentedSlot { return presentedChild }
    return switch node {
    case .screen: nil
    case .stack(let stack): stack.value[slot]
    case .tabBar(let tabBar): tabBar.value[slot]
    case .topTabs(let topTabs): topTabs.value[slot]
    case .split(let split): split.value[slot]
    }
  }

  func holding(at slot: Int) -> Holding {
    if slot == Self.presentedSlot { return .presented }
    return switch node {
    case .screen, .stack, .topTabs: .child
    case .tabBar(let tabBar): slot < tabBar.value.tabs.count ? .child : .preserved
    case .split: Split.Slot(rawValue: slot)?.holding ?? .child
    }
  }

  /// Whether the very same tree stands in the same slot of two controllers.
  func holdsSame(as other: Controller, at slot: Int) -> Bool {
    if slot == Self.presentedSlot { return presentsSame(as: other) }
    return switch (node, other.node) {
    case (.stack(let stack), .stack(let other)): stack.value.holdsSame(as: other.value, at: slot)
    case (.tabBar(let tabBar), .tabBar(let other)): tabBar.value.holdsSame(as: other.value, at: slot)
    case (.topTabs(let topTabs), .topTabs(let other)): topTabs.value.holdsSame(as: other.value, at: slot)
    case (.split(let split), .split(let other)): split.value.holdsSame(as: other.value, at: slot)
    case (.screen, _), (.stack, _), (.tabBar, _), (.topTabs, _), (.split, _): false
    }
  }

  private func presentsSame(as other: Controller) -> Bool {
    guard let presentedChild, let counterpart = other.presentedChild else { return false }
    return presentedChild.isIdentical(to: counterpart)
  }

  /// Puts another controller into a slot.
  mutating func replace(at slot: Int, with controller: Controller) {
    if slot == Self.presentedSlot {
      presented = presented.map { Presented($0.style, controller) }
      return
    }
    switch node {
    case .screen: break
    case .stack(let stack): content = .stack(stack.value.replacing(slot, with: controller))
    case .tabBar(let tabBar): content = .tabBar(tabBar.value.replacing(slot, with: controller))
    case .topTabs(let topTabs): content = .topTabs(topTabs.value.replacing(slot, with: controller))
    case .split(let split): content = .split(split.value.replacing(slot, with: controller))
    }
  }

  /// What waits in no slot.
  var absentPlaceholder: Controller? {
    if case .split(let split) = node { split.value.absentPlaceholder } else { nil }
  }
}

extension Controller {
  /// Calls `body` with everything this controller holds directly, in tree order: what it presents stands above the rest.
  func forEachHeld(_ body: (Controller, Holding) -> Void) {
    for slot in contentSlots {
      if let held = held(at: slot) { body(held, holding(at: slot)) }
    }
    if let presentedChild { body(presentedChild, .presented) }
    if let absentPlaceholder { body(absentPlaceholder, .pending) }
  }

  /// The same without the answers that wait: what is in the session.
  func forEachPresent(_ body: (Controller, Holding) -> Void) {
    forEachHeld { held, holding in
      if holding != .pending { body(held, holding) }
    }
  }

  /// Changes everything this controller holds directly, in tree order.
  mutating func updateEachHeld(_ body: (inout Controller) -> Void) {
    for slot in slots {
      guard var held = held(at: slot) else { continue }
      body(&held)
      replace(at: slot, with: held)
    }
  }

  /// Changes the controller with this id, wherever it stands within this one; nil where it is not there.
  mutating func update<Result, Failure: Error>(
    _ id: ControllerID, _ body: (inout Controller) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try update(SoughtID(id), body)
  }

  private mutating func update<Result, Failure: Error>(
    _ sought: SoughtID, _ body: (inout Controller) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    if id == sought.id { return try body(&self) }
    for slot in slots {
      guard var held = held(at: slot), held.summary.ids.mayHold(sought), let result = try held.update(sought, body) else { continue }
      replace(at: slot, with: held)
      return result
    }
    return nil
  }

  /// The controller with this id within this one, itself included, answers that wait as well.
  public func find(_ id: ControllerID) -> Controller? { find(SoughtID(id), passesBy: nil) }

  /// The same without the answers that wait.
  func findInSession(_ id: ControllerID) -> Controller? { find(SoughtID(id), passesBy: .pending) }

  private func find(_ sought: SoughtID, passesBy: Holding?) -> Controller? {
    guard summary.ids.mayHold(sought) else { return nil }
    if id == sought.id { return self }
    for slot in slots where holding(at: slot) != passesBy {
      if let found = held(at: slot)?.find(sought, passesBy: passesBy) { return found }
    }
    return passesBy == .pending ? nil : absentPlaceholder?.find(sought, passesBy: passesBy)
  }
}
