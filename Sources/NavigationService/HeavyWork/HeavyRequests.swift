import NavigationAPI
import SessionStorage
import Synchronization

/// Hands heavy work to workers, so that no shard is blocked.
///
/// Waiting requests are bounded. Beside them wait at most one piece per event stream, bounded by the subscriber limit,
/// and the responses of requests already admitted and decided.
final class HeavyRequests: Sendable {
  /// Maximum requests waiting or running.
  let limit: Int
  private let run: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let count = Atomic<Int>(0)

  init(limit: Int, _ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.limit = limit
    self.run = run
  }

  /// Queues a request. Throws `store-unavailable` at the limit, without effect.
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

  /// Queues the rest of an admitted request.
  func goOn(_ body: @escaping @Sendable () throws(Halt) -> Reply) -> Work {
    let work = Work(body)
    run { [weak work] in work?.perform() }
    return work
  }

  /// Queues a piece of a stream.
  func add(_ body: @escaping @Sendable () -> Void) { run(body) }
}

/// An endpoint's reply made by a worker; skipped if released before its turn.
final class Work: Sendable {
  private let body: @Sendable () throws(Halt) -> Reply
  private let promise = Promise<Result<Reply, Halt>>()

  init(_ body: @escaping @Sendable () throws(Halt) -> Reply) { self.body = body }

  /// Nil until it is done.
  var result: Result<Reply, Halt>? { promise.value }

  /// Calls `action` when done, on the worker's thread, or at once if done already.
  func whenDone(_ action: @escaping @Sendable () -> Void) { promise.whenKnown { _ in action() } }

  /// Called once, by a worker.
  func perform() { promise.fulfil(Result { () throws(Halt) in try body() }) }
}
