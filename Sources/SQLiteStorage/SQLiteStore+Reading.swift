#if SQLite
public import NavigationAPI
public import SessionStorage

extension SQLiteStore {
  /// Sessions that one page looks at; beyond them it ends, however few it found.
  private static let scanLimit = 100_000
  /// Sessions that are read at once.
  private static let chunk = 256

  public func steps(of session: StoredSession, after revision: Int?, limit: Int) throws(HistoryGap) -> [HistoryStep] {
    // In memory are the latest records, each but the first with the state before it.
    if let revision, revision > session.history.start { return try session.history.steps(after: revision, limit: limit) }
    let steps: Result<[HistoryStep], HistoryGap>
    do throws(StoreError) {
      steps = try readers.read { reader in
        guard let number = try reader.number(of: session.id) else { throw StoreError.noSuchSession }
        do {
          return .success(
            try reader.steps(
              of: number, after: revision, upTo: session.revision, limit: limit,
              history: limits.history(beside: session.session)))
        } catch let gap as HistoryGap { return .failure(gap) }
      }
    } catch { throw .failed(error) }
    return try steps.get()
  }

  public func list(_ query: SessionListQuery, of owner: Owner, at now: Timestamp) throws(StoreError) -> SessionPage {
    try readers.read { reader in
      try reader.consistently { try Self.page(query, of: owner, at: now, reader) }
    }
  }

  private static func page(
    _ query: SessionListQuery, of owner: Owner, at now: Timestamp, _ reader: SessionReader
  ) throws -> SessionPage {
    var page = SessionPage(sessions: [], next: nil)
    var last = query.after.map { Int64(clamping: $0.ordinal) } ?? .max
    /// Where the page ends if there is one more to show.
    var end: Int64?
    for _ in 0..<(scanLimit / chunk) {
      let lines = try reader.lines(of: owner, below: last, count: chunk)
      for line in lines where matches(line, query) {
        guard let summary = try summary(line, at: now, reader) else { continue }
        guard page.sessions.count < query.limit else {
          page.next = end.map(cursor)
          return page
        }
        page.sessions.append(summary)
        end = line.number
      }
      guard lines.count == chunk, let number = lines.last?.number else { return page }
      last = number
    }
    page.next = cursor(last)
    return page
  }

  private static func cursor(_ number: Int64) -> SessionListCursor { SessionListCursor(ordinal: UInt64(clamping: number)) }

  /// Nil where it has expired.
  private static func summary(_ line: SessionReader.Line, at now: Timestamp, _ reader: SessionReader) throws -> SessionSummary? {
    guard let latest = try reader.latestMoment(of: line.number) else { throw StoreError.unreadable }
    let expiresAt = latest.at.advanced(bySeconds: line.timeToLive)
    guard now < expiresAt else { return nil }
    return SessionSummary(
      id: line.id, client: line.client, labels: line.labels, revision: latest.revision, createdAt: line.createdAt, updatedAt: latest.at,
      expiresAt: expiresAt)
  }

  private static func matches(_ line: SessionReader.Line, _ query: SessionListQuery) -> Bool {
    if let client = query.client, line.client != client { return false }
    if let label = query.label, line.labels[label.name] != label.value { return false }
    return true
  }
}
#endif
