import Navigation
import Synchronization

/// A change for a backend to write.
package enum Change: Sendable {
  // Indirect, so that the other cases, which are more frequent, stay small.
  indirect case create(StoredSession, number: Int64, answer: StoredAnswer?)
  case update(SessionUpdate)
  /// - Parameter link: nil unless the backend is shared.
  case delete(SessionID, number: Int64, Owner, link: VersionLink?)
  /// Defers the expiry check of the session.
  case postpone(SessionID, number: Int64, due: Timestamp)
  /// The name of an owner; written to durable backends only.
  case name(Owner, String)
}

/// The changes of a session since it was last written.
///
/// Immutable. A class, so that passing it on does not retain each member.
package final class SessionUpdate: Sendable {
  package enum Record: Sendable {
    /// A new revision.
    case new
    /// A new revision that replaces the latest.
    case inPlace
  }

  /// The parts to write.
  struct Difference {
    /// Nil if the state is unchanged.
    let record: Record?
    /// The new answer.
    let answer: StoredAnswer?

    /// Nil if nothing has to be written.
    init?(from before: borrowing StoredSession, to after: borrowing StoredSession) {
      let latest = after.answers.answers.last
      answer = latest?.key == before.answers.answers.last?.key ? nil : latest
      record =
        after.revision == before.revision ? nil : after.history.count == before.history.count ? .inPlace : .new
      if record == nil, answer == nil { return nil }
    }
  }

  package let number: Int64
  /// The session after the change. For a durable backend it has its latest record only.
  package let after: StoredSession
  /// Nil if the state is unchanged.
  package let record: Record?
  /// The new answer.
  package let answer: StoredAnswer?
  /// Nil unless the backend is shared.
  package let link: VersionLink?

  /// One change.
  init(_ difference: Difference, to after: StoredSession, number: Int64, link: VersionLink?) {
    self.number = number
    self.after = after
    (record, answer) = (difference.record, difference.answer)
    self.link = link
  }

  /// All changes since the session was read, for a backend that stores evicted sessions only.
  init(evicting session: StoredSession, number: Int64) {
    self.number = number
    after = session
    (record, answer, link) = (nil, nil, nil)
  }
}

/// The version of a session in a shared backend.
///
/// The count alone is ambiguous: a failover may undo a write, and another engine may then reuse its count. The writer,
/// drawn for each attempt, distinguishes the two.
package struct Version: Hashable, Sendable {
  /// Earlier writes of the session.
  package let count: Int64
  package let writer: UInt64

  package init(count: Int64, writer: UInt64) {
    self.count = count
    self.writer = writer
  }

  /// The version of a new session.
  static func first() -> Version { Version(count: 0, writer: drawWriter()) }

  /// The version of the next write.
  func next() -> Version { Version(count: count + 1, writer: Self.drawWriter()) }

  private static let lastWriter = Atomic<UInt64>(.random(in: .min ... .max))

  /// Unique in this process; equal to one of another process only by chance.
  private static func drawWriter() -> UInt64 { lastWriter.wrappingAdd(1, ordering: .relaxed).newValue }
}

/// The base version of a write and its own version: the write is committed only if the base is still the latest.
package struct VersionLink: Hashable, Sendable {
  package let before: Version
  package let after: Version

  init(after before: Version) {
    self.before = before
    after = before.next()
  }
}
