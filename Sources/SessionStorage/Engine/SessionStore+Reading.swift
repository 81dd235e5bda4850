public import Navigation

/// Reading of lists, and of a session's records.
extension SessionStore {
  /// Sessions read from the backend at once.
  private static let chunk = 256

  /// The steps after a revision of a session, oldest first; see `History.steps`. Also throws `failed(waitEnded)`.
  ///
  /// - Parameter states: whether the states before and after each step are needed.
  public func steps(
    of session: StoredSession, after revision: Int?, limit: Int, states: Bool, at moment: Moment
  ) async throws(HistoryGap) -> [HistoryStep] {
    if let steps = try steps(inTailOf: session, after: revision, limit: limit) { return steps }
    let steps: Result<[HistoryStep], HistoryGap>
    do throws(StoreError) {
      steps = try await read(at: moment) { [self] () throws(HistoryGap) in
        try backend.steps(of: session, after: revision, limit: limit, states: states)
      }
    } catch { throw .failed(error) }
    return try steps.get()
  }

  /// The steps, if the session itself has them: each but its first record with the state before it.
  public func steps(
    inTailOf session: StoredSession, after revision: Int?, limit: Int
  ) throws(HistoryGap) -> [HistoryStep]? {
    guard let revision, revision > session.tail.start else { return nil }
    return try session.tail.steps(after: revision, limit: limit)
  }

  /// The state of a session at a revision.
  ///
  /// Throws `ahead`, `gone`, `replaced` by a later stage of the same gesture, and the errors of `steps`.
  public func state(
    of session: StoredSession, at revision: Int, _ moment: Moment
  ) async throws(HistoryGap) -> Session {
    if let state = session.state(inTailAt: revision) { return state }
    guard revision < session.revision else { throw .ahead }
    let found = try await steps(of: session, after: revision - 1, limit: 1, states: true, at: moment).first
    if let found, found.record.revision == revision, let state = found.record.state { return state }
    if let later = found?.record, let start = later.gestureStart {
      throw .replaced(by: later.revision, since: start)
    }
    throw .gone(start: (found?.record.revision ?? session.revision) - 1)
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

  /// Nil if the session has expired.
  private func summary(of line: SessionLine, at now: Timestamp) -> SessionSummary? {
    guard now < line.expiresAt else { return nil }
    return SessionSummary(line.head, revision: line.revision, updatedAt: line.updatedAt)
  }
}

extension SessionSummary {
  public init(_ head: SessionHead, revision: Int, updatedAt: Timestamp) {
    self.init(
      id: head.id, client: head.client, labels: head.labels, revision: revision, createdAt: head.createdAt,
      updatedAt: updatedAt, expiresAt: head.expiry(after: updatedAt))
  }
}
