public import NavigationAPI

/// Keeps sessions: one at a time may change a session, anybody may read it.
///
/// What is read is kept. What is changed may be read by the next change before it is kept: whatever was decided is told once that is so.
/// All times come from the caller. What has expired is never seen again, whether it has been removed or not.
public protocol SessionStore: Sendable {
  /// Puts a new session in, and with it the answer that its request may be repeated for, both or neither.
  ///
  /// A request with the key of an earlier one of its owner gets that one's answer, and nothing is put in. Two at once: the second waits.
  /// Fails with `sessionLimit` and `idTaken`.
  func create(_ session: StoredSession, answer: StoredAnswer?) -> Decided<Creation>

  /// The answer kept for a creation of this owner with this key.
  func creationAnswer(for key: IdempotencyKey, of owner: Owner) throws(StoreError) -> Decided<StoredAnswer>?

  /// The body of a kept answer. Throws `answerGone` and `unreadable`.
  func body(of answer: StoredAnswer) throws(StoreError) -> [UInt8]

  /// The owner with this name, the same as ever, or a new one. May wait for the disk, so that no request asks.
  ///
  /// Throws `full` where no more names can be told apart, and what writing throws.
  func owner(named name: String) throws(StoreError) -> Owner

  /// Whether any name was ever given a number.
  var hasNamedOwners: Bool { get }

  /// Whose the session is, which never changes. Throws `noSuchSession`.
  func owner(of id: SessionID, at now: Timestamp) throws(StoreError) -> Owner

  /// The session as it is now. Throws `noSuchSession`.
  func session(_ id: SessionID, at now: Timestamp) throws(StoreError) -> StoredSession

  /// What came after a revision of a session, oldest first; see `History.steps`.
  func steps(of session: StoredSession, after revision: Int?, limit: Int) throws(HistoryGap) -> [HistoryStep]

  /// Changes a session, alone: `change` sees it as the change before left it. Fails with `noSuchSession`.
  ///
  /// `change` is short: it decides on values, and neither encodes nor waits. Where it refuses, it leaves the session as it is.
  func update<Answer: Sendable>(
    _ id: SessionID, at now: Timestamp, _ change: (inout StoredSession) -> Answer
  ) -> Decided<Answer>

  /// Replaces the kept answer of a change by its bytes, which take less room; does nothing where it is no longer kept.
  func settle(_ key: IdempotencyKey, of session: SessionID, as bytes: [UInt8])

  /// The same for the kept answer of a creation.
  func settleCreation(_ key: IdempotencyKey, of owner: Owner, as bytes: [UInt8])

  /// Deletes a session whose revision satisfies `condition`; else nothing happens, and the answer is the revision.
  ///
  /// Fails with `noSuchSession`.
  func delete(_ id: SessionID, at now: Timestamp, if condition: (_ revision: Int) -> Bool) -> Decided<Deletion>

  /// One page of an owner's sessions, newest first; a page may have fewer than asked for and still not be the last.
  func list(_ query: SessionListQuery, of owner: Owner, at now: Timestamp) throws(StoreError) -> SessionPage

  /// Lets go of what has expired, and says which those were; what nobody has used for a minute or two goes to rest.
  func removeExpired(at now: Timestamp) -> [SessionID]

  /// How much it keeps.
  var limits: StoreLimits { get }

  /// Sessions in the store, with those that have expired and not been removed.
  var count: Int { get }

  /// What it has in memory; takes a while to count.
  var residency: Residency { get }
}

/// Why a store refused.
public enum StoreError: Error, Hashable, Sendable {
  /// Unknown, deleted or expired.
  case noSuchSession
  /// The store holds this many, as many as it may.
  case sessionLimit(Int)
  /// A session with this id is there already.
  case idTaken
  /// The answer took more room than its session has. The request was accepted as this revision.
  case answerGone(revision: Int)
  /// What was kept cannot be read.
  case unreadable
  /// There is no room to keep more.
  case full
  /// What the store keeps things on does not work, for this reason.
  case unavailable(String)
  /// The same, at the last step of keeping a change: it is taken back, and the next process may find it kept.
  case doubtful(String)
}

extension StoreError {
  /// What is wrong, for a line of a log.
  public var text: String {
    switch self {
    case .noSuchSession: "there is no such session"
    case .sessionLimit(let limit): "there are \(limit) sessions"
    case .idTaken: "the id is taken"
    case .answerGone(let revision): "the answer of revision \(revision) is not kept"
    case .unreadable: "what was kept cannot be read"
    case .full: "there is no room left"
    case .unavailable(let reason), .doubtful(let reason): reason
    }
  }
}

/// What a creation came to.
public enum Creation: Sendable {
  case created
  /// The key had been used: the answer of then.
  case repeated(StoredAnswer)
}

/// What a deletion came to.
public enum Deletion: Hashable, Sendable {
  case deleted
  /// The session has a revision that the condition refuses.
  case refused(revision: Int)
}

/// A part of the list of all sessions.
public struct SessionPage: Sendable {
  public var sessions: [SessionSummary]
  /// Where the next page begins; nil on the last.
  public var next: SessionListCursor?

  public init(sessions: [SessionSummary], next: SessionListCursor?) {
    self.sessions = sessions
    self.next = next
  }
}
