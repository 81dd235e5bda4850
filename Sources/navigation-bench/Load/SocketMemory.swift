import Dispatch
import Glibc
import Synchronization

/// The memory that the kernel holds for TCP on this machine, of all processes; see proc(5), `/proc/net/sockstat`.
enum SocketMemory {
  /// Microseconds between two readings.
  private static let interval: UInt32 = 10_000

  /// Bytes at the peak while `body` runs, beyond those before.
  static func added(during body: () throws -> Void) throws -> Int {
    let before = try bytes()
    let sampler = Sampler()
    DispatchQueue.global().async { sampler.run() }
    defer { sampler.end() }
    try body()
    return max(0, sampler.end() - before)
  }

  private static func bytes() throws(BenchmarkFailure) -> Int {
    guard let bytes = read() else { throw .unreadableUsage }
    return bytes
  }

  private static func read() -> Int? {
    let words = ProcessUsage.text("/proc/net/sockstat")?.split(separator: "\n").first { $0.hasPrefix("TCP:") }?
      .split(separator: " ")
    guard let words, let name = words.firstIndex(of: "mem"), name + 1 < words.count, let pages = Int(words[name + 1])
    else { return nil }
    return pages * sysconf(CInt(_SC_PAGESIZE))
  }

  /// Reads until the end, on a thread of its own.
  private final class Sampler: Sendable {
    private let peak = Atomic<Int>(0)
    private let isOver = Atomic<Bool>(false)
    private let ended = DispatchGroup()

    init() { ended.enter() }

    func run() {
      while !isOver.load(ordering: .acquiring) {
        peak.max(SocketMemory.read() ?? 0, ordering: .relaxed)
        usleep(SocketMemory.interval)
      }
      ended.leave()
    }

    @discardableResult
    func end() -> Int {
      isOver.store(true, ordering: .releasing)
      ended.wait()
      return peak.load(ordering: .relaxed)
    }
  }
}
