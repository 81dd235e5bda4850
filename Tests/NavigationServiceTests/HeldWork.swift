import Synchronization

/// Workers that start at the test's request.
final class HeldWork: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var isHolding = false
    var count = 0
  }

  private let state = Mutex(State())

  /// The number of waiting jobs.
  var waiting: Int { state.withLock { $0.jobs.count } }

  /// The number of all jobs.
  var count: Int { state.withLock { $0.count } }

  /// From now on jobs wait for `work`.
  func begin() { state.withLock { $0.isHolding = true } }

  func hold(_ job: @escaping @Sendable () -> Void) {
    let isHeld = state.withLock { state in
      state.count += 1
      if state.isHolding { state.jobs.append(job) }
      return state.isHolding
    }
    if !isHeld { job() }
  }

  /// Runs the waiting jobs and those that they add, in order.
  func work() { while workOnce() {} }

  /// Runs the first waiting job; false where none waits.
  @discardableResult
  func workOnce() -> Bool {
    guard let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) else { return false }
    job()
    return true
  }
}
