import Dispatch
import Foundation
import NavigationAPI
import NavigationModel
import SessionStorage

/// The sample values of the suite.
enum Sample {
  static let start = Timestamp(milliseconds: 1_790_000_000_000)

  static func time(_ seconds: Int) -> Timestamp { Timestamp(milliseconds: start.milliseconds + Int64(seconds) * 1_000) }

  static func id(_ number: Int) -> SessionID { SessionID(high: 7, low: UInt64(number)) }

  static func key(_ text: String) throws -> IdempotencyKey { try IdempotencyKey(text) ?? { throw NoKey() }() }

  struct NoKey: Error {}

  /// The first example of `openapi.yaml`.
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
    _ number: Int, owner: Owner = .unnamed, client: String? = nil, labels: [(String, String)] = [],
    at seconds: Int = 0,
    timeToLive: Int = 60
  ) throws -> StoredSession {
    var pairs = Labels()
    for (name, value) in labels { _ = pairs.set(name, to: value) }
    var stored = StoredSession(
      id: id(number), owner: owner, client: client, labels: pairs, createdAt: time(seconds), timeToLive: timeToLive,
      session: try layout())
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
  private func body(of content: TransitionRecord.Content) -> [UInt8] {
    switch content {
    case .creation: []
    case .single(let transition, _): TransitionRequest.transition(transition).json()
    case .history(let request, _): TransitionRequest.history(request).json()
    case .batch(let transitions, _): TransitionRequest.batch(transitions).json()
    }
  }

  /// The record of the present revision.
  func entry(_ content: TransitionRecord.Content, _ events: [Event] = [], before: Session?) -> HistoryEntry {
    let can = Can(goBack: session.canGoBack, undo: false, redo: false)
    guard let before else {
      return HistoryEntry(creationAt: updatedAt, events: events, can: can, session: session, bodyBytes: 0)
    }
    return HistoryEntry(
      revision: revision, at: updatedAt, content: content, events: events, can: can, session: session, from: before,
      since: revision - 1, body: body(of: content)
    )
  }
}

extension Decided {
  /// Waits for the commit and returns the result.
  func committed() throws(StoreError) -> Answer {
    guard let commit else { return try result.get() }
    let semaphore = DispatchSemaphore(value: 0)
    commit.whenKnown { _ in semaphore.signal() }
    semaphore.wait()
    switch commit.value {
    case .committed?, nil: return try result.get()
    case .failed(let error)?: throw error
    // These stores have a single engine, which is never outdated.
    case .superseded?: throw .unavailable("superseded")
    }
  }
}

/// The operations of a store, each waiting for its fetches and its commit.
extension SessionStore {
  /// Repeats `ask` after each fetch that it needs.
  private func atHand<Answer>(_ now: Timestamp, _ ask: (Moment) throws(StoreError) -> Answer) throws(StoreError)
    -> Answer
  {
    var moment = Moment(now: now)
    while true {
      do throws(StoreError) { return try ask(moment) } catch {
        guard case .notAtHand(let fetch) = error else { throw error }
        let isDone = DispatchSemaphore(value: 0)
        fetch.whenDone { isDone.signal() }
        isDone.wait()
        moment.add(fetch)
      }
    }
  }

  /// Repeats `ask` after each fetch that it needs, and waits for the commit.
  private func decided<Answer>(_ now: Timestamp, _ ask: (Moment) -> Decided<Answer>) throws(StoreError) -> Answer {
    try atHand(now) { (moment) throws(StoreError) in
      let decided = ask(moment)
      if case .failure(let error) = decided.result { throw error }
      return decided
    }.committed()
  }

  func make(_ session: StoredSession, answer: StoredAnswer?) throws(StoreError) -> Creation {
    try decided(session.createdAt) { create(session, answer: answer, at: $0) }
  }

  func change<Answer: Sendable>(
    _ id: SessionID, at now: Timestamp, _ change: (inout StoredSession) -> Answer
  ) throws(StoreError) -> Answer {
    var answer: Answer?
    try decided(now) { update(id, at: $0) { answer = change(&$0) } }
    guard let answer else { throw .noSuchSession }
    return answer
  }

  /// The stored answer to a creation.
  func answer(for key: IdempotencyKey, of owner: Owner) throws(StoreError) -> StoredAnswer? {
    try atHand(Sample.start) { (moment) throws(StoreError) in try creationAnswer(for: key, of: owner, at: moment) }?
      .committed()
  }

  func body(of answer: StoredAnswer) throws(StoreError) -> [UInt8] {
    try atHand(Sample.start) { (moment) throws(StoreError) in try body(of: answer, at: moment) }
  }

  func drop(_ id: SessionID, at now: Timestamp, if condition: (@Sendable (Int) -> Bool)? = nil) throws(StoreError)
    -> Deletion
  {
    try decided(now) { delete(id, at: $0, if: condition) }
  }

  func session(_ id: SessionID, at now: Timestamp) throws(StoreError) -> StoredSession {
    try atHand(now) { (moment) throws(StoreError) in try session(id, at: moment) }
  }

  func owner(of id: SessionID, at now: Timestamp) throws(StoreError) -> Owner { try session(id, at: now).owner }

  func steps(of session: StoredSession, after revision: Int?, limit: Int) throws -> [HistoryStep] {
    try atHand(Sample.start) { (moment) throws(StoreError) in
      do throws(HistoryGap) {
        return Result<_, HistoryGap>.success(try steps(of: session, after: revision, limit: limit, at: moment))
      } catch {
        if case .failed(.notAtHand(let fetch)) = error { throw .notAtHand(fetch) }
        return .failure(error)
      }
    }.get()
  }

  func state(of session: StoredSession, at revision: Int) throws -> Session {
    try atHand(Sample.start) { (moment) throws(StoreError) in
      do throws(HistoryGap) { return Result<_, HistoryGap>.success(try state(of: session, at: revision, moment)) } catch
      {
        if case .failed(.notAtHand(let fetch)) = error { throw .notAtHand(fetch) }
        return .failure(error)
      }
    }.get()
  }

  func list(_ query: SessionListQuery, of owner: Owner, at now: Timestamp) throws(StoreError) -> SessionPage {
    try atHand(now) { (moment) throws(StoreError) in try list(query, of: owner, at: moment) }
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
