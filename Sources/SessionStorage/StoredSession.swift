public import Navigation

/// A session with its stored answers, latest records and timeline.
public struct StoredSession: Sendable {
  public let head: SessionHead
  /// The app's routes; nil without.
  public internal(set) var sharedRoutes: SharedRoutes?
  public package(set) var session: Session
  /// The record of the present revision.
  public package(set) var latest: Record
  /// The latest records, up to that of the present revision, each with the state after it.
  package var tail: History
  /// The answers of the latest accepted requests with a key.
  public package(set) var answers: AnswerLog
  /// The revisions that undo and redo lead to.
  public package(set) var timeline: Timeline
  /// The gesture that the latest record is a stage of.
  package var gesture: Gesture?
  /// The version in a shared backend; nil in any other.
  package var version: Version?

  /// A new session.
  ///
  /// - Parameter events: those of its creation.
  public init(_ head: SessionHead, _ session: Session, _ events: [Event], routes: SharedRoutes? = nil) {
    let timeline = Timeline(after: -1, present: 0)
    let record = Record(
      of: head, revision: 0, at: head.createdAt, .creation, events: events, to: session, routes: routes,
      can: Can(goBack: session.canGoBack, timeline), gestureStart: nil)
    let tail = History([record], after: -1)
    self.init(head, session, latest: record, tail: tail, timeline: timeline, gesture: nil, routes: routes)
  }

  /// A session as read from a backend.
  package init(
    _ head: SessionHead, _ session: Session, latest: Record, tail: History, answers: AnswerLog = AnswerLog(),
    timeline: Timeline, gesture: Gesture?, routes: SharedRoutes?
  ) {
    self.head = head
    self.session = session
    self.latest = latest
    self.tail = tail
    self.answers = answers
    self.timeline = timeline
    self.gesture = gesture
    sharedRoutes = routes
  }

  public var id: SessionID { head.id }
  public var owner: Owner { head.owner }
  public var revision: Int { latest.revision }
  /// The time of `revision`.
  public var updatedAt: Timestamp { latest.at }
  public var routes: ScreenRoutes? { sharedRoutes?.routes }
  /// The time at which it expires unless it changes.
  public var expiresAt: Timestamp { head.expiry(after: updatedAt) }
  /// Which of going back, undo and redo are possible now.
  public var can: Can { Can(goBack: session.canGoBack, timeline) }
}

extension Can {
  init(goBack: Bool, _ timeline: Timeline) {
    self.init(goBack: goBack, undo: !timeline.past.isEmpty, redo: !timeline.future.isEmpty)
  }
}
