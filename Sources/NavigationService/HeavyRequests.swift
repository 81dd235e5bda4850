import Navigation
import NavigationPicture
import SessionStorage
import Synchronization
import Waiting

/// Runs work that would block a shard on other threads. Each piece is plain code.
final class HeavyRequests: Sendable {
  /// Maximum pieces waiting or running that may be refused.
  private let limit: Int
  private let add: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let count = Atomic<Int>(0)

  init(limit: Int, _ add: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.limit = limit
    self.add = add
  }

  /// Runs `body`: here if a shard's budget holds it, else by a worker. Skipped if the client has left before its turn.
  ///
  /// Throws `crowded` at the limit, without effect, and `waitEnded`.
  ///
  /// - Parameters:
  ///   - work: the estimate, in the bytes of `ShardBudget`.
  ///   - purpose: `longWork` where the request has no other effect than its answer.
  ///   - mayBeRefused: false where the request has acted, so that it must get its answer.
  func run<Value: Sendable>(
    of work: Int, _ patience: Patience, as purpose: Patience.Purpose = .work, mayBeRefused: Bool = true,
    _ body: @escaping @Sendable () -> Value
  ) async throws(StoreError) -> Value {
    if ShardBudget.holds(work) { return body() }
    if mayBeRefused, count.wrappingAdd(1, ordering: .relaxed).newValue > limit {
      count.wrappingSubtract(1, ordering: .relaxed)
      throw .crowded(limit)
    }
    let done = Promise<Value>()
    add { [self] in
      let value = patience.hasLeft ? nil : body()
      // Its place is free before the task goes on, which may take one again.
      if mayBeRefused { count.wrappingSubtract(1, ordering: .relaxed) }
      if let value { done.fulfil(value) }
    }
    do throws(WaitEnd) { return try await patience.wait(purpose, for: done) } catch { throw .waitEnded(error) }
  }
}

extension NavigationService {
  /// As `HeavyRequests.run`, for a `body` that may throw.
  func work<Value: Sendable>(
    of work: Int, _ context: RequestContext, as purpose: Patience.Purpose = .work, mayBeRefused: Bool = true,
    _ body: @escaping @Sendable () throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    if ShardBudget.holds(work) { return try body() }
    let result: Result<Value, Problem>
    do throws(StoreError) {
      result = try await workers.run(of: work, context.patience, as: purpose, mayBeRefused: mayBeRefused) {
        Result { () throws(Problem) in try body() }
      }
    } catch { throw Problem(error) }
    return try result.get()
  }
}

/// The work done on a shard at a stretch. More is done by a worker.
///
/// Work is estimated in bytes that are read, drawn, or compared for a patch: of a body as received, of a session by
/// `jsonBytesAtMost`, which costs nothing. All other work counts as so many of them.
enum ShardBudget {
  static let bytes = 64 << 10
  /// Bytes written as JSON that count as one.
  static let writtenBytes = 16
  /// Transitions of a batch that count as the bytes of their session.
  static let batchedTransitions = 256
  /// What a step that a link comes to counts as, and an offer that is tried.
  static let linkStepBytes = 1 << 10

  static func holds(_ work: Int) -> Bool { work <= bytes }
}

extension Session {
  /// The work of writing it.
  var workToWrite: Int { jsonBytesAtMost / ShardBudget.writtenBytes }

  /// The work of drawing it with the offers of its screens.
  func workToDraw(_ routes: ScreenRoutes?) -> Int {
    let offers = routes.map { offersToTry(of: $0, limit: SessionPicture.triedOffers) } ?? 0
    return max(
      jsonBytesAtMost, jsonBytesAtMost / ShardBudget.batchedTransitions * offers, offers * ShardBudget.linkStepBytes)
  }

  /// The work of these optional parts of a record.
  func workToWrite(_ include: Set<TransitionQuery.Inclusion>) -> Int {
    include.contains(.changes) ? jsonBytesAtMost : include.contains(.session) ? workToWrite : 0
  }
}
