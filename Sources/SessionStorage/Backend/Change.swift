import NavigationAPI
import Synchronization

/// What a backend is to write.
package enum Change: Sendable {
  /// Boxed, so that the others, of which there are more, are small.
  indirect case create(StoredSession, number: Int64, answer: StoredAnswer?)
  case update(SessionUpdate)
  /// - Parameter link: nil where one engine alone writes.
  case delete(SessionID, number: Int64, Owner, link: VersionLink?)
  /// Look at the session again then.
  case postpone(SessionID, number: Int64, due: Timestamp)
  /// An owner's name; written to durable backends alone.
  case name(Owner, String)
}

/// What has become of a session since it was written last.
///
/// It never changes. A class, since it goes through many hands, each of which would count the owners of all that is in
/// it.
package final class SessionUpdate: Sendable {
  package enum Record: Sendable {
    /// A new revision.
    case new
    /// A new revision in the place of the latest.
    case inPlace
    /// The same revision, with another counter of ids.
    case again
  }

  /// What is new in it.
  struct News {
    /// Nil where no state has changed.
    let record: Record?
    /// One more answer.
    let answer: StoredAnswer?

    /// Nil where nothing has to be written.
    init?(from before: borrowing StoredSession, to after: borrowing StoredSession) {
      let latest = after.answers.answers.last
      answer = latest?.key == before.answers.answers.last?.key ? nil : latest
      if after.revision != before.revision {
        record = after.history.count == before.history.count ? .inPlace : .new
      } else {
        record = after.session.countedIDs == before.session.countedIDs ? nil : .again
      }
      if record == nil, answer == nil { return nil }
    }
  }

  package let number: Int64
  /// The session now. The records of one for a durable backend are its latest alone.
  package let after: StoredSession
  /// Nil where no state has changed.
  package let record: Record?
  /// One more answer.
  package let answer: StoredAnswer?
  /// Nil where one engine alone writes.
  package let link: VersionLink?

  /// One change.
  init(_ news: News, to after: StoredSession, number: Int64, link: VersionLink?) {
    self.number = number
    self.after = after
    (record, answer) = (news.record, news.answer)
    self.link = link
  }

  /// All that has changed since the session came into memory, for a backend that keeps what rests.
  init(resting session: StoredSession, number: Int64) {
    self.number = number
    after = session
    (record, answer, link) = (nil, nil, nil)
  }
}

/// Where a session stands in a backend that several engines write to.
///
/// The count alone would let an engine go on from a write that a failover has undone, and that another one has replaced
/// under the same count: the writer, which each attempt draws, tells the two apart.
package struct Version: Hashable, Sendable {
  /// Writes of the session before this one.
  package let count: Int64
  package let writer: UInt64

  package init(count: Int64, writer: UInt64) {
    self.count = count
    self.writer = writer
  }

  /// That of a new session.
  static func first() -> Version { Version(count: 0, writer: drawWriter()) }

  /// That of the next write.
  func next() -> Version { Version(count: count + 1, writer: Self.drawWriter()) }

  private static let lastWriter = Atomic<UInt64>(.random(in: .min ... .max))

  /// Unlike all others of this process, and of others but by chance.
  private static func drawWriter() -> UInt64 { lastWriter.wrappingAdd(1, ordering: .relaxed).newValue }
}

/// What a write follows from, and what it makes of that: written where the former is the latest, and nowhere else.
package struct VersionLink: Hashable, Sendable {
  package let before: Version
  package let after: Version

  init(after before: Version) {
    self.before = before
    after = before.next()
  }
}
