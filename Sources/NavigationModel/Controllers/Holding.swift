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
