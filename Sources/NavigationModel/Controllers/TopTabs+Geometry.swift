/// What follows from where the pages stand.
extension TopTabs {
  /// Under the titles, the bar that shows which page is on display, in points.
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

  /// Where the viewport begins, in points from the leading edge of the first page.
  public var contentOffset: Double {
    switch geometry {
    case .unplaced(let contentOffset): contentOffset ?? 0
    case .placed(_, let contentOffset): contentOffset
    }
  }

  /// All pages beside each other (SYS4-6).
  public var contentWidth: Double { Double(pages.count) * (pageWidth ?? 0) }

  /// As wide as a button, and as far along the control as the viewport is along the pages (SYS4-10); beyond its ends in
  /// an overscroll (SYS4-12).
  public var indicator: Indicator {
    guard let pageWidth, contentWidth > 0 else { return Indicator(x: 0, width: 0) }
    return Indicator(x: pageWidth * (contentOffset / contentWidth), width: pageWidth / Double(pages.count))
  }

  /// The page whose origin is nearest to the viewport's, the lower one of two (SYS4-11); one of them even in an
  /// overscroll (SYS4-12).
  public var mostVisibleIndex: Int {
    guard let pageWidth, pageWidth > 0 else { return currentIndex }
    let nearest = (contentOffset / pageWidth - 0.5).rounded(.up)
    return Int(min(max(nearest, 0), Double(pages.count - 1)))
  }

  /// The id of that page's child.
  public var mostVisiblePage: ControllerID { pages[mostVisibleIndex].child.id }

  /// The pages that the viewport shows a part of: one at rest, two in the middle of a scroll (SYS4-4).
  public var displayedIndices: ClosedRange<Int> {
    let nearest = mostVisibleIndex
    guard let pageWidth else { return nearest...nearest }
    // Not by comparing edges, where rounding might let a neighbour in.
    let origin = Double(nearest) * pageWidth
    if contentOffset > origin { return nearest...min(nearest + 1, pages.count - 1) }
    if contentOffset < origin { return max(nearest - 1, 0)...nearest }
    return nearest...nearest
  }

  /// The pages that have appeared, the displayed ones among them.
  var appearedIndices: ClosedRange<Int> {
    switch pageAppearance {
    case .current: displayedIndices
    case .all: 0...pages.count - 1
    }
  }

  /// Whether the current page fills the viewport.
  public var isAtRest: Bool { contentOffset == Double(currentIndex) * (pageWidth ?? 0) }

  /// Where the viewport may begin: up to `Limits.overscroll` pages beyond an edge that it bounces over (D-124).
  public var scrollRange: ClosedRange<Double> {
    let overscroll = Limits.overscroll * (pageWidth ?? 0)
    return
      (bounces(over: .leading) ? -overscroll : 0)...(bounces(over: .trailing) ? lastOrigin + overscroll : lastOrigin)
  }

  /// Whether a pan outwards over an edge is this container's: everywhere but at that edge where it does not bounce, so
  /// that something beside it, such as a drawer, can have the pan (SYS4-22, SYS4-23, SYS4-24).
  public func takesPan(over edge: HorizontalEdge) -> Bool {
    if bounces(over: edge) { return true }
    return switch edge {
    case .leading: contentOffset > 0
    case .trailing: contentOffset < lastOrigin
    }
  }

  private func bounces(over edge: HorizontalEdge) -> Bool { bounces && allowedBounceEdges.contains(edge) }

  /// The edge that a viewport beginning here would show something beyond of.
  func edge(beyond contentOffset: Double) -> HorizontalEdge? {
    if contentOffset < 0 { return .leading }
    return contentOffset > lastOrigin ? .trailing : nil
  }

  /// Where the last page begins.
  private var lastOrigin: Double { Double(pages.count - 1) * (pageWidth ?? 0) }
}
