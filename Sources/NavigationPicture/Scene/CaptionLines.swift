/// The caption's lines below the window, and the bounds of the whole picture that follow from them.
struct CaptionLines: Sendable {
  let lines: [String]
  let bounds: Frame
  private let first: Double
  private let step: Double

  /// The font size, in units.
  static let fontSize = 14.0
  /// The minimum room for a line, in units.
  private static let room = 300.0
  private static let separator = " · "

  init(_ scene: Scene) {
    let (unit, window) = (scene.unit, scene.window)
    let room = max(window.width, Self.room * unit)
    lines = Self.wrapped(scene.caption, to: room / (Self.fontSize * unit))
    let middle = Frame(x: window.midX - room / 2, y: window.y, width: room, height: window.height)
    let all = (scene.outside + scene.cardFrames()).reduce(middle) { $0.union($1) }
    let margin = unit * 14
    first = window.maxY + unit * 24
    step = unit * 19
    let bottom = max(first + step * Double(max(0, lines.count - 1)) + unit * 10, all.maxY)
    bounds = Frame(
      x: all.x - margin, y: window.y - margin, width: all.width + margin * 2, height: bottom - window.y + margin)
  }

  func baseline(_ index: Int) -> Double { first + step * Double(index) }

  /// Fits as many parts as possible into each line.
  private static func wrapped(_ parts: [String], to room: Double) -> [String] {
    var lines: [String] = []
    for part in parts {
      let part = TextWidth.cut(part, to: room)
      guard let last = lines.last, TextWidth.estimate(last + separator + part) <= room else {
        lines.append(part)
        continue
      }
      lines[lines.count - 1] = last + separator + part
    }
    return lines
  }
}
