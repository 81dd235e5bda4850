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

  init(
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

  /// The change that makes what was accepted the next revision.
  ///
  /// - Parameters:
  ///   - count: the number of latest revisions that undo and redo may reach.
  ///   - answer: makes the answer to be stored, of the record.
  package func change(
    by accepted: Accepted, at now: Timestamp, retaining count: Int, answer: (Record) -> StoredAnswer?
  ) -> Change {
    let revision = revision + 1
    let continued = continuedGesture(by: accepted)
    var timeline = accepted.timeline ?? timeline
    advance(&timeline, to: revision, by: accepted, continued)
    timeline.forget(through: revision - count)
    let gesture = gesture(of: accepted, continuing: continued)
    let record = Record(
      // Another machine's clock may have been ahead.
      of: head, revision: revision, at: max(now, updatedAt), accepted.content, events: accepted.events,
      to: accepted.session, routes: sharedRoutes, can: Can(goBack: accepted.session.canGoBack, timeline),
      gestureStart: gesture?.startRevision)
    return Change(
      continued?.hadEvents == false ? .inPlace : .new, record, accepted.session, timeline: timeline, gesture: gesture,
      answer: answer(record))
  }

  /// The change of a request that is accepted without a revision: its answer is stored.
  package func change(answeredBy answer: StoredAnswer) -> Change {
    Change(.answer, latest, session, timeline: timeline, gesture: gesture, answer: answer)
  }

  /// The record of what is accepted without a revision, or not made: with the revision and the time it would have.
  package func record(of accepted: Accepted, isDryRun: Bool, at now: Timestamp, retaining count: Int)
    -> Record
  {
    var (timeline, revision, at) = (accepted.timeline ?? timeline, revision, now)
    if accepted.isRevision {
      (revision, at) = (revision + 1, max(now, updatedAt))
      advance(&timeline, to: revision, by: accepted, continuedGesture(by: accepted))
      timeline.forget(through: revision - count)
    }
    return Record(
      of: head, revision: revision, at: at, accepted.content, events: accepted.events, to: accepted.session,
      routes: sharedRoutes, can: Can(goBack: accepted.session.canGoBack, timeline), gestureStart: nil,
      isDryRun: isDryRun)
  }

  /// The state at a revision, if it is the present one or in the tail.
  package func state(inTailAt revision: Int) -> Session? {
    revision == self.revision ? session : tail.state(at: revision)
  }

  /// The gesture of the latest record, if this is its next stage.
  private func continuedGesture(by accepted: borrowing Accepted) -> Gesture? {
    guard let gesture, let drag = accepted.drag, gesture.isContinued(by: drag) else { return nil }
    return gesture
  }

  /// The gesture that it is a stage of, as it leaves that.
  private func gesture(of accepted: borrowing Accepted, continuing continued: Gesture?) -> Gesture? {
    guard let drag = accepted.drag else { return nil }
    let (isOver, hadEvents) = (drag.ends, !accepted.events.isEmpty)
    if let continued {
      return Gesture(
        drag.target, startRevision: continued.startRevision, start: continued.start, isOver: isOver,
        hadEvents: hadEvents)
    }
    let rest = session.atRest
    return Gesture(
      drag.target, startRevision: session.isSwiping ? revision(atRest: rest) : revision, start: rest, isOver: isOver,
      hadEvents: hadEvents)
  }

  private func advance(
    _ timeline: inout Timeline, to revision: Int, by accepted: borrowing Accepted, _ continued: Gesture?
  ) {
    // Events alone are no step of undo (D-134).
    if !accepted.session.differs(from: session) { return timeline.pass(to: revision) }
    if session.isSwiping { return leaveSwipe(&timeline, to: revision, by: accepted) }
    if case .history(let request, _) = accepted.content { return timeline.advance(to: revision, by: request.move) }
    guard case .single = accepted.content else { return timeline.advance(to: revision) }
    if accepted.session.environment.isInBackground != session.environment.isInBackground {
      // A move to or from the background is no step, and a target that now equals the state is none either.
      while let earlier = timeline.target(of: .undo).flatMap({ state(inTailAt: $0) }),
        earlier.isSame(as: accepted.session)
      { timeline.skip(.undo) }
      return timeline.pass(to: revision)
    }
    guard let continued else { return timeline.advance(to: revision) }
    // Undo cannot lead to a state that is not retained.
    let hasReturned = continued.start.map(accepted.session.isSame) ?? true
    timeline.leave(to: revision, since: continued.startRevision, hasReturned: hasReturned)
  }

  /// Excludes states within a swipe from undo and redo: the swipe counts as one change, or as none (D-115).
  private func leaveSwipe(_ timeline: inout Timeline, to revision: Int, by accepted: borrowing Accepted) {
    if case .history(let request, _) = accepted.content {
      return timeline.advance(to: revision, by: request.move, leavingState: false)
    }
    let rest = session.atRest
    let hasReturned = !accepted.session.isSwiping && rest.isSame(as: accepted.session)
    timeline.leave(to: revision, since: self.revision(atRest: rest), hasReturned: hasReturned)
  }

  /// The revision that stands for the state before a swipe: the one that it began from or, where that has another state,
  /// since the session was created or restored amid the swipe, the swipe's own, at rest.
  private func revision(atRest rest: Session) -> Int {
    guard let target = timeline.target(of: .undo) else { return revision }
    return state(inTailAt: target)?.atRest.isSame(as: rest) ?? true ? target : revision
  }

  /// Publishes a change.
  ///
  /// - Parameter place: that of its answer; nil if the answer stays in memory.
  package mutating func make(_ change: Change, at place: Int64? = nil, tail limit: Int) {
    switch change.kind {
    case .new, .inPlace:
      session = change.session
      latest = change.record
      timeline = change.timeline
      gesture = change.gesture
      tail.append(change.record, isReplacing: change.kind == .inPlace)
      tail.trim(to: History.Limits(revisions: limit, bytes: .max))
    case .answer: break
    }
    guard var answer = change.answer else { return }
    if let place { answer.reply = .stored(place) }
    answers.append(answer)
  }
}

extension Can {
  init(goBack: Bool, _ timeline: Timeline) {
    self.init(goBack: goBack, undo: !timeline.past.isEmpty, redo: !timeline.future.isEmpty)
  }
}

/// What one write has, from the decision to the row.
///
/// A class, so that passing it on does not retain each member.
package final class Change: Sendable {
  /// What becomes of the records.
  package enum Kind: Sendable {
    case new
    /// A new revision whose record replaces the latest.
    case inPlace
    /// The present revision: only the answer is new.
    case answer
  }

  package let kind: Kind
  /// That of the revision that is present after it.
  package let record: Record
  /// The state, with its display.
  package let session: Session
  package let timeline: Timeline
  package let gesture: Gesture?
  /// The answer to its request; nil without a key.
  package let answer: StoredAnswer?

  fileprivate init(
    _ kind: Kind, _ record: Record, _ session: Session, timeline: Timeline, gesture: Gesture?, answer: StoredAnswer?
  ) {
    self.kind = kind
    self.record = record
    self.session = session
    self.timeline = timeline
    self.gesture = gesture
    self.answer = answer
  }
}

/// What a request does to a session, before it is one.
package struct Accepted {
  package let session: Session
  package let content: TransitionRecord.Content
  package let events: [Event]
  /// The stage of a drag that it is; nil for most.
  package let drag: Drag?
  /// The timeline before it, without the targets that were skipped; nil where none was.
  package let timeline: Timeline?
  /// Whether it adds a revision.
  package let isRevision: Bool

  package init(
    _ session: consuming Session, _ content: consuming TransitionRecord.Content, events: consuming [Event],
    drag: consuming Drag?, timeline: consuming Timeline? = nil, isRevision: Bool
  ) {
    self.session = session
    self.content = content
    self.events = events
    self.drag = drag
    self.timeline = timeline
    self.isRevision = isRevision
  }
}

/// What never changes of a session. One object, so that a copy of a stored session retains it once.
public final class SessionHead: Sendable {
  public let id: SessionID
  public let owner: Owner
  /// The label that the creator gave.
  public let client: String?
  public let labels: Labels
  public let createdAt: Timestamp
  /// Lifetime in seconds after the last change.
  public let timeToLive: Int

  public init(
    id: SessionID, owner: Owner, client: String?, labels: Labels, createdAt: Timestamp, timeToLive: Int
  ) {
    self.id = id
    self.owner = owner
    self.client = client
    self.labels = labels
    self.createdAt = createdAt
    self.timeToLive = timeToLive
  }

  /// The time at which it expires unless it changes after `updatedAt`.
  func expiry(after updatedAt: Timestamp) -> Timestamp { updatedAt.advanced(bySeconds: timeToLive) }
}

extension Timestamp {
  /// The time `seconds` later.
  package func advanced(bySeconds seconds: Int) -> Timestamp {
    Timestamp(milliseconds: milliseconds &+ Int64(seconds) &* 1_000)
  }
}
