import Dispatch
import Synchronization

/// Waits on this thread for an async function, which runs on threads of its own: a test may block all others.
public func blocking<Value: Sendable, Failure: Error>(
  _ body: @escaping @Sendable () async throws(Failure) -> Value
) throws(Failure) -> Value {
  let outcome = Outcome<Value, Failure>()
  Task(executorPreference: Threads.all) {
    do throws(Failure) { outcome.set(.success(try await body())) } catch { outcome.set(.failure(error)) }
  }
  return try outcome.wait().get()
}

private final class Outcome<Value: Sendable, Failure: Error>: Sendable {
  private let result = Mutex<Result<Value, Failure>?>(nil)
  private let isKnown = DispatchSemaphore(value: 0)

  func set(_ result: Result<Value, Failure>) {
    self.result.withLock { $0 = result }
    isKnown.signal()
  }

  func wait() -> Result<Value, Failure> {
    while true {
      if let result = result.withLock({ $0 }) { return result }
      isKnown.wait()
    }
  }
}

private final class Threads: TaskExecutor {
  static let all = Threads()

  private let queue = DispatchQueue(label: "tests.blocking", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
