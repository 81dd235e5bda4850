import Dispatch
import Testing

/// Runs the tests of a suite on their own queue.
///
/// On the shared queue a task may wait minutes for others on a busy machine, and libcurl replaces a connection that
/// was idle for 118 seconds.
struct OwnQueue: SuiteTrait, TestScoping {
  private final class Executor: TaskExecutor {
    private let queue = DispatchQueue(label: "tests of a suite")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Executor()) { try await function() }
  }
}

extension Trait where Self == OwnQueue {
  static var ownQueue: OwnQueue { OwnQueue() }
}
