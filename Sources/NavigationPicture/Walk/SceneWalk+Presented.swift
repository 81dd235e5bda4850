import Navigation

/// Presentations over the rest, by their adapted style (PR-3), and as UIKit draws them (D-181).
extension SceneWalk {
  private static let sheetWidth = 704.0
  private static let popoverHeight = 480.0

  /// Draws the background and dims the content below; returns the area of the presented content.
  mutating func addSurface(of root: Shown, over place: Area) -> Area {
    let window = Frame(x: 0, y: 0, width: environment.size.width, height: environment.size.height)
    let (tap, size) = (root.dismissal, root.traits.size)
    var inner = Area(frame: window)
    switch root.adaptedStyle {
    case nil, .fullScreen:
      inner.safe = screen?.insets ?? Insets()
      add(.surface(.cover, window))
    case .overFullScreen:
      inner.safe = screen?.insets ?? Insets()
      add(.surface(.veil, window))
    case .currentContext, .overCurrentContext:
      (inner.frame, inner.safe) = (place.frame, place.safe)
      add(.surface(root.adaptedStyle == .currentContext ? .cover : .veil, place.frame))
    case .automatic, .pageSheet:
      if !root.isUndimmedSheet { add(.surface(.dim(tap), window)) }
      inner.frame = pageSheet(root)
      if inner.frame.maxY >= window.maxY, let insets = screen?.insets {
        inner.safe.bottom = insets.bottom
        if inner.frame.width >= window.width { (inner.safe.left, inner.safe.right) = (insets.left, insets.right) }
      }
      add(.surface(.sheet, inner.frame))
    case .formSheet:
      if !root.isUndimmedSheet { add(.surface(.dim(tap), window)) }
      inner.frame = formSheet(root)
      add(.surface(.sheet, inner.frame))
    case .popover:
      add(.surface(.clear(tap), window))
      let button = source(of: root)?.midX ?? place.frame.maxX - place.safe.right - points(38)
      // One without a preferred height is as high as the window; most are lower.
      let hasHeight = root.controller.answers.preferredContentSize != nil
      inner.frame = popover(
        size.width, hasHeight ? size.height : min(size.height, points(Self.popoverHeight)), below: button, place,
        in: window)
      add(.surface(.popover, inner.frame))
    }
    if case .swipeDown? = tap, let tap { add(.edge(inner.frame, tap, grabber: root.grabber)) }
    return inner
  }

  /// The upper edge of a sheet that leaves the window's own tree in reach, whose buttons stay above it (D-509); nil without
  /// one.
  var openEdge: Double? {
    session.display.trees.first(where: \.isUndimmedSheet).map { root in
      (root.adaptedStyle == .formSheet ? formSheet(root) : pageSheet(root)).y
    }
  }

  /// At its detent.
  private func pageSheet(_ root: Shown) -> Frame {
    let isCompact = environment.horizontal == .compact
    let place = sheet(in: page, isCompact: isCompact)
    guard let detent = root.detent else { return place }
    let frame = place.inset(top: place.height - detent.height(within: place.height))
    guard isCompact, detent != .large, look == .glass else { return frame }
    // A lower one floats (PR-18).
    return frame.inset(by: Insets(left: points(8), right: points(8), bottom: points(8)))
  }

  private func formSheet(_ root: Shown) -> Frame {
    let size = root.traits.size
    let height = root.detent.map { $0.height(within: size.height) } ?? size.height
    return over(source(of: root), centered(size.width, height, in: page))
  }

  private func source(of root: Shown) -> Frame? { root.source.flatMap { areas[$0]?.frame } }

  /// At regular width a sheet is centred over its source, as far as the window has room (PR-17).
  private func over(_ source: Frame?, _ frame: Frame) -> Frame {
    guard let source, environment.horizontal == .regular else { return frame }
    var moved = frame
    moved.x = min(max(page.x, source.midX - frame.width / 2), page.maxX - frame.width)
    return moved
  }

  /// Where a sheet lies on a bent display; else the whole window (D-241).
  private var page: Frame {
    let page = environment.traits.page
    return Frame(x: page.x, y: page.y, width: page.size.width, height: page.size.height)
  }

  /// Each sheet is a little lower than the one below it, so that both are visible.
  private func sheet(in page: Frame, isCompact: Bool) -> Frame {
    let step = points(10) * Double(min(sheets, 4))
    guard isCompact else {
      let margin = points(32)
      let frame = centered(Self.sheetWidth, page.height, in: page)
      return frame.inset(top: max(0, min(margin, page.height / 8) - (page.height - frame.height) / 2) + step)
    }
    let below = screen.map { $0.insets.top + points(8) } ?? 0
    return page.inset(top: max(below, min(points(44), page.height / 12)) + step)
  }

  /// The number of sheets below.
  private var sheets: Int {
    elements.reduce(0) { count, element in
      if case .surface(.sheet, _) = element { count + 1 } else { count }
    }
  }

  private func centered(_ width: Double, _ height: Double, in page: Frame) -> Frame {
    let margin = min(points(20), page.width / 12, page.height / 12)
    let width = min(width, page.width - margin * 2)
    let height = min(height, page.height - margin * 2)
    return Frame(
      x: page.x + (page.width - width) / 2, y: page.y + (page.height - height) / 2, width: width, height: height)
  }

  /// A popover's source is unknown: it is below the last button of its presenter's bar, and has no arrow.
  private func popover(_ width: Double, _ height: Double, below button: Double, _ place: Area, in window: Frame)
    -> Frame
  {
    let margin = min(points(12), window.width / 12, window.height / 12)
    let top = min(place.inner.y + points(Measure.bar + Measure.popoverGap), window.height / 2)
    let width = min(width, window.width - margin * 2)
    let height = min(height, window.height - top - margin)
    let x = min(max(margin, button - width / 2), window.width - margin - width)
    return Frame(x: x, y: top, width: width, height: height)
  }
}
