/// What holds controllers, each in a slot of its own.
protocol Container {
  /// In tree order; a slot may be empty.
  var slots: Range<Int> { get }
  /// What stands in a slot; nil where it is empty or no slot at all. Only an optional member of a split view can be emptied.
  subscript(slot: Int) -> Controller? { get set }
}

extension Container {
  @inline(__always)
  func holdsSame(as other: Self, at slot: Int) -> Bool {
    guard let held = self[slot], let counterpart = other[slot] else { return false }
    return held.isIdentical(to: counterpart)
  }

  /// False only where the id is in no way in the tree that stands there.
  @inline(__always)
  func mayHold(_ sought: SoughtID, at slot: Int) -> Bool { self[slot]?.summary.ids.mayHold(sought) ?? false }

  @inline(__always)
  func replacing(_ slot: Int, with controller: Controller) -> Self {
    var changed = self
    changed[slot] = controller
    return changed
  }

  /// The same with whatever stands in a slot changed, in tree order.
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
    @inline(__always) get { slot == 0 ? root : above.indices.contains(slot - 1) ? above[slot - 1] : nil }
    set {
      guard let newValue, slots.contains(slot) else { return }
      if slot == 0 { root = newValue } else { above[slot - 1] = newValue }
    }
  }
}

/// What tabs have saved stands behind all children, tab by tab (SYS1-20).
extension TabBar: Container {
  var slots: Range<Int> {
    var count = tabs.count
    for index in tabs.indices { count += tabs[index].savedDetails.count }
    return 0..<count
  }

  subscript(slot: Int) -> Controller? {
    @inline(__always) get {
      if tabs.indices.contains(slot) { return tabs[slot].child }
      return savedPlace(of: slot).map { tabs[$0.tab].savedDetails[$0.place] }
    }
    set {
      guard let newValue else { return }
      if tabs.indices.contains(slot) {
        _ = updateTab(at: slot) { $0.child = newValue }
      } else if let saved = savedPlace(of: slot) {
        _ = updateTab(at: saved.tab) { $0.savedDetails[saved.place] = newValue }
      }
    }
  }

  private func savedPlace(of slot: Int) -> (tab: Int, place: Int)? {
    var place = slot - tabs.count
    for index in tabs.indices {
      if tabs[index].savedDetails.indices.contains(place) { return (index, place) }
      place -= tabs[index].savedDetails.count
    }
    return nil
  }
}

extension TopTabs: Container {
  var slots: Range<Int> { pages.indices }

  subscript(slot: Int) -> Controller? {
    @inline(__always) get { pages.indices.contains(slot) ? pages[slot].child : nil }
    set {
      guard let newValue else { return }
      updateChild(at: slot) { $0 = newValue }
    }
  }
}

extension Split: Container {
  /// What a split view holds, by what it is for, in tree order. A compact tree is never preserved.
  enum Slot: Int {
    case primary, supplementary, secondary, compact
    case preservedPrimary, preservedSupplementary, preservedSecondary
    case primaryForCollapsing, primaryForExpanding, secondaryForSeparating

    var holding: Holding {
      switch self {
      case .primary, .supplementary, .secondary, .compact: .child
      case .preservedPrimary, .preservedSupplementary, .preservedSecondary: .preserved
      case .primaryForCollapsing, .primaryForExpanding, .secondaryForSeparating: .pending
      }
    }
  }

  /// Most split views neither preserve anything nor have answers that wait.
  var slots: Range<Int> {
    let last: Slot = behavior.hasWaiting ? .secondaryForSeparating : isCollapsed ? .preservedSecondary : .compact
    return 0..<last.rawValue + 1
  }

  subscript(slot: Int) -> Controller? {
    @inline(__always) get {
      switch Slot(rawValue: slot) {
      case nil: nil
      case .primary: columns.primary
      case .supplementary: columns.supplementary
      case .secondary: columns.secondary
      case .compact: columns.compact
      case .preservedPrimary: collapse?.preserved.primary
      case .preservedSupplementary: collapse?.preserved.supplementary
      case .preservedSecondary: collapse?.preserved.secondary
      case .primaryForCollapsing: behavior.primaryForCollapsing
      case .primaryForExpanding: behavior.primaryForExpanding
      case .secondaryForSeparating: behavior.secondaryForSeparating
      }
    }
    set {
      switch Slot(rawValue: slot) {
      case nil: break
      case .primary: columns.primary = newValue
      case .supplementary: columns.supplementary = newValue
      case .secondary: columns.secondary = newValue
      case .compact: columns.compact = newValue
      case .preservedPrimary: collapse?.preserved.primary = newValue
      case .preservedSupplementary: collapse?.preserved.supplementary = newValue
      case .preservedSecondary: collapse?.preserved.secondary = newValue
      case .primaryForCollapsing: behavior.primaryForCollapsing = newValue
      case .primaryForExpanding: behavior.primaryForExpanding = newValue
      case .secondaryForSeparating: behavior.secondaryForSeparating = newValue
      }
    }
  }

  /// The placeholder that `behavior` describes, where it stands nowhere in the split view: it waits like an answer, in no slot.
  var absentPlaceholder: Controller? {
    guard let placeholder = behavior.placeholder, columns.secondary?.rootPlaceholder != placeholder.id,
      collapse?.preserved.secondary?.rootPlaceholder != placeholder.id, !holdsPlaceholder(placeholder.id, in: columns.primary),
      !holdsPlaceholder(placeholder.id, in: columns.supplementary)
    else { return nil }
    return placeholder
  }

  private func holdsPlaceholder(_ id: ControllerID, in column: Controller?) -> Bool {
    column?.find(id)?.isPlaceholder == true
  }
}

extension Controller {
  /// The placeholder at the root of a stack.
  fileprivate var rootPlaceholder: ControllerID? {
    guard case .stack(let stack) = node, stack.value.root.isPlaceholder else { return nil }
    return stack.value.root.id
  }
}
