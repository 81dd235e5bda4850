import Foundation
import Navigation
import StoreKinds
import Synchronization
import Waiting

@testable import SessionStorage

/// The sample values of the suite.
enum Sample {
  static let start = Timestamp(milliseconds: 1_790_000_000_000)

  static func time(_ seconds: Int) -> Timestamp { Timestamp(milliseconds: start.milliseconds + Int64(seconds) * 1_000) }

  static func id(_ number: Int) -> SessionID { SessionID(high: 7, low: UInt64(number)) }

  static func key(_ text: String) throws -> IdempotencyKey { try IdempotencyKey(text) ?? { throw NoKey() }() }

  struct NoKey: Error {}

  /// The first example of `openapi.yaml`.
  static func layout() throws -> Session { try opened.get().session }

  static let opened = Result { try CreateSession(request: body).open() }

  static let body = Array(
    """
      {"environment": {"device": "iPad Pro 11-inch (M4)", "orientation": "landscape"},
       "layout": {"name": "tabsInPrimary",
                  "tabs": [{"id": "chats", "title": "Chats", "screen": {"id": "chat-list", "route": "chats"}},
                           {"id": "contacts", "title": "Contacts", "screen": {"id": "contact-list", "route": "contacts"}}],
                  "placeholder": {"route": "nothing-selected", "title": "No chat selected"}}}
    """.utf8)

  static func session(
    _ number: Int, owner: Owner = .unnamed, client: String? = nil, labels: [(String, String)] = [],
    at seconds: Int = 0,
    timeToLive: Int = 60
  ) throws -> StoredSession {
    var pairs = Labels()
    for (name, value) in labels { _ = pairs.set(name, to: value) }
    let head = SessionHead(
      id: id(number), owner: owner, client: client, labels: pairs, createdAt: time(seconds), timeToLive: timeToLive)
    return StoredSession(head, try layout(), try opened.get().events)
  }

  /// One that shares nothing with others.
  static func opened(_ number: Int) throws -> StoredSession {
    let (session, events) = try CreateSession(request: body).open()
    let head = SessionHead(
      id: id(number), owner: .unnamed, client: "kitchen-ipad", labels: Labels(), createdAt: start, timeToLive: 1_000_000
    )
    return StoredSession(head, session, events)
  }

  static func answer(_ key: IdempotencyKey, _ body: String, session: Int = 1, fingerprint: UInt64 = 1) -> StoredAnswer {
    StoredAnswer(
      key: key, fingerprint: Fingerprint(high: 0, low: fingerprint), sessionID: id(session), revision: 0,
      reply: .written(Array(body.utf8)))
  }
}

/// The operations of a store, each until it is done.
extension SessionStore {
  func make(_ session: StoredSession, answer: StoredAnswer?) throws(StoreError) -> Creation {
    try blocking { () async throws(StoreError) in
      try await self.create(session, answer: answer, at: Moment(now: session.head.createdAt))
    }
  }

  func change<Answer: Sendable>(
    _ id: SessionID, at now: Timestamp, _ decide: @escaping @Sendable (StoredSession) -> TestChange<Answer>.Decision
  ) throws(StoreError) -> Answer {
    try blocking { () async throws(StoreError) in
      try await self.make(TestChange(decide), of: id, at: Moment(now: now))
    }
  }

  /// The stored answer to a creation.
  func answer(for key: IdempotencyKey, of owner: Owner) throws(StoreError) -> StoredAnswer? {
    try blocking { () async throws(StoreError) in
      try await self.creationAnswer(for: key, of: owner, at: Moment(now: Sample.start))
    }
  }

  func body(of answer: StoredAnswer) throws(StoreError) -> [UInt8] {
    try blocking { () async throws(StoreError) in
      try await self.fetched(answer, at: Moment(now: Sample.start)).readBody()
    }
  }

  func drop(
    _ id: SessionID, at now: Timestamp, if condition: (@Sendable (Int) -> Bool)? = nil
  ) throws(StoreError) -> Deletion {
    try blocking { () async throws(StoreError) in try await self.delete(id, at: Moment(now: now), if: condition) }
  }

  func session(_ id: SessionID, at now: Timestamp) throws(StoreError) -> StoredSession {
    try blocking { () async throws(StoreError) in try await self.session(id, at: Moment(now: now)) }
  }

  func written(_ representation: Representation, of id: SessionID) throws(StoreError) -> WrittenSession? {
    try blocking { () async throws(StoreError) in
      try await self.written(representation, of: id, at: Moment(now: Sample.start))
    }
  }

  func owner(of id: SessionID, at now: Timestamp) throws(StoreError) -> Owner { try session(id, at: now).owner }

  func steps(of session: StoredSession, after revision: Int?, limit: Int) throws(HistoryGap) -> [HistoryStep] {
    try blocking { () async throws(HistoryGap) in
      try await self.steps(of: session, after: revision, limit: limit, states: true, at: Moment(now: Sample.start))
    }
  }

  func state(of session: StoredSession, at revision: Int) throws(HistoryGap) -> Session {
    try blocking { () async throws(HistoryGap) in
      try await self.state(of: session, at: revision, Moment(now: Sample.start))
    }
  }

  func list(_ query: SessionListQuery, of owner: Owner, at now: Timestamp) throws(StoreError) -> SessionPage {
    try blocking { () async throws(StoreError) in try await self.list(query, of: owner, at: Moment(now: now)) }
  }

  /// A change that adds one revision.
  func touch(_ number: Int, at seconds: Int) throws(StoreError) -> Int {
    try change(Sample.id(number), at: Sample.time(seconds)) { stored in
      (stored.touched(at: Sample.time(seconds)), stored.revision + 1)
    }
  }

  func ids(
    _ query: SessionListQuery = SessionListQuery(), of owner: Owner = .unnamed, at seconds: Int = 0
  ) throws(StoreError) -> [SessionID] {
    try list(query, of: owner, at: Sample.time(seconds)).sessions.map(\.id)
  }
}

/// Changes of a test, with what they have published.
final class Changes: Sendable {
  private let all = Mutex<[Int]>([])

  /// The revisions in the order of their publication.
  var published: [Int] { all.withLock { $0 } }

  private func note(_ revision: Int) { all.withLock { $0.append(revision) } }

  /// Adds a revision, which is the answer.
  var short: TestChange<Int> { TestChange(publish: note) { ($0.touched(), $0.revision + 1) } }

  /// Adds a revision once `start` is known.
  func long(after start: Promise<Void>) -> TestChange<Int> {
    TestChange(
      publish: note,
      long: { session in
        try? await Patience().wait(for: start)
        return (session.touched(), session.revision + 1)
      })
  }

  /// Changes nothing; the answer is the revision.
  var none: TestChange<Int> { TestChange(publish: note) { (nil, $0.revision) } }
}

extension SessionStore {
  /// Begins a change: at the return it waits, or is done.
  func begin(_ change: TestChange<Int>, of number: Int = 1, arrival: Int64 = .min, patience: Patience = Patience())
    -> Task<Int, any Error>
  {
    Task.immediate {
      try await self.make(
        change, of: Sample.id(number), at: Moment(now: Sample.start, arrival: arrival, patience: patience))
    }
  }

  /// Whether anyone has the turn of a resident session.
  func isHeld(_ number: Int = 1) -> Bool {
    guard case .session(let resident) = directory.find(Sample.id(number)) else { return false }
    return resident.state.withLock { $0.turn.isHeld }
  }

  func isResident(_ number: Int = 1) -> Bool {
    if case .session = directory.find(Sample.id(number)) { true } else { false }
  }
}

/// How a wait of a request ends.
enum Ending: CaseIterable {
  case left, overdue

  var error: StoreError {
    switch self {
    case .left: .waitEnded(.left)
    case .overdue: .waitEnded(.overdue)
    }
  }

  func end(_ patience: Patience) {
    switch self {
    case .left: patience.end(.left)
    case .overdue: patience.expire()
    }
  }
}
