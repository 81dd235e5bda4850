#if SQLite
import Glibc

/// The least that keeping something takes: a page appended to a file, and the disk asked for it.
struct AppendingFile: ~Copyable {
  private static let pageBytes = 4096

  private let descriptor: CInt
  private let page = [UInt8](repeating: 0x61, count: pageBytes)

  init(_ path: String) throws(BenchmarkFailure) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .couldNotWrite(errno) }
  }

  deinit { close(descriptor) }

  /// Appends so many pages, each synced before the next; how long each took.
  func append(_ count: Int) throws(BenchmarkFailure) -> LatencyHistogram {
    var times = LatencyHistogram()
    for _ in 0..<count {
      let start = MonotonicClock.now()
      guard write(descriptor, page, page.count) == page.count, fdatasync(descriptor) == 0 else { throw .couldNotWrite(errno) }
      times.record(nanoseconds: MonotonicClock.now() - start)
    }
    return times
  }
}
#endif
