/// JSON made small by replacing the frequent phrases of a session's snapshot by one or two bytes each; for sessions at rest in memory.
///
/// Any bytes come back as they were, JSON or not. Bytes that compact JSON never or hardly ever has stand for phrases: those below
/// U+0020, DEL, and those that no UTF-8 has. Where one of them occurs as itself it is marked by `literal`.
public enum PackedJSON {
  /// Stands before a byte that is meant as itself.
  private static let literal: UInt8 = 0xFE
  /// Stands before the number of a phrase that has no byte of its own.
  private static let numbered: UInt8 = 0xFF
  /// The bytes of the first phrases, in the order of the table.
  private static let codes: [UInt8] = Array(0x00...0x1F) + [0x7F, 0xC0, 0xC1] + Array(0xF5...0xFD)
  /// Phrases that a table can have; those beyond are never used.
  static let capacity = codes.count + 256

  /// The bytes in their packed form.
  public static func pack(_ bytes: [UInt8]) -> [UInt8] {
    let index = phraseIndex
    // No byte takes more than two.
    return [UInt8](capacity: 2 * bytes.count) { packed in
      let bytes = bytes.span
      var position = 0
      while position < bytes.count {
        if let phrase = index.longestPhrase(in: bytes, at: position) {
          append(phrase.number, to: &packed)
          position += phrase.length
          continue
        }
        if index.hasMeaning[Int(bytes[position])] { packed.append(literal) }
        packed.append(bytes[position])
        position += 1
      }
    }
  }

  /// The bytes that were packed; `malformed` when `packed` does not come from `pack` of this version or an earlier one.
  public static func unpack(_ packed: [UInt8]) throws(JSONError) -> [UInt8] { try unpack(packed.span, from: 0) }

  /// The same of the bytes from an index on.
  static func unpack(_ packed: Span<UInt8>, from start: Int) throws(JSONError) -> [UInt8] {
    // Looked at twice, so that all bytes are written to where they stay.
    var count = 0
    var index = start
    while let piece = try nextPiece(in: packed, at: &index) { count += piece.count }
    return try [UInt8](capacity: count) { (bytes: inout OutputSpan<UInt8>) throws(JSONError) in
      var index = start
      while let piece = try nextPiece(in: packed, at: &index) {
        switch piece {
        case .byte(let byte): bytes.append(byte)
        case .phrase(let range): for place in range { bytes.append(phraseText[place]) }
        }
      }
    }
  }

  /// What one or two bytes of packed JSON stand for.
  private enum Piece {
    case byte(UInt8)
    /// Its place in the text of all.
    case phrase(Range<Int>)

    var count: Int {
      switch self {
      case .byte: 1
      case .phrase(let range): range.count
      }
    }
  }

  private static func nextPiece(in packed: Span<UInt8>, at index: inout Int) throws(JSONError) -> Piece? {
    guard index < packed.count else { return nil }
    let byte = packed[index]
    index += 1
    switch meanings[Int(byte)] {
    case nil: return .byte(byte)
    case .phrase(let phrase): return .phrase(phraseStarts[phrase]..<phraseStarts[phrase + 1])
    case .literal:
      guard index < packed.count else { throw refusal(at: index) }
      defer { index += 1 }
      return .byte(packed[index])
    case .numbered:
      guard index < packed.count, codes.count + Int(packed[index]) < phrases.count else { throw refusal(at: index) }
      let phrase = codes.count + Int(packed[index])
      index += 1
      return .phrase(phraseStarts[phrase]..<phraseStarts[phrase + 1])
    }
  }

  static func refusal(at offset: Int) -> JSONError {
    JSONError(kind: .malformed, pointer: "", offset: offset, detail: "not packed JSON")
  }

  private enum Meaning {
    case phrase(Int)
    case literal
    case numbered
  }

  /// What each byte of packed JSON means; nil: itself.
  private static let meanings: [Meaning?] = {
    var meanings = [Meaning?](repeating: nil, count: 256)
    for (phrase, code) in zip(phrases.indices, codes) { meanings[Int(code)] = .phrase(phrase) }
    meanings[Int(literal)] = .literal
    meanings[Int(numbered)] = .numbered
    return meanings
  }()

  private static func append(_ phrase: Int, to packed: inout OutputSpan<UInt8>) {
    if phrase < codes.count { return packed.append(codes[phrase]) }
    packed.append(numbered)
    packed.append(UInt8(truncatingIfNeeded: phrase - codes.count))
  }

  private static let phrases: [[UInt8]] = phraseTable.prefix(capacity).map { Array($0.utf8) }

  /// All phrases, end to end; and where each begins, and the end.
  private static let phraseText = phrases.flatMap(\.self)
  private static let phraseStarts = phrases.reduce(into: [0]) { starts, phrase in starts.append((starts.last ?? 0) + phrase.count) }

  private static let phraseIndex = PhraseIndex(phrases, hasMeaning: meanings.map { $0 != nil })
}

/// Finds phrases by their first three bytes, and compares eight at a time: this runs for each byte of each state that is kept.
private struct PhraseIndex {
  private struct Phrase {
    let number: Int
    let length: Int
    /// Where it begins in the text of all.
    let start: Int
    /// Its first eight bytes, the first one lowest, and ones where it has any.
    let head: UInt64
    let mask: UInt64
  }

  private static let bucketCount = 4096

  /// Of each byte, whether packed JSON means something else by it.
  let hasMeaning: [Bool]
  /// All phrases, end to end.
  private let text: [UInt8]
  /// Those of one bucket together, the longest first; and where each bucket begins.
  private let phrases: [Phrase]
  private let buckets: [Int]

  init(_ phrases: [[UInt8]], hasMeaning: [Bool]) {
    self.hasMeaning = hasMeaning
    text = phrases.flatMap(\.self)
    var members = [[Phrase]](repeating: [], count: Self.bucketCount)
    var start = 0
    for (number, bytes) in phrases.enumerated() {
      let head = Self.word(bytes.span, at: 0)
      let mask = bytes.count < 8 ? (1 << UInt64(8 * bytes.count)) - 1 : UInt64.max
      if bytes.count > 2 {
        members[Self.bucket(of: head)].append(Phrase(number: number, length: bytes.count, start: start, head: head, mask: mask))
      }
      start += bytes.count
    }
    self.phrases = members.flatMap { $0.sorted { $0.length > $1.length } }
    buckets = members.reduce(into: [0]) { buckets, members in buckets.append((buckets.last ?? 0) + members.count) }
  }

  func longestPhrase(in bytes: Span<UInt8>, at position: Int) -> (number: Int, length: Int)? {
    let word = Self.word(bytes, at: position)
    let bucket = Self.bucket(of: word)
    for place in buckets[bucket]..<buckets[bucket + 1] where (phrases[place].head ^ word) & phrases[place].mask == 0 {
      let phrase = phrases[place]
      if phrase.length <= bytes.count - position, matches(phrase, bytes, at: position) { return (phrase.number, phrase.length) }
    }
    return nil
  }

  /// Whether what is behind the first eight bytes is the same; the last eight overlap with those before them.
  private func matches(_ phrase: Phrase, _ bytes: Span<UInt8>, at position: Int) -> Bool {
    var offset = 8
    while offset < phrase.length {
      let at = min(offset, phrase.length - 8)
      if Self.word(text.span, at: phrase.start + at) != Self.word(bytes, at: position + at) { return false }
      offset += 8
    }
    return true
  }

  /// Eight bytes, the first one lowest; zeroes behind the end.
  private static func word(_ bytes: Span<UInt8>, at position: Int) -> UInt64 {
    guard position + 8 > bytes.count else {
      return UInt64(littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self))
    }
    return (position..<bytes.count).reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
  }

  private static func bucket(of word: UInt64) -> Int {
    Int(truncatingIfNeeded: (word & 0xFF_FFFF) &* 0x9E37_79B1 >> 16) & (bucketCount - 1)
  }
}
