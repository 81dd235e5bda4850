extension Scene {
  /// A tab bar, whose items share its width by need.
  struct TabBar: Sendable {
    enum Shape: Hashable, Sendable {
      /// Floats over the content.
      case capsule
      /// Extends from edge to edge, below a line.
      case edge
      /// Upright at a side, its items one below the other.
      case strip
    }

    /// The layout of an item.
    enum Item: Hashable, Sendable {
      case symbolAboveTitle
      case symbolBesideTitle
      case title
    }

    /// The frame of the background.
    var frame: Frame
    /// The frame of the items, without the area of the home indicator.
    var inner: Frame
    var shape: Shape
    var item: Item
    /// Whether the content is below it.
    var isAtTop: Bool
    /// The widths that the items need, in units; empty in text.
    var needs: [Double] = []
    /// The lines of items, in text.
    var lines = 1
    /// Whether the last item of a strip is a search, which stands apart.
    var hasSearchLast = false
    var tabs: [Tab]

    /// The places of a strip's items, from the top; a search is at the bottom.
    func slots(in frame: Frame, height: Double) -> [Frame] {
      let height = min(height, frame.height / Double(max(1, tabs.count)))
      return tabs.indices.map { index in
        let isApart = hasSearchLast && index == tabs.count - 1
        let y = isApart ? frame.maxY - height : frame.y + height * Double(index)
        return Frame(x: frame.x, y: y, width: frame.width, height: height)
      }
    }
  }
}

/// The division of a width among adjacent parts.
enum Shares {
  /// Gives each part its need and an equal share of the rest. Where room is short the widest parts shrink, down to
  /// equal widths for all.
  static func divide(_ width: Double, by needs: [Double]) -> [Double] {
    let needed = needs.reduce(0, +)
    let rest = width - needed
    guard rest < 0 else { return needs.map { $0 + rest / Double(max(1, needs.count)) } }
    var left = max(0, width)
    var limit = 0.0
    for (index, need) in needs.sorted().enumerated() {
      limit = left / Double(needs.count - index)
      if need > limit { break }
      left -= need
    }
    return needs.map { min($0, limit) }
  }

  static func equal(_ width: Double, count: Int) -> [Double] {
    Array(repeating: width / Double(max(1, count)), count: count)
  }
}
