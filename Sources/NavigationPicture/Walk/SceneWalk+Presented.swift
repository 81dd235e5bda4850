import Navigation

/// Presentations over the rest, by their adapted style (PR-3), and as UIKit draws them (D-180, D-181).
extension SceneWalk {
  private static let sheetWidth = 704.0
  private static let formSheet = (width: 540.0, height: 620.0)
  private static let popover = (width: 340.0, height: 480.0)

  /// Draws the background and dims the content below; returns the area of the presented content.
  mutating func addSurface(of root: Shown, over place: Area) -> Area {
    let window = Frame(x: 0, y: 0, width: environment.size.width, height: environment.size.height)
    let tap = root.dismissal
    let isLow = environment.vertical == .compact
    var inner = Area(frame: window)
    switch root.adaptedStyle {
    case nil, .fullScreen,
      .pageSheet where isLow, .formSheet where isLow:
      inner.safe = screen?.insets ?? Insets()
      add(.surface(.cover, window))
    case .overFullScreen:
      inner.safe = screen?.insets ?? Insets()
      add(.surface(.veil, window))
    case .currentContext:
      (inner.frame, inner.safe) = (place.frame, place.safe)
      add(.surface(.cover, place.frame))
    case .pageSheet:
      add(.surface(.dim(tap), window))
      inner.frame = sheet(in: window, isCompact: environment.horizontal == .compact)
      if inner.frame.maxY >= window.maxY, let insets = screen?.insets {
        inner.safe.bottom = insets.bottom
        if inner.frame.width >= window.width { (inner.safe.left, inner.safe.right) = (insets.left, insets.right) }
      }
      add(.surface(.sheet, inner.frame))
    case .formSheet:
      add(.surface(.dim(tap), window))
      inner.frame = centered(Self.formSheet.width, Self.formSheet.height, in: window)
      add(.surface(.sheet, inner.frame))
    case .popover:
      add(.surface(.clear(tap), window))
      let button = place.frame.maxX - place.safe.right - points(38)
      inner.frame = popover(below: button, place, in: window)
      add(.surface(.popover(arrow: button), inner.frame))
    }
    if case .swipeDown? = tap, let tap { add(.edge(inner.frame, tap)) }
    return inner
  }

  /// Each sheet is a little lower than the one below it, so that both are visible.
  private func sheet(in window: Frame, isCompact: Bool) -> Frame {
    let step = points(10) * Double(min(sheets, 4))
    guard isCompact else {
      let margin = points(32)
      let frame = centered(Self.sheetWidth, window.height, in: window)
      return frame.inset(top: max(0, min(margin, window.height / 8) - (window.height - frame.height) / 2) + step)
    }
    let below = screen.map { $0.insets.top + points(8) } ?? 0
    return window.inset(top: max(below, min(points(44), window.height / 12)) + step)
  }

  /// The number of sheets below.
  private var sheets: Int {
    elements.reduce(0) { count, element in
      if case .surface(.sheet, _) = element { count + 1 } else { count }
    }
  }

  private func centered(_ width: Double, _ height: Double, in window: Frame) -> Frame {
    let margin = min(points(20), window.width / 12, window.height / 12)
    let width = min(width, window.width - margin * 2)
    let height = min(height, window.height - margin * 2)
    return Frame(x: (window.width - width) / 2, y: (window.height - height) / 2, width: width, height: height)
  }

  /// A popover's source is unknown: it points at the last button of its presenter's bar.
  private func popover(below button: Double, _ place: Area, in window: Frame) -> Frame {
    let margin = min(points(12), window.width / 12, window.height / 12)
    let top = min(place.inner.y + points(Measure.bar + Measure.arrow), window.height / 2)
    let width = min(points(Self.popover.width), window.width - margin * 2)
    let height = min(points(Self.popover.height), window.height - top - margin)
    let x = min(max(margin, button - width / 2), window.width - margin - width)
    return Frame(x: x, y: top, width: width, height: height)
  }
}
