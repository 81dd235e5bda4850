import Dispatch
import Glibc
import HTTPServer
import Synchronization

/// Threads for work that would block a shard. They take jobs in order of arrival, and each runs one at a time.
///
/// They yield to the shards where there are fewer cores than threads.
final class Workers: Sendable {
  /// Maximum number of threads.
  private static let limit = 4
  /// The nice value for setpriority(2): a shard gets nine times the share of a contended core.
  private static let niceness: CInt = 10

  typealias Job = @Sendable () -> Void

  private struct Jobs {
    /// In reverse order: the next job is the last element.
    var next: [Job] = []
    /// Jobs added since, in order.
    var latest: [Job] = []
  }

  private let jobs = Mutex(Jobs())
  private let waiting = DispatchSemaphore(value: 0)

  /// Starts one thread per shard, within the limit; nil where a thread cannot be started.
  init?(shards: Int) {
    for _ in 0..<max(1, min(shards, Self.limit)) {
      guard DetachedThread.start({ self.run() }) else { return nil }
    }
  }

  /// Queues a job, and returns at once.
  func add(_ job: @escaping Job) {
    jobs.withLock { $0.latest.append(job) }
    waiting.signal()
  }

  private func run() {
    // On Linux this applies to the calling thread only.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
    while true {
      waiting.wait()
      take()?()
    }
  }

  private func take() -> Job? {
    jobs.withLock { jobs in
      if jobs.next.isEmpty {
        jobs.next = jobs.latest.reversed()
        jobs.latest = []
      }
      return jobs.next.popLast()
    }
  }
}
