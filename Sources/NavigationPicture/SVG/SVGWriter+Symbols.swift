/// Symbols and initials.
extension SVGWriter {
  /// Draws a symbol in a viewport as large as the frame.
  mutating func write(_ glyph: Glyph, _ name: StaticString, in frame: Frame) {
    buffer.put(#"<svg class=""#)
    buffer.put(name)
    buffer.put(#"""#)
    place(frame)
    buffer.put(#" viewBox="0 0 24 24"><path d=""#)
    buffer.put(glyph.path)
    buffer.put(#""/></svg>"#)
  }

  mutating func circle(_ name: StaticString, x: Double, y: Double, radius: Double) {
    buffer.put(#"<circle class=""#)
    buffer.put(name)
    buffer.put(#"" cx=""#)
    buffer.number(x)
    buffer.put(#"" cy=""#)
    buffer.number(y)
    buffer.put(#"" r=""#)
    buffer.number(radius)
    buffer.put(#""/>"#)
  }

  /// The first letter or digit, as a capital; empty where there is none.
  static func initial(of title: String) -> String {
    let first = title.unicodeScalars.prefix(64).first { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    return first.map { String($0).uppercased() } ?? ""
  }
}
