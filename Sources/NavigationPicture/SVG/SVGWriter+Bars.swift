import Navigation

/// Navigation bars.
extension SVGWriter {
  private struct Ruler: Bar.Ruler {
    let unit: Double
    let look: Look
    var margin: Double { unit * 16 }
    /// Capsules extend beyond their content.
    var gap: Double { unit * (look == .glass ? 20 : 12) }
    /// In iOS 26 a chevron in a circle (D-181).
    var isBackBare: Bool { look == .glass }
    var arrow: Double { unit * (look == .glass ? 24 : 16) }
    var symbol: Double { unit * 30 }
    func width(of text: String) -> Double { TextWidth.estimate(text) * SVGWriter.fontSize * unit }
    func width(ofTitle title: String) -> Double { width(of: title) * TextWidth.bold }
  }

  mutating func write(_ bar: Bar) {
    let frame = bar.frame
    buffer.put(#"<g class="bar">"#)
    if let line = bar.line { hairline(from: line.lowerBound, to: line.upperBound, y: frame.maxY) }
    let layout = layout(of: bar)
    if hasRoom(bar) {
      for place in layout.places { write(place, in: frame) }
      if let title = bar.title {
        let title = TextWidth.cut(title, to: layout.titleRoom / (titleSize * TextWidth.bold) + 0.01)
        text(
          bar.isTitleMade ? "title made" : "title", title, x: layout.titleX, y: frame.midY + titleSize * 0.35,
          size: titleSize == Self.fontSize * unit ? nil : titleSize, anchor: .middle)
      }
    }
    buffer.put("</g>")
  }

  private func layout(of bar: Bar) -> Bar.Layout {
    bar.layout(
      x: bar.frame.x, width: bar.frame.width, taken: controlsRoom(in: bar.frame), Ruler(unit: unit, look: scene.look))
  }

  /// A bar with hardly any height shows its line alone.
  private func hasRoom(_ bar: Bar) -> Bool { bar.frame.height >= unit * 30 }

  /// The smallest font size of a title that fits as a whole, in points.
  private static let leastTitle = 14.0

  /// The largest size at which the titles of all bars fit (D-424). One that fits in none is cut, at no more than 17 points.
  func commonTitleSize() -> Double {
    var size = Self.fontSize * unit
    for case .bar(let bar) in scene.elements where hasRoom(bar) {
      guard let title = bar.title else { continue }
      let fitting = layout(of: bar).titleRoom / (TextWidth.estimate(title) * TextWidth.bold)
      size = min(size, fitting >= Self.leastTitle ? fitting : Self.fontSize)
    }
    return size
  }

  private mutating func write(_ place: Bar.Layout.Slot, in frame: Frame) {
    let hit = Frame(
      x: place.x - unit * 8, y: frame.y + unit * 6, width: place.width + unit * 16, height: frame.height - unit * 12)
    switch place.item {
    case .back(_, let tap):
      button(hit, tap)
      path("arrow", at: place.x + unit * (scene.look == .glass ? 15 : 9), frame.midY - unit * 7)
      command("l", unit * -7, unit * 7)
      command("l", unit * 7, unit * 7)
      buffer.put(#""/>"#)
      if let text = place.text { self.text("item", text, x: place.x + unit * 16, y: frame.midY + unit * 6) }
    case .displayMode(let tap):
      button(hit, tap)
      sidebarSymbol(Frame(x: place.x + unit * 3, y: frame.midY - unit * 9, width: unit * 24, height: unit * 18))
    case .secondaryOnly(let tap):
      button(hit, tap)
      arrowsSymbol(Frame(x: place.x + unit * 5, y: frame.midY - unit * 9, width: unit * 18, height: unit * 18))
    case .left(let title, let tap):
      button(hit, tap)
      let room = place.width / (Self.fontSize * unit)
      text("item", TextWidth.cut(title, to: room + 0.01), x: place.x, y: frame.midY + unit * 6)
    }
    buffer.put("</g>")
  }

  private mutating func button(_ hit: Frame, _ tap: Tap?) {
    buffer.put(tap?.isDimmed == true ? #"<g class="button dimmed""# : #"<g class="button""#)
    attributes(of: tap)
    buffer.put(">")
    switch scene.look {
    case .glass: capsule("glass hit", hit)
    case .bars: rect("hit", hit, radius: unit * 8)
    }
  }

  private mutating func capsule(_ name: StaticString, _ frame: Frame) {
    rect(name, frame, radius: min(frame.width, frame.height) / 2)
  }

  /// A window with a column.
  private mutating func sidebarSymbol(_ frame: Frame) {
    rect("symbol", frame, radius: unit * 4)
    path("symbol", at: frame.x + frame.width * 0.36, frame.y)
    buffer.put("V")
    buffer.number(frame.maxY)
    buffer.put(#""/>"#)
  }

  /// Two arrows that point away from each other.
  private mutating func arrowsSymbol(_ frame: Frame) {
    let head = frame.width * 0.38
    path("symbol", at: frame.maxX - head, frame.y)
    command("H", frame.maxX, frame.y + head, isBent: true)
    command("M", frame.maxX, frame.y)
    command("L", frame.midX + unit * 2, frame.midY - unit * 2)
    command("M", frame.x + head, frame.maxY)
    command("H", frame.x, frame.maxY - head, isBent: true)
    command("M", frame.x, frame.maxY)
    command("L", frame.midX - unit * 2, frame.midY + unit * 2)
    buffer.put(#""/>"#)
  }

  /// Draws along one axis, then along the other.
  private mutating func command(_ letter: StaticString, _ x: Double, _ y: Double, isBent: Bool) {
    buffer.put(letter)
    buffer.number(x)
    buffer.put("V")
    buffer.number(y)
  }

  /// Writes a title centred in its room: smaller where it does not fit, but no smaller than at the scale 1, and then cut.
  mutating func write(_ name: StaticString, _ title: String, room: Double, x: Double, middle: Double, size: Double) {
    let points = min(size * unit, max(size, room / (TextWidth.estimate(title) * TextWidth.bold)))
    let title = TextWidth.cut(title, to: room / (points * TextWidth.bold) + 0.01)
    text(
      name, title, x: x, y: middle + points * 0.35, size: points == Self.fontSize * unit ? nil : points,
      anchor: .middle)
  }
}
