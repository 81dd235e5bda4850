import Navigation
import SessionStorage
import Synchronization
import Testing

@testable import NavigationService

/// Waking in pieces: a change wakes 32 waiters of a session, and each of the woken two more.
@Suite struct WatcherTests {
  /// A watcher that waits is kept until it is woken.
  private final class Crowd: Sendable {
    let watchers = Watchers(of: SessionStore(), limit: 1_000, limitOfOwner: nil)
    let id = SessionID(high: 7, low: 7)
    let woken = Mutex<[Watcher]>([])

    func join() throws -> Watcher { try watchers.join(id, for: .unnamed, at: 0) }
    func waits(_ watcher: Watcher) {
      watcher.news().whenKnown { _ in self.woken.withLock { $0.append(watcher) } }
    }
    var count: Int { woken.withLock { $0.count } }
    func take() -> [Watcher] {
      woken.withLock { woken in
        defer { woken = [] }
        return woken
      }
    }
  }

  @Test(arguments: [(1, 1), (32, 32), (33, 32), (1_000, 32)]) func aChangeWakesFewAtOnceAndAllInTheEnd(
    waiters: Int, first: Int
  ) throws {
    let crowd = Crowd()
    let all = try (0..<waiters).map { _ in try crowd.join() }
    for watcher in all { crowd.waits(watcher) }
    crowd.watchers.wake(crowd.id)
    #expect(crowd.count == first)
    var woken = Set<ObjectIdentifier>()
    while case let next = crowd.take(), !next.isEmpty {
      for watcher in next {
        #expect(woken.insert(ObjectIdentifier(watcher)).inserted)
        watcher.wakeOthers()
        #expect(crowd.count <= 2 * next.count)
      }
    }
    #expect(woken.count == waiters)
  }

  @Test func aChangeMeanwhileWakesThoseThatWaitAgain() throws {
    let crowd = Crowd()
    let all = try (0..<100).map { _ in try crowd.join() }
    for watcher in all { crowd.waits(watcher) }
    crowd.watchers.wake(crowd.id)
    for watcher in crowd.take() { crowd.waits(watcher) }
    crowd.watchers.wake(crowd.id)
    var woken = 0
    while case let next = crowd.take(), !next.isEmpty {
      woken += next.count
      for watcher in next { watcher.wakeOthers() }
    }
    #expect(woken == 100)
  }

  /// A reader that writes slowly has asked for news and does not wait for them; another leaves before it goes on.
  @Test func whoDoesNotWaitOrLeavesHoldsUpNobody() throws {
    let crowd = Crowd()
    var waiting = try (0..<200).map { _ in try crowd.join() }
    let busy = try (0..<100).map { _ in try crowd.join() }
    for watcher in waiting { crowd.waits(watcher) }
    for watcher in busy { _ = watcher.news() }
    crowd.watchers.wake(crowd.id)
    #expect(crowd.count == 32)
    waiting = []
    var woken = 0
    // Released, and so gone, before anybody calls `wakeOthers`.
    while case let next = crowd.take(), !next.isEmpty { woken += next.count }
    #expect(woken == 200)
  }
}
