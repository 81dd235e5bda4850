/// The elements of a scene.
extension TextWriter {
  private struct Ruler: Bar.Ruler {
    var margin: Double { 2 }
    var gap: Double { 2 }
    var arrow: Double { 2 }
    var isBackBare: Bool { false }
    var symbol: Double { 3 }
    func width(of text: String) -> Double { Double(CellText.width(of: text)) }
    func width(ofTitle title: String) -> Double { width(of: title) }
  }

  mutating func write(_ bar: Bar) {
    let box = box(bar.frame)
    let row = box.top + 1
    if row < box.bottom {
      let layout = bar.layout(x: Double(box.left), width: Double(box.right - box.left), Ruler())
      for place in layout.places {
        let column = Int(place.x.rounded())
        let text = place.text ?? ""
        switch place.item {
        case .back: canvas.write(["‹", " "] + CellText.cut(text, to: Int(place.width) - 2), column: column, row: row)
        case .displayMode: canvas.write(Array("[≡]"), column: column, row: row)
        case .secondaryOnly: canvas.write(Array("[⤢]"), column: column, row: row)
        case .left: canvas.write(CellText.cut(text, to: Int(place.width)), column: column, row: row)
        }
      }
      if let title = bar.title {
        let text = CellText.cut(title, to: Int(layout.titleRoom))
        let width = text.reduce(0) { $0 + CellText.width(of: $1) }
        canvas.write(text, column: Int((layout.titleX - Double(width) / 2).rounded(.up)), row: row)
      }
    }
    if bar.line != nil { canvas.rule(row: box.bottom, from: box.left, to: box.right) }
  }

  mutating func write(_ row: Scene.Row) {
    let box = box(row.frame)
    let (left, right) = (box.left + 2, box.right - 1)
    guard box.top < box.bottom else { return }
    if row.isSelected { canvas.write(["▸"], column: left, row: box.top + 1) }
    if let title = row.title {
      write(row.isDimmed ? "(\(title))" : title, from: left + 2, to: right, row: box.top + 1)
    } else {
      bone(from: left + 2, to: left + 2 + (right - left - 2) * 3 / 5, row: box.top + 1)
    }
    guard box.top + 2 <= box.bottom else { return }
    if let subtitle = row.subtitle {
      write(subtitle, from: left + 2, to: right, row: box.top + 2)
    }
  }

  mutating func bone(from left: Int, to right: Int, row: Int) {
    canvas.write(Array(repeating: "╌", count: max(0, right - left)), column: left, row: row)
  }

  mutating func write(linesIn frame: Frame) {
    for line in Scene.lines(in: frame, unit: scene.unit) {
      bone(from: column(line.x), to: column(line.x + line.length), row: self.line(line.y))
    }
  }

  mutating func write(_ tabBar: Scene.TabBar) {
    let box = box(tabBar.frame)
    if tabBar.shape == .strip {
      canvas.panel(box)
      for (tab, place) in zip(tabBar.tabs, tabBar.slots(in: tabBar.frame, height: Measure.line * 2 * scene.unit)) {
        write([tab], between: box, row: line(place.midY))
      }
      return
    }
    canvas.rule(row: tabBar.isAtTop ? box.bottom : box.top, from: box.left, to: box.right)
    let lines = TabLines.split(tabBar.tabs, room: box.right - box.left - 1, lines: tabBar.lines)
    for (index, tabs) in lines.enumerated() where box.top + 1 + index < box.bottom {
      write(tabs, between: box, row: box.top + 1 + index)
    }
  }

  private mutating func write(_ tabs: ArraySlice<Scene.Tab>, between box: TextCanvas.Box, row: Int) {
    let room = box.right - box.left - 1
    // Each of the other tabs has at least one cell.
    let most = max(1, room - tabs.count + 1)
    let needs = tabs.map {
      Double(Self.cut($0, to: most).reduce($0.isSelected ? 3 : 1) { $0 + CellText.width(of: $1) })
    }
    var x = Double(box.left + 1)
    for (tab, width) in zip(tabs, Shares.divide(Double(room), by: needs)) {
      let (left, right) = (Int(x.rounded()), Int((x + width).rounded()))
      x += width
      guard tab.isSelected else {
        write(Self.cut(tab, to: right - left - 1), between: left, right - 1, row: row)
        continue
      }
      guard right - left > 2 else { continue }
      let inner = Self.cut(tab, to: right - left - 2)
      let room = right - left - inner.reduce(2) { $0 + CellText.width(of: $1) }
      canvas.write(["["] + inner + ["]"], column: left + max(0, room / 2), row: row)
    }
  }

  /// Cuts the title before the badge.
  private static func cut(_ tab: Scene.Tab, to room: Int) -> [Character] {
    guard let badge = tab.badge else { return CellText.cut(tab.title, to: room) }
    let end = CellText.cut(badge, to: min(room, badgeRoom))
    let title = CellText.cut(tab.title, to: room - 1 - end.reduce(0) { $0 + CellText.width(of: $1) })
    return title.isEmpty ? end : title + [" "] + end
  }

  /// The maximum cells of a badge.
  private static let badgeRoom = 8

  mutating func write(titles frame: Frame, _ titles: [Scene.Tab]) {
    let box = box(frame)
    canvas.rule(row: box.bottom, from: box.left, to: box.right)
    guard box.top + 1 < box.bottom else { return }
    let width = Double(box.right - box.left) / Double(max(1, titles.count))
    for (index, title) in titles.enumerated() {
      let left = Double(box.left) + width * Double(index)
      write(title.title, between: Int(left.rounded()) + 1, Int((left + width).rounded()), row: box.top + 1)
    }
  }
}
