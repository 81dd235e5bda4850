import Navigation

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
