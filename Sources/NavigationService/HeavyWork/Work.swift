import SessionStorage

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
