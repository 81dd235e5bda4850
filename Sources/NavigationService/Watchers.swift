import HTTPMessages
import NavigationAPI
import SessionStorage
import Synchronization

/// The waiters for changes of each session: event streams and long polls.
///
/// A change wakes the waiters, after its commit and outside of its lock. A waiter begins before it reads the session,
/// so that a change is either seen or wakes it.
final class Watchers: Sendable {
  private let store: SessionStore
  private let count = Atomic<Int>(0)
  private let shares: Mutex<Shares>
  private let topics = Mutex<[SessionID: Topic]>([:])

  init(of store: SessionStore, limit: Int, limitOfOwner: Int?) {
    self.store = store
    shares = Mutex(Shares(limit: limit, limitOfOne: limitOfOwner))
  }

  /// Adds a waiter for changes of a session, which leaves when released. Throws at a limit.
  func join(_ id: SessionID, for owner: Owner) throws(Shares.Refusal) -> Watcher {
    try shares.withLock { (shares) throws(Shares.Refusal) in try shares.take(for: owner) }
    count.wrappingAdd(1, ordering: .relaxed)
    return topics.withLock { topics in
      let topic = topics[id] ?? Topic()
      if topics.updateValue(topic, forKey: id) == nil { store.follow(id) }
      return Watcher(self, id, topic, owner, number: topic.enter())
    }
  }

  fileprivate func leave(_ watcher: Watcher) {
    // Released after the locks, as its deinit may run arbitrary code.
    let wake = topics.withLock { topics in
      let (wake, isLast) = watcher.topic.leave(watcher.number)
      if isLast {
        topics[watcher.id] = nil
        store.unfollow(watcher.id)
      }
      return wake
    }
    _ = consume wake
    count.wrappingSubtract(1, ordering: .relaxed)
    shares.withLock { $0.giveBack(for: watcher.owner) }
  }

  /// Wakes all waiters of a session; without any waiter this is one load.
  @inline(__always)
  func wake(_ id: SessionID) {
    if count.load(ordering: .relaxed) > 0 { wakeAll(id) }
  }

  private func wakeAll(_ id: SessionID) {
    guard let topic = topics.withLock({ $0[id] }) else { return }
    for wake in topic.wakes { wake() }
  }

  /// Wakes all waiters of all sessions.
  func wakeAll() {
    for topic in topics.withLock({ Array($0.values) }) {
      for wake in topic.wakes { wake() }
    }
  }
}

/// A waiter for changes of a session, until released.
final class Watcher: Sendable {
  let id: SessionID
  let topic: Topic
  fileprivate let owner: Owner
  fileprivate let number: Int
  private let watchers: Watchers

  fileprivate init(_ watchers: Watchers, _ id: SessionID, _ topic: Topic, _ owner: Owner, number: Int) {
    self.watchers = watchers
    self.id = id
    self.topic = topic
    self.owner = owner
    self.number = number
  }

  deinit { watchers.leave(self) }

  /// From here on changes wake it.
  func begin(_ wake: @escaping HTTPWake) { topic.begin(number, wake) }
}

/// The waiters of one session.
final class Topic: Sendable {
  private struct State {
    var lastNumber = 0
    var population = 0
    var wakes: [Int: HTTPWake] = [:]
  }

  private let state = Mutex(State())
  /// Events written for one waiter and shared with the others.
  let written = Mutex(WrittenEvents())

  fileprivate func enter() -> Int {
    state.withLock { state in
      state.lastNumber += 1
      state.population += 1
      return state.lastNumber
    }
  }

  /// Returns the waiter's wake function, and whether no waiter is left.
  fileprivate func leave(_ number: Int) -> (HTTPWake?, isLast: Bool) {
    state.withLock { state in
      state.population -= 1
      return (state.wakes.removeValue(forKey: number), state.population == 0)
    }
  }

  fileprivate func begin(_ number: Int, _ wake: @escaping HTTPWake) {
    state.withLock { $0.wakes[number] = wake }
  }

  fileprivate var wakes: [HTTPWake] { state.withLock { Array($0.wakes.values) } }
}
