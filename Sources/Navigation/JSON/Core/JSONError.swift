/// Why and where a text was refused.
public struct JSONError: Error, Equatable, Sendable {
  /// The two classes of refusal, which have different problem codes.
  public enum Kind: Sendable {
    /// Not JSON by RFC 8259, a repeated member name, or nested too deeply.
    case malformed
    /// JSON of an unexpected shape.
    case invalid
  }

  /// Decides between `malformed-json` and `invalid-body`.
  public var kind: Kind
  /// RFC 6901 pointer to the refused value; for a missing member: to its object; for malformed text: to the innermost
  /// value begun.
  public var pointer: String
  /// Byte offset of the error from the start of the text.
  public var offset: Int
  /// One English sentence for people, without a full stop; a question may follow.
  public var detail: String

  public init(kind: Kind, pointer: String, offset: Int, detail: String) {
    self.kind = kind
    self.pointer = pointer
    self.offset = offset
    self.detail = detail
  }

  /// Maximum Unicode scalars of the caller's text that a detail repeats.
  static let quotedLimit = 64

  /// The caller's text in quotation marks, truncated to `quotedLimit`.
  public static func quoted(_ text: String) -> String {
    // Not by characters, whose length is unbounded.
    let head = text.unicodeScalars.prefix(quotedLimit)
    return head.endIndex == text.endIndex ? "\"\(text)\"" : "\"\(String(head))…\""
  }
}

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

  /// The unescaped member names and indices of a pointer; nil for an invalid pointer (RFC 6901 §3, §4).
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
