/// JSON compressed by replacing the frequent phrases of a session's snapshot by one or two bytes, for packed sessions.
///
/// Lossless for any bytes, JSON or not. Bytes that are rare or impossible in compact JSON are codes for phrases: those
/// below U+0020, DEL, and those invalid in UTF-8. A literal occurrence of one is marked by `literal`.
public enum PackedJSON {
  /// Precedes a byte that is literal.
  private static let literal: UInt8 = 0xFE
  /// Precedes the number of a phrase without a one-byte code.
  private static let numbered: UInt8 = 0xFF
  /// The one-byte codes of the first phrases, in the order of the table.
  private static let codes: [UInt8] = Array(0x00...0x1F) + [0x7F, 0xC0, 0xC1] + Array(0xF5...0xFD)
  /// Maximum phrases of a table; any further ones are never used.
  static let capacity = codes.count + 256

  /// Packs the bytes.
  public static func pack(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBufferPointer { pack($0) } }

  /// Packs the bytes written so far.
  package static func pack(_ writer: borrowing JSONWriter) -> [UInt8] {
    // SAFETY: `count` bytes are initialised from `start` on.
    pack(UnsafeBufferPointer(start: writer.start, count: writer.count))
  }

  private static func pack(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    // A byte becomes two at most.
    [UInt8](unsafeUninitializedCapacity: 2 * bytes.count) { packed, count in
      guard let start = bytes.baseAddress, let target = packed.baseAddress else { return }
      count = pack(PhraseIndex.Bytes(start: start, count: bytes.count), to: target) - target
    }
  }

  /// Packs to `start`, where there is room for twice as many bytes; returns the position after the last.
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
      // SAFETY: a byte becomes two at most, and a phrase, which is longer, two at most.
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

  /// The unpacked bytes; throws `malformed` unless `packed` comes from `pack` of this version or an earlier one.
  public static func unpack(_ packed: [UInt8]) throws(JSONError) -> [UInt8] { try unpack(packed.span, from: 0) }

  /// Unpacks the bytes from `start` on.
  static func unpack(_ packed: Span<UInt8>, from start: Int) throws(JSONError) -> [UInt8] {
    // Two passes, so that the bytes are written to their final memory.
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

  /// The meaning of one or two bytes of packed JSON.
  private enum Piece {
    case byte(UInt8)
    /// The range of the phrase in `phraseText`.
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

  /// The meaning of each byte of packed JSON; nil: itself.
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

  /// All phrases, concatenated; and the start of each, followed by the end.
  private static let phraseText = phrases.flatMap(\.self)
  private static let phraseStarts = phrases.reduce(into: [0]) { starts, phrase in
    starts.append((starts.last ?? 0) + phrase.count)
  }

  private static let phraseIndex = PhraseIndex(phrases, hasMeaning: meanings.map { $0 != nil })
}

/// Finds phrases by their first five bytes, or three for shorter phrases, and compares eight bytes at a time, as this
/// runs for each byte of each packed state.
// SAFETY: the only instance is never freed; its memory is written by `init` and never again.
private struct PhraseIndex: @unchecked Sendable {
  private struct Phrase {
    let number: Int
    let length: Int
    /// Offset of its first byte in the text of all phrases.
    let start: Int
    /// Its first eight bytes, the first one lowest, and a mask with ones for those that it has.
    let head: UInt64
    let mask: UInt64
  }

  /// A buffer, which the caller keeps alive during the use.
  struct Bytes {
    let start: UnsafePointer<UInt8>
    let count: Int
  }

  /// The range of a bucket in `phrases`; empty for most.
  private struct Bucket {
    var first: UInt16 = 0
    var count: UInt16 = 0
  }

  private static let bucketCount = 4096

  /// For each byte, whether it has another meaning in packed JSON.
  private let meanings: UnsafePointer<Bool>
  /// All phrases, concatenated.
  private let text: Bytes
  /// All phrases by bucket, the longest of each first.
  private let phrases: UnsafePointer<Phrase>
  /// Buckets by the first five bytes, and by the first three for phrases of less than five bytes.
  private let (buckets, shortBuckets): (UnsafePointer<Bucket>, UnsafePointer<Bucket>)
  private static let longBytes = 5

  /// - Parameter meanings: one value per byte.
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
    self.meanings = Self.immortal(meanings)
    text = Bytes(start: Self.immortal(phrases.flatMap(\.self)), count: start)
    self.phrases = Self.immortal(members.flatMap { $0.sorted { $0.length > $1.length } })
    var first = 0
    buckets = Self.immortal(
      members.map { members in
        defer { first += members.count }
        return Bucket(first: UInt16(truncatingIfNeeded: first), count: UInt16(truncatingIfNeeded: members.count))
      })
    shortBuckets = buckets + Self.bucketCount
  }

  /// A copy that is never freed.
  private static func immortal<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
    let copy = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
    // SAFETY: the memory has room for all elements.
    for (index, element) in elements.enumerated() { (copy + index).initialize(to: element) }
    return UnsafePointer(copy)
  }

  // SAFETY: `meanings` has a value for each byte.
  @inline(__always)
  func hasMeaning(_ byte: UInt8) -> Bool { meanings[Int(byte)] }

  /// - Parameter word: the eight bytes at `position`.
  @inline(__always)
  func longestPhrase(in bytes: Bytes, at position: Int, _ word: UInt64) -> (number: Int, length: Int)? {
    // SAFETY: there are as many buckets as results of `bucket` and `shortBucket`, and their ranges are within
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

  /// Whether the bytes after the first eight are equal; the last eight overlap the ones before.
  private func matches(_ phrase: Phrase, _ bytes: Bytes, at position: Int) -> Bool {
    var offset = 8
    while offset < phrase.length {
      let at = min(offset, phrase.length - 8)
      if Self.word(text, at: phrase.start + at) != Self.word(bytes, at: position + at) { return false }
      offset += 8
    }
    return true
  }

  /// Eight bytes, the first one lowest; zeroes after the end.
  @inline(__always)
  static func word(_ bytes: Bytes, at position: Int) -> UInt64 {
    guard position + 8 <= bytes.count else { return lastWord(bytes, at: position) }
    // SAFETY: the eight bytes are below the count.
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
