/// A leaf on display: what it is and where it stands, enough to draw it by.
public struct VisibleScreen: Hashable, Sendable {
  public var id: ControllerID
  /// The containers around it, outermost first.
  public var containers: [ControllerID]
  /// The column of the innermost split view around it that it belongs to.
  public var column: Column?
  public var isPlaceholder: Bool
  /// What the screen shows, in the app's own words; empty in an answer that an older server kept.
  public var route: String
  public var title: String?
  public var params: Params
  /// How the presented tree that it stands in is presented, as it was asked for; nil in the window's own tree.
  public var style: PresentationStyle?
  /// Of the nearest split view around it that it is a child of (WN-2).
  public var splitLayout: SplitLayout

  public init(
    id: ControllerID, containers: [ControllerID], column: Column?, isPlaceholder: Bool, route: String,
    title: String? = nil,
    params: Params = Params(), style: PresentationStyle? = nil, splitLayout: SplitLayout = .none
  ) {
    self.id = id
    self.containers = containers
    self.column = column
    self.isPlaceholder = isPlaceholder
    self.route = route
    self.title = title
    self.params = params
    self.style = style
    self.splitLayout = splitLayout
  }
}

/// How the nearest split view around a controller stands, as the trait `splitViewControllerLayoutEnvironment` says it
/// (WN-2).
public enum SplitLayout: String, Hashable, Sendable, CaseIterable {
  /// No split view is around it.
  case none
  case expanded, collapsed
}

extension Session {
  /// The leaf screens on display, leading to trailing, then presented ones, bottom to top. During an edge swipe it is
  /// the screen that is being swiped away.
  public var visible: [VisibleScreen] { display.visible }
}
