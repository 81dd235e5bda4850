import Dispatch
import Synchronization

/// What is read of a backend while no shard waits for it, by a few threads.
final class FetchQueue: Sendable {
  private struct Job {
    let fetch: Fetch
    let read: @Sendable () -> Fetch.Finding
  }

  private struct State {
    /// Those that have not begun: what asks for the same waits for the same. One that has begun may be older than the
    /// question.
    var wanted: [Fetch.Question: Fetch] = [:]
    var jobs: [Job] = []
    var threads = 0
  }

  /// Reads at once.
  static let threadLimit = 4

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "navigation.fetches", qos: .userInitiated, attributes: .concurrent)

  /// Asks a backend.
  ///
  /// - Parameter read: what it answers; may wait.
  func fetch(_ question: Fetch.Question, _ read: @escaping @Sendable () -> Fetch.Finding) -> Fetch {
    let (fetch, isThreadWanted) = state.withLock { state -> (Fetch, Bool) in
      if let standing = state.wanted[question] { return (standing, false) }
      let fetch = Fetch(question)
      state.wanted[question] = fetch
      state.jobs.append(Job(fetch: fetch, read: read))
      guard state.threads < Self.threadLimit else { return (fetch, false) }
      state.threads += 1
      return (fetch, true)
    }
    if isThreadWanted { queue.async { [self] in readAll() } }
    return fetch
  }

  /// Waits until all that was asked before is read.
  func finish() { queue.sync(flags: .barrier) {} }

  private func readAll() {
    while let job = take() {
      job.fetch.finish(job.read())
    }
  }

  private func take() -> Job? {
    state.withLock { state in
      guard !state.jobs.isEmpty else {
        state.threads -= 1
        return nil
      }
      let job = state.jobs.removeFirst()
      state.wanted[job.fetch.question] = nil
      return job
    }
  }
}
