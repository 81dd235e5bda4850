import NavigationAPI
import SessionStorage
import Synchronization

/// What is handed to workers, so that no shard is held up by it.
///
/// Requests that wait for a worker are bounded. Beside them are at most: one piece of each event stream, of which there
/// are as many as may subscribe, and the answers to requests that have been let in and acted on.
final class HeavyRequests: Sendable {
  /// Requests that wait or are worked on at once.
  let limit: Int
  private let run: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let count = Atomic<Int>(0)

  init(limit: Int, _ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.limit = limit
    self.run = run
  }

  /// Hands over a request. Throws `store-unavailable` where as many wait as may; nothing has happened then.
  func admit(_ body: @escaping @Sendable () throws(Halt) -> Reply) throws(Problem) -> Work {
    guard count.wrappingAdd(1, ordering: .relaxed).newValue <= limit else {
      count.wrappingSubtract(1, ordering: .relaxed)
      throw Problem(
        .storeUnavailable,
        "\(limit) requests that are large, or about large sessions, wait for their turn, as many as may. Nothing was changed."
      )
    }
    let work = Work(body)
    run { [self, weak work] in
      work?.perform()
      count.wrappingSubtract(1, ordering: .relaxed)
    }
    return work
  }

  /// Hands over the rest of what has been let in.
  func goOn(_ body: @escaping @Sendable () throws(Halt) -> Reply) -> Work {
    let work = Work(body)
    run { [weak work] in work?.perform() }
    return work
  }

  /// Hands over a piece of a stream.
  func add(_ body: @escaping @Sendable () -> Void) { run(body) }
}

/// An endpoint's answer that a worker makes, unless this has been let go of by its turn.
final class Work: Sendable {
  private let body: @Sendable () throws(Halt) -> Reply
  private let promise = Promise<Result<Reply, Halt>>()

  init(_ body: @escaping @Sendable () throws(Halt) -> Reply) { self.body = body }

  /// Nil until it is done.
  var result: Result<Reply, Halt>? { promise.value }

  /// Calls `action` once it is done, on the worker's thread; at once where it is.
  func whenDone(_ action: @escaping @Sendable () -> Void) { promise.whenKnown { _ in action() } }

  /// Called once, by a worker.
  func perform() { promise.fulfil(Result { () throws(Halt) in try body() }) }
}
