#if SQLite
import SQLiteStorage
import Testing

/// The damage of a log, told from a torn end.
@Suite struct WriteAheadLogTests {
  enum Step: Sendable {
    /// A new generation.
    case restart
    case write(String, at: Int)
    /// A frame is damaged.
    case flip(Int)

    func apply(to log: inout MadeLog) {
      switch self {
      case .restart: log.restart()
      case .write(let frames, let first): log.write(frames, at: first)
      case .flip(let frame): log.flip(frame: frame)
      }
    }
  }

  /// The commits behind the damage; nil without any.
  private func judge(_ log: MadeLog, pageSize: Int? = nil) -> Int? {
    let header = Array(log.bytes.prefix(MadeLog.headerSize))
    guard var frames = WriteAheadLog(header: header, pageSize: pageSize ?? log.pageSize) else { return nil }
    var rest = log.bytes.dropFirst(MadeLog.headerSize)
    while rest.count >= frames.frameSize {
      frames.add(rest.prefix(frames.frameSize))
      rest = rest.dropFirst(frames.frameSize)
    }
    return frames.commitsBehindDamage
  }

  /// The frames, the one that is damaged, and the commits told.
  @Test(
    arguments: [
      ("-c-c-c", nil, nil), ("c", nil, nil), ("", nil, nil), ("-c-c-", nil, nil),
      ("-c-c-c", 0, 3), ("-c-c-c", 1, 2), ("-c-c-c", 2, 2), ("--c--c--c", 4, 2), ("c-c-c", 0, 2), ("cccc", 1, 2),
      ("-c-c--", 0, 2), ("c--c--c--", 1, 2),
      // Not to be told: in the last commit, and in the commit frame of the one before.
      ("-c-c-c", 3, nil), ("-c-c-c", 4, nil), ("-c-c-c", 5, nil), ("cccc", 2, nil), ("cccc", 3, nil), ("c", 0, nil),
      ("-c-c---", 4, nil),
    ] as [(String, Int?, Int?)])
  func `a bad frame is damage where a commit and a frame behind it are good`(
    _ frames: String, damaged: Int?, commits: Int?
  ) {
    for (pageSize, isBigEndian) in [(512, false), (512, true), (4_096, false), (65_536, true)] {
      var log = MadeLog(frames, pageSize: pageSize, isBigEndian: isBigEndian)
      if let damaged { log.flip(frame: damaged) }
      #expect(judge(log) == commits, "pages of \(pageSize) bytes")
    }
  }

  /// Every byte of a log is damaged in turn: what is told, and what is not.
  @Test func `a flipped bit is told everywhere but at the end`() {
    let log = MadeLog("-c--c-c-c")
    // The commit frame of the last commit but one, and the checksum that it follows from.
    let end = MadeLog.headerSize + 6 * log.frameSize
    let follows = end - log.frameSize + 16..<end - log.frameSize + 24
    for offset in log.bytes.indices {
      var flipped = log
      flipped.flip(offset, bit: offset % 8)
      let isTold = offset < end && !follows.contains(offset)
      #expect((judge(flipped) != nil) == isTold, "byte \(offset)")
    }
  }

  /// After a power failure some sectors of the last commit are missing, and after a kill its end.
  @Test func `a torn end is none`() {
    let log = MadeLog("-c--c---c")
    let last = MadeLog.headerSize + 5 * log.frameSize
    for lost in 0..<16 {
      var torn = log
      for frame in 0..<4 where lost >> frame & 1 == 1 { torn.flip(frame: 5 + frame) }
      #expect(judge(torn) == nil, "frames \(lost)")
    }
    for count in Array(0...40) + Array(stride(from: last - 40, through: log.bytes.count, by: 37)) {
      var torn = log
      torn.cut(to: count)
      #expect(judge(torn) == nil, "\(count) bytes")
    }
  }

  @Test(
    arguments: [
      ("an earlier generation", [.restart, .write("-c-c", at: 0)]),
      ("an earlier generation alone", [.restart]),
      ("an earlier generation behind a torn commit", [.restart, .write("-c---c", at: 0), .flip(4)]),
      ("a failed commit", [.write("-----c", at: 10), .write("-c", at: 10)]),
      ("failed commits", [.write("-----c", at: 10), .write("---c", at: 10), .write("c", at: 10)]),
      ("one behind two", [.write("-----c", at: 10), .write("-c", at: 10), .write("-c", at: 12)]),
      ("one, and a torn one", [.write("----c", at: 10), .write("-c", at: 10), .flip(10)]),
    ] as [(String, [Step])])
  func `what is left of others is none`(_ name: String, steps: [Step]) {
    var log = MadeLog("-c--c-c--c")
    for step in steps { step.apply(to: &log) }
    #expect(judge(log) == nil)
  }

  @Test func `an earlier generation hides no damage`() {
    var log = MadeLog("-c-c-c-c-c")
    log.restart()
    log.write("-c-c-c", at: 0)
    log.flip(frame: 0)
    #expect(judge(log) == 3)
  }

  /// Another size of the page, from a header that is damaged or not, or of no database.
  @Test func `without a size of pages nothing is told`() {
    var log = MadeLog("-c-c-c")
    #expect(judge(log, pageSize: 4_096) == nil)
    log.flip(0)
    #expect(judge(log) == 3)
    for size in [0, 1, 511, 513, 4_096, 131_072] { #expect(judge(log, pageSize: size) == nil, "\(size)") }
    #expect(WriteAheadLog(header: Array(log.bytes.prefix(32)), pageSize: nil) == nil)
  }
}
#endif
