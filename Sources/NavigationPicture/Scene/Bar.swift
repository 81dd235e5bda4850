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
}

extension Bar {
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
