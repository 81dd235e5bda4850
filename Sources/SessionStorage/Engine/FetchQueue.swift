import Dispatch
import Synchronization

/// Reads from a backend on a few threads of its own, so that no shard blocks.
final class FetchQueue: Sendable {
  private struct Job {
    let fetch: Fetch
    let read: @Sendable () -> Fetch.Finding
  }

  private struct State {
    /// Reads that have not begun; equal questions are coalesced. A running read may predate a new question.
    var wanted: [Fetch.Question: Fetch] = [:]
    var jobs: [Job] = []
    var threads = 0
  }

  /// Concurrent reads.
  static let threadLimit = 4

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "navigation.fetches", qos: .userInitiated, attributes: .concurrent)

  /// Queues a read from the backend.
  ///
  /// - Parameter read: performs it; may block.
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

  /// Waits until all earlier reads are done.
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
