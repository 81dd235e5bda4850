public import NavigationModel

extension SessionStore {
  /// The state of a session at a revision, to be asked for outside of any lock.
  ///
  /// Throws `ahead`, `failed(notAtHand)`, and `gone` also where a later stage of the same gesture has taken the revision's place.
  public func state(of stored: StoredSession, at revision: Int, _ moment: borrowing Moment) throws(HistoryGap) -> Session {
    if let state = stored.stateAtHand(at: revision) { return state }
    guard revision < stored.revision else { throw .ahead }
    let found = try steps(of: stored, after: revision - 1, limit: 1, at: moment).first?.entry
    guard let found, found.revision == revision else { throw .gone(start: (found?.revision ?? stored.revision) - 1) }
    return found.session
  }
}

extension StoredSession {
  /// The same where it is in memory, ready for use.
  public func stateAtHand(at revision: Int) -> Session? {
    revision == self.revision ? session : history.unpackedState(at: revision)
  }
}
