import Dispatch
import Glibc
import HTTPServer
import Synchronization

/// Threads that do what would hold up a shard, each one thing after the other, in the order in which it came.
///
/// They give way to the shards where there are fewer cores than threads.
final class Workers: Sendable {
  /// Threads at most.
  private static let limit = 4
  /// What setpriority(2) is told: a shard gets nine times as much of a core that both want.
  private static let niceness: CInt = 10

  typealias Job = @Sendable () -> Void

  private struct Jobs {
    /// What is taken next comes last.
    var next: [Job] = []
    /// What has come since.
    var latest: [Job] = []
  }

  private let jobs = Mutex(Jobs())
  private let waiting = DispatchSemaphore(value: 0)

  /// Starts as many as there are shards, within the limit; nil where no thread is to be had.
  init?(shards: Int) {
    for _ in 0..<max(1, min(shards, Self.limit)) {
      guard DetachedThread.start({ self.run() }) else { return nil }
    }
  }

  /// Has one of the threads do it, and does not wait.
  func add(_ job: @escaping Job) {
    jobs.withLock { $0.latest.append(job) }
    waiting.signal()
  }

  private func run() {
    // Of this thread alone, on Linux.
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
