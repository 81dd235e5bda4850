import Navigation
import Synchronization

/// What a backend writes.
package enum Write: Sendable {
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

/// A change of one session.
package final class SessionUpdate: Sendable {
  package let head: SessionHead
  /// The session's number in order of creation.
  package let number: Int64
  package let change: Change
  /// Nil unless the backend is shared.
  package let link: VersionLink?

  init(_ change: Change, of head: SessionHead, number: Int64, link: VersionLink?) {
    self.head = head
    self.number = number
    self.change = change
    self.link = link
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
