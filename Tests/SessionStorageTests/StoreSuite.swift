import Dispatch
import Foundation
import NavigationAPI
import NavigationModel
import SessionStorage

/// What the suite puts into stores.
enum Sample {
  static let start = Timestamp(milliseconds: 1_790_000_000_000)

  static func time(_ seconds: Int) -> Timestamp { Timestamp(milliseconds: start.milliseconds + Int64(seconds) * 1_000) }

  static func id(_ number: Int) -> SessionID { SessionID(high: 7, low: UInt64(number)) }

  static func key(_ text: String) throws -> IdempotencyKey { try IdempotencyKey(text) ?? { throw NoKey() }() }

  struct NoKey: Error {}

  /// The first example of the interface's description.
  static func layout() throws -> Session { try opened.get() }

  private static let opened = Result { try open() }

  private static func open() throws -> Session {
    let body = """
      {"environment": {"device": "iPad Pro 11-inch (M4)", "orientation": "landscape"},
       "layout": {"name": "tabsInPrimary",
                  "tabs": [{"id": "chats", "title": "Chats", "screen": {"id": "chat-list", "route": "chats"}},
                           {"id": "contacts", "title": "Contacts", "screen": {"id": "contact-list", "route": "contacts"}}],
                  "placeholder": {"route": "nothing-selected", "title": "No chat selected"}}}
      """
    let create = try CreateSession(request: Array(body.utf8))
    return try create.open().session
  }

  static func session(
    _ number: Int, owner: Owner = .everybody, client: String? = nil, labels: [(String, String)] = [], at seconds: Int = 0,
    timeToLive: Int = 60
  ) throws -> StoredSession {
    var pairs = Labels()
    for (name, value) in labels { _ = pairs.set(name, to: value) }
    var stored = StoredSession(
      id: id(number), owner: owner, client: client, labels: pairs, createdAt: time(seconds), timeToLive: timeToLive, session: try layout())
    stored.history.append(stored.entry(.creation, before: nil))
    return stored
  }

  static func answer(_ key: IdempotencyKey, _ body: String, session: Int = 1, fingerprint: UInt64 = 1) -> StoredAnswer {
    StoredAnswer(
      key: key, fingerprint: Fingerprint(high: 0, low: fingerprint), sessionID: id(session), revision: 0,
      reply: .deferred { Array(body.utf8) })
  }
}

extension StoredSession {
  /// The record of the present revision.
  func entry(_ content: TransitionRecord.Content, _ events: [Event] = [], before: Session?) -> HistoryEntry {
    HistoryEntry(
      revision: revision, at: updatedAt, content: content, events: events,
      can: Can(goBack: session.canGoBack, undo: false, redo: false), session: session, before: before, bodyBytes: 0)
  }
}

extension Decided {
  /// What was decided, once it is kept.
  func kept() throws(StoreError) -> Answer {
    guard let commit else { return try result.get() }
    let semaphore = DispatchSemaphore(value: 0)
    commit.whenDecided { _ in semaphore.signal() }
    semaphore.wait()
    return try answer(commit.outcome ?? .kept)
  }
}

/// The same as the store's own, and waits until it is kept.
extension SessionStore {
  func make(_ session: StoredSession, answer: StoredAnswer?) throws(StoreError) -> Creation { try create(session, answer: answer).kept() }

  func change<Answer: Sendable>(
    _ id: SessionID, at now: Timestamp, _ change: (inout StoredSession) -> Answer
  ) throws(StoreError) -> Answer { try update(id, at: now, change).kept() }

  /// The answer kept for a creation.
  func answer(for key: IdempotencyKey, of owner: Owner) throws(StoreError) -> StoredAnswer? {
    try creationAnswer(for: key, of: owner)?.kept()
  }

  func drop(_ id: SessionID, at now: Timestamp, if condition: (Int) -> Bool) throws(StoreError) -> Deletion {
    try delete(id, at: now, if: condition).kept()
  }

  /// A change that adds one revision.
  func touch(_ number: Int, at seconds: Int) throws(StoreError) -> Int {
    try change(Sample.id(number), at: Sample.time(seconds)) { stored in
      stored.revision += 1
      stored.updatedAt = Sample.time(seconds)
      stored.history.append(stored.entry(.single(Transition(.enterForeground), Outcome(handled: false)), before: stored.session))
      return stored.revision
    }
  }

  func ids(
    _ query: SessionListQuery = SessionListQuery(), of owner: Owner = .everybody, at seconds: Int = 0
  ) throws(StoreError) -> [SessionID] {
    try list(query, of: owner, at: Sample.time(seconds)).sessions.map(\.id)
  }
}
