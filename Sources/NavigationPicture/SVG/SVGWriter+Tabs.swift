/// Tab bars and the titles of pages.
extension SVGWriter {
  private static let tabSize = 14.0
  private static let badgeSize = 12.0

  mutating func write(tabBar frame: Frame, _ tabs: [Scene.Tab]) {
    hairline(from: frame.x, to: frame.maxX, y: frame.y)
    let inset = min(unit * 6, frame.width / 20)
    let frame = frame.inset(left: inset, right: inset)
    let needs = tabs.map { titleWidth($0) + badgeWidth($0.badge) + 18 }
    // Titles are set smaller before they are cut.
    let scale = max(unit * Self.smallest, min(unit, frame.width / max(1, needs.reduce(0, +))))
    var x = frame.x
    for (tab, width) in zip(tabs, Shares.divide(frame.width, by: needs.map { $0 * scale })) {
      write(tab, in: Frame(x: x, y: frame.y, width: width, height: frame.height), scale)
      x += width
    }
  }

  /// The least part of its size that a title has.
  private static let smallest = 0.8

  /// In units, as the badge's, with the gap before it.
  private func titleWidth(_ tab: Scene.Tab) -> Double { TextWidth.estimate(tab.title) * Self.size(of: tab) }

  /// What counts for a title's width: the selected one is bold.
  private static func size(of tab: Scene.Tab) -> Double { tab.isSelected ? tabSize * TextWidth.bold : tabSize }

  private func badgeWidth(_ badge: String?) -> Double {
    badge.map { max(TextWidth.estimate(TextWidth.cut($0, to: Self.badgeRoom)) * Self.badgeSize + 10, 20) + 5 } ?? 0
  }

  /// The longest badge, in multiples of its font's size.
  private static let badgeRoom = 5.0

  private mutating func write(_ tab: Scene.Tab, in frame: Frame, _ scale: Double) {
    let size = Self.tabSize * scale
    let badgeWidth = badgeWidth(tab.badge) * scale
    let padding = min(scale * 9, frame.width / 8)
    let bold = Self.size(of: tab) * scale
    let title = TextWidth.cut(tab.title, to: (frame.width - padding * 2 - badgeWidth) / bold + 0.01)
    let width = TextWidth.estimate(title) * bold
    let start = frame.midX - (width + badgeWidth) / 2
    begin(tab, "tab")
    let height = min(unit * 36, frame.height)
    let hit = Frame(x: start - padding, y: frame.midY - height / 2, width: width + badgeWidth + padding * 2, height: height)
    rect("hit", hit, radius: height / 2)
    text("label", title, x: start + width / 2, y: frame.midY + scale * 5.2, size: size, anchor: .middle)
    if let badge = tab.badge {
      write(badge: badge, in: Frame(x: hit.maxX - padding - badgeWidth, y: frame.y, width: badgeWidth, height: frame.height), scale)
    }
    buffer.put("</g>")
  }

  private mutating func begin(_ tab: Scene.Tab, _ name: StaticString) {
    buffer.put(#"<g class=""#)
    buffer.put(name)
    buffer.put(tab.isSelected ? #" selected""# : #"""#)
    attributes(of: tab.tap)
    buffer.put(">")
  }

  private mutating func write(badge: String, in frame: Frame, _ scale: Double) {
    let height = scale * 20
    let place = frame.inset(left: scale * 5)
    rect("badge", Frame(x: place.x, y: place.midY - height / 2, width: place.width, height: height), radius: height / 2)
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
