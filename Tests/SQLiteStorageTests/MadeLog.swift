#if SQLite
/// A write-ahead log made by hand, as SQLite writes one.
struct MadeLog {
  let pageSize: Int
  let isBigEndian: Bool
  private(set) var bytes: [UInt8] = []
  private var generation: UInt32 = 0

  static let headerSize = 32
  var frameSize: Int { 24 + pageSize }

  init(pageSize: Int = 512, isBigEndian: Bool = false) {
    (self.pageSize, self.isBigEndian) = (pageSize, isBigEndian)
    restart()
  }

  /// `-` is a frame, `c` a commit frame.
  init(_ frames: String, pageSize: Int = 512, isBigEndian: Bool = false) {
    self.init(pageSize: pageSize, isBigEndian: isBigEndian)
    write(frames, at: 0)
  }

  /// Begins a new generation over the frames of the last one.
  mutating func restart() {
    generation += 1
    var header = [0x377F_0682 | (isBigEndian ? 1 : 0), 3_007_000, UInt32(pageSize), generation].flatMap(Self.big)
    header += salts
    header += checksum(header, from: [UInt8](repeating: 0, count: 8))
    bytes.replaceSubrange(..<min(bytes.count, Self.headerSize), with: header)
  }

  /// Writes frames over what stands there from a frame's number on; each goes on from the one before.
  mutating func write(_ frames: String, at first: Int) {
    for (index, kind) in zip(first..., frames) {
      let offset = Self.headerSize + index * frameSize
      let before = index == 0 ? Array(bytes[24..<32]) : Array(bytes[offset - frameSize + 16..<offset - frameSize + 24])
      let head = Self.big(UInt32(index + 2)) + Self.big(kind == "c" ? 9 : 0)
      // Other content each time, so that a frame written again differs.
      let page = (0..<pageSize).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ index &+ frames.count) }
      let frame = head + salts + checksum(head + page, from: before) + page
      bytes.replaceSubrange(offset..<min(bytes.count, offset + frameSize), with: frame)
    }
  }

  mutating func flip(_ offset: Int, bit: Int = 3) { bytes[offset] ^= 1 << bit }

  /// Flips a bit of a frame's page.
  mutating func flip(frame: Int) { flip(Self.headerSize + frame * frameSize + 24 + pageSize / 2) }

  mutating func cut(to count: Int) { bytes = Array(bytes.prefix(count)) }

  private var salts: [UInt8] { Self.big(0x0BAD_5A17 &+ generation) + Self.big(0xFACE_0FF5 &* generation) }

  private static func big(_ word: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }

  private func checksum(_ bytes: [UInt8], from before: [UInt8]) -> [UInt8] {
    func word(_ four: ArraySlice<UInt8>, _ isBigEndian: Bool) -> UInt32 {
      (isBigEndian ? Array(four) : four.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
    }
    var (first, second) = (word(before[..<4], true), word(before[4...], true))
    for offset in stride(from: 0, to: bytes.count, by: 8) {
      first = first &+ word(bytes[offset..<offset + 4], isBigEndian) &+ second
      second = second &+ word(bytes[offset + 4..<offset + 8], isBigEndian) &+ first
    }
    return Self.big(first) + Self.big(second)
  }
}
#endif
