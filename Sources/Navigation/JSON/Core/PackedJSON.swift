/// The stored form of JSON: its bytes, those that are codes marked.
///
/// Codes are bytes that `JSONWriter` never writes: those below U+0020, DEL, and those invalid in UTF-8. So its text is
/// stored as it is. Version 1.0 wrote one or two codes for each frequent phrase. What it stored is still read, and it
/// reads text.
public enum PackedJSON {
  /// Marks the byte after it as itself.
  private static let mark: UInt8 = 0xFE
  /// Precedes the number of a phrase without a code of its own.
  private static let numbered: UInt8 = 0xFF
  /// The codes of the first phrases, in the order of the table.
  private static let codes: [UInt8] = Array(0x00...0x1F) + [0x7F, 0xC0, 0xC1] + Array(0xF5...0xFD)

  private static func isCode(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == 0xC0 || byte == 0xC1 || byte >= 0xF5
  }

  /// Marks the codes among any bytes, JSON or not.
  public static func pack(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(where: isCode) else { return bytes }
    var packed: [UInt8] = []
    for byte in bytes {
      if isCode(byte) { packed.append(mark) }
      packed.append(byte)
    }
    return packed
  }

  /// The unpacked bytes; throws `malformed` unless `packed` comes from `pack` of this version or an earlier one.
  public static func unpack(_ packed: [UInt8]) throws(JSONError) -> [UInt8] {
    guard packed.contains(where: isCode) else { return packed }
    var bytes: [UInt8] = []
    var index = 0
    func next() throws(JSONError) -> UInt8 {
      guard index < packed.count else { throw refusal(at: index) }
      defer { index += 1 }
      return packed[index]
    }
    while index < packed.count {
      let byte = try next()
      if !isCode(byte) {
        bytes.append(byte)
      } else if byte == mark {
        bytes.append(try next())
      } else {
        let code = try byte == numbered ? codes.count + Int(next()) : codes.firstIndex(of: byte)
        guard let code, code < phraseTable.count else { throw refusal(at: index) }
        bytes += phraseTable[code].utf8
      }
    }
    return bytes
  }

  private static func refusal(at offset: Int) -> JSONError {
    JSONError(kind: .malformed, pointer: "", offset: offset, detail: "not packed JSON")
  }
}
