extension Transition {
  /// The stages of a scroll: dragged by a finger, decelerating, at rest (SYS4-17).
  public enum ScrollPhase: String, Hashable, Sendable, CaseIterable {
    case dragging, decelerating, ended
  }

  /// A page of a replacement list.
  public struct PageDescription: Hashable, Sendable {
    public var title: String
    public var child: Member

    public init(title: String, child: Member) {
      self.title = title
      self.child = child
    }
  }
}

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
