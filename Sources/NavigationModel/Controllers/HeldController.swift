/// An unretained reference to a controller of a tree that is retained elsewhere.
///
/// Valid only while that tree is retained.
struct HeldController: Sendable {
  // SAFETY: trees are immutable, so the owner of a tree retains all controllers in it. `Display` and `TreeChange`,
  // which store these, have the tree as a member. Each function that reads one extends the tree's lifetime to its own
  // end.
  private let storage: Unmanaged<ControllerStorage>

  init(_ controller: borrowing Controller) { storage = controller.unmanaged }

  var id: ControllerID { storage._withUnsafeGuaranteedRef { $0.id } }
  var kind: Controller.Kind { storage._withUnsafeGuaranteedRef { $0.kind } }
  var controller: Controller { Controller(storage) }

  var presented: (style: PresentationStyle, child: HeldController)? {
    storage._withUnsafeGuaranteedRef { storage in
      guard let child = storage.presentedChild else { return nil }
      return (storage.presentedStyle, HeldController(child))
    }
  }

  /// Reads the content, of a kind that the caller has checked.
  @inline(__always)
  func with<Value: Sendable, Result>(_: Value.Type, _ body: (borrowing Value) -> Result) -> Result {
    // SAFETY: every caller has just checked `kind`, which determines the class; debug builds check the class too.
    storage._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: ContentStorage<Value>.self).value) }
  }

  var isPlaceholder: Bool { isScreen { $0.isPlaceholder } }
  /// Whether this screen itself blocks its removal.
  var blocksRemoval: Bool { isScreen { $0.blocksRemoval } }
  var hasSelection: Bool { isScreen { $0.hasSelection } }

  @inline(__always)
  private func isScreen(_ body: (borrowing Screen) -> Bool) -> Bool { kind == .screen && with(Screen.self, body) }

  func isIdentical(to other: HeldController) -> Bool { storage.toOpaque() == other.storage.toOpaque() }

  /// Whether both have the same id, perhaps in two states.
  @inline(__always)
  func isSame(as other: HeldController) -> Bool { isIdentical(to: other) || id == other.id }
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
