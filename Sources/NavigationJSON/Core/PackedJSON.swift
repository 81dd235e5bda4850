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
    var packed: [UInt8] = []
    packed.reserveCapacity(bytes.count / 2)
    var index = 0
    while index < bytes.count {
      if let phrase = longestPhrase(in: bytes, at: index) {
        append(phrase, to: &packed)
        index += phrases[phrase].count
        continue
      }
      if meanings[Int(bytes[index])] != nil { packed.append(literal) }
      packed.append(bytes[index])
      index += 1
    }
    return packed
  }

  /// The bytes that were packed; `malformed` when `packed` does not come from `pack` of this version or an earlier one.
  public static func unpack(_ packed: [UInt8]) throws(JSONError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(packed.count * 4)
    var index = 0
    while index < packed.count {
      let byte = packed[index]
      index += 1
      switch meanings[Int(byte)] {
      case nil:
        bytes.append(byte)
      case .phrase(let phrase):
        bytes += phrases[phrase]
      case .literal:
        guard index < packed.count else { throw refusal(at: index) }
        bytes.append(packed[index])
        index += 1
      case .numbered:
        guard index < packed.count, codes.count + Int(packed[index]) < phrases.count else { throw refusal(at: index) }
        bytes += phrases[codes.count + Int(packed[index])]
        index += 1
      }
    }
    return bytes
  }

  private static func refusal(at offset: Int) -> JSONError {
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

  private static func append(_ phrase: Int, to packed: inout [UInt8]) {
    if phrase < codes.count { return packed.append(codes[phrase]) }
    packed.append(numbered)
    packed.append(UInt8(truncatingIfNeeded: phrase - codes.count))
  }

  private static let phrases: [[UInt8]] = phraseTable.prefix(capacity).map { Array($0.utf8) }

  private static let bucketCount = 4096

  /// Phrases by their first three bytes, the longest first.
  private static let buckets: [[Int]] = {
    var buckets = [[Int]](repeating: [], count: bucketCount)
    for index in phrases.indices.sorted(by: { phrases[$0].count > phrases[$1].count }) where phrases[index].count > 2 {
      buckets[bucket(of: phrases[index], at: 0)].append(index)
    }
    return buckets
  }()

  private static func bucket(of bytes: [UInt8], at index: Int) -> Int {
    (Int(bytes[index]) &* 961 ^ Int(bytes[index + 1]) &* 31 ^ Int(bytes[index + 2])) & (bucketCount - 1)
  }

  private static func longestPhrase(in bytes: [UInt8], at index: Int) -> Int? {
    guard bytes.count - index > 2 else { return nil }
    return buckets[bucket(of: bytes, at: index)].first { candidate in
      let phrase = phrases[candidate]
      guard phrase.count <= bytes.count - index else { return false }
      return phrase.indices.allSatisfy { phrase[$0] == bytes[index + $0] }
    }
  }
}
