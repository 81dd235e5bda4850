import Navigation

/// Writes a scene in box-drawing characters, for a terminal.
struct TextWriter {
  /// The maximum number of characters in a line.
  static let lineLimit = 80

  private let scene: Scene
  private var canvas: TextCanvas
  private let grid: TextGrid

  init(_ scene: Scene) {
    self.scene = scene
    grid = TextGrid(Size(width: scene.window.width, height: scene.window.height), unit: scene.unit)
    canvas = TextCanvas(columns: grid.columns + 1, rows: grid.rows + 1)
  }

  mutating func write() -> String {
    canvas.panel(box(scene.window))
    for element in scene.elements { write(element) }
    if let fold = scene.fold { canvas.fill(box(fold), with: "╱") }
    canvas.edge(box(scene.window))
    return canvas.text + caption + cards
  }

  private var caption: String {
    let room = max(canvas.columns, 40)
    let lines = scene.captionLines(
      cut: { String(CellText.cut($0, to: room)) }, fits: { CellText.width(of: $0) <= room })
    return lines.joined(separator: "\n") + "\n"
  }

  /// The hidden controllers, line by line.
  private var cards: String {
    var text = ""
    for card in scene.cards {
      text += "\n" + String(CellText.cut(card.heading, to: Self.lineLimit)) + "\n"
      for line in card.lines {
        let indent = String(repeating: "  ", count: min(line.depth, 16) + 1)
        let name = line.title.map { "\($0) (\(line.id))" } ?? line.id.description
        text += indent + String(CellText.cut(name, to: Self.lineLimit - indent.utf8.count)) + "\n"
      }
    }
    return text
  }

  private mutating func write(_ element: Scene.Element) {
    switch element {
    case .controller, .end: break
    case .clip(let frame):
      let box = box(frame)
      canvas.beginClip(TextCanvas.Box(left: box.left + 1, top: box.top, right: box.right - 1, bottom: box.bottom))
    case .endClip: canvas.endClip()
    case .surface(.dim, let frame): canvas.fill(box(frame), with: "░")
    case .surface(.clear, _), .edge(_, _, grabber: nil): break
    case .edge(let frame, _, _):
      let box = box(frame)
      write("═══", between: box.left + 1, box.right, row: box.top)
    case .surface(_, let frame): canvas.panel(box(frame))
    case .bar(let bar): write(bar)
    case .heading(let title, _, _, let frame):
      let box = box(frame)
      if box.top + 1 <= box.bottom { write(title, from: box.left + 2, to: box.right - 1, row: box.top + 1) }
    case .row(let row): write(row)
    case .button(let button):
      let box = box(button.frame)
      let title = button.isDimmed ? "(\(button.title))" : "[ \(button.title) ]"
      if box.top < box.bottom { write(title, between: box.left + 2, box.right - 1, row: box.top + 1) }
    case .more(let count, let frame):
      let box = box(frame)
      if box.top < box.bottom { write(Scene.more(count), between: box.left + 2, box.right - 1, row: box.top + 1) }
    case .lines(let frame): write(linesIn: frame)
    case .message(let message, let frame):
      let box = box(frame)
      write(message, between: box.left + 2, box.right - 1, row: (box.top + box.bottom) / 2)
    case .tabBar(let tabBar): write(tabBar)
    case .titles(let frame, let titles): write(titles: frame, titles)
    case .indicator(let frame):
      let row = line(frame.maxY)
      let (left, right) = (column(frame.x), column(frame.maxX))
      canvas.write(Array(repeating: "━", count: max(0, right - left - 1)), column: left + 1, row: row)
    }
  }

  // MARK: Conversion from points to cells

  private func column(_ x: Double) -> Int { grid.column(x) }
  private func line(_ y: Double) -> Int { grid.line(y) }

  private func box(_ frame: Frame) -> TextCanvas.Box {
    TextCanvas.Box(left: column(frame.x), top: line(frame.y), right: column(frame.maxX), bottom: line(frame.maxY))
  }

  /// Writes text up to a column that is left free.
  private mutating func write(_ text: String, from left: Int, to right: Int, row: Int) {
    canvas.write(CellText.cut(text, to: right - left), column: left, row: row)
  }

  /// Writes text centred between two columns, the last of which is left free.
  private mutating func write(_ text: String, between left: Int, _ right: Int, row: Int) {
    write(CellText.cut(text, to: right - left), between: left, right, row: row)
  }

  private mutating func write(_ text: [Character], between left: Int, _ right: Int, row: Int) {
    let width = text.reduce(0) { $0 + CellText.width(of: $1) }
    canvas.write(text, column: left + (right - left - width) / 2, row: row)
  }

  // MARK: The elements of a scene

  private struct Ruler: Bar.Ruler {
    var margin: Double { 2 }
    var gap: Double { 2 }
    var arrow: Double { 2 }
    var isBackBare: Bool { false }
    var symbol: Double { 3 }
    func width(of text: String) -> Double { Double(CellText.width(of: text)) }
    func width(ofTitle title: String) -> Double { width(of: title) }
  }

  private mutating func write(_ bar: Bar) {
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

  private mutating func write(_ row: Scene.Row) {
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

  private mutating func bone(from left: Int, to right: Int, row: Int) {
    canvas.write(Array(repeating: "╌", count: max(0, right - left)), column: left, row: row)
  }

  private mutating func write(linesIn frame: Frame) {
    for line in Scene.lines(in: frame, unit: scene.unit) {
      bone(from: column(line.x), to: column(line.x + line.length), row: self.line(line.y))
    }
  }

  private mutating func write(_ tabBar: Scene.TabBar) {
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

  private mutating func write(titles frame: Frame, _ titles: [Scene.Tab]) {
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
