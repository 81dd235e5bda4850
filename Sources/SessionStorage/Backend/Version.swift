import Synchronization

/// Where a session stands in a backend that several engines write to.
///
/// The count alone would let an engine go on from a write that a failover has undone, and that another one has replaced under the same
/// count: the writer, which each attempt draws, tells the two apart.
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
