extension Transition {
  /// The stages of a scroll: a finger moves the pages, they move on by themselves, they stand (SYS4-17).
  public enum ScrollPhase: String, Hashable, Sendable, CaseIterable {
    case dragging, decelerating, ended
  }

  /// A page in a list that replaces all pages.
  public struct PageDescription: Hashable, Sendable {
    public var title: String
    public var child: Member

    public init(title: String, child: Member) {
      self.title = title
      self.child = child
    }
  }
}

/// New values for the settable members of top tabs; nil leaves one as it is.
public struct TopTabsUpdate: Hashable, Sendable {
  /// The id of a page's child: the container settles on it.
  public var currentPage: ControllerID?
  public var isTabControlHidden: Bool?
  public var bounces: Bool?
  public var allowedBounceEdges: Set<HorizontalEdge>?
  public var pageAppearance: TopTabs.PageAppearance?

  public init() {}

  /// What `change` sets.
  public init(_ change: (inout TopTabsUpdate) -> Void) { change(&self) }
}
