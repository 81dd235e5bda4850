public import NavigationAPI
public import NavigationModel

extension StoredSession {
  /// Takes note that `session` has changed from `before`: one more revision, which its record is still to be kept of.
  ///
  /// - Parameter kept: so many of the latest revisions are kept, as far as there is room.
  public mutating func advance(by content: TransitionRecord.Content, from before: Session, at now: Timestamp, keeping kept: Int) {
    revision += 1
    updatedAt = now
    advanceTimeline(by: content, from: before)
    timeline.forget(through: revision - kept)
  }

  private mutating func advanceTimeline(by content: TransitionRecord.Content, from before: Session) {
    guard case .single(let transition, _) = content else { return timeline.advance(to: revision) }
    if case .history(let move) = transition.action { return timeline.advance(to: revision, by: move) }
    if let gesture = history.gesture(continuedBy: transition, from: before) {
      timeline.scroll(to: revision, since: gesture.startRevision, hasReturned: session.isSame(as: gesture.start))
    } else {
      timeline.advance(to: revision)
    }
  }

  /// Lets go of the oldest records beyond the limits.
  mutating func trim(to limits: History.Limits) {
    history.trim(to: limits)
    timeline.forget(through: history.start)
  }

  /// Which of the steps back and forth would be handled now.
  public var can: Can { Can(goBack: session.canGoBack, undo: !timeline.past.isEmpty, redo: !timeline.future.isEmpty) }
}
