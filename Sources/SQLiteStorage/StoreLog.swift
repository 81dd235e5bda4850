#if SQLite
import Glibc

/// The log that SQLite keeps beside a file, `-wal`: commits are in it before they are in the file.
public enum StoreLog {
  /// Whether the file says that it has a log, and there is none.
  ///
  /// A server that ends as it should leaves a file without a log, and the file says so. To be asked before a connection is opened, which
  /// would make a new log. False where the file cannot be read.
  public static func isMissing(of path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, lstat(path + "-wal", &status) != 0, errno == ENOENT else { return false }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var version: UInt8 = 0
    return pread(descriptor, &version, 1, versionOffset) == 1 && version == versionWithLog
  }

  /// Where the file's header says how it is read (SQLite's file format, 1.3.3), and what stands there for a log.
  private static let versionOffset = 19
  private static let versionWithLog: UInt8 = 2
}
#endif
