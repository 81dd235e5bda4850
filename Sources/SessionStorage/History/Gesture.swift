import NavigationModel

/// Scrolls of the same top tabs, or resizes of one drag of the window's edge, one after another: one step of the history.
package final class Gesture: Sendable {
  let dragged: Dragged
  /// The revision that it began from.
  let startRevision: Int
  /// The state of that revision; nil where the revision is not kept, and in a record that is only read.
  let start: Session?

  init(_ dragged: Dragged, startRevision: Int, start: Session?) {
    self.dragged = dragged
    self.startRevision = startRevision
    self.start = start
  }
}
