import Synchronization

/// Counters for many threads, without a lock.
final class CounterTable: Sendable {
  private final class Counter: Sendable { let value = Atomic<Int>(0) }

  private let counters: [Counter]

  init(count: Int) { counters = (0..<count).map { _ in Counter() } }

  var count: Int { counters.count }

  func add(_ number: Int = 1, at index: Int) {
    if counters.indices.contains(index) { counters[index].value.wrappingAdd(number, ordering: .relaxed) }
  }

  subscript(index: Int) -> Int {
    counters.indices.contains(index) ? counters[index].value.load(ordering: .relaxed) : 0
  }
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
