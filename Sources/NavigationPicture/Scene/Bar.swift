import Navigation

/// A navigation bar, or the strip that replaces it in a column without one.
struct Bar: Sendable {
  var frame: Frame
  var items: [BarItem]
  var title: String?
  /// The title was made for a screen without one.
  var isTitleMade: Bool
  /// The extent of the line below the bar, in points; nil without a line.
  var line: ClosedRange<Double>?

  /// The sizes of texts and symbols, in points or in characters.
  protocol Ruler {
    var margin: Double { get }
    var gap: Double { get }
    /// The width of the arrow before a back button's title.
    var arrow: Double { get }
    /// A back button is an arrow alone.
    var isBackBare: Bool { get }
    var symbol: Double { get }
    func width(of text: String) -> Double
    func width(ofTitle title: String) -> Double
  }

  /// The positions of a bar's parts along it.
  struct Layout: Sendable {
    struct Slot: Sendable {
      var item: BarItem
      var x: Double
      var width: Double
      /// The text of a back button or a left button, as far as it fits.
      var text: String?
    }

    var places: [Slot]
    /// The middle of the title in `titleRoom`, to which it is cut.
    var titleX: Double
    var titleRoom: Double
  }

  /// Places the items from the leading edge after `taken`. Beside a title, each has at most two fifths of the bar. The
  /// title is centred in the bar, or else in the remaining room.
  func layout(x: Double, width: Double, taken: Double = 0, _ ruler: some Ruler) -> Layout {
    var places: [Layout.Slot] = []
    let start = x + max(ruler.margin, taken)
    var next = start + (taken > 0 ? ruler.gap : 0)
    for item in items {
      let room = min(title == nil ? width : width * 0.4, x + width - ruler.margin - next)
      guard let place = Self.place(item, at: next, room: room, ruler) else { continue }
      places.append(place)
      next += place.width + ruler.gap
    }
    let end = x + width - ruler.margin
    let half = title.map { ruler.width(ofTitle: $0) / 2 } ?? 0
    let middle = x + width / 2
    let isFree = places.isEmpty && taken == 0 || middle - half >= next
    if isFree && middle + half <= end {
      let room = min(middle - (places.isEmpty ? start : next), end - middle) * 2
      return Layout(places: places, titleX: middle, titleRoom: max(0, room))
    }
    return Layout(places: places, titleX: (next + end) / 2, titleRoom: max(0, end - next))
  }

  /// Nil where there is no room even for the item's symbol.
  private static func place(_ item: BarItem, at x: Double, room: Double, _ ruler: some Ruler) -> Layout.Slot? {
    switch item {
    case .displayMode, .secondaryOnly:
      return room < ruler.symbol ? nil : Layout.Slot(item: item, x: x, width: ruler.symbol)
    case .back(let title, _):
      // A title without room becomes the plain one, and a plain one without room leaves the arrow alone (NV-16).
      guard room >= ruler.arrow else { return nil }
      for text in [title ?? BackButton.plainTitle, BackButton.plainTitle] where !ruler.isBackBare {
        let width = ruler.arrow + ruler.width(of: text)
        if width <= room { return Layout.Slot(item: item, x: x, width: width, text: text) }
      }
      return Layout.Slot(item: item, x: x, width: ruler.arrow)
    case .left(let title, _):
      guard room > ruler.gap else { return nil }
      return Layout.Slot(item: item, x: x, width: min(ruler.width(of: title), room), text: title)
    }
  }
}

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
}
