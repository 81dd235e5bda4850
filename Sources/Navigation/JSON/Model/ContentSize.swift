/// A size that a controller asks for: `{"width", "height"}` in whole points.
extension JSONValue {
  func contentSize() throws(BodyRefusal) -> Size {
    var reader = try object()
    let width = try reader.require("width").contentSide()
    let height = try reader.require("height").contentSide()
    try reader.finish()
    return Size(width: width, height: height)
  }

  private func contentSide() throws(BodyRefusal) -> Double {
    let points = try double()
    guard let whole = Int(exactly: points), Limits.contentSide.contains(whole) else {
      throw refused("expected an integer from \(Limits.contentSide.lowerBound) to \(Limits.contentSide.upperBound)")
    }
    return points
  }
}

extension JSONWriter {
  mutating func contentSize(_ size: Size) {
    beginObject()
    self.size(size)
    endObject()
  }
}
