import Dispatch
import Synchronization
import Waiting

/// Reads from a backend on a few threads of its own, so that no shard blocks.
final class Reader: Sendable {
  private struct State {
    /// Reads that have not begun.
    var jobs: [@Sendable () -> Void] = []
    var threads = 0
  }

  /// Concurrent reads.
  static let threadLimit = 4

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "navigation.reads", qos: .userInitiated, attributes: .concurrent)

  /// Queues a read, which may block.
  func read<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Promise<Value> {
    let promise = Promise<Value>()
    let isThreadWanted = state.withLock { state in
      state.jobs.append { promise.fulfil(body()) }
      guard state.threads < Self.threadLimit else { return false }
      state.threads += 1
      return true
    }
    if isThreadWanted {
      queue.async { [self] in
        while let job = take() { job() }
      }
    }
    return promise
  }

  /// Waits until all earlier reads are done.
  func finish() { queue.sync(flags: .barrier) {} }

  private func take() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard !state.jobs.isEmpty else {
        state.threads -= 1
        return nil
      }
      return state.jobs.removeFirst()
    }
  }
}
