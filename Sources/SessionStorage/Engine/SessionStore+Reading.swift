public import Navigation

/// Reading of lists, and of a session's records.
extension SessionStore {
  /// Sessions read from the backend at once.
  private static let chunk = 256

  /// The steps after a revision of a session, oldest first; see `History.steps`. Also throws `failed(waitEnded)`.
  public func steps(
    of session: StoredSession, after revision: Int?, limit: Int, at moment: Moment
  ) async throws(HistoryGap) -> [HistoryStep] {
    guard let durable, !hasInMemory(session, after: revision) else {
      return try session.history.steps(after: revision, limit: limit)
    }
    let steps: Result<[HistoryStep], HistoryGap>
    do throws(StoreError) {
      steps = try await read(at: moment) { () throws(HistoryGap) in
        try durable.backend.steps(of: session, after: revision, limit: limit)
      }
    } catch { throw .failed(error) }
    return try steps.get()
  }

  /// Whether the records after a revision are in memory: the latest ones are, each but the first with the state before
  /// it.
  public func hasInMemory(_ session: StoredSession, after revision: Int?) -> Bool {
    durable == nil || revision.map { $0 > session.history.start } ?? false
  }

  /// One page of an owner's sessions, newest first. A page may have fewer than requested and not be the last. Throws
  /// `waitEnded`, and the errors of the read.
  public func list(
    _ query: SessionListQuery, of owner: Owner, at moment: Moment
  ) async throws(StoreError) -> SessionPage {
    try await read(at: moment) { [self] () throws(StoreError) in try page(query, of: owner, at: moment.now) }.get()
  }

  private func page(_ query: SessionListQuery, of owner: Owner, at now: Timestamp) throws(StoreError) -> SessionPage {
    var page = SessionPage(sessions: [], next: nil)
    var below = query.after.map { Int64(clamping: $0.ordinal) } ?? .max
    /// The cursor if there is one more session to list.
    var end = below
    while true {
      let part = try backend.lines(query, of: owner, below: below, count: Self.chunk)
      for line in part.lines {
        guard let summary = summary(of: line, at: now) else { continue }
        guard page.sessions.count < query.limit else {
          page.next = Self.cursor(end)
          return page
        }
        page.sessions.append(summary)
        end = line.number
      }
      guard let next = part.next else { return page }
      // The backend scanned many entries without a match.
      guard !part.lines.isEmpty else {
        page.next = Self.cursor(next)
        return page
      }
      below = next
    }
  }

  private static func cursor(_ number: Int64) -> SessionListCursor {
    SessionListCursor(ordinal: UInt64(clamping: number))
  }

  /// Nil if the session has expired or is gone.
  private func summary(of line: SessionLine, at now: Timestamp) -> SessionSummary? {
    guard let moment = moment(of: line) else { return nil }
    let expiresAt = moment.updatedAt.advanced(bySeconds: line.timeToLive)
    guard now < expiresAt else { return nil }
    return SessionSummary(
      id: line.id, client: line.client, labels: line.labels, revision: moment.revision, createdAt: line.createdAt,
      updatedAt: moment.updatedAt, expiresAt: expiresAt)
  }

  /// The session's current revision and time. A non-durable backend lags behind its resident sessions, and has a later
  /// line than this one if the session was put to rest meanwhile.
  func moment(of line: SessionLine) -> SessionLine.Moment? {
    guard durable == nil else { return line.moment }
    if case .session(let resident) = directory.find(line.id), let moment = resident.moment() { return moment }
    return backend.moment(of: line)
  }
}

extension StoredSession {
  /// The state at a revision.
  ///
  /// Throws `ahead`, `gone`, `replaced` by a later stage of the same gesture, and the errors of `steps`.
  ///
  /// - Parameter steps: gets the first step after a revision.
  public func state(
    at revision: Int, _ steps: (_ before: Int) async throws(HistoryGap) -> [HistoryStep]
  ) async throws(HistoryGap) -> Session {
    if let state = stateAtHand(at: revision) { return state }
    guard revision < self.revision else { throw .ahead }
    let found = try await steps(revision - 1).first?.entry
    guard let found, found.revision == revision else {
      if let found, let gesture = found.gesture { throw .replaced(by: found.revision, since: gesture.startRevision) }
      throw .gone(start: (found?.revision ?? self.revision) - 1)
    }
    return found.session
  }

  /// The state at a revision if it is in memory, whole.
  public func stateAtHand(at revision: Int) -> Session? {
    revision == self.revision ? session : history.wholeState(at: revision)
  }
}
