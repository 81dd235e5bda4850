import NavigationAPI

/// Where sessions are that no engine has in use: all that a store has to implement.
///
/// Calls come from any thread, and may wait. One engine writes; `write` is called by one thread at a time where the
/// backend is durable and not shared.
package protocol Backend: AnyObject, Sendable {
  /// What it has when an engine begins.
  func contents() throws(StoreError) -> BackendContents

  /// A session as it was written last; nil where there is none. Throws `unreadable`.
  func session(_ id: SessionID) throws(StoreError) -> KeptSession?

  /// Sessions of an owner below a number, newest first, that the query's filters let pass.
  func lines(_ query: SessionListQuery, of owner: Owner, below number: Int64, count: Int) throws(StoreError)
    -> SessionLines

  /// At most so many sessions that are to be looked at by now, each as it was written last.
  func due(at now: Timestamp, limit: Int) throws(StoreError) -> [SessionLine]

  /// Writes all changes or none, and says what came of each. Throws `idTaken`, and why it cannot write.
  func write(_ changes: [Change]) throws(StoreError) -> [Written]

  /// Bytes of memory that what it keeps takes.
  var byteCount: Int { get }
}

/// A backend that outlives the process. An engine writes every change to it, and answers when that is done; to any
/// other it writes what goes to rest.
package protocol DurableBackend: Backend {
  /// What came after a revision of a session, as `History.steps` has it.
  ///
  /// - Parameter session: as it was read, up to whose revision is looked.
  func steps(of session: StoredSession, after revision: Int?, limit: Int) throws(HistoryGap) -> [HistoryStep]

  /// The answers to an owner's latest creations, oldest first, each with its place.
  func creationAnswers(of owner: Owner) throws(StoreError) -> [StoredAnswer]

  /// The packed body of an answer that stands at a place: empty where it took too much room, nil where it is kept no
  /// more.
  func answerBody(of answer: StoredAnswer, at place: Int64) throws(StoreError) -> [UInt8]?

  /// Lets go of what it holds. All that is asked from then on fails.
  func close()
}

/// What came of a change.
package enum Written: Hashable, Sendable {
  /// It is written; with the place of its answer, where that has one.
  case kept(place: Int64?)
  /// Another engine was first: it is not written. Only a `SharedBackend` says so.
  case superseded
  /// It is not written, for this reason, which is no other change's. Only a `SharedBackend` says so.
  case failed(StoreError)
}

/// What a backend has when it is opened.
package struct BackendContents: Sendable {
  package var sessions: Int
  /// The highest number of a session.
  package var lastNumber: Int64
  package var names: OwnerNames

  package init(sessions: Int = 0, lastNumber: Int64 = 0, names: OwnerNames = OwnerNames()) {
    self.sessions = sessions
    self.lastNumber = lastNumber
    self.names = names
  }
}

/// A session as a backend has it.
package struct KeptSession: Sendable {
  package let session: StoredSession
  /// Its number in order of creation.
  package let number: Int64

  package init(session: StoredSession, number: Int64) {
    self.session = session
    self.number = number
  }
}

/// A session's line in a list.
package struct SessionLine: Sendable {
  package let number: Int64
  package let id: SessionID
  package let client: String?
  package let labels: Labels
  package let createdAt: Timestamp
  package let timeToLive: Int
  package let moment: Moment

  /// What changes of it.
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

/// A part of a list.
package struct SessionLines: Sendable {
  package var lines: [SessionLine]
  /// The number below which the list goes on; nil at its end.
  package var next: Int64?

  package init(lines: [SessionLine] = [], next: Int64? = nil) {
    self.lines = lines
    self.next = next
  }
}

extension SessionListQuery {
  /// Whether its filters let a session pass.
  package func matches(client: String?, labels: Labels) -> Bool {
    if let wanted = self.client, client != wanted { return false }
    if let label, labels[label.name] != label.value { return false }
    return true
  }
}

/// How long an answer waits for the disk, where there is one.
public enum Durability: String, CaseIterable, Sendable {
  /// Until the change is synced: nothing that was answered is lost, whatever happens.
  case full
  /// Until the change is written: it outlives the process, and may be lost with the machine's power.
  case normal
}
