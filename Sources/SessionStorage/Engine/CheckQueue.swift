import Dispatch
import NavigationAPI
import Synchronization

/// Asks a shared backend for the latest state of sessions; requests that arrive during a query share the next one.
final class CheckQueue: Sendable {
  private struct State {
    /// Requests that no query has gone out for; those for one session are coalesced.
    var wanted: [SessionID: Fetch] = [:]
    var threads = 0
  }

  /// Concurrent queries.
  private let threadLimit: Int
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "navigation.checks", qos: .userInitiated, attributes: .concurrent)

  init(threads: Int) { threadLimit = threads }

  /// Requests the latest state of a session.
  ///
  /// - Parameter ask: finishes the fetches that it receives; may block.
  func fetch(_ id: SessionID, _ ask: @escaping @Sendable ([Fetch]) -> Void) -> Fetch {
    let (fetch, isThreadWanted) = state.withLock { state -> (Fetch, Bool) in
      if let standing = state.wanted[id] { return (standing, false) }
      let fetch = Fetch(.session(id))
      state.wanted[id] = fetch
      guard state.threads < threadLimit else { return (fetch, false) }
      state.threads += 1
      return (fetch, true)
    }
    if isThreadWanted {
      queue.async { [self] in
        while let fetches = take() { ask(fetches) }
      }
    }
    return fetch
  }

  /// Waits until all earlier requests are answered.
  func finish() { queue.sync(flags: .barrier) {} }

  private func take() -> [Fetch]? {
    state.withLock { state in
      guard !state.wanted.isEmpty else {
        state.threads -= 1
        return nil
      }
      defer { state.wanted = [:] }
      return Array(state.wanted.values)
    }
  }
}
