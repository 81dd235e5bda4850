#if SQLite || PostgreSQL
/// The state of a session according to the answers to its changes.
struct KnownSession: Sendable {
  enum Deletion: Sendable {
    case none
    /// Requested, but not answered.
    case asked
    case answered
  }

  /// The answered records by revision.
  var records: [Int: String] = [:]
  var deletion = Deletion.none
  /// Its label: the token of the creation that it derives from.
  var label = ""
  /// Whether it is a fork of another session.
  var isFork = false
  /// Unanswered changes.
  var open: [Attempt] = []
  /// The latest answered transitions with a key; a store retains only the latest answers of a session.
  var repeatable: [Attempt] = []

  /// The number of repeated transitions per session.
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
  /// The revision of the entity tag.
  var revision: Int? { fields["etag"].flatMap { Int($0.filter { $0 != "\"" }) } }
}

extension String {
  /// The text before a mark; all of it if the mark does not occur.
  fileprivate func prefix(before mark: String) -> Substring {
    firstRange(of: mark).map { self[..<$0.lowerBound] } ?? self[...]
  }
}
#endif
