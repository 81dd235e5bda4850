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
