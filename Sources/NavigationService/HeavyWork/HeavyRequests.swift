import Navigation
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
    if mayBeRefused { try enter() }
    let done = Promise<Value>()
    add { [self] in
      let value = patience.hasLeft ? nil : body()
      // Its place is free before the task goes on, which may take one again.
      if mayBeRefused { count.wrappingSubtract(1, ordering: .relaxed) }
      if let value { done.fulfil(value) }
    }
    do throws(WaitEnd) { return try await patience.wait(purpose, for: done) } catch { throw .waitEnded(error) }
  }

  private func enter() throws(StoreError) {
    guard count.wrappingAdd(1, ordering: .relaxed).newValue > limit else { return }
    count.wrappingSubtract(1, ordering: .relaxed)
    throw .crowded(limit)
  }
}

extension NavigationService {
  /// Runs `body`: here if a shard's budget holds it, else by a worker.
  ///
  /// - Parameters:
  ///   - work: the estimate, in the bytes of `ShardBudget`.
  ///   - purpose: `longWork` where the request has no other effect than its answer.
  ///   - mayBeRefused: false where the request has acted, so that it must get its answer.
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
    } catch { throw Self.problem(error) }
    return try result.get()
  }
}
