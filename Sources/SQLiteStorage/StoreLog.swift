#if SQLite
import Glibc

/// The write-ahead log of a file, `-wal`: it receives commits before the file does.
public enum StoreLog {
  /// Commits that SQLite does not read, since bytes in front of them have changed.
  public struct Damage: Sendable {
    /// The log's path.
    public let log: String
    public let commits: Int
    /// The path of the copy that a start makes of the log.
    public var copy: String { log + StoreLog.copySuffix }
    /// Whether this start has made it. An earlier copy stays as it is.
    public internal(set) var isCopied = false

    /// The damage as a clause.
    public var text: String {
      (commits == 1 ? "1 commit stands" : "\(commits) commits stand") + " in \(log) behind damaged bytes"
    }
  }

  /// Why commits are missing in what is read of a file.
  public enum Loss: Sendable {
    /// The log that the file's header requires is missing.
    case missing
    case damaged(Damage)
    /// An earlier start found damage, and kept the log at this path.
    case kept(String)
  }

  /// Whether the file's header requires a log that does not exist.
  ///
  /// A clean shutdown leaves a file without a log, recorded in the header. To be called before a connection is opened,
  /// which would create a new log. False if the file cannot be read.
  static func isMissing(of path: String) -> Bool {
    guard let log = log(of: path), !exists(log), errno == ENOENT else { return false }
    return FileHeader(of: path)?.hasLog == true
  }

  /// All losses of a file that a server may be writing, which has then read the log itself.
  ///
  /// To be called before a connection is opened: closing a descriptor of the file ends its locks.
  static func losses(of path: String) throws(StorageFault) -> [Loss] {
    var losses: [Loss] = isMissing(of: path) ? [.missing] : []
    // What is read while a server writes may look like damage.
    if try damage(of: path) != nil, let descriptor = sharedLock(on: path) {
      defer { close(descriptor) }
      if let damage = try damage(of: path) { losses.append(.damaged(damage)) }
    }
    if let log = log(of: path), exists(log + copySuffix) { losses.append(.kept(log + copySuffix)) }
    return losses
  }

  /// A descriptor with a lock that no server starts beside; nil while one is running.
  private static func sharedLock(on path: String) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// The damage of a log that no process writes. Throws `unavailable` if it cannot be read.
  static func damage(of path: String) throws(StorageFault) -> Damage? {
    guard let log = log(of: path) else { return nil }
    let descriptor = open(log, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      guard errno != ENOENT else { return nil }
      throw unavailable(path, log)
    }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: WriteAheadLog.headerSize)
    guard let count = fill(&header, from: descriptor, at: 0) else { throw unavailable(path, log) }
    header.removeLast(header.count - count)
    guard var frames = WriteAheadLog(header: header, pageSize: FileHeader(of: path)?.pageSize) else { return nil }
    var chunk = [UInt8](repeating: 0, count: max(1, chunkBytes / frames.frameSize) * frames.frameSize)
    var offset = WriteAheadLog.headerSize
    while true {
      guard let count = fill(&chunk, from: descriptor, at: offset) else { throw unavailable(path, log) }
      for start in stride(from: 0, through: count - frames.frameSize, by: frames.frameSize) {
        frames.add(chunk[start..<start + frames.frameSize])
      }
      guard count == chunk.count else { break }
      offset += count
    }
    return frames.commitsBehindDamage.map { Damage(log: log, commits: $0) }
  }

  /// The damage of the log, which is copied before SQLite overwrites it; under the file's lock.
  ///
  /// One copy is enough: a server that fails and starts again and again fills no disk. Throws `unavailable` if the log
  /// can be neither read nor copied.
  static func keepDamage(of path: String) throws(StorageFault) -> Damage? {
    guard var damage = try damage(of: path) else { return nil }
    guard !exists(damage.copy) else { return damage }
    let part = damage.copy + ".part"
    guard copy(damage.log, to: part), StoreBackup.sync(part), rename(part, damage.copy) == 0,
      StoreBackup.sync(StoreBackup.folder(of: damage.copy))
    else {
      let code = errno
      unlink(part)
      throw .unavailable(
        path: path, detail: "\(damage.text), and cannot be kept as \(damage.copy): \(String(cString: strerror(code)))")
    }
    damage.isCopied = true
    return damage
  }

  private static func copy(_ log: String, to part: String) -> Bool {
    let source = open(log, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { return false }
    defer { close(source) }
    let target = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard target >= 0 else { return false }
    var count = 1
    while count > 0 { count = sendfile(target, source, nil, chunkBytes) }
    let code = errno
    close(target)
    errno = code
    return count == 0
  }

  // MARK: Bytes of the files

  private static let copySuffix = ".damaged"
  /// Bytes read at once.
  private static let chunkBytes = 1 << 20

  /// SQLite names the log after the file that a symbolic link leads to.
  private static func log(of path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved) + "-wal"
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Returns the number of bytes read, fewer at the end of the file; nil after an error, which is in `errno`.
  private static func fill(_ buffer: inout [UInt8], from descriptor: Int32, at offset: Int) -> Int? {
    buffer.withUnsafeMutableBytes { buffer in
      var filled = 0
      while filled < buffer.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        let count = pread(descriptor, rest.baseAddress, rest.count, offset + filled)
        guard count >= 0 else { return nil }
        guard count > 0 else { break }
        filled += count
      }
      return filled
    }
  }

  private static func unavailable(_ path: String, _ log: String) -> StorageFault {
    .unavailable(path: path, detail: "\(log): " + String(cString: strerror(errno)))
  }
}

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
