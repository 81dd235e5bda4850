import Synchronization

/// Counters for many threads, without a lock.
final class CounterTable: @unchecked Sendable {
  // SAFETY: this object alone owns the memory. All of it is initialised before the object is shared, and then accessed
  // only atomically.
  private let counters: UnsafeMutablePointer<Atomic<Int>>
  let count: Int

  init(count: Int) {
    self.count = count
    counters = .allocate(capacity: count)
    for index in 0..<count { (counters + index).initialize(to: Atomic(0)) }
  }

  deinit {
    counters.deinitialize(count: count)
    counters.deallocate()
  }

  func add(_ number: Int = 1, at index: Int) {
    guard index >= 0, index < count else { return }
    counters[index].wrappingAdd(number, ordering: .relaxed)
  }

  subscript(index: Int) -> Int { index >= 0 && index < count ? counters[index].load(ordering: .relaxed) : 0 }
}

/// The service's counters other than of requests.
enum EventCounter: Int, CaseIterable, Sendable {
  case sessionsCreated
  case sessionsDeleted
  case sessionsExpired
  case transitionsApplied
  case transitionsRefused
  case replays
}
