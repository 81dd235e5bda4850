import NavigationModel

/// A navigation bar, or the strip in its place where a column has none.
struct Bar: Sendable {
  enum Item: Hashable, Sendable {
    /// The title is nil where the screen behind has none.
    case back(title: String?, Tap?)
    case displayMode(Tap?)
    case secondaryOnly(Tap?)
    /// A screen's own left button.
    case left(String, Tap?)
  }

  var frame: Frame
  var items: [Item]
  var title: String?
  /// The title stands for a screen without one.
  var isTitleMade: Bool
  /// From where to where a line goes below it, in points; nil where none does.
  var line: ClosedRange<Double>?
}

extension Bar {
  /// How long texts and symbols are, in points or in characters.
  protocol Ruler {
    var margin: Double { get }
    var gap: Double { get }
    /// Of the arrow before a back button's title.
    var arrow: Double { get }
    var symbol: Double { get }
    func width(of text: String) -> Double
    func width(ofTitle title: String) -> Double
  }

  /// Where the parts of a bar stand along it.
  struct Layout: Sendable {
    struct Place: Sendable {
      var item: Item
      var x: Double
      var width: Double
      /// What a back button or a left button says in its room.
      var text: String?
    }

    var places: [Place]
    /// In the middle of `titleRoom`, and cut where it does not fit.
    var titleX: Double
    var titleRoom: Double
  }

  /// Items from the leading edge on, each in at most two fifths of the bar; the title in the middle of the bar, else in
  /// what is left of it.
  func layout(x: Double, width: Double, _ ruler: some Ruler) -> Layout {
    var places: [Layout.Place] = []
    var next = x + ruler.margin
    for item in items {
      let room = min(width * 0.4, x + width - ruler.margin - next)
      guard let place = Self.place(item, at: next, room: room, ruler) else { continue }
      places.append(place)
      next += place.width + ruler.gap
    }
    let end = x + width - ruler.margin
    let half = title.map { ruler.width(ofTitle: $0) / 2 } ?? 0
    let middle = x + width / 2
    let isFree = places.isEmpty || middle - half >= next
    if isFree && middle + half <= end {
      let room = min(middle - (places.isEmpty ? x + ruler.margin : next), end - middle) * 2
      return Layout(places: places, titleX: middle, titleRoom: max(0, room))
    }
    return Layout(places: places, titleX: (next + end) / 2, titleRoom: max(0, end - next))
  }

  /// Nil where not even its symbol has room.
  private static func place(_ item: Item, at x: Double, room: Double, _ ruler: some Ruler) -> Layout.Place? {
    switch item {
    case .displayMode, .secondaryOnly:
      return room < ruler.symbol ? nil : Layout.Place(item: item, x: x, width: ruler.symbol)
    case .back(let title, _):
      // Where the title has no room it is the plain one, and where that has none the arrow alone (NV-16).
      guard room >= ruler.arrow else { return nil }
      for text in [title ?? BackButton.plainTitle, BackButton.plainTitle] {
        let width = ruler.arrow + ruler.width(of: text)
        if width <= room { return Layout.Place(item: item, x: x, width: width, text: text) }
      }
      return Layout.Place(item: item, x: x, width: ruler.arrow)
    case .left(let title, _):
      guard room > ruler.gap else { return nil }
      return Layout.Place(item: item, x: x, width: min(ruler.width(of: title), room), text: title)
    }
  }
}
