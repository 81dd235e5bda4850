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
          size: titleSize == Self.fontSize * unit ? nil : titleSize, isCentered: true)
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
    group("button", state: tap?.isDimmed == true ? "dimmed" : nil, tap)
    switch scene.look {
    case .glass: rect("glass hit", hit, radius: min(hit.width, hit.height) / 2)
    case .bars: rect("hit", hit, radius: unit * 8)
    }
  }

  /// A window with a column.
  private mutating func sidebarSymbol(_ frame: Frame) {
    rect("symbol", frame, radius: unit * 4)
    path("symbol", at: frame.x + frame.width * 0.36, frame.y)
    command("V", frame.maxY)
    buffer.put(#""/>"#)
  }

  /// Two arrows that point away from each other.
  private mutating func arrowsSymbol(_ frame: Frame) {
    let head = frame.width * 0.38
    path("symbol", at: frame.maxX - head, frame.y)
    command("H", frame.maxX)
    command("V", frame.y + head)
    command("M", frame.maxX, frame.y)
    command("L", frame.midX + unit * 2, frame.midY - unit * 2)
    command("M", frame.x + head, frame.maxY)
    command("H", frame.x)
    command("V", frame.maxY - head)
    command("M", frame.x, frame.maxY)
    command("L", frame.midX - unit * 2, frame.midY + unit * 2)
    buffer.put(#""/>"#)
  }

  // MARK: Tab bars and page titles

  fileprivate static let tabSize = 14.0
  fileprivate static let badgeSize = 12.0
  /// The smallest scale of a title.
  private static let smallest = 0.8
  /// The longest badge, in multiples of its font size.
  fileprivate static let badgeRoom = 5.0

  mutating func write(_ tabBar: Scene.TabBar) {
    switch tabBar.shape {
    case .capsule:
      buffer.put(#"<g class="tabs capsule">"#)
      rect("glass", tabBar.frame, radius: min(tabBar.frame.width, tabBar.frame.height) / 2)
    case .edge:
      buffer.put(#"<g class="tabs">"#)
      hairline(from: tabBar.frame.x, to: tabBar.frame.maxX, y: tabBar.frame.y)
    case .strip:
      let frame = tabBar.frame.inset(by: unit * 6)
      buffer.put(#"<g class="tabs capsule">"#)
      rect("glass", frame, radius: min(frame.width, frame.height) / 3)
      for (tab, place) in zip(tabBar.tabs, tabBar.slots(in: frame, height: unit * 64)) {
        write(tab, tabBar.item, in: place, scale: unit * Self.smallest)
      }
      return buffer.put("</g>")
    }
    let inset = min(unit * 4, tabBar.inner.width / 20)
    let frame = tabBar.inner.inset(left: inset, right: inset)
    let needs = tabBar.needs
    // Titles shrink before they are cut.
    let scale = max(unit * Self.smallest, min(unit, frame.width / max(1, needs.reduce(0, +))))
    var x = frame.x
    for (tab, width) in zip(tabBar.tabs, Shares.divide(frame.width, by: needs.map { $0 * scale })) {
      write(tab, tabBar.item, in: Frame(x: x, y: frame.y, width: width, height: frame.height), scale: scale)
      x += width
    }
    buffer.put("</g>")
  }

  private mutating func write(_ tab: Scene.Tab, _ item: Scene.TabBar.Item, in frame: Frame, scale: Double) {
    group("tab", state: tab.isSelected ? "selected" : nil, tab.tap)
    let inset = min(unit * 4, frame.height / 8)
    let hit = frame.inset(
      left: min(inset / 2, frame.width / 8), top: inset, right: min(inset / 2, frame.width / 8), bottom: inset)
    rect("hit", hit, radius: min(hit.width, hit.height) / 2)
    switch item {
    case .symbolAboveTitle where frame.height >= unit * 40: writeAbove(tab, in: frame, scale)
    case .symbolAboveTitle, .title: writeLine(tab, in: frame, scale, hasSymbol: false)
    case .symbolBesideTitle: writeLine(tab, in: frame, scale, hasSymbol: true)
    }
    buffer.put("</g>")
  }

  /// Draws a symbol with its title below it, and a badge at its corner.
  private mutating func writeAbove(_ tab: Scene.Tab, in frame: Frame, _ scale: Double) {
    let side = unit * 24
    let top = frame.midY - unit * 21
    write(symbolOf: tab, in: Frame(x: frame.midX - side / 2, y: top, width: side, height: side))
    let size = Scene.TabBar.Item.smallTitle * scale
    let title = TextWidth.cut(tab.title, to: (frame.width - unit * 8) / (size * TextWidth.bold) + 0.01)
    text("label", title, x: frame.midX, y: top + side + unit * 13, size: size, isCentered: true)
    guard let badge = tab.badge else { return }
    let width = min(Scene.TabBar.Item.badge(badge) * scale, frame.width / 2)
    write(badge: badge, in: Frame(x: frame.midX + unit * 3, y: top - unit * 3, width: width, height: unit * 18), scale)
  }

  /// Draws a title, after its symbol or without one, and its badge after it.
  private mutating func writeLine(_ tab: Scene.Tab, in frame: Frame, _ scale: Double, hasSymbol: Bool) {
    guard frame.height >= unit * 12 else { return }
    let size = Self.tabSize * scale
    let bold = size * TextWidth.bold
    let symbol = hasSymbol ? scale * Scene.TabBar.Item.symbolRoom : 0
    let badgeWidth = tab.badge.map { Scene.TabBar.Item.badge($0) * scale } ?? 0
    let title = TextWidth.cut(
      tab.title, to: (frame.width - min(unit * 16, frame.width / 4) - symbol - badgeWidth) / bold + 0.01)
    let width = TextWidth.estimate(title) * bold
    let start = frame.midX - (symbol + width + badgeWidth) / 2
    let side = scale * 20
    if hasSymbol { write(symbolOf: tab, in: Frame(x: start, y: frame.midY - side / 2, width: side, height: side)) }
    text("label", title, x: start + symbol + width / 2, y: frame.midY + scale * 5.2, size: size, isCentered: true)
    guard let badge = tab.badge else { return }
    write(
      badge: badge,
      in: Frame(x: start + symbol + width, y: frame.midY - scale * 10, width: badgeWidth, height: scale * 20), scale)
  }

  /// Draws the symbol that the tab names, else the title's initial in a circle.
  private mutating func write(symbolOf tab: Scene.Tab, in frame: Frame) {
    if let glyph = tab.icon.flatMap(Glyph.init(named:)) { return write(glyph, "glyph", in: frame) }
    circle("glyph", x: frame.midX, y: frame.midY, radius: frame.width * 0.42)
    let (initial, size) = (Self.initial(of: tab.title), frame.height * 0.52)
    text("initial", initial, x: frame.midX, y: frame.midY + size * 0.36, size: size, isCentered: true)
  }

  private mutating func write(badge: String, in frame: Frame, _ scale: Double) {
    let place = frame.inset(left: scale * 5)
    rect("badge", place, radius: place.height / 2)
    let badge = TextWidth.cut(badge, to: Self.badgeRoom)
    text(
      "badge-text", badge, x: place.midX, y: place.midY + scale * 4.3, size: Self.badgeSize * scale, isCentered: true)
  }

  mutating func write(titles frame: Frame, _ titles: [Scene.Tab]) {
    hairline(from: frame.x, to: frame.maxX, y: frame.maxY)
    let size = Self.tabSize * unit
    let width = frame.width / Double(max(1, titles.count))
    for (index, title) in titles.enumerated() {
      let place = Frame(x: frame.x + width * Double(index), y: frame.y, width: width, height: frame.height)
      group("tab page-title", state: title.isSelected ? "selected" : nil, title.tap)
      rect("hit", place)
      let text = TextWidth.cut(title.title, to: (width - min(unit * 16, width / 4)) / (size * TextWidth.bold))
      self.text("label", text, x: place.midX, y: place.midY + unit * 5.2, size: size, isCentered: true)
      buffer.put("</g>")
    }
  }
}

extension Scene.TabBar.Item {
  /// The font size of a title below a symbol, in units.
  static let smallTitle = 11.0
  /// The width of a symbol before a title and of the gap between them, in units.
  static let symbolRoom = 26.0
  private static let padding = 22.0
  private static let least = 88.0

  /// The width that a tab needs, in units.
  func need(_ tab: Scene.Tab) -> Double {
    let size = SVGWriter.tabSize * TextWidth.bold
    let badge = tab.badge.map(Self.badge) ?? 0
    return switch self {
    case .symbolAboveTitle: max(TextWidth.estimate(tab.title) * Self.smallTitle * TextWidth.bold + 8, Self.least)
    case .symbolBesideTitle: Self.symbolRoom + TextWidth.estimate(tab.title) * size + badge + Self.padding
    case .title: TextWidth.estimate(tab.title) * size + badge + Self.padding
    }
  }

  /// The width of a badge and of the gap before it, in units.
  static func badge(_ badge: String) -> Double {
    max(TextWidth.estimate(TextWidth.cut(badge, to: SVGWriter.badgeRoom)) * SVGWriter.badgeSize + 10, 20) + 5
  }
}
