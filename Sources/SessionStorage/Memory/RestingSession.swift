import Navigation

/// The mutable parts of a session at rest: its state is that after its latest record, which is replayed.
struct RestingSession: Sendable {
  private let history: History
  private let timeline: Timeline
  /// None deferred.
  private let answers: [StoredAnswer]
  /// Approximate bytes of memory.
  let byteCount: Int

  /// The session's entry, and its places in the backend's tables.
  private static let entryBytes = 640

  init(_ stored: StoredSession, limits: StoreLimits) {
    var log = AnswerLog(stored.answers.answers.map { $0.written() })
    log.trim(to: limits.answerBytes(beside: stored.session))
    answers = log.answers.exact
    history = stored.history.atRest(within: limits.history(beside: stored.session, answerBytes: log.byteCount))
    var timeline = stored.timeline
    timeline.forget(through: history.start)
    self.timeline = timeline
    // The trees of whole records share most of one.
    byteCount =
      Self.entryBytes + history.byteCount + log.byteCount
      + (history.log.holdsStates ? stored.session.jsonBytesAtMost : 0)
  }

  /// The content of a session in use.
  struct Content {
    let session: Session
    let answers: AnswerLog
    let history: History
    let timeline: Timeline
  }

  /// Throws `unreadable` if the latest record is missing or cannot be replayed.
  func content() throws(StoreError) -> Content {
    guard let history = try? history.inUse(), let latest = history.entries.last else { throw .unreadable }
    return Content(session: latest.session, answers: AnswerLog(answers), history: history, timeline: timeline)
  }
}
