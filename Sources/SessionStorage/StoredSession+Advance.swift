public import NavigationAPI
public import NavigationModel

extension StoredSession {
  /// Records `session` as revision 0.
  ///
  /// - Parameter bodyBytes: size of the request's body.
  @discardableResult
  public mutating func acceptCreation(_ events: [Event], bodyBytes: Int) -> HistoryEntry {
    let entry = HistoryEntry(creationAt: updatedAt, events: events, can: can, session: session, bodyBytes: bodyBytes)
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
    advanceTimeline(by: content, from: before)
    timeline.forget(through: revision - count)
    let entry = HistoryEntry(
      revision: revision, at: updatedAt, content: content, events: events, can: can, session: session, from: before,
      body: body)
    history.append(entry)
    return entry
  }

  private mutating func advanceTimeline(by content: TransitionRecord.Content, from before: borrowing Session) {
    if before.isSwiping { return advanceTimeline(by: content, fromSwipe: before) }
    if case .history(let request, _) = content { return timeline.advance(to: revision, by: request.move) }
    guard case .single(let transition, _) = content else { return timeline.advance(to: revision) }
    if session.environment.isInBackground != before.environment.isInBackground { return passOver(to: revision) }
    if let gesture = history.gesture(continuedBy: transition, from: before) {
      // Undo cannot lead to a state that is not retained.
      let hasReturned = gesture.start.map(session.isSame) ?? true
      timeline.goOn(to: revision, since: gesture.startRevision, hasReturned: hasReturned)
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

  /// Excludes states within a swipe from undo and redo: the swipe counts as one change, or as none.
  private mutating func advanceTimeline(by content: TransitionRecord.Content, fromSwipe before: borrowing Session) {
    if case .history(let request, _) = content {
      return timeline.advance(to: revision, by: request.move, leavingState: false)
    }
    timeline.leave(to: revision, hasReturned: before.atRest.isSame(as: session))
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
