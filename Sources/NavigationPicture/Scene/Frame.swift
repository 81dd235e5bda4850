/// A rectangle in points; x and y count from the window's top left corner, and width and height are never negative.
struct Frame: Hashable, Sendable {
  var x: Double
  var y: Double
  private(set) var width: Double
  private(set) var height: Double

  init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  var maxX: Double { x + width }
  var maxY: Double { y + height }
  var midX: Double { x + width / 2 }
  var midY: Double { y + height / 2 }

  /// The frame reduced by an amount at each edge.
  func inset(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0) -> Frame {
    Frame(x: x + left, y: y + top, width: width - left - right, height: height - top - bottom)
  }

  func inset(by insets: Insets) -> Frame {
    inset(left: insets.left, top: insets.top, right: insets.right, bottom: insets.bottom)
  }

  func inset(by amount: Double) -> Frame { inset(left: amount, top: amount, right: amount, bottom: amount) }

  func moved(x offset: Double) -> Frame { Frame(x: x + offset, y: y, width: width, height: height) }

  /// The top part, and the rest below it.
  func cut(top: Double) -> (top: Frame, rest: Frame) {
    let part = min(top, height)
    return (Frame(x: x, y: y, width: width, height: part), inset(top: part))
  }

  /// The rest, and the bottom part below it.
  func cut(bottom: Double) -> (rest: Frame, bottom: Frame) {
    let part = min(bottom, height)
    return (inset(bottom: part), Frame(x: x, y: maxY - part, width: width, height: part))
  }

  func union(_ other: Frame) -> Frame {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Frame(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}
