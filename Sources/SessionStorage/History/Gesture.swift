import NavigationModel

/// Scrolls of the same top tabs, one after another, which are one entry of the history.
package final class Gesture: Sendable {
  let topTabs: ControllerID
  /// The revision that it began from.
  let startRevision: Int
  /// The state of that revision; nil where the revision is not kept, and in a record that is only read.
  let start: Session?

  init(topTabs: ControllerID, startRevision: Int, start: Session?) {
    self.topTabs = topTabs
    self.startRevision = startRevision
    self.start = start
  }
}
