/// Reference tokens of RFC 6901.
public enum JSONPointer {
  /// A member name as a reference token: `~` is `~0`, `/` is `~1` (RFC 6901 §3).
  public static func token(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == 0x7E || $0 == 0x2F }) else { return name }
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case 0x7E: bytes += [0x7E, 0x30]
      case 0x2F: bytes += [0x7E, 0x31]
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The member names and indices of a pointer, unescaped; nil when it is not a pointer (RFC 6901 §3, §4).
  public static func tokens(_ pointer: String) -> [String]? {
    guard !pointer.isEmpty else { return [] }
    let parts = pointer.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
    guard let first = parts.first, first.isEmpty else { return nil }
    var tokens: [String] = []
    for part in parts.dropFirst() {
      var bytes: [UInt8] = []
      var escaped = false
      for byte in part {
        switch (escaped, byte) {
        case (false, 0x7E): escaped = true
        case (false, _): bytes.append(byte)
        case (true, 0x30), (true, 0x31):
          bytes.append(byte == 0x30 ? 0x7E : 0x2F)
          escaped = false
        case (true, _): return nil
        }
      }
      if escaped { return nil }
      tokens.append(String(decoding: bytes, as: UTF8.self))
    }
    return tokens
  }
}
