/// A side of a container, in reading direction.
public enum HorizontalEdge: String, Hashable, Sendable, CaseIterable {
  case leading, trailing
}

/// A page of a paged container, with the title that its button has (SYS4-8).
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
  /// Where the pages stand, in points.
  public enum Geometry: Hashable, Sendable {
    /// Not laid out yet; a tree may say where it is scrolled to.
    case unplaced(contentOffset: Double?)
    /// As it was laid out last: page i begins at i × `pageWidth` (SYS4-5). `contentOffset` is where the viewport
    /// begins.
    case placed(pageWidth: Double, contentOffset: Double)
  }

  /// Which pages have appeared as long as the container is on display (D-126).
  public enum PageAppearance: String, Hashable, Sendable, CaseIterable {
    /// Those in the viewport: the current one, and while they move its neighbour.
    case current
    /// All of them, with the container: they are the children of one scroll view (SYS4-5, SYS4-7).
    case all
  }

  /// Leading to trailing.
  public private(set) var pages: [Page]
  /// The page that was settled on last: what a change of the width keeps on display (SYS4-17).
  public private(set) var currentIndex: Int
  public private(set) var geometry: Geometry
  /// Whether the control with the titles is hidden; the pages take its room (SYS4-13).
  public var isTabControlHidden: Bool
  /// Whether a scroll may go beyond the first and the last page (SYS4-22).
  public var bounces: Bool { didSet { scroll(to: contentOffset) } }
  /// The edges over which it bounces; a pan outwards over another one does not begin (SYS4-23).
  public var allowedBounceEdges: Set<HorizontalEdge> { didSet { scroll(to: contentOffset) } }
  public var pageAppearance: PageAppearance

  /// Nil where there are no pages, the index is none of theirs, or no layout could have come to the geometry.
  public init?(
    pages: [Page], currentIndex: Int = 0, geometry: Geometry = .unplaced(contentOffset: nil),
    isTabControlHidden: Bool = false,
    bounces: Bool = true, allowedBounceEdges: Set<HorizontalEdge> = Set(HorizontalEdge.allCases),
    pageAppearance: PageAppearance = .current
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

  /// Settles on a page; an index of none changes nothing (SYS4-9, SYS4-17).
  mutating func settle(on index: Int) {
    guard pages.indices.contains(index) else { return }
    currentIndex = index
    switch geometry {
    case .unplaced: geometry = .unplaced(contentOffset: nil)
    case .placed(let pageWidth, _): geometry = .placed(pageWidth: pageWidth, contentOffset: Double(index) * pageWidth)
    }
  }

  /// Moves the viewport as far as it may go; the current page stays (SYS4-17). Does nothing before the first layout.
  mutating func scroll(to contentOffset: Double) {
    guard case .placed(let pageWidth, _) = geometry, contentOffset.isFinite else { return }
    let range = scrollRange
    let held = min(max(contentOffset, range.lowerBound), range.upperBound)
    // No -0, which would be the same value in another text.
    geometry = .placed(pageWidth: pageWidth, contentOffset: held == 0 ? 0 : held)
  }

  /// Gives the pages the width of the place they stand in: another width moves the current page under the viewport, the
  /// same one changes nothing (SYS4-15, SYS4-16, SYS4-18, SYS4-20, D-125). An offset that a tree came with counts in
  /// points of its first place (D-127).
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

  /// Replaces all pages and settles; the current one is the same child, else at the same index, else the last (SYS4-1).
  /// False without pages.
  mutating func replacePages(with new: [Page]) -> Bool {
    guard !new.isEmpty else { return false }
    let current = currentPage
    pages = new
    settle(on: index(of: current) ?? min(currentIndex, new.count - 1))
    return true
  }

  /// Changes one page's child in place; an index of no page changes nothing.
  mutating func updateChild(at index: Int, _ body: (inout Controller) -> Void) {
    if pages.indices.contains(index) { body(&pages[index].child) }
  }
}

extension TopTabs.Geometry {
  fileprivate var isPossible: Bool {
    switch self {
    case .unplaced(let contentOffset): contentOffset?.isFinite ?? true
    case .placed(let pageWidth, let contentOffset): pageWidth.isFinite && pageWidth > 0 && contentOffset.isFinite
    }
  }
}
