import Navigation

/// Terminal cells, on which lines join each other and cover the content below.
struct TextCanvas {
  /// The directions in which lines leave a cell.
  struct Arms: OptionSet {
    let rawValue: UInt8
    static let up = Arms(rawValue: 1)
    static let right = Arms(rawValue: 2)
    static let down = Arms(rawValue: 4)
    static let left = Arms(rawValue: 8)
  }

  private struct Cell {
    /// Nil where the cell is empty or crossed by a line.
    var character: Character?
    var arms: Arms = []
    /// The wide character before it takes this cell too.
    var isTaken = false
  }

  /// The first and last column and row, both inclusive: lines are drawn on them.
  struct Box {
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int
  }

  let columns: Int
  let rows: Int
  private var cells: [Cell]
  /// The drawing areas; the innermost clip comes last.
  private var clips: [Box]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Cell(), count: columns * rows)
    clips = [Box(left: 0, top: 0, right: columns - 1, bottom: rows - 1)]
  }

  mutating func beginClip(_ box: Box) {
    let outer = clips[clips.count - 1]
    clips.append(
      Box(
        left: max(box.left, outer.left), top: max(box.top, outer.top), right: min(box.right, outer.right),
        bottom: min(box.bottom, outer.bottom)))
  }

  mutating func endClip() {
    if clips.count > 1 { clips.removeLast() }
  }

  private func index(_ column: Int, _ row: Int) -> Int? {
    let clip = clips[clips.count - 1]
    guard column >= clip.left, column <= clip.right, row >= clip.top, row <= clip.bottom else { return nil }
    return row * columns + column
  }

  private mutating func change(_ column: Int, _ row: Int, _ body: (inout Cell) -> Void) {
    if let index = index(column, row) { body(&cells[index]) }
  }

  /// The visible part of a box.
  private func seen(_ box: Box) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
    let clip = clips[clips.count - 1]
    let (left, right) = (max(box.left, clip.left), min(box.right, clip.right))
    let (top, bottom) = (max(box.top, clip.top), min(box.bottom, clip.bottom))
    return left <= right && top <= bottom ? (left...right, top...bottom) : nil
  }

  /// Draws a frame that hides everything in it, and line ends that lead into it.
  mutating func panel(_ box: Box) {
    guard let seen = seen(box) else { return }
    for row in seen.rows {
      for column in seen.columns {
        change(column, row) { cell in
          var hidden: Arms = []
          let (isBeside, isAboveOrBelow) = (
            column == box.left || column == box.right, row == box.top || row == box.bottom
          )
          if !isBeside, !isAboveOrBelow {
            cell = Cell()
            return
          }
          if !isAboveOrBelow { hidden.insert(column == box.left ? .right : .left) }
          if !isBeside { hidden.insert(row == box.top ? .down : .up) }
          cell = Cell(arms: cell.arms.subtracting(hidden))
        }
      }
    }
    rule(row: box.top, from: box.left, to: box.right)
    rule(row: box.bottom, from: box.left, to: box.right)
    for row in seen.rows {
      let arms: Arms = row == box.top ? .down : row == box.bottom ? .up : [.up, .down]
      for column in [box.left, box.right] { change(column, row) { $0.arms.formUnion(arms) } }
    }
  }

  /// Writes a character into the empty cells within a box.
  mutating func fill(_ box: Box, with character: Character) {
    guard let seen = seen(Box(left: box.left + 1, top: box.top + 1, right: box.right - 1, bottom: box.bottom - 1))
    else { return }
    for row in seen.rows {
      for column in seen.columns {
        change(column, row) { if $0.character == nil, $0.arms.isEmpty, !$0.isTaken { $0.character = character } }
      }
    }
  }

  /// Draws a frame over everything drawn so far.
  mutating func edge(_ box: Box) {
    for row in box.top...max(box.top, box.bottom) {
      let arms: Arms = row == box.top ? .down : row == box.bottom ? .up : [.up, .down]
      for (column, outwards) in [(box.left, Arms.left), (box.right, .right)] {
        change(column, row) { $0 = Cell(arms: $0.arms.subtracting(outwards).union(arms)) }
      }
    }
  }

  /// Draws a line along a row, which joins the lines at its ends.
  mutating func rule(row: Int, from left: Int, to right: Int) {
    guard left < right, let seen = seen(Box(left: left, top: row, right: right, bottom: row)) else { return }
    for column in seen.columns {
      let arms: Arms = column == left ? .right : column == right ? .left : [.left, .right]
      change(column, row) { $0.arms.formUnion(arms) }
    }
  }

  /// Writes characters from a column on, each in as many cells as it takes; half a wide one is left out.
  mutating func write(_ text: [Character], column: Int, row: Int) {
    var column = column
    for character in text {
      let width = CellText.width(of: character)
      if width == 2, index(column, row) == nil || index(column + 1, row) == nil {
        column += 2
        continue
      }
      change(column, row) { $0 = Cell(character: character) }
      if width == 2 { change(column + 1, row) { $0 = Cell(isTaken: true) } }
      column += width
    }
  }

  private static let lines: [Character] = [
    " ", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼",
  ]

  /// The rows without trailing spaces.
  var text: String {
    var text = ""
    for row in 0..<rows {
      var line = ""
      for cell in cells[row * columns..<(row + 1) * columns] where !cell.isTaken {
        line.append(cell.character ?? Self.lines[Int(cell.arms.rawValue & 15)])
      }
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
    return text
  }
}

/// Converts points to terminal cells.
struct TextGrid: Sendable {
  /// The cells of the window, without the lines around it.
  let columns: Int
  let rows: Int
  /// The size of a cell, in points.
  private let cell: (width: Double, height: Double)

  /// Limits of a window's cells: a terminal's proportions, as far as there is room.
  private static let windowColumns = 4.0...Double(TextWriter.lineLimit - 2)
  private static let windowRows = 2.0...100.0
  /// The width of a cell, in units.
  private static let cellWidth = 10.0

  init(_ size: Size, unit: Double) {
    let columns = (size.width / (Self.cellWidth * unit)).rounded().limited(to: Self.windowColumns)
    let rows = (size.height / (Measure.line * unit)).rounded().limited(to: Self.windowRows)
    (self.columns, self.rows) = (Int(columns), Int(rows))
    cell = (size.width / columns, size.height / rows)
  }

  func column(_ x: Double) -> Int { Int((x / cell.width).rounded().limited(to: -1_000...1_000)) }
  func line(_ y: Double) -> Int { Int((y / cell.height).rounded().limited(to: -1_000...1_000)) }

  /// The cells between the lines at a frame's edges.
  func cells(across frame: Frame) -> Int { column(frame.maxX) - column(frame.x) - 1 }
}

extension Double {
  /// Clamps any value; NaN becomes the lower bound.
  fileprivate func limited(to range: ClosedRange<Double>) -> Double {
    self > range.lowerBound ? Swift.min(self, range.upperBound) : range.lowerBound
  }
}
