/// JSON made small by replacing the frequent phrases of a session's snapshot by one or two bytes each; for sessions at
/// rest in memory.
///
/// Any bytes come back as they were, JSON or not. Bytes that compact JSON never or hardly ever has stand for phrases:
/// those below U+0020, DEL, and those that no UTF-8 has. Where one of them occurs as itself it is marked by `literal`.
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
  public static func pack(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBufferPointer { pack($0) } }

  /// What has been written, in its packed form.
  package static func pack(_ writer: borrowing JSONWriter) -> [UInt8] {
    // SAFETY: so many bytes are written from there on.
    pack(UnsafeBufferPointer(start: writer.start, count: writer.count))
  }

  private static func pack(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    // No byte takes more than two.
    [UInt8](unsafeUninitializedCapacity: 2 * bytes.count) { packed, count in
      guard let start = bytes.baseAddress, let target = packed.baseAddress else { return }
      count = pack(PhraseIndex.Bytes(start: start, count: bytes.count), to: target) - target
    }
  }

  /// Packs to where there is room for twice as many bytes; the place behind the last one.
  private static func pack(_ bytes: PhraseIndex.Bytes, to start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<
    UInt8
  > {
    let (index, codes) = (phraseIndex, codes)
    var (position, target) = (0, start)
    while position < bytes.count {
      let word = PhraseIndex.word(bytes, at: position)
      if let phrase = index.longestPhrase(in: bytes, at: position, word) {
        target = put(phrase.number, codes, at: target)
        position += phrase.length
        continue
      }
      let byte = UInt8(truncatingIfNeeded: word)
      // SAFETY: a byte puts at most two, and a phrase, which is longer, at most two.
      if index.hasMeaning(byte) {
        target.pointee = literal
        target += 1
      }
      target.pointee = byte
      target += 1
      position += 1
    }
    return target
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

  // SAFETY: see `pack`.
  @inline(__always)
  private static func put(_ phrase: Int, _ codes: [UInt8], at target: UnsafeMutablePointer<UInt8>)
    -> UnsafeMutablePointer<UInt8>
  {
    if phrase < codes.count {
      target.pointee = codes[phrase]
      return target + 1
    }
    target.pointee = numbered
    target[1] = UInt8(truncatingIfNeeded: phrase - codes.count)
    return target + 2
  }

  private static let phrases: [[UInt8]] = phraseTable.prefix(capacity).map { Array($0.utf8) }

  /// All phrases, end to end; and where each begins, and the end.
  private static let phraseText = phrases.flatMap(\.self)
  private static let phraseStarts = phrases.reduce(into: [0]) { starts, phrase in
    starts.append((starts.last ?? 0) + phrase.count)
  }

  private static let phraseIndex = PhraseIndex(phrases, hasMeaning: meanings.map { $0 != nil })
}

/// Finds phrases by their first five bytes, or the first three of those that have no more, and compares eight at a
/// time: this runs for each byte of each state that is kept.
// SAFETY: there is one, for as long as the process; its memory is written while it is made, and never again.
private struct PhraseIndex: @unchecked Sendable {
  private struct Phrase {
    let number: Int
    let length: Int
    /// Where it begins in the text of all.
    let start: Int
    /// Its first eight bytes, the first one lowest, and ones where it has any.
    let head: UInt64
    let mask: UInt64
  }

  /// Where bytes stand; the caller keeps them alive while it is used.
  struct Bytes {
    let start: UnsafePointer<UInt8>
    let count: Int
  }

  /// The phrases of one bucket; most have none.
  private struct Bucket {
    var first: UInt16 = 0
    var count: UInt16 = 0
  }

  private static let bucketCount = 4096

  /// Of each byte, whether packed JSON means something else by it.
  private let meanings: UnsafePointer<Bool>
  /// All phrases, end to end.
  private let text: Bytes
  /// Those of one bucket together, the longest first.
  private let phrases: UnsafePointer<Phrase>
  /// By the first five bytes; and by the first three those of less than five bytes.
  private let (buckets, shortBuckets): (UnsafePointer<Bucket>, UnsafePointer<Bucket>)
  private static let longBytes = 5

  /// - Parameter meanings: one for each byte.
  init(_ phrases: [[UInt8]], hasMeaning meanings: [Bool]) {
    var members = [[Phrase]](repeating: [], count: 2 * Self.bucketCount)
    var start = 0
    for (number, bytes) in phrases.enumerated() {
      let head = bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
      let mask = bytes.count < 8 ? (1 << UInt64(8 * bytes.count)) - 1 : UInt64.max
      if bytes.count > 2 {
        let isLong = bytes.count >= Self.longBytes
        let bucket = isLong ? Self.bucket(of: head) : Self.bucketCount + Self.shortBucket(of: head)
        members[bucket].append(Phrase(number: number, length: bytes.count, start: start, head: head, mask: mask))
      }
      start += bytes.count
    }
    self.meanings = Self.kept(meanings)
    text = Bytes(start: Self.kept(phrases.flatMap(\.self)), count: start)
    self.phrases = Self.kept(members.flatMap { $0.sorted { $0.length > $1.length } })
    var first = 0
    buckets = Self.kept(
      members.map { members in
        defer { first += members.count }
        return Bucket(first: UInt16(truncatingIfNeeded: first), count: UInt16(truncatingIfNeeded: members.count))
      })
    shortBuckets = buckets + Self.bucketCount
  }

  /// A copy that stays.
  private static func kept<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
    let copy = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
    // SAFETY: the memory has room for all of them.
    for (index, element) in elements.enumerated() { (copy + index).initialize(to: element) }
    return UnsafePointer(copy)
  }

  // SAFETY: there is a meaning for each byte.
  @inline(__always)
  func hasMeaning(_ byte: UInt8) -> Bool { meanings[Int(byte)] }

  /// - Parameter word: the eight bytes that stand there.
  @inline(__always)
  func longestPhrase(in bytes: Bytes, at position: Int, _ word: UInt64) -> (number: Int, length: Int)? {
    // SAFETY: there are as many buckets as numbers that `bucket` and `shortBucket` answer, and they have places of
    // `phrases`.
    let (long, short) = (buckets[Self.bucket(of: word)], shortBuckets[Self.shortBucket(of: word)])
    if long.count > 0, let phrase = longestPhrase(of: long, in: bytes, at: position, word) { return phrase }
    return short.count > 0 ? longestPhrase(of: short, in: bytes, at: position, word) : nil
  }

  private func longestPhrase(
    of bucket: Bucket, in bytes: Bytes, at position: Int, _ word: UInt64
  ) -> (number: Int, length: Int)? {
    for place in Int(bucket.first)..<Int(bucket.first) + Int(bucket.count)
    where (phrases[place].head ^ word) & phrases[place].mask == 0 {
      let phrase = phrases[place]
      if phrase.length <= bytes.count - position, matches(phrase, bytes, at: position) {
        return (phrase.number, phrase.length)
      }
    }
    return nil
  }

  /// Whether what is behind the first eight bytes is the same; the last eight overlap with those before them.
  private func matches(_ phrase: Phrase, _ bytes: Bytes, at position: Int) -> Bool {
    var offset = 8
    while offset < phrase.length {
      let at = min(offset, phrase.length - 8)
      if Self.word(text, at: phrase.start + at) != Self.word(bytes, at: position + at) { return false }
      offset += 8
    }
    return true
  }

  /// Eight bytes, the first one lowest; zeroes behind the end.
  @inline(__always)
  static func word(_ bytes: Bytes, at position: Int) -> UInt64 {
    guard position + 8 <= bytes.count else { return lastWord(bytes, at: position) }
    // SAFETY: the eight bytes are there.
    return UInt64(littleEndian: UnsafeRawPointer(bytes.start).loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }

  @inline(never)
  // SAFETY: all positions are below the count.
  private static func lastWord(_ bytes: Bytes, at position: Int) -> UInt64 {
    (position..<bytes.count).reversed().reduce(0) { $0 << 8 | UInt64(bytes.start[$1]) }
  }

  @inline(__always)
  private static func bucket(of word: UInt64) -> Int {
    Int(truncatingIfNeeded: (word << 24 &* 0x9E37_79B9_7F4A_7C15) >> 52)
  }

  @inline(__always)
  private static func shortBucket(of word: UInt64) -> Int {
    Int(truncatingIfNeeded: (word << 40 &* 0x9E37_79B9_7F4A_7C15) >> 52)
  }
}
