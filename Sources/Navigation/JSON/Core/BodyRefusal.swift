/// Why a body was refused, and where.
public enum BodyRefusal: Error, Equatable, Sendable {
  /// Not JSON, or JSON of another shape (status 400).
  case json(JSONError)
  /// Of the right shape, and refused by the model (422); the pointer is at the value it refused.
  case model(Rejection, pointer: String)
  /// A snapshot of a schema that this version does not know (422).
  case unknownSchema(pointer: String)
  /// A move through the history as a member of a batch (422).
  case notInBatch(pointer: String)
  /// A batch of so many transitions, more than the limit (422).
  case batchLimit(Int, pointer: String)
  /// A table of routes with a fault (422).
  case routes(ScreenRoutes.Fault, pointer: String)

  /// RFC 6901 pointer at the refused value.
  public var pointer: String {
    switch self {
    case .json(let error): error.pointer
    case .model(_, let pointer), .unknownSchema(let pointer), .notInBatch(let pointer), .batchLimit(_, let pointer),
      .routes(_, let pointer):
      pointer
    }
  }
}

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

/// Finds the word of a closed set that is nearest to an unknown one.
public enum NearestWord {
  /// Maximum bytes of a compared text; a longer one is no typing error.
  private static let limit = 64

  /// `Did you mean …?` with the nearest word; nil if none is near.
  public static func question(_ text: String, among words: [String]) -> String? {
    of(text, among: words).map { "Did you mean \($0)?" }
  }

  /// The first word with the fewest edits, ignoring case; nil if all differ in more than about a third of the text.
  package static func of(_ text: String, among words: [String]) -> String? {
    guard text.utf8.count <= limit else { return nil }
    let letters = text.utf8.map(lowercased)
    var allowed = letters.count < 3 ? 0 : min(3, (letters.count + 1) / 3)
    var nearest: String?
    for word in words where word.utf8.count <= limit && abs(word.utf8.count - letters.count) <= allowed {
      let distance = edits(letters, word.utf8.map(lowercased))
      guard distance <= allowed else { continue }
      nearest = word
      if distance == 0 { break }
      allowed = distance - 1
    }
    return nearest
  }

  /// The number of insertions, deletions, changes and swaps of neighbours (optimal string alignment).
  private static func edits(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var (older, old) = ([Int](), Array(0...right.count))
    for row in left.indices {
      var new = [row + 1]
      for column in right.indices {
        var best = min(old[column + 1] + 1, new[column] + 1, old[column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, older[column - 1] + 1)
        }
        new.append(best)
      }
      (older, old) = (old, new)
    }
    return old[right.count]
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
