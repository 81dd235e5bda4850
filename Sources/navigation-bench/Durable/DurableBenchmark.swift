import CReferenceServer
import FoundationEssentials
import Glibc

/// The subcommand `durable`: the cost of durable sessions, and the number that fits.
struct DurableBenchmark: Benchmark {
  /// Milliseconds of a round of one server.
  var milliseconds: Int
  var rounds: Int
  /// Sessions in the file.
  var sessions: Int
  /// Copies of a file with a flipped bit.
  var copies: Int
  /// The folder for the files, on a disk.
  var folder: String

  init(_ options: inout CommandLineOptions) throws(CommandLineOptions.WrongUsage) {
    milliseconds = try options.number("milliseconds", 1...100_000, 500, quick: 5)
    rounds = try options.number("rounds", 1...1_000, 7, quick: 1)
    // The server's default limit is the highest.
    sessions = try options.number("sessions", 1_000...1_000_000, 1_000_000, quick: 2_000)
    copies = try options.number("copies", 1...10_000, 200, quick: 4)
    folder = options.text("folder", "/var/tmp")
  }

  func measure() throws -> [Target] {
    Cores.bindLoad()
    guard try isOnDisk(folder) else { throw BenchmarkFailure.notOnADisk(folder) }
    return try inOwnFolder { folder in
      let runner = CaseRunner(milliseconds: milliseconds, rounds: rounds, folder: folder)
      return try Case.durable(many: sessions / 10).flatMap { try runner.measure($0) }
    }
      + inOwnFolder { folder in
        var stored = StoredSessions(folder: folder, count: sessions)
        return try stored.measure()
      } + inOwnFolder { try FlippedBits(folder: $0, copies: copies).measure() }
  }

  private func inOwnFolder(_ body: (TemporaryFolder) throws -> [Target]) throws -> [Target] {
    let own = try TemporaryFolder(in: folder)
    defer { own.remove() }
    return try body(own)
  }
}

/// The numbers of in-memory file systems in magic.h, where a sync has no cost.
private let inMemory = [0x0102_1994, 0x8584_58F6]

/// Whether a folder is on a disk (statfs(2)).
func isOnDisk(_ folder: String) throws(BenchmarkFailure) -> Bool {
  let type = benchmark_file_system(folder)
  guard type >= 0 else { throw .couldNotWrite(errno) }
  return !inMemory.contains(type)
}

/// The minimal cost of durability: a page appended to a file, and a sync.
struct AppendingFile: ~Copyable {
  private let descriptor: CInt
  private let page = [UInt8](repeating: 0x61, count: 4_096)

  init(_ path: String) throws(BenchmarkFailure) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .couldNotWrite(errno) }
  }

  deinit { close(descriptor) }

  /// Appends pages for `seconds`, each synced before the next; returns their latencies.
  func append(for seconds: Double) throws(BenchmarkFailure) -> LatencyHistogram {
    var times = LatencyHistogram()
    let end = MonotonicClock.now() + UInt64(seconds * 1e9)
    var start = MonotonicClock.now()
    repeat {
      guard write(descriptor, page, page.count) == page.count, fdatasync(descriptor) == 0 else {
        throw .couldNotWrite(errno)
      }
      let now = MonotonicClock.now()
      times.record(nanoseconds: now - start)
      start = now
    } while start < end
    return times
  }
}

/// A temporary folder for the files of servers.
struct TemporaryFolder {
  let path: String

  init(in parent: String) throws {
    path = "\(parent)/navigation-bench.\(UUID())"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  /// Removes the folder with all its files, other programs' included.
  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
