import Navigation

/// Writes a scene in box-drawing characters, for a terminal.
struct TextWriter {
  /// The maximum number of characters in a line.
  static let lineLimit = 80

  let scene: Scene
  var canvas: TextCanvas
  private let grid: TextGrid

  init(_ scene: Scene) {
    self.scene = scene
    grid = TextGrid(Size(width: scene.window.width, height: scene.window.height), unit: scene.unit)
    canvas = TextCanvas(columns: grid.columns + 1, rows: grid.rows + 1)
  }

  mutating func write() -> String {
    canvas.panel(box(scene.window))
    for element in scene.elements { write(element) }
    if let fold = scene.fold { canvas.hatch(box(fold)) }
    canvas.edge(box(scene.window))
    return canvas.text + caption + cards
  }

  private var caption: String {
    var lines: [String] = []
    let room = max(canvas.columns, 40)
    for part in scene.caption {
      let part = String(CellText.cut(part, to: room))
      if let last = lines.last, CellText.width(of: last) + 3 + CellText.width(of: part) <= room {
        lines[lines.count - 1] = last + " · " + part
      } else {
        lines.append(part)
      }
    }
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
    case .surface(.dim, let frame): canvas.shade(box(frame))
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
}

/// Conversion from points to cells.
extension TextWriter {
  func column(_ x: Double) -> Int { grid.column(x) }
  func line(_ y: Double) -> Int { grid.line(y) }

  func box(_ frame: Frame) -> TextCanvas.Box {
    TextCanvas.Box(left: column(frame.x), top: line(frame.y), right: column(frame.maxX), bottom: line(frame.maxY))
  }

  /// Writes text up to a column that is left free.
  mutating func write(_ text: String, from left: Int, to right: Int, row: Int) {
    canvas.write(CellText.cut(text, to: right - left), column: left, row: row)
  }

  /// Writes text centred between two columns, the last of which is left free.
  mutating func write(_ text: String, between left: Int, _ right: Int, row: Int) {
    write(CellText.cut(text, to: right - left), between: left, right, row: row)
  }

  mutating func write(_ text: [Character], between left: Int, _ right: Int, row: Int) {
    let width = text.reduce(0) { $0 + CellText.width(of: $1) }
    canvas.write(text, column: left + (right - left - width) / 2, row: row)
  }
}
