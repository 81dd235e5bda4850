import Synchronization

/// Numbers that many threads add to at once, without a lock.
final class CounterTable: @unchecked Sendable {
  // SAFETY: the memory is this object's alone; all of it is initialised before the object is given away, and is used
  // atomically then.
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

/// What the service counts beside requests.
enum EventCounter: Int, CaseIterable, Sendable {
  case sessionsCreated
  case sessionsDeleted
  case sessionsExpired
  case transitionsApplied
  case transitionsRefused
  case replays
  case redecisions
}
