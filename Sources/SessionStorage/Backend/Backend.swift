import Navigation
import Synchronization

/// The storage behind an engine: of all sessions, or of all that the resident ones do not hold.
///
/// Calls come from any thread. An engine writes every change to it, and answers after the write.
package protocol Backend: AnyObject, Sendable {
  /// An owner's sessions with lower numbers that match the query's filters, newest first.
  func lines(_ query: SessionListQuery, of owner: Owner, below number: Int64, count: Int) throws(StoreError)
    -> SessionLines

  /// At most `limit` sessions whose expiry check is due, each as last written.
  func due(at now: Timestamp, limit: Int) throws(StoreError) -> [SessionLine]

  /// The steps after a revision, as `History.steps` defines them.
  ///
  /// - Parameters:
  ///   - session: the session as read; later revisions are not included.
  ///   - states: whether the steps have the states before and after them.
  func steps(
    of session: StoredSession, after revision: Int?, limit: Int, states: Bool
  ) throws(HistoryGap) -> [HistoryStep]
}

/// A backend that outlives the process. Its calls may block.
///
/// One engine writes, by one call of `write` at a time, unless it is a `SharedBackend`.
package protocol DurableBackend: Backend {
  /// The counts and owner names when an engine starts.
  func contents() throws(StoreError) -> BackendContents

  /// A session as last written; nil if there is none. Throws `damaged`, and `unreadable` if it is not known whose.
  func session(_ id: SessionID) throws(StoreError) -> LoadedSession?

  /// Writes all or none, and returns the outcome of each. Throws `idTaken`, and the reason for a failed write.
  func write(_ writes: [Write]) throws(StoreError) -> [Written]

  /// The answers to an owner's latest creations, oldest first, each with its place.
  func creationAnswers(of owner: Owner) throws(StoreError) -> [StoredAnswer]

  /// The body of the answer at `place` as JSON: empty if it was evicted for its size, nil if it is no longer stored.
  func answerBody(of answer: StoredAnswer, at place: Int64) throws(StoreError) -> [UInt8]?

  /// Releases the backend's resources. All later calls fail.
  func close()
}

/// The outcome of a change.
package enum Written: Hashable, Sendable {
  /// Committed; with the place of its answer, if it has one.
  case committed(place: Int64? = nil)
  /// Not written, since another engine committed first: it has to be decided again. Only from a `SharedBackend`.
  case superseded
  /// Not written. From a `SharedBackend` for a reason that concerns this change alone; others fail as a whole.
  case failed(StoreError)

  var failure: StoreError? { if case .failed(let error) = self { error } else { nil } }
}

/// The counts and owner names of a backend when it is opened.
package struct BackendContents: Sendable {
  /// The sessions of each owner that has any.
  package var sessions: [Owner: Int]
  /// The highest session number.
  package var lastNumber: Int64
  package var names: OwnerNames

  package init(sessions: [Owner: Int] = [:], lastNumber: Int64 = 0, names: OwnerNames = OwnerNames()) {
    self.sessions = sessions
    self.lastNumber = lastNumber
    self.names = names
  }
}

/// A session as stored in a backend, and its number in order of creation.
package typealias LoadedSession = (session: StoredSession, number: Int64)

/// The entry of a session in a list.
package struct SessionLine: Sendable {
  package let head: SessionHead
  package let number: Int64
  package let revision: Int
  package let updatedAt: Timestamp

  package init(_ head: SessionHead, number: Int64, revision: Int, updatedAt: Timestamp) {
    (self.head, self.number, self.revision, self.updatedAt) = (head, number, revision, updatedAt)
  }

  var expiresAt: Timestamp { head.expiry(after: updatedAt) }
}

/// A chunk of a list.
package struct SessionLines: Sendable {
  package var lines: [SessionLine]
  /// The number below which the list continues; nil at its end.
  package var next: Int64?

  package init(lines: [SessionLine] = [], next: Int64? = nil) {
    self.lines = lines
    self.next = next
  }
}

extension SessionListQuery {
  /// Whether a session passes the filters.
  package func matches(_ head: SessionHead) -> Bool {
    if let client, head.client != client { return false }
    if let label, head.labels[label.name] != label.value { return false }
    return true
  }
}

/// The write stage that an answer waits for, on a store with a disk.
public enum Durability: String, CaseIterable, Sendable {
  /// The change is synced: an answered change survives any crash.
  case full
  /// The change is written: it survives the process, but may be lost in a power failure.
  case normal
}

/// What a backend writes.
package enum Write: Sendable {
  // Indirect, so that an array of writes stays small.
  indirect case create(StoredSession, number: Int64, answer: StoredAnswer?)
  indirect case update(SessionUpdate)
  /// - Parameter link: nil unless the backend is shared.
  case delete(SessionID, number: Int64, Owner, link: VersionLink?)
  /// Defers the expiry check of the session.
  case postpone(SessionID, number: Int64, due: Timestamp)
  /// The name of an owner; written to durable backends only.
  case name(Owner, String)
}

/// A change of one session, with its number in order of creation. The link is nil unless the backend is shared.
package typealias SessionUpdate = (change: Change, head: SessionHead, number: Int64, link: VersionLink?)
