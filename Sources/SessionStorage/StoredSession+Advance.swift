public import NavigationAPI
public import NavigationModel

extension StoredSession {
  /// Takes over what `session` is as revision 0, with the record of that.
  ///
  /// - Parameter bodyBytes: those of the request.
  @discardableResult
  public mutating func acceptCreation(_ events: [Event], bodyBytes: Int) -> HistoryEntry {
    let entry = HistoryEntry(creationAt: updatedAt, events: events, can: can, session: session, bodyBytes: bodyBytes)
    history.append(entry)
    return entry
  }

  /// Takes over what has become of `session`: its next revision, with the record of that.
  ///
  /// - Parameters:
  ///   - before: the state that was changed.
  ///   - body: that of the request, whose values `content` holds.
  ///   - kept: so many of the latest revisions are kept, as far as there is room.
  @discardableResult
  public mutating func accept(
    _ content: consuming TransitionRecord.Content, _ events: consuming [Event], from before: borrowing Session,
    at now: Timestamp,
    body: [UInt8], keeping kept: Int
  ) -> HistoryEntry {
    revision += 1
    // Another machine's clock may have been ahead.
    updatedAt = max(now, updatedAt)
    advanceTimeline(by: content, from: before)
    timeline.forget(through: revision - kept)
    let entry = HistoryEntry(
      revision: revision, at: updatedAt, content: content, events: events, can: can, session: session, from: before,
      body: body)
    history.append(entry)
    return entry
  }

  private mutating func advanceTimeline(by content: TransitionRecord.Content, from before: borrowing Session) {
    if before.isSwiping { return advanceTimeline(by: content, fromSwipe: before) }
    guard case .single(let transition, _) = content else { return timeline.advance(to: revision) }
    if case .history(let move) = transition.action { return timeline.advance(to: revision, by: move) }
    if session.environment.isInBackground != before.environment.isInBackground { return passOver(to: revision) }
    if let gesture = history.gesture(continuedBy: transition, from: before) {
      // No way leads back to a state that is not kept.
      let hasReturned = gesture.start.map(session.isSame) ?? true
      timeline.goOn(to: revision, since: gesture.startRevision, hasReturned: hasReturned)
    } else {
      timeline.advance(to: revision)
    }
  }

  /// Going to the background and coming back are passed over; what that makes of the present state may be what stood
  /// before it.
  private mutating func passOver(to revision: Int) {
    while let earlier = timeline.target(of: .undo).flatMap(stateAtHand), earlier.isSame(as: session) {
      timeline.skip(.undo)
    }
    timeline.pass(to: revision)
  }

  /// No way through the history ends in the middle of a swipe: the state in it is passed over, and what came of the
  /// swipe is one change, or none.
  private mutating func advanceTimeline(by content: TransitionRecord.Content, fromSwipe before: borrowing Session) {
    if case .single(let transition, _) = content, case .history(let move) = transition.action {
      return timeline.advance(to: revision, by: move, leavingState: false)
    }
    timeline.leave(to: revision, hasReturned: before.atRest.isSame(as: session))
  }

  /// Lets go of the oldest records beyond the limits.
  mutating func trim(to limits: StoreLimits) {
    history.condense()
    history.trim(to: limits.history(beside: session, answerBytes: answers.byteCount))
    timeline.forget(through: history.start)
  }

  /// Which of the steps back and forth would be handled now.
  public var can: Can { Can(goBack: session.canGoBack, undo: !timeline.past.isEmpty, redo: !timeline.future.isEmpty) }
}
