/// A side of a container, in reading direction.
public enum HorizontalEdge: String, Hashable, Sendable, CaseIterable {
  case leading, trailing

  var opposite: HorizontalEdge { self == .leading ? .trailing : .leading }
}

/// A page of a paged container, with its button's title (SYS4-8).
public struct Page: Hashable, Sendable {
  public var title: String
  public var child: Controller

  public init(title: String, child: Controller) {
    self.title = title
    self.child = child
  }
}

/// Pages side by side under a control with a button for each: at least one page, one of them current (SYS4).
public struct TopTabs: Hashable, Sendable {
  /// The pages' geometry, in points.
  public enum Geometry: Hashable, Sendable {
    /// Not laid out yet; a tree may set an initial offset.
    case unplaced(contentOffset: Double?)
    /// The last layout: page i begins at i × `pageWidth` (SYS4-5). `contentOffset` is the viewport's origin.
    case placed(pageWidth: Double, contentOffset: Double)
  }

  /// Which pages have appeared while the container is on display (D-126).
  public enum PageAppearance: String, Hashable, Sendable, CaseIterable {
    /// The pages in the viewport: the current one and, during a scroll, its neighbour.
    case current
    /// All pages, with the container: they are the children of one scroll view (SYS4-5, SYS4-7).
    case all
  }

  /// From leading to trailing.
  public private(set) var pages: [Page]
  /// The page settled on last: a width change keeps it on display (SYS4-17).
  public private(set) var currentIndex: Int
  public private(set) var geometry: Geometry
  /// Whether the title control is hidden; the pages take its room (SYS4-13).
  public var isTabControlHidden: Bool
  /// Whether a scroll may overshoot the first and the last page (SYS4-22).
  public var bounces: Bool { didSet { scroll(to: contentOffset) } }
  /// The edges that bounce; an outward pan over another one does not begin (SYS4-23).
  public var allowedBounceEdges: Set<HorizontalEdge> { didSet { scroll(to: contentOffset) } }
  public var pageAppearance: PageAppearance

  /// Nil without pages, with an index out of range, or with an impossible geometry.
  public init?(
    pages: [Page], currentIndex: Int = 0, geometry: Geometry = .unplaced(contentOffset: nil),
    isTabControlHidden: Bool = false, bounces: Bool = true,
    allowedBounceEdges: Set<HorizontalEdge> = Set(HorizontalEdge.allCases), pageAppearance: PageAppearance = .current
  ) {
    guard pages.indices.contains(currentIndex), geometry.isPossible else { return nil }
    self.pages = pages
    self.currentIndex = currentIndex
    self.geometry = geometry
    self.isTabControlHidden = isTabControlHidden
    self.bounces = bounces
    self.allowedBounceEdges = allowedBounceEdges
    self.pageAppearance = pageAppearance
    scroll(to: contentOffset)
  }

  public func index(of child: ControllerID) -> Int? { pages.firstIndex { $0.child.id == child } }

  /// The id of the current page's child.
  public var currentPage: ControllerID { pages[currentIndex].child.id }

  /// Settles on a page; does nothing for an index out of range (SYS4-9, SYS4-17).
  mutating func settle(on index: Int) {
    guard pages.indices.contains(index) else { return }
    currentIndex = index
    switch geometry {
    case .unplaced: geometry = .unplaced(contentOffset: nil)
    case .placed(let pageWidth, _): geometry = .placed(pageWidth: pageWidth, contentOffset: Double(index) * pageWidth)
    }
  }

  /// Whether it is there already.
  func isSettled(on index: Int) -> Bool {
    var settled = self
    settled.settle(on: index)
    return settled == self
  }

  /// Moves the viewport within `scrollRange`; the current page stays (SYS4-17). Does nothing before the first layout.
  mutating func scroll(to contentOffset: Double) {
    guard case .placed(let pageWidth, _) = geometry, contentOffset.isFinite else { return }
    let range = scrollRange
    let held = min(max(contentOffset, range.lowerBound), range.upperBound)
    // Never -0: an equal value with a different text.
    geometry = .placed(pageWidth: pageWidth, contentOffset: held == 0 ? 0 : held)
  }

  /// Sets the pages' width from their container: a new width scrolls to the current page, an unchanged one has no
  /// effect (SYS4-15, SYS4-16, SYS4-18, SYS4-20, D-125). A tree's initial offset is in points of its first layout
  /// (D-127).
  mutating func layOut(pageWidth: Double) {
    switch geometry {
    case .placed(pageWidth, _): break
    case .placed, .unplaced(nil):
      geometry = .placed(pageWidth: pageWidth, contentOffset: Double(currentIndex) * pageWidth)
    case .unplaced(let contentOffset?):
      geometry = .placed(pageWidth: pageWidth, contentOffset: Double(currentIndex) * pageWidth)
      scroll(to: contentOffset)
    }
  }

  /// Replaces all pages and settles on the same child, else the same index, else the last page (SYS4-1). False without
  /// pages.
  mutating func replacePages(with new: [Page]) -> Bool {
    guard !new.isEmpty else { return false }
    let current = currentPage
    pages = new
    settle(on: index(of: current) ?? min(currentIndex, new.count - 1))
    return true
  }

  /// Changes one page's child in place; does nothing for an index out of range.
  mutating func updateChild(at index: Int, _ body: (inout Controller) -> Void) {
    if pages.indices.contains(index) { body(&pages[index].child) }
  }

  /// Applies the given values; ignores a page of another container.
  package mutating func apply(_ update: TopTabsUpdate) {
    if let isHidden = update.isTabControlHidden { isTabControlHidden = isHidden }
    if let bounces = update.bounces { self.bounces = bounces }
    if let edges = update.allowedBounceEdges { allowedBounceEdges = edges }
    if let appearance = update.pageAppearance { pageAppearance = appearance }
    if let index = update.currentPage.flatMap(index(of:)) { settle(on: index) }
  }

  // Values derived from the pages' geometry.

  /// The bar under the titles that marks the displayed page, in points.
  public struct Indicator: Hashable, Sendable {
    public var x: Double
    public var width: Double
  }

  /// Nil before the first layout.
  public var pageWidth: Double? {
    switch geometry {
    case .unplaced: nil
    case .placed(let pageWidth, _): pageWidth
    }
  }

  /// The viewport's origin, in points from the leading edge of the first page.
  public var contentOffset: Double {
    switch geometry {
    case .unplaced(let contentOffset): contentOffset ?? 0
    case .placed(_, let contentOffset): contentOffset
    }
  }

  /// The width of all pages side by side (SYS4-6).
  public var contentWidth: Double { Double(pages.count) * (pageWidth ?? 0) }

  /// As wide as a button, at the viewport's relative position along the pages (SYS4-10); beyond the control's ends in
  /// an overscroll (SYS4-12).
  public var indicator: Indicator {
    guard let pageWidth, contentWidth > 0 else { return Indicator(x: 0, width: 0) }
    return Indicator(x: pageWidth * (contentOffset / contentWidth), width: pageWidth / Double(pages.count))
  }

  /// The page with the origin nearest to the viewport's, the lower one of a tie (SYS4-11); always a page, even in an
  /// overscroll (SYS4-12).
  public var mostVisibleIndex: Int {
    guard let pageWidth, pageWidth > 0 else { return currentIndex }
    let nearest = (contentOffset / pageWidth - 0.5).rounded(.up)
    return Int(min(max(nearest, 0), Double(pages.count - 1)))
  }

  /// The id of the most visible page's child.
  public var mostVisiblePage: ControllerID { pages[mostVisibleIndex].child.id }

  /// The pages at least partly in the viewport: one at rest, two during a scroll (SYS4-4).
  public var displayedIndices: ClosedRange<Int> {
    let nearest = mostVisibleIndex
    guard let pageWidth else { return nearest...nearest }
    // Not by comparing edges: rounding might include a neighbour.
    let origin = Double(nearest) * pageWidth
    if contentOffset > origin { return nearest...min(nearest + 1, pages.count - 1) }
    if contentOffset < origin { return max(nearest - 1, 0)...nearest }
    return nearest...nearest
  }

  /// The pages that have appeared, displayed ones included.
  var appearedIndices: ClosedRange<Int> {
    switch pageAppearance {
    case .current: displayedIndices
    case .all: 0...pages.count - 1
    }
  }

  /// Whether the current page fills the viewport.
  public var isAtRest: Bool { contentOffset == Double(currentIndex) * (pageWidth ?? 0) }

  /// The range of the viewport's origin: up to `Limits.overscroll` pages beyond an edge that bounces (D-124).
  public var scrollRange: ClosedRange<Double> {
    let overscroll = Limits.overscroll * (pageWidth ?? 0)
    return
      (bounces(over: .leading) ? -overscroll : 0)...(bounces(over: .trailing) ? lastOrigin + overscroll : lastOrigin)
  }

  /// Whether this container handles an outward pan over an edge: not at an edge without bounce, so that a neighbour
  /// such as a drawer can handle it (SYS4-22, SYS4-23, SYS4-24).
  public func takesPan(over edge: HorizontalEdge) -> Bool {
    if bounces(over: edge) { return true }
    return switch edge {
    case .leading: contentOffset > 0
    case .trailing: contentOffset < lastOrigin
    }
  }

  private func bounces(over edge: HorizontalEdge) -> Bool { bounces && allowedBounceEdges.contains(edge) }

  /// The edge that a viewport with this origin overscrolls.
  func edge(beyond contentOffset: Double) -> HorizontalEdge? {
    if contentOffset < 0 { return .leading }
    return contentOffset > lastOrigin ? .trailing : nil
  }

  /// The origin of the last page.
  private var lastOrigin: Double { Double(pages.count - 1) * (pageWidth ?? 0) }
}

extension TopTabs.Geometry {
  fileprivate var isPossible: Bool {
    switch self {
    case .unplaced(let contentOffset): contentOffset?.isFinite ?? true
    case .placed(let pageWidth, let contentOffset): pageWidth.isFinite && pageWidth > 0 && contentOffset.isFinite
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
