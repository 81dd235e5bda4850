/// The part of a text that a picture measures and shows.
enum TextHead {
  /// Maximum bytes. The widest line has room for fewer, but for characters without a width, and one character may have
  /// any number of those.
  static let byteLimit = 4_096

  /// The text, or its first scalars with an ellipsis.
  static func of(_ text: String) -> String {
    guard text.utf8.count > byteLimit else { return text }
    var bytes = text.utf8.prefix(byteLimit)
    // A scalar's further bytes are 10xxxxxx.
    while bytes.endIndex > bytes.startIndex, text.utf8[bytes.endIndex] & 0xC0 == 0x80 { bytes.removeLast() }
    return String(Substring(bytes)) + "…"
  }
}
