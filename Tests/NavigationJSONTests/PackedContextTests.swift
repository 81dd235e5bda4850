import Testing

@testable import NavigationJSON

/// What is packed beside other packed JSON.
@Suite struct PackedContextTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
  private static func squares(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(0x21 + $0 * $0 % 89) } }
  private static let record = PackedJSON.pack(bytes(PackedJSONTests.record))

  /// The text, the context, and the bytes that the packed text may have.
  static let rows: [(text: [UInt8], context: [UInt8], most: Int)] = [
    ([], [], 1), ([], record, 1), ([7], [], 4), (bytes("abc"), [], 5), (bytes("abcabcabcabcabcabc"), [], 8),
    // More than one copy, of the byte before each.
    ([UInt8](repeating: 0x61, count: 10_000), [], 160),
    (bytes(PackedJSONTests.record), record, 9), (bytes(PackedJSONTests.snapshot), record, 110),
    // The nearest is referred to, and what is too far away is not.
    (bytes(PackedJSONTests.record), record + [UInt8](repeating: 0, count: 32_000), 10),
    (bytes(PackedJSONTests.record), record + [UInt8](repeating: 0, count: 32_768), record.count + 8),
    // Literals and distances with numbers of one, two and three bytes.
    (squares(14), [], 16), (squares(15), [], 18), (squares(90), [], 93),
    (squares(14), squares(14) + [UInt8](repeating: 0, count: 200), 5),
    (squares(14), squares(14) + [UInt8](repeating: 0, count: 20_000), 6),
  ]

  @Test(arguments: rows.indices) func aTextComesBackWithItsContext(row: Int) throws {
    let (text, context, most) = Self.rows[row]
    let packed = PackedJSON.pack(text, after: context[...])
    #expect(try PackedJSON.unpack(packed[...], after: context[...]) == text)
    #expect(packed.count <= most, "\(packed.count)")
  }

  @Test(arguments: 0..<300) func documentsComeBackWithTheirContext(seed: Int) throws {
    var random = RandomJSON(seed: UInt64(seed))
    let other = PackedJSON.pack(Self.bytes((0..<random.number(below: 6)).map { _ in random.text() }.joined()))
    let text = Self.bytes(random.text()) + (random.number(below: 2) == 0 ? other.suffix(random.number(below: 400)) : [])
    // Both as parts of other arrays.
    let context = ([1, 2, 3] + other + [4]).dropFirst(3).dropLast()
    let packed = [5] + PackedJSON.pack(text, after: context)
    #expect(try PackedJSON.unpack(packed.dropFirst(), after: context) == text, "seed \(seed)")
  }

  @Test(arguments: 0..<300) func whatWasTamperedWithIsRefusedOrRead(seed: Int) {
    var random = RandomJSON(seed: UInt64(seed))
    var packed = PackedJSON.pack(Self.bytes(PackedJSONTests.snapshot), after: Self.record[...])
    for _ in 0...random.number(below: 4) {
      let place = random.number(below: packed.count)
      switch random.number(below: 3) {
      case 0: packed[place] = UInt8(random.number(below: 256))
      case 1: packed.remove(at: place)
      case _: packed = Array(packed.prefix(place + 1))
      }
    }
    let context = Self.record.suffix(random.number(below: Self.record.count))
    let text = (try? PackedJSON.unpack(packed[...], after: context)) ?? []
    #expect(text.count < 1_000_000)
  }

  @Test(
    arguments: [
      // Nothing; no end; more than there can be; more than there is; something behind the end.
      [], [0x80], [0xFF, 0xFF, 0xFF, 0xFF, 0x7F], [0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0], [2, 0x20, 0x61],
      [1, 0x20, 0x61, 0x62], [0, 0],
      [1, 0x10, 0x61, 0x62],
      // More literals than the text has; a copy that begins before the text, or goes beyond it, or of no distance.
      [1, 0x20, 0x61, 0x61], [4, 0x11, 0x61, 2], [3, 0x11, 0x61, 1], [4, 0x11, 0x61, 0], [4, 0x11, 0x61],
      [99, 0x1F, 0x61],
    ] as [[UInt8]]) func refusesWhatItDidNotPack(bytes: [UInt8])
  {
    #expect(throws: JSONError.self) { try PackedJSON.unpack(bytes[...], after: []) }
  }
}
