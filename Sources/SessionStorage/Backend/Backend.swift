import Navigation

/// The storage behind an engine, which holds the sessions that are not resident.
///
/// Calls come from any thread, and may block. One engine writes. A durable backend that is not shared receives one call
/// of `write` at a time.
package protocol Backend: AnyObject, Sendable {
  /// The counts and owner names when an engine starts.
  func contents() throws(StoreError) -> BackendContents

  /// A session as last written; nil if there is none. Throws `damaged`, and `unreadable` if it is not known whose.
  func session(_ id: SessionID) throws(StoreError) -> LoadedSession?

  /// An owner's sessions with lower numbers that match the query's filters, newest first.
  func lines(_ query: SessionListQuery, of owner: Owner, below number: Int64, count: Int) throws(StoreError)
    -> SessionLines

  /// The revision and time of a listed session as they are now; nil if it was deleted. As listed, unless the backend is
  /// not durable.
  func moment(of line: SessionLine) -> SessionLine.Moment?

  /// At most `limit` sessions whose expiry check is due, each as last written.
  func due(at now: Timestamp, limit: Int) throws(StoreError) -> [SessionLine]

  /// Writes all changes or none, and returns the outcome of each. Throws `idTaken`, and the reason for a failed write.
  func write(_ changes: [Change]) throws(StoreError) -> [Written]

  /// Bytes of memory that the stored sessions take.
  var byteCount: Int { get }
}

extension Backend {
  package func moment(of line: SessionLine) -> SessionLine.Moment? { line.moment }
}

/// A backend that outlives the process.
///
/// An engine writes every change to it and answers after the write. To other backends it writes evicted sessions.
package protocol DurableBackend: Backend {
  /// The steps after a revision, as `History.steps` defines them.
  ///
  /// - Parameter session: the session as read; later revisions are not included.
  func steps(of session: StoredSession, after revision: Int?, limit: Int) throws(HistoryGap) -> [HistoryStep]

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

/// A session as stored in a backend.
package struct LoadedSession: Sendable {
  package let session: StoredSession
  /// The session's number in order of creation.
  package let number: Int64

  package init(session: StoredSession, number: Int64) {
    self.session = session
    self.number = number
  }
}

/// The entry of a session in a list.
package struct SessionLine: Sendable {
  package let number: Int64
  package let id: SessionID
  package let client: String?
  package let labels: Labels
  package let createdAt: Timestamp
  package let timeToLive: Int
  package let moment: Moment

  /// The mutable part.
  package struct Moment: Sendable {
    package var revision: Int
    package var updatedAt: Timestamp

    package init(revision: Int, updatedAt: Timestamp) {
      self.revision = revision
      self.updatedAt = updatedAt
    }
  }

  package init(
    number: Int64, id: SessionID, client: String?, labels: Labels, createdAt: Timestamp, timeToLive: Int, moment: Moment
  ) {
    self.number = number
    self.id = id
    self.client = client
    self.labels = labels
    self.createdAt = createdAt
    self.timeToLive = timeToLive
    self.moment = moment
  }
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
  package func matches(client: String?, labels: Labels) -> Bool {
    if let wanted = self.client, client != wanted { return false }
    if let label, labels[label.name] != label.value { return false }
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
