import HTTPMessages
import Navigation
import SessionStorage
import Synchronization
import Waiting

/// The waiters for changes of each session: event streams and long polls.
///
/// A change wakes the waiters, after its commit and outside of its lock. A waiter asks for news before it reads the
/// session, so that a change is either seen or wakes it.
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
  ///
  /// - Parameter start: the time of the call, by the engine's `uptime`: what the waiter reads must be no older.
  func join(_ id: SessionID, for owner: Owner, at start: Int64) throws(Shares.Refusal) -> Watcher {
    try shares.withLock { (shares) throws(Shares.Refusal) in try shares.take(for: owner) }
    count.wrappingAdd(1, ordering: .relaxed)
    return topics.withLock { topics in
      let topic = topics[id] ?? Topic()
      if topics.updateValue(topic, forKey: id) == nil { store.follow(id) }
      return Watcher(self, id, topic: topic, owner: owner, number: topic.enter(), start: start)
    }
  }

  fileprivate func leave(_ watcher: Watcher) {
    topics.withLock { topics in
      guard watcher.topic.leave(watcher.number) else { return }
      topics[watcher.id] = nil
      store.unfollow(watcher.id)
    }
    // It may have been woken, and not have gone on.
    watcher.wakeOthers()
    count.wrappingSubtract(1, ordering: .relaxed)
    shares.withLock { $0.giveBack(for: watcher.owner) }
  }

  /// Wakes all waiters of a session; without any waiter this is one load.
  func wake(_ id: SessionID) {
    if count.load(ordering: .relaxed) > 0 { topics.withLock({ $0[id] })?.wake() }
  }

  /// Wakes all waiters of all sessions.
  func wakeAll() {
    for topic in topics.withLock({ Array($0.values) }) { topic.wake() }
  }
}

/// A waiter for changes of a session, until released.
final class Watcher: Sendable {
  let id: SessionID
  let topic: Topic
  /// When it joined, by the engine's `uptime`.
  let start: Int64
  fileprivate let owner: Owner
  fileprivate let number: Int
  private let watchers: Watchers

  fileprivate init(
    _ watchers: Watchers, _ id: SessionID, topic: Topic, owner: Owner, number: Int, start: Int64
  ) {
    self.watchers = watchers
    self.id = id
    self.topic = topic
    self.owner = owner
    self.number = number
    self.start = start
  }

  deinit { watchers.leave(self) }

  /// The next change from now on. Its waiter then calls `wakeOthers`.
  func news() -> Promise<Void> { topic.news(for: number) }

  /// Wakes others that the change has not reached yet, as each of the woken does.
  func wakeOthers() { topic.wakeNext(2) }
}

/// The waiters of one session.
///
/// A change wakes the first of them, and each of these two more: thousands are woken in many turns of the shards.
final class Topic: Sendable {
  private struct State {
    /// What each waiter waits for, at its number; nil where it waits for nothing.
    var news: [Promise<Void>?] = []
    /// Numbers without a waiter.
    var free: [Int] = []
    /// The last change still has to wake the waiters with numbers below.
    var unwoken = 0

    mutating func next() -> Promise<Void>? {
      while unwoken > 0 {
        unwoken -= 1
        if let next = news[unwoken].take() { return next }
      }
      return nil
    }
  }

  /// Waiters that a change wakes at once.
  private static let first = 32

  private let state = Mutex(State())
  /// Events written for one waiter and shared with the others.
  let written = Mutex(WrittenEvents())

  fileprivate func enter() -> Int {
    state.withLock { state in
      if let number = state.free.popLast() { return number }
      state.news.append(nil)
      return state.news.count - 1
    }
  }

  /// Whether no waiter is left.
  fileprivate func leave(_ number: Int) -> Bool {
    state.withLock { state in
      state.news[number] = nil
      state.free.append(number)
      return state.free.count == state.news.count
    }
  }

  fileprivate func news(for number: Int) -> Promise<Void> {
    state.withLock { state in
      if let news = state.news[number] { return news }
      let news = Promise<Void>()
      state.news[number] = news
      return news
    }
  }

  fileprivate func wake() {
    state.withLock { $0.unwoken = $0.news.count }
    wakeNext(Self.first)
  }

  /// Wakes `count` of those that wait. A waiter that is about to look sees the change anyway, and does not count.
  fileprivate func wakeNext(_ count: Int) {
    var woken = 0
    while woken < count, let news = state.withLock({ $0.next() }) {
      if news.isAwaited { woken += 1 }
      news.fulfil(())
    }
  }
}

/// The latest events, so that ten thousand waiters share one array per event.
struct WrittenEvents: Sendable {
  /// The inputs of an event. The creation time distinguishes sessions that reuse an id.
  enum Key: Hashable, Sendable {
    case session(created: Timestamp, revision: Int)
    /// `before`: the revision that `changes` start from; nil without them, and where they are whole.
    case transition(created: Timestamp, revision: Int, include: Set<TransitionQuery.Inclusion>, before: Int?)
  }

  /// Bytes cached at most; one event is cached in any case.
  private static let byteLimit = 256 * 1024

  private var events: [(key: Key, bytes: [UInt8])] = []
  private var byteCount = 0

  subscript(key: Key) -> [UInt8]? { events.last { $0.key == key }?.bytes }

  mutating func append(_ bytes: [UInt8], for key: Key) {
    guard self[key] == nil else { return }
    events.append((key, bytes))
    byteCount += bytes.count
    while byteCount > Self.byteLimit, events.count > 1 { byteCount -= events.removeFirst().bytes.count }
  }
}

/// The events of a stream as bytes. The server's JSON has no line breaks, so an event is one line of data.
enum ServerSentEvent {
  /// The client's reconnection delay, in milliseconds.
  static let retry = Array("retry: 1000\n\n".utf8)
  /// A comment, which clients ignore.
  static let heartbeat = Array(":\n\n".utf8)

  static func bytes(_ name: StaticString, revision: Int, _ json: [UInt8]) -> [UInt8] {
    var bytes = Array("id: \(revision)\nevent: \(name)\ndata: ".utf8)
    bytes += json
    bytes += Array("\n\n".utf8)
    return bytes
  }

  /// The session is gone for good. Clients ignore an event without data.
  static func end(_ id: SessionID) -> [UInt8] { Array("event: end\ndata: {\"sessionId\":\"\(id)\"}\n\n".utf8) }
}
