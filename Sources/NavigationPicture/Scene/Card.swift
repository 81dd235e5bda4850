import Navigation

extension Scene {
  /// The hidden controllers of one place.
  struct Card: Sendable {
    struct Line: Sendable {
      var id: ControllerID
      var kind: Controller.Kind
      var title: String?
      /// The number of the card's controllers that contain it.
      var depth: Int
    }

    /// The name of the place.
    var heading: String
    var lines: [Line] = []
  }

  /// The frames of the cards: columns beside the window, each about as high.
  func cardFrames() -> [Frame] {
    let gap = unit * 14
    let limit = max(window.height, unit * 420)
    var (x, y) = ((outside.map(\.maxX) + [window.maxX]).reduce(window.maxX, max) + unit * 28, window.y)
    return cards.map { card in
      let height = unit * (Measure.cardHeading + Double(card.lines.count) * Measure.cardLine + 10)
      if y > window.y, y + height > limit { (x, y) = (x + unit * Measure.cardWidth + gap, window.y) }
      defer { y += height + gap }
      return Frame(x: x, y: y, width: unit * Measure.cardWidth, height: height)
    }
  }
}
