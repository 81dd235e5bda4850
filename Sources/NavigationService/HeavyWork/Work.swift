import Synchronization

/// An endpoint's answer that a worker makes, unless this has been let go of by its turn.
final class Work: Sendable {
  private struct State {
    var result: Result<Reply, Halt>?
    var actions: [@Sendable () -> Void] = []
  }

  private let body: @Sendable () throws(Halt) -> Reply
  private let state = Mutex(State())

  init(_ body: @escaping @Sendable () throws(Halt) -> Reply) { self.body = body }

  /// Nil until it is done.
  var result: Result<Reply, Halt>? { state.withLock { $0.result } }

  /// Calls `action` once it is done, on the worker's thread; at once where it is.
  func whenDone(_ action: @escaping @Sendable () -> Void) {
    let isDone = state.withLock { state in
      if state.result == nil { state.actions.append(action) }
      return state.result != nil
    }
    if isDone { action() }
  }

  /// Called once, by a worker.
  func perform() {
    let result = Result { () throws(Halt) in try body() }
    let actions = state.withLock { state in
      state.result = result
      defer { state.actions = [] }
      return state.actions
    }
    for action in actions { action() }
  }
}
