/// Tab bars and page titles.
extension SVGWriter {
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
    begin(tab, "tab")
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
    text("label", title, x: frame.midX, y: top + side + unit * 13, size: size, anchor: .middle)
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
    text("label", title, x: start + symbol + width / 2, y: frame.midY + scale * 5.2, size: size, anchor: .middle)
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
    text("initial", initial, x: frame.midX, y: frame.midY + size * 0.36, size: size, anchor: .middle)
  }

  private mutating func begin(_ tab: Scene.Tab, _ name: StaticString) {
    buffer.put(#"<g class=""#)
    buffer.put(name)
    buffer.put(tab.isSelected ? #" selected""# : #"""#)
    attributes(of: tab.tap)
    buffer.put(">")
  }

  private mutating func write(badge: String, in frame: Frame, _ scale: Double) {
    let place = frame.inset(left: scale * 5)
    rect("badge", place, radius: place.height / 2)
    let badge = TextWidth.cut(badge, to: Self.badgeRoom)
    text("badge-text", badge, x: place.midX, y: place.midY + scale * 4.3, size: Self.badgeSize * scale, anchor: .middle)
  }

  mutating func write(titles frame: Frame, _ titles: [Scene.Tab]) {
    hairline(from: frame.x, to: frame.maxX, y: frame.maxY)
    let size = Self.tabSize * unit
    var x = frame.x
    for (title, width) in zip(titles, Shares.equal(frame.width, count: titles.count)) {
      let place = Frame(x: x, y: frame.y, width: width, height: frame.height)
      begin(title, "tab page-title")
      rect("hit", place)
      let text = TextWidth.cut(title.title, to: (width - min(unit * 16, width / 4)) / (size * TextWidth.bold))
      self.text("label", text, x: place.midX, y: place.midY + unit * 5.2, size: size, anchor: .middle)
      buffer.put("</g>")
      x += width
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
