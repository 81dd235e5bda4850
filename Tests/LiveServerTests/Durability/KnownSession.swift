#if SQLite || PostgreSQL
/// A session as far as the answers of its changes tell.
struct KnownSession: Sendable {
  enum Deletion: Sendable {
    case none
    /// It was asked for, and not answered.
    case asked
    case answered
  }

  /// The records that were answered, by revision.
  var records: [Int: String] = [:]
  var deletion = Deletion.none
  /// The label that it has, of the creation that it goes back to.
  var label = ""
  /// Whether it began as another session was.
  var isFork = false
  /// Changes that were not answered.
  var open: [Attempt] = []
  /// Transitions with a key that were answered; the latest ones, since a store keeps so many answers of a session.
  var repeatable: [Attempt] = []

  /// Answers to repeat, of one session.
  private static let repetitions = 3

  mutating func add(_ attempt: Attempt) {
    guard let answer = attempt.answer else {
      switch attempt.change {
      case .create, .fork: break
      case .apply: open.append(attempt)
      case .delete: deletion = .asked
      }
      return
    }
    switch attempt.change {
    // Its record is in the history without the session.
    case .create, .fork: records[0] = answer.text.prefix(before: #","session":{"#) + "}"
    case .apply:
      if let revision = answer.revision { records[revision] = answer.text }
      if attempt.hasKey { repeatable = repeatable.suffix(Self.repetitions - 1) + [attempt] }
    case .delete: deletion = .answered
    }
  }
}

extension RawConnection.Response {
  /// That of the entity tag.
  var revision: Int? { fields["etag"].flatMap { Int($0.filter { $0 != "\"" }) } }
}

extension String {
  /// What stands before a mark; all where it does not occur.
  fileprivate func prefix(before mark: String) -> Substring {
    firstRange(of: mark).map { self[..<$0.lowerBound] } ?? self[...]
  }
}
#endif
