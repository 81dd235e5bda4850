#if SQLite
/// The frames of a write-ahead log in their order, judged to tell damage from a torn end.
///
/// SQLite's reading ends at the first bad frame, whatever stands behind it. Here each frame is judged alone: it is good
/// if it has the header's salts, and its checksum follows from the one stored in the frame before. A commit is synced
/// before the next frame is written. So a good commit frame directly followed by a good frame had been synced, and a bad
/// frame in front of the two is damage. A torn end, the rest of a failed commit and the frames of an earlier generation
/// have no such pair.
///
/// Not to be told from a torn end: damage in the last commit, in the commit frame of the one before, or in the stored
/// checksum which that frame follows from. Source: SQLite's file format, 4.1 and 4.2.
package struct WriteAheadLog {
  /// Bytes of the header, which is in front of the frames.
  package static let headerSize = 32
  /// Bytes of a frame.
  package let frameSize: Int

  private let isBigEndian: Bool
  /// Those of the header; behind a bad header nil, until two frames have told them.
  private var salts: UInt64?
  /// What the frame before has stored; for the first frame, what the header has.
  private var before: (salts: UInt64?, checksum: FrameChecksum)
  private var isBehindBad: Bool
  private var followsCommit = false
  private var commits = 0
  private var isDamaged = false

  /// The good commit frames behind the first bad frame; nil if that one is not damage.
  package var commitsBehindDamage: Int? { isDamaged ? commits : nil }

  /// A bad header counts as a bad frame: SQLite then reads no frame at all.
  ///
  /// - Parameters:
  ///   - header: the first `headerSize` bytes of the log; nil is the result for fewer.
  ///   - pageSize: bytes of a page of the database, for a bad header.
  package init?(header: [UInt8], pageSize: Int?) {
    guard header.count == Self.headerSize else { return nil }
    let (magic, size) = (header.word(at: 0), Int(header.word(at: 8)))
    let stored = FrameChecksum(first: header.word(at: 24), second: header.word(at: 28))
    var computed = FrameChecksum()
    computed.add(header[..<24], isBigEndian: magic & 1 == 1)
    let isGood = magic & ~1 == Self.magic && computed == stored && Self.isPageSize(size)
    let known = isGood ? size : pageSize
    guard let known, Self.isPageSize(known) else { return nil }
    frameSize = Self.frameHeaderSize + known
    // SQLite writes in the order of its machine.
    isBigEndian = isGood ? magic & 1 == 1 : UInt16(1).bigEndian == 1
    salts = isGood ? header.salts(at: 16) : nil
    before = (salts, stored)
    isBehindBad = !isGood
  }

  /// Judges the next frame, of `frameSize` bytes.
  package mutating func add(_ frame: ArraySlice<UInt8>) {
    let salts = frame.salts(at: 8)
    let stored = FrameChecksum(first: frame.word(at: 16), second: frame.word(at: 20))
    var computed = before.checksum
    computed.add(frame.prefix(8), isBigEndian: isBigEndian)
    computed.add(frame.dropFirst(Self.frameHeaderSize), isBigEndian: isBigEndian)
    let isGood = frame.word(at: 0) != 0 && salts == self.salts ?? before.salts && computed == stored
    before = (salts, stored)
    guard isGood else {
      (isBehindBad, followsCommit) = (true, false)
      return
    }
    self.salts = salts
    guard isBehindBad else { return }
    if followsCommit { isDamaged = true }
    // The size of the database after a commit; 0 in every other frame.
    followsCommit = frame.word(at: 4) != 0
    if followsCommit { commits += 1 }
  }

  /// Its last bit is the order of the words that the checksums add.
  private static let magic: UInt32 = 0x377F_0682
  private static let frameHeaderSize = 24

  private static func isPageSize(_ size: Int) -> Bool { (512...65_536).contains(size) && size.nonzeroBitCount == 1 }
}

/// The checksum of a frame, which goes on from that of the frame before.
private struct FrameChecksum: Equatable {
  var first: UInt32 = 0
  var second: UInt32 = 0

  /// Adds the words of the bytes, two at a time.
  mutating func add(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
    bytes.withUnsafeBytes { bytes in
      var (first, second) = (first, second)
      for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
        // SAFETY: `offset + 8` is at most `bytes.count`.
        let left = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        let right = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
        first &+= (isBigEndian ? UInt32(bigEndian: left) : UInt32(littleEndian: left)) &+ second
        second &+= (isBigEndian ? UInt32(bigEndian: right) : UInt32(littleEndian: right)) &+ first
      }
      (self.first, self.second) = (first, second)
    }
  }
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
  /// Four bytes as a number, the highest first; 0 beyond the end.
  fileprivate func word(at offset: Int) -> UInt32 {
    dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  fileprivate func salts(at offset: Int) -> UInt64 { UInt64(word(at: offset)) << 32 | UInt64(word(at: offset + 4)) }
}
#endif
