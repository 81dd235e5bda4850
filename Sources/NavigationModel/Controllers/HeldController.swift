/// A controller of a tree that is held elsewhere: no copy is counted.
///
/// It is used only as long as the tree that it stands in is held.
struct HeldController: Sendable {
  // SAFETY: trees never change, so that the holder of a tree holds all controllers in it. `Display` and `TreeChange`,
  // where these stand, have the tree as a member, and each function that looks into one extends its lifetime to the
  // end.
  private let kept: Unmanaged<Kept>

  init(_ controller: borrowing Controller) { kept = controller.unmanaged }

  var id: ControllerID { kept._withUnsafeGuaranteedRef { $0.id } }
  var kind: Controller.Kind { kept._withUnsafeGuaranteedRef { $0.kind } }
  var controller: Controller { Controller(kept) }

  /// What it presents.
  var presented: (style: PresentationStyle, child: HeldController)? {
    kept._withUnsafeGuaranteedRef { kept in
      guard let child = kept.presentedChild else { return nil }
      return (kept.presentedStyle, HeldController(child))
    }
  }

  /// Looks into its content, of a kind that the caller has found out.
  @inline(__always)
  func with<Value: Sendable, Result>(_: Value.Type, _ body: (borrowing Value) -> Result) -> Result {
    // SAFETY: every caller has looked at `kind`, which says the class, just before; debug builds check the class as
    // well.
    kept._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: KeptContent<Value>.self).value) }
  }

  /// Of a screen.
  var isPlaceholder: Bool { isScreen { $0.isPlaceholder } }
  /// Whether this very screen blocks its removal.
  var blocksRemoval: Bool { isScreen { $0.blocksRemoval } }
  var hasSelection: Bool { isScreen { $0.hasSelection } }

  @inline(__always)
  private func isScreen(_ body: (borrowing Screen) -> Bool) -> Bool { kind == .screen && with(Screen.self, body) }

  func isIdentical(to other: HeldController) -> Bool { kept.toOpaque() == other.kept.toOpaque() }

  /// Whether both are the same controller, perhaps in two states.
  @inline(__always)
  func isSame(as other: HeldController) -> Bool { isIdentical(to: other) || id == other.id }
}

/// What a controller is to the container that holds it.
enum Holding: Hashable, Sendable {
  /// A child view controller.
  case child
  /// Kept by its split view, or saved by its tab bar, without being a child of anything (CL-10, SYS1-20).
  case preserved
  /// Presented over it, and so outside of its child tree (PR-9).
  case presented
  /// An answer that the split view's `behavior` still holds: not in the session yet, but its ids are taken.
  case pending
}
