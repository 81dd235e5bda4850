import NavigationModel

/// Scrolls of the same top tabs, one after another, which are one entry of the history.
final class Gesture: Sendable {
  let topTabs: ControllerID
  /// The revision and the state that it began from.
  let startRevision: Int
  let start: Session

  init(topTabs: ControllerID, startRevision: Int, start: Session) {
    self.topTabs = topTabs
    self.startRevision = startRevision
    self.start = start
  }
}
