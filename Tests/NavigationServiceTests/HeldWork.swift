import Synchronization

/// Workers that begin when a test says so.
final class HeldWork: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var isHolding = false
    var count = 0
  }

  private let state = Mutex(State())

  /// Jobs that wait.
  var waiting: Int { state.withLock { $0.jobs.count } }

  /// Jobs that came.
  var count: Int { state.withLock { $0.count } }

  /// From now on nothing is done unasked.
  func begin() { state.withLock { $0.isHolding = true } }

  func hold(_ job: @escaping @Sendable () -> Void) {
    let isHeld = state.withLock { state in
      state.count += 1
      if state.isHolding { state.jobs.append(job) }
      return state.isHolding
    }
    if !isHeld { job() }
  }

  /// Does what waits, and what comes of that, in order.
  func work() {
    while let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) { job() }
  }
}
