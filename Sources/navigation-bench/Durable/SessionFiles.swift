#if SQLite
import Glibc
import NavigationAPI
import SQLiteStorage

/// A store's files, looked at from outside.
struct SessionFiles {
  let path: String

  /// Bytes of the file itself.
  var size: Int { Self.size(path) }
  /// Bytes of the log beside it.
  var logSize: Int { Self.size(path + "-wal") }

  private static func size(_ path: String) -> Int {
    var found = stat()
    return stat(path, &found) == 0 ? Int(found.st_size) : 0
  }

  /// Paths of sessions picked at random, each at most once.
  func randomSessions(_ count: Int, of all: Int) throws -> [String] {
    let connection = try SQLiteConnection(path, .read)
    let id = try connection.prepare("SELECT id FROM sessions WHERE number = ?1")
    var numbers: Set<Int64> = []
    while numbers.count < min(count, all) { numbers.insert(.random(in: 1...Int64(all))) }
    return try numbers.shuffled().map { number in
      try id.bind(1, number)
      defer { id.reset() }
      guard try id.step() else { throw BenchmarkFailure.nonsense("no session", Double(number)) }
      let words = id.bytes(0).reduce(into: (high: UInt64(0), low: UInt64(0))) { words, byte in
        words.high = words.high << 8 | words.low >> 56
        words.low = words.low << 8 | UInt64(byte)
      }
      return "/v1/sessions/\(SessionID(high: words.high, low: words.low))"
    }
  }

  /// Asks the system to have nothing of them in memory, as after a restart of the machine.
  func leaveMemory() throws(BenchmarkFailure) {
    for file in [path, path + "-wal"] where access(file, F_OK) == 0 {
      let descriptor = open(file, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .couldNotWrite(errno) }
      defer { close(descriptor) }
      guard fsync(descriptor) == 0, posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) == 0 else { throw .couldNotWrite(errno) }
    }
  }
}
#endif
