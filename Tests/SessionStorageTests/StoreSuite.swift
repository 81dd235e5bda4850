import Foundation
import Navigation
import SessionStorage
import StoreKinds

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
    var stored = StoredSession(
      id: id(number), owner: owner, client: client, labels: pairs, createdAt: time(seconds), timeToLive: timeToLive,
      session: try layout())
    stored.acceptCreation(try opened.get().events, body: body)
    return stored
  }

  static func answer(_ key: IdempotencyKey, _ body: String, session: Int = 1, fingerprint: UInt64 = 1) -> StoredAnswer {
    StoredAnswer(
      key: key, fingerprint: Fingerprint(high: 0, low: fingerprint), sessionID: id(session), revision: 0,
      reply: .deferred { Array(body.utf8) })
  }
}

extension StoredSession {
  private func body(of content: TransitionRecord.Content) -> [UInt8] {
    switch content {
    case .creation: []
    case .single(let transition, _): TransitionRequest.transition(transition).json()
    case .history(let request, _): TransitionRequest.history(request).json()
    case .batch(let transitions, _): TransitionRequest.batch(transitions).json()
    }
  }

  /// The record of the present revision.
  func entry(_ content: TransitionRecord.Content, _ events: [Event] = [], before: Session) -> HistoryEntry {
    HistoryEntry(
      revision: revision, at: updatedAt, content: content, events: events,
      can: Can(goBack: session.canGoBack, undo: false, redo: false), session: session, from: before,
      since: revision - 1, body: body(of: content))
  }
}

/// The operations of a store, each until it is done.
extension SessionStore {
  func make(_ session: StoredSession, answer: StoredAnswer?) throws(StoreError) -> Creation {
    try blocking { () async throws(StoreError) in
      try await self.create(session, answer: answer, at: Moment(now: session.createdAt))
    }
  }

  func change<Answer: Sendable>(
    _ id: SessionID, at now: Timestamp, _ change: @escaping @Sendable (inout StoredSession) -> Answer
  ) throws(StoreError) -> Answer {
    try blocking { () async throws(StoreError) in
      try await self.change(id, at: Moment(now: now), by: TestChange(change))
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
      try await self.steps(of: session, after: revision, limit: limit, at: Moment(now: Sample.start))
    }
  }

  func state(of session: StoredSession, at revision: Int) throws(HistoryGap) -> Session {
    try blocking { () async throws(HistoryGap) in
      try await session.state(at: revision) { (before) throws(HistoryGap) in
        try await self.steps(of: session, after: before, limit: 1, at: Moment(now: Sample.start))
      }
    }
  }

  func list(_ query: SessionListQuery, of owner: Owner, at now: Timestamp) throws(StoreError) -> SessionPage {
    try blocking { () async throws(StoreError) in try await self.list(query, of: owner, at: Moment(now: now)) }
  }

  /// A change that adds one revision.
  func touch(_ number: Int, at seconds: Int) throws(StoreError) -> Int {
    try change(Sample.id(number), at: Sample.time(seconds)) { stored in
      stored.revision += 1
      stored.updatedAt = Sample.time(seconds)
      stored.history.append(
        stored.entry(.single(Transition(.enterForeground), Outcome(.noChange)), before: stored.session))
      return stored.revision
    }
  }

  func ids(
    _ query: SessionListQuery = SessionListQuery(), of owner: Owner = .unnamed, at seconds: Int = 0
  ) throws(StoreError) -> [SessionID] {
    try list(query, of: owner, at: Sample.time(seconds)).sessions.map(\.id)
  }
}
