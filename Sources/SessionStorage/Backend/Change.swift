import NavigationAPI
import NavigationModel

/// What a backend is to write.
package enum Change: Sendable {
  case create(StoredSession, number: Int64, answer: StoredAnswer?)
  case update(SessionUpdate)
  /// - Parameter link: nil where one engine alone writes.
  case delete(SessionID, number: Int64, Owner, link: VersionLink?)
  /// Look at the session again then.
  case postpone(SessionID, number: Int64, due: Timestamp)
  /// An owner's name; written to durable backends alone.
  case name(Owner, String)
}

/// What has become of a session since it was written last.
package struct SessionUpdate: Sendable {
  package enum Record: Sendable {
    /// A new revision.
    case new
    /// A new revision in the place of the latest.
    case inPlace
    /// The same revision, with another counter of ids.
    case again
  }

  package let number: Int64
  /// The session now. The records of one for a durable backend are its latest alone.
  package var after: StoredSession
  /// Nil where no state has changed.
  package let record: Record?
  /// The state that was written last.
  package let before: Session?
  /// One more answer.
  package let answer: StoredAnswer?
  /// Nil where one engine alone writes.
  package let link: VersionLink?

  /// One change; nil where nothing has to be written.
  init?(from before: StoredSession, to after: StoredSession, number: Int64) {
    let latest = after.answers.answers.last
    answer = latest?.key == before.answers.answers.last?.key ? nil : latest
    if after.revision != before.revision {
      record = after.history.count == before.history.count ? .inPlace : .new
    } else {
      record = after.session.countedIDs == before.session.countedIDs ? nil : .again
    }
    if record == nil, answer == nil { return nil }
    self.number = number
    self.before = before.session
    link = before.version.map(VersionLink.init)
    self.after = after
    self.after.version = link?.after
  }

  /// All that has changed since the session came into memory, for a backend that keeps what rests.
  init(resting session: StoredSession, number: Int64) {
    self.number = number
    after = session
    (record, before, answer, link) = (nil, nil, nil, nil)
  }
}
