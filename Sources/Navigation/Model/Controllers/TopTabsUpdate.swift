/// New values for the settable members of top tabs; a nil member is unchanged.
public struct TopTabsUpdate: Hashable, Sendable {
  /// The id of a page's child: the container settles on it.
  public var currentPage: ControllerID?
  public var isTabControlHidden: Bool?
  public var bounces: Bool?
  public var allowedBounceEdges: Set<HorizontalEdge>?
  public var pageAppearance: TopTabs.PageAppearance?

  public init() {}

  /// An update with the values that `change` sets.
  public init(_ change: (inout TopTabsUpdate) -> Void) { change(&self) }
}

extension TopTabs {
  /// Applies the given values; ignores a page of another container.
  package mutating func apply(_ update: TopTabsUpdate) {
    if let isHidden = update.isTabControlHidden { isTabControlHidden = isHidden }
    if let bounces = update.bounces { self.bounces = bounces }
    if let edges = update.allowedBounceEdges { allowedBounceEdges = edges }
    if let appearance = update.pageAppearance { pageAppearance = appearance }
    if let index = update.currentPage.flatMap(index(of:)) { settle(on: index) }
  }
}
