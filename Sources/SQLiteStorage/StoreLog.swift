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
    return bytes(of: path, at: versionOffset, count: 1) == [versionWithLog]
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
    guard var frames = WriteAheadLog(header: header, pageSize: pageSize(of: path)) else { return nil }
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
  /// The offset of the read version in the file's header (SQLite's file format, 1.3.3), and its value with a log.
  private static let (versionOffset, versionWithLog): (Int, UInt8) = (19, 2)
  /// The offset of the page's size there, where 1 stands for the largest.
  private static let (pageSizeOffset, largestPage) = (16, 65_536)

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

  private static func pageSize(of path: String) -> Int? {
    guard let bytes = bytes(of: path, at: pageSizeOffset, count: 2), bytes.count == 2 else { return nil }
    let size = Int(bytes[0]) << 8 | Int(bytes[1])
    return size == 1 ? largestPage : size
  }

  /// Fewer at the end of the file; nil if it cannot be read.
  private static func bytes(of path: String, at offset: Int, count: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    return fill(&bytes, from: descriptor, at: offset).map { Array(bytes.prefix($0)) }
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
#endif
