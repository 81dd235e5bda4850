/// How the nearest split view around a controller stands, as the trait `splitViewControllerLayoutEnvironment` says it (WN-2).
public enum SplitLayout: String, Hashable, Sendable, CaseIterable {
  /// No split view is around it.
  case none
  case expanded, collapsed
}
