/// Values derived from the pages' geometry.
extension TopTabs {
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
