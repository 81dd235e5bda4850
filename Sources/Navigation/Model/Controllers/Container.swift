/// A value that holds controllers, each in a slot.
protocol Container {
  /// Slots in tree order; one may be empty.
  var slots: Range<Int> { get }
  /// The controller in a slot; nil for an empty or invalid slot. Only an optional member of a split view can be
  /// emptied.
  subscript(slot: Int) -> Controller? { get set }
  /// The relation of a slot's controller to the container.
  func holding(at slot: Int) -> Holding
  /// The placeholders outside of all slots, which count as part of the tree.
  var absentPlaceholders: AbsentPlaceholders { get }
}

extension Container {
  var absentPlaceholders: AbsentPlaceholders { AbsentPlaceholders() }

  func holding(at slot: Int) -> Holding { .child }

  /// The first slot, from `slot` on, whose tree may hold an id.
  func firstSlot(mayHold sought: SoughtID, from slot: Int) -> Int? {
    var slot = slot
    let end = slots.upperBound
    while slot < end {
      if self[slot]?.summary.ids.mayHold(sought) == true { return slot }
      slot += 1
    }
    return nil
  }

  func replacing(_ slot: Int, with controller: Controller) -> Self {
    var changed = self
    changed[slot] = controller
    return changed
  }

  /// A copy with each controller changed, in tree order.
  func replacingEach(_ body: (inout Controller) -> Void) -> Self {
    var changed = self
    for slot in slots {
      guard var held = self[slot] else { continue }
      body(&held)
      changed[slot] = held
    }
    return changed
  }
}

extension Stack: Container {
  var slots: Range<Int> { 0..<count }

  subscript(slot: Int) -> Controller? {
    get { slot == 0 ? root : above.indices.contains(slot - 1) ? above[slot - 1] : nil }
    set {
      guard let newValue, slots.contains(slot) else { return }
      if slot == 0 { root = newValue } else { above[slot - 1] = newValue }
    }
  }
}

/// Details saved by tabs follow all children, tab by tab (SYS1-20, D-35), then what groups keep beside their stacks (D-441).
extension TabBar: Container {
  var slots: Range<Int> {
    var count = tabs.count
    for index in tabs.indices {
      count += tabs[index].savedDetails.count
      if let node = tabs[index].node { count += node.value.keptCount }
    }
    return 0..<count
  }

  subscript(slot: Int) -> Controller? {
    get {
      if tabs.indices.contains(slot) { return tabs[slot].child }
      if let saved = savedPlace(of: slot) { return tabs[saved.tab].savedDetails[saved.place] }
      return keptPlace(of: slot).flatMap { tabs[$0.tab].node?.value.kept(at: $0.place) }
    }
    set {
      guard let newValue else { return }
      if tabs.indices.contains(slot) {
        _ = updateTab(at: slot) { $0.child = newValue }
      } else if let saved = savedPlace(of: slot) {
        _ = updateTab(at: saved.tab) { $0.savedDetails[saved.place] = newValue }
      } else if let kept = keptPlace(of: slot) {
        _ = updateTab(at: kept.tab) { $0.node?.value.replaceKept(at: kept.place, with: newValue) }
      }
    }
  }

  func holding(at slot: Int) -> Holding { slot < tabs.count ? .child : .preserved }

  private func savedPlace(of slot: Int) -> (tab: Int, place: Int)? {
    var place = slot - tabs.count
    for index in tabs.indices {
      if tabs[index].savedDetails.indices.contains(place) { return (index, place) }
      place -= tabs[index].savedDetails.count
    }
    return nil
  }

  private func keptPlace(of slot: Int) -> (tab: Int, place: Int)? {
    var place = slot - tabs.count - tabs.reduce(0) { $0 + $1.savedDetails.count }
    for index in tabs.indices {
      let count = tabs[index].node?.value.keptCount ?? 0
      if place < count { return (index, place) }
      place -= count
    }
    return nil
  }
}

extension TopTabs: Container {
  var slots: Range<Int> { pages.indices }

  subscript(slot: Int) -> Controller? {
    get { pages.indices.contains(slot) ? pages[slot].child : nil }
    set {
      guard let newValue else { return }
      updateChild(at: slot) { $0 = newValue }
    }
  }
}

extension Split: Container {
  /// A split view's slots by role, in tree order. A compact tree is never preserved.
  enum Slot: Int {
    case primary, supplementary, secondary, compact, inspector
    case preservedPrimary, preservedSupplementary, preservedSecondary
    case primaryForCollapsing, primaryForExpanding, secondaryForSeparating

    var holding: Holding {
      switch self {
      case .primary, .supplementary, .secondary, .compact, .inspector: .child
      case .preservedPrimary, .preservedSupplementary, .preservedSecondary: .preserved
      case .primaryForCollapsing, .primaryForExpanding, .secondaryForSeparating: .pending
      }
    }
  }

  /// Most split views have no preserved controllers and no pending answers.
  var slots: Range<Int> {
    let lastColumn: Slot = columns.inspector == nil ? .compact : .inspector
    let last: Slot = delegate.hasWaiting ? .secondaryForSeparating : isCollapsed ? .preservedSecondary : lastColumn
    return 0..<last.rawValue + 1
  }

  subscript(slot: Int) -> Controller? {
    get {
      switch Slot(rawValue: slot) {
      case nil: nil
      case .primary: columns.primary
      case .supplementary: columns.supplementary
      case .secondary: columns.secondary
      case .compact: columns.compact
      case .inspector: columns.inspector
      case .preservedPrimary: collapse?.preserved.primary
      case .preservedSupplementary: collapse?.preserved.supplementary
      case .preservedSecondary: collapse?.preserved.secondary
      case .primaryForCollapsing: delegate.primaryForCollapsing
      case .primaryForExpanding: delegate.primaryForExpanding
      case .secondaryForSeparating: delegate.secondaryForSeparating
      }
    }
    set {
      switch Slot(rawValue: slot) {
      case nil: break
      case .primary: columns.primary = newValue
      case .supplementary: columns.supplementary = newValue
      case .secondary: columns.secondary = newValue
      case .compact: columns.compact = newValue
      case .inspector: columns.inspector = newValue
      case .preservedPrimary: collapse?.preserved.primary = newValue
      case .preservedSupplementary: collapse?.preserved.supplementary = newValue
      case .preservedSecondary: collapse?.preserved.secondary = newValue
      case .primaryForCollapsing: delegate.primaryForCollapsing = newValue
      case .primaryForExpanding: delegate.primaryForExpanding = newValue
      case .secondaryForSeparating: delegate.secondaryForSeparating = newValue
      }
    }
  }

  func holding(at slot: Int) -> Holding { Slot(rawValue: slot)?.holding ?? .child }

  var absentPlaceholders: AbsentPlaceholders {
    AbsentPlaceholders(
      secondary: absent(delegate.placeholder), supplementary: absent(delegate.supplementaryPlaceholder))
  }

  private func absent(_ placeholder: Controller?) -> Controller? {
    guard let placeholder, columns.secondary?.rootPlaceholder != placeholder.id,
      collapse?.preserved.secondary?.rootPlaceholder != placeholder.id,
      collapse?.preserved.supplementary?.rootPlaceholder != placeholder.id,
      !holdsPlaceholder(placeholder.id, in: columns.primary),
      !holdsPlaceholder(placeholder.id, in: columns.supplementary)
    else { return nil }
    return placeholder
  }

  private func holdsPlaceholder(_ id: ControllerID, in column: Controller?) -> Bool {
    column?.find(id)?.isPlaceholder == true
  }
}

/// The placeholders of a `delegate` that are absent from its split view's tree: pending like answers, in no slot (D-22,
/// D-412).
struct AbsentPlaceholders: Sequence, IteratorProtocol {
  var secondary: Controller?
  var supplementary: Controller?

  var isEmpty: Bool { secondary == nil && supplementary == nil }

  mutating func next() -> Controller? {
    if let secondary = secondary.take() { return secondary }
    return supplementary.take()
  }
}

extension Controller {
  /// The placeholder at the root of a stack.
  fileprivate var rootPlaceholder: ControllerID? {
    guard case .stack(let stack) = node, stack.value.root.isPlaceholder else { return nil }
    return stack.value.root.id
  }

  // A controller's slots, of any kind: walks know no more of a container.

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
      presented?.child = controller
      return
    }
    switch node {
    case .screen: break
    case .stack(let stack): replace(slot, of: stack, with: controller, as: Content.stack)
    case .tabBar(let tabBar): replace(slot, of: tabBar, with: controller, as: Content.tabBar)
    case .topTabs(let topTabs): replace(slot, of: topTabs, with: controller, as: Content.topTabs)
    case .split(let split): replace(slot, of: split, with: controller, as: Content.split)
    }
  }

  /// The pending placeholders, which have no slot.
  var absentPlaceholders: AbsentPlaceholders {
    if case .split(let split) = node { split.value.absentPlaceholders } else { AbsentPlaceholders() }
  }

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

  /// Calls `body` with every controller of the tree, in tree order, preserved and pending ones included.
  func forEachController(_ body: (Controller) -> Void) {
    body(self)
    forEachHeld { held, _ in held.forEachController(body) }
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
    case .stack(let stack): content = .stack(stack.value.replacingEach(body))
    case .tabBar(let tabBar): content = .tabBar(tabBar.value.replacingEach(body))
    case .topTabs(let topTabs): content = .topTabs(topTabs.value.replacingEach(body))
    case .split(let split): content = .split(split.value.replacingEach(body))
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

  /// Whether a split view in this tree, pending ones included, satisfies a predicate.
  func holdsSplit(where matches: (Split) -> Bool) -> Bool {
    guard summary.holdsSplit else { return false }
    if case .split(let split) = node, matches(split.value) { return true }
    var isHeld = false
    forEachHeld { held, _ in isHeld = isHeld || held.holdsSplit(where: matches) }
    return isHeld
  }
}

/// A controller's relation to its container.
enum Holding: Hashable, Sendable {
  /// A child view controller.
  case child
  /// Preserved by its split view, or saved by its tab bar, without a parent (CL-10, SYS1-20).
  case preserved
  /// Presented by it, and so outside of its child tree (PR-9).
  case presented
  /// A pending answer in the split view's `delegate`: not in the session yet, but its ids are taken.
  case pending
}
