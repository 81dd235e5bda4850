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

  @inline(__always)
  func replacing(_ slot: Int, with controller: Controller) -> Self {
    var changed = self
    changed[slot] = controller
    return changed
  }
}

/// What a controller is to the container that holds it.
enum Holding: Hashable, Sendable {
  /// A child view controller.
  case child
  /// Kept by its split view without being a child of anything (CL-10).
  case preserved
  /// An answer that the split view's `behavior` still holds: not in the session yet, but its ids are taken.
  case pending
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

extension TabBar: Container {
  var slots: Range<Int> { tabs.indices }

  subscript(slot: Int) -> Controller? {
    @inline(__always) get { tabs.indices.contains(slot) ? tabs[slot].child : nil }
    set {
      guard let newValue else { return }
      _ = updateTab(at: slot) { $0.child = newValue }
    }
  }
}

extension Split: Container {
  /// What a split view holds, by what it is for, in tree order.
  enum Slot: Int, CaseIterable {
    case primary, secondary, preserved, primaryForCollapsing, primaryForExpanding, secondaryForSeparating

    var holding: Holding {
      switch self {
      case .primary, .secondary: .child
      case .preserved: .preserved
      case .primaryForCollapsing, .primaryForExpanding, .secondaryForSeparating: .pending
      }
    }
  }

  var slots: Range<Int> { Slot.allCases.indices }

  subscript(slot: Int) -> Controller? {
    @inline(__always) get {
      switch Slot(rawValue: slot) {
      case nil: nil
      case .primary: primary
      case .secondary: secondary
      case .preserved: preserved
      case .primaryForCollapsing: behavior.primaryForCollapsing
      case .primaryForExpanding: behavior.primaryForExpanding
      case .secondaryForSeparating: behavior.secondaryForSeparating
      }
    }
    set {
      switch Slot(rawValue: slot) {
      case nil: break
      case .primary: primary = newValue ?? primary
      case .secondary: secondary = newValue
      case .preserved: preserved = newValue
      case .primaryForCollapsing: behavior.primaryForCollapsing = newValue
      case .primaryForExpanding: behavior.primaryForExpanding = newValue
      case .secondaryForSeparating: behavior.secondaryForSeparating = newValue
      }
    }
  }

  /// The placeholder that `behavior` describes, where it stands nowhere in the split view: it waits like an answer, in no slot.
  var absentPlaceholder: Controller? {
    guard let placeholder = behavior.placeholder, secondary?.rootID != placeholder.id, preserved?.rootID != placeholder.id,
      primary.find(placeholder.id) == nil
    else { return nil }
    return placeholder
  }
}

extension Controller {
  /// The root of a stack.
  fileprivate var rootID: ControllerID? { if case .stack(let stack) = node { stack.value.root.id } else { nil } }
}
