public import Navigation

extension StoredSession {
  /// Records `session` as revision 0.
  ///
  /// - Parameter body: the body of a `CreateSession`; empty if the state came from elsewhere.
  @discardableResult
  public mutating func acceptCreation(_ events: [Event], body: [UInt8]) -> HistoryEntry {
    let entry = HistoryEntry(creationAt: updatedAt, events: events, can: can, session: session, body: body)
    history.append(entry)
    return entry
  }

  /// Records `session` as the next revision.
  ///
  /// - Parameters:
  ///   - before: the state before the change.
  ///   - body: the request's body, which `content` was parsed from.
  ///   - count: the number of latest revisions that undo and redo may reach.
  @discardableResult
  public mutating func accept(
    _ content: consuming TransitionRecord.Content, _ events: consuming [Event], from before: borrowing Session,
    at now: Timestamp, body: [UInt8], retaining count: Int
  ) -> HistoryEntry {
    revision += 1
    // Another machine's clock may have been ahead.
    updatedAt = max(now, updatedAt)
    let start = before.isSwiping ? revisionAtRest(before.atRest, beforeRevision: revision) : revision - 1
    advanceTimeline(by: content, from: before)
    timeline.forget(through: revision - count)
    let entry = HistoryEntry(
      revision: revision, at: updatedAt, content: content, events: events, can: can, session: session, from: before,
      since: start, body: body)
    history.append(entry)
    return entry
  }

  private mutating func advanceTimeline(by content: TransitionRecord.Content, from before: borrowing Session) {
    // Events alone are no step of undo (D-134).
    if !session.differs(from: before) { return timeline.pass(to: revision) }
    if before.isSwiping { return advanceTimeline(by: content, fromSwipe: before) }
    if case .history(let request, _) = content { return timeline.advance(to: revision, by: request.move) }
    guard case .single(let transition, _) = content else { return timeline.advance(to: revision) }
    if session.environment.isInBackground != before.environment.isInBackground { return passOver(to: revision) }
    if let gesture = history.gesture(continuedBy: transition, from: before) {
      // Undo cannot lead to a state that is not retained.
      let hasReturned = gesture.start.map(session.isSame) ?? true
      timeline.leave(to: revision, since: gesture.startRevision, hasReturned: hasReturned)
    } else {
      timeline.advance(to: revision)
    }
  }

  /// Excludes a move to or from the background from undo, and skips undo targets that now equal the state.
  private mutating func passOver(to revision: Int) {
    while let earlier = timeline.target(of: .undo).flatMap(stateAtHand), earlier.isSame(as: session) {
      timeline.skip(.undo)
    }
    timeline.pass(to: revision)
  }

  /// Excludes states within a swipe from undo and redo: the swipe counts as one change, or as none (D-115).
  private mutating func advanceTimeline(by content: TransitionRecord.Content, fromSwipe before: borrowing Session) {
    if case .history(let request, _) = content {
      return timeline.advance(to: revision, by: request.move, leavingState: false)
    }
    let rest = before.atRest
    let start = revisionAtRest(rest, beforeRevision: revision)
    timeline.leave(to: revision, since: start, hasReturned: !session.isSwiping && rest.isSame(as: session))
  }

  /// The revision that stands for the state before a swipe: the one that it began from or, where that has another state,
  /// since the session was created or restored amid the swipe, the swipe's own, at rest.
  private func revisionAtRest(_ rest: Session, beforeRevision revision: Int) -> Int {
    guard let target = timeline.target(of: .undo) else { return revision - 1 }
    return stateAtHand(at: target)?.atRest.isSame(as: rest) ?? true ? target : revision - 1
  }

  /// Drops the oldest records beyond the limits.
  mutating func trim(to limits: StoreLimits) {
    history.condense()
    history.trim(to: limits.history(beside: session, answerBytes: answers.byteCount))
    timeline.forget(through: history.start)
  }

  /// Which of going back, undo and redo are possible now.
  public var can: Can { Can(goBack: session.canGoBack, undo: !timeline.past.isEmpty, redo: !timeline.future.isEmpty) }
}
