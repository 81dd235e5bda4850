import Testing

@testable import NavigationJSON

/// JSON packed with other packed JSON as its context.
@Suite struct PackedContextTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
  private static func squares(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(0x21 + $0 * $0 % 89) } }
  private static let record = PackedJSON.pack(bytes(PackedJSONTests.record))

  /// The text, the context, and the most bytes of the packed text.
  static let rows: [(text: [UInt8], context: [UInt8], most: Int)] = [
    ([], [], 1), ([], record, 1), ([7], [], 4), (bytes("abc"), [], 5), (bytes("abcabcabcabcabcabc"), [], 8),
    // Several copies at a distance of one byte.
    ([UInt8](repeating: 0x61, count: 10_000), [], 160),
    (bytes(PackedJSONTests.record), record, 9), (bytes(PackedJSONTests.snapshot), record, 110),
    // The nearest match is used, and one beyond the maximum distance is not.
    (bytes(PackedJSONTests.record), record + [UInt8](repeating: 0, count: 32_000), 10),
    (bytes(PackedJSONTests.record), record + [UInt8](repeating: 0, count: 32_768), record.count + 8),
    // Literals and distances with numbers of one, two and three bytes.
    (squares(14), [], 16), (squares(15), [], 18), (squares(90), [], 93),
    (squares(14), squares(14) + [UInt8](repeating: 0, count: 200), 5),
    (squares(14), squares(14) + [UInt8](repeating: 0, count: 20_000), 6),
  ]

  @Test(arguments: rows.indices) func aTextIsUnpackedWithItsContext(row: Int) throws {
    let (text, context, most) = Self.rows[row]
    let packed = PackedJSON.pack(text, after: context[...])
    #expect(try PackedJSON.unpack(packed[...], after: context[...]) == text)
    #expect(packed.count <= most, "\(packed.count)")
  }

  @Test(arguments: 0..<300) func documentsComeBackWithTheirContext(seed: Int) throws {
    var random = RandomJSON(seed: UInt64(seed))
    let other = PackedJSON.pack(Self.bytes((0..<random.number(below: 6)).map { _ in random.text() }.joined()))
    let text = Self.bytes(random.text()) + (random.number(below: 2) == 0 ? other.suffix(random.number(below: 400)) : [])
    // Text and context as slices of other arrays.
    let context = ([1, 2, 3] + other + [4]).dropFirst(3).dropLast()
    let packed = [5] + PackedJSON.pack(text, after: context)
    #expect(try PackedJSON.unpack(packed.dropFirst(), after: context) == text, "seed \(seed)")
  }

  @Test(arguments: 0..<300) func tamperedBytesAreRefusedOrRead(seed: Int) {
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
      // Empty; a length without an end; lengths over the limit; a truncated text; bytes after the end.
      [], [0x80], [0xFF, 0xFF, 0xFF, 0xFF, 0x7F], [0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0], [2, 0x20, 0x61],
      [1, 0x20, 0x61, 0x62], [0, 0],
      [1, 0x10, 0x61, 0x62],
      // Too many literals; a copy from before the text, beyond its end, or at distance zero; a missing distance.
      [1, 0x20, 0x61, 0x61], [4, 0x11, 0x61, 2], [3, 0x11, 0x61, 1], [4, 0x11, 0x61, 0], [4, 0x11, 0x61],
      [99, 0x1F, 0x61],
    ] as [[UInt8]]) func malformedBytesAreRefused(bytes: [UInt8])
  {
    #expect(throws: JSONError.self) { try PackedJSON.unpack(bytes[...], after: []) }
  }
}
