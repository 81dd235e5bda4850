#if SQLite
import NavigationAPI
import NavigationModel
import SessionStorage

/// What is to be written.
enum Change: Sendable {
  case create(StoredSession, number: Int64, answer: StoredAnswer?)
  case update(SessionUpdate, number: Int64)
  case delete(number: Int64)
  /// An owner's name.
  case name(Owner, String)
  /// Look at it again then.
  case postpone(number: Int64, due: Timestamp)
}

/// What a change makes of a session, as far as it has to be written.
struct SessionUpdate: Sendable {
  enum Record: Sendable {
    /// A new revision.
    case new
    /// A new revision in the place of the latest.
    case inPlace
    /// The same revision, with another counter of ids.
    case again
  }

  /// Nil where no state has changed.
  let record: Record?
  let entry: HistoryEntry
  /// The state, with what the entry's has not.
  let state: Session
  /// The state before, which the file has as the latest.
  let before: Session
  let timeline: Timeline
  let answer: StoredAnswer?

  /// Nil where nothing has to be written.
  init?(from before: StoredSession, to after: StoredSession) {
    guard let entry = after.history.entries.last else { return nil }
    self.entry = entry
    state = after.session
    timeline = after.timeline
    self.before = before.session
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
#endif
