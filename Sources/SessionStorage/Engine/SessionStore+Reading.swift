public import NavigationAPI
public import NavigationModel

/// Reading of lists, and of a session's records.
extension SessionStore {
  /// Sessions read from the backend at once.
  private static let chunk = 256

  /// The steps after a revision of a session, oldest first; see `History.steps`. Also throws `failed(notAtHand)`.
  public func steps(
    of session: StoredSession, after revision: Int?, limit: Int, at moment: borrowing Moment
  ) throws(HistoryGap) -> [HistoryStep] {
    // The latest records are in memory, each but the first with the state before it.
    guard let durable, revision.map({ $0 <= session.history.start }) ?? true else {
      return try session.history.steps(after: revision, limit: limit)
    }
    let question = Fetch.Question.steps(session.id, upTo: session.revision, after: revision, limit: limit)
    switch moment.finding(question) {
    case .steps(let steps)?: return steps
    case .gap(let gap)?: throw gap
    case .resident?, .page?, .bytes?, .there?, .failed?, nil: break
    }
    throw .failed(
      .notAtHand(
        durable.fetches.fetch(question) {
          do throws(HistoryGap) {
            return .steps(try durable.backend.steps(of: session, after: revision, limit: limit))
          } catch {
            return .gap(error)
          }
        }))
  }

  /// One page of an owner's sessions, newest first. A page may have fewer than requested and not be the last. Throws
  /// `notAtHand`.
  public func list(_ query: SessionListQuery, of owner: Owner, at moment: borrowing Moment) throws(StoreError)
    -> SessionPage
  {
    let now = moment.now
    guard let durable else { return try page(query, of: owner, at: now) }
    // The time is not part of the question: a page is as of its read.
    let question = Fetch.Question.list(query, owner)
    switch moment.finding(question) {
    case .page(let page)?: return page
    case .failed(let error)?: throw error
    case .resident?, .steps?, .gap?, .bytes?, .there?, nil: break
    }
    throw .notAtHand(
      durable.fetches.fetch(question) { [self] in
        do throws(StoreError) { return .page(try page(query, of: owner, at: now)) } catch { return .failed(error) }
      })
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

  /// The session's current revision and time. A non-durable backend lags behind its resident sessions.
  func moment(of line: SessionLine) -> SessionLine.Moment? {
    guard durable == nil, case .session(let resident) = directory.find(line.id), let moment = resident.moment() else {
      return line.moment
    }
    return moment
  }
}

extension SessionStore {
  /// The state of a session at a revision; not to be called under a lock.
  ///
  /// Throws `ahead`, `failed(notAtHand)`, `gone`, and `replaced` by a later stage of the same gesture.
  public func state(of stored: StoredSession, at revision: Int, _ moment: borrowing Moment) throws(HistoryGap)
    -> Session
  {
    if let state = stored.stateAtHand(at: revision) { return state }
    guard revision < stored.revision else { throw .ahead }
    let found = try steps(of: stored, after: revision - 1, limit: 1, at: moment).first?.entry
    guard let found, found.revision == revision else {
      if let found, let gesture = found.gesture { throw .replaced(by: found.revision, since: gesture.startRevision) }
      throw .gone(start: (found?.revision ?? stored.revision) - 1)
    }
    return found.session
  }
}

extension StoredSession {
  /// The state at a revision if it is in memory, unpacked.
  public func stateAtHand(at revision: Int) -> Session? {
    revision == self.revision ? session : history.unpackedState(at: revision)
  }
}
