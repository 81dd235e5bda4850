import Dispatch
import Navigation
import Synchronization
import Waiting

/// Reads from a backend on a few threads of its own, so that no shard blocks.
final class Reader: Sendable {
  private struct State {
    /// Reads that have not begun.
    var jobs: [@Sendable () -> Void] = []
    var threads = 0
  }

  private let threadLimit: Int
  private let state = Mutex(State())
  private let queue: DispatchQueue

  init(_ label: String, threads: Int) {
    threadLimit = threads
    queue = DispatchQueue(label: label, qos: .userInitiated, attributes: .concurrent)
  }

  /// Queues a read, which may block.
  func read<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Promise<Value> {
    let promise = Promise<Value>()
    let isThreadWanted = state.withLock { state in
      state.jobs.append { promise.fulfil(body()) }
      guard state.threads < threadLimit else { return false }
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

/// Asks a shared backend for the latest state of sessions; requests that arrive during a query share the next one.
final class CheckQueue: Sendable {
  /// What a query has found out.
  enum Finding: Sendable {
    /// The session, in memory as long as this is held.
    case session(PinnedResident)
    /// No such session.
    case none
    /// The caller has to look in memory again.
    case again
    case failed(StoreError)
  }

  /// Requests that no query has gone out for; those for one session are coalesced. A query is queued for the first.
  private let wanted = Mutex<[SessionID: Promise<Finding>]>([:])
  private let reader: Reader

  /// - Parameter threads: concurrent queries.
  init(threads: Int) { reader = Reader("navigation.checks", threads: threads) }

  /// Requests the latest state of a session.
  ///
  /// - Parameter query: fulfils the promises that it receives; may block.
  func check(
    _ id: SessionID, _ query: @escaping @Sendable ([SessionID: Promise<Finding>]) -> Void
  ) -> Promise<Finding> {
    let (promise, isFirst) = wanted.withLock { wanted -> (Promise<Finding>, Bool) in
      if let standing = wanted[id] { return (standing, false) }
      let promise = Promise<Finding>()
      wanted[id] = promise
      return (promise, wanted.count == 1)
    }
    if isFirst { _ = reader.read { [self] in query(take()) } }
    return promise
  }

  private func take() -> [SessionID: Promise<Finding>] {
    wanted.withLock { wanted in
      defer { wanted = [:] }
      return wanted
    }
  }

  /// Waits until all earlier requests are answered.
  func finish() { reader.finish() }
}
