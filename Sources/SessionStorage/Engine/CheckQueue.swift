import Dispatch
import Navigation
import Synchronization
import Waiting

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

  private struct State {
    /// Requests that no query has gone out for; those for one session are coalesced.
    var wanted: [SessionID: Promise<Finding>] = [:]
    var threads = 0
  }

  /// Concurrent queries.
  private let threadLimit: Int
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "navigation.checks", qos: .userInitiated, attributes: .concurrent)

  init(threads: Int) { threadLimit = threads }

  /// Requests the latest state of a session.
  ///
  /// - Parameter ask: fulfils the promises that it receives; may block.
  func check(_ id: SessionID, _ ask: @escaping @Sendable ([SessionID: Promise<Finding>]) -> Void) -> Promise<Finding> {
    let (promise, isThreadWanted) = state.withLock { state -> (Promise<Finding>, Bool) in
      if let standing = state.wanted[id] { return (standing, false) }
      let promise = Promise<Finding>()
      state.wanted[id] = promise
      guard state.threads < threadLimit else { return (promise, false) }
      state.threads += 1
      return (promise, true)
    }
    if isThreadWanted {
      queue.async { [self] in
        while let wanted = take() { ask(wanted) }
      }
    }
    return promise
  }

  /// Waits until all earlier requests are answered.
  func finish() { queue.sync(flags: .barrier) {} }

  private func take() -> [SessionID: Promise<Finding>]? {
    state.withLock { state in
      guard !state.wanted.isEmpty else {
        state.threads -= 1
        return nil
      }
      defer { state.wanted = [:] }
      return state.wanted
    }
  }
}
