public import NavigationAPI

extension MemoryStore {
  /// Entries that one page looks at; beyond them it ends, however few it found.
  static let scanLimit = 100_000
  /// Entries that are looked up at once.
  private static let chunk = 256

  public func list(_ query: SessionListQuery, of owner: Owner, at now: Timestamp) throws(StoreError) -> SessionPage {
    var page = SessionPage(sessions: [], next: nil)
    var last = query.after?.ordinal
    /// Where the page ends if there is one more to show.
    var end = last
    for _ in 0..<(Self.scanLimit / Self.chunk) {
      let entries = orders.withLock { $0[owner]?.entries(before: last, count: Self.chunk) } ?? []
      for entry in entries where Self.matches(entry, query) {
        guard let summary = entry.summary(at: now) else { continue }
        guard page.sessions.count < query.limit else {
          page.next = end.map(SessionListCursor.init(ordinal:))
          return page
        }
        page.sessions.append(summary)
        end = entry.ordinal
      }
      guard entries.count == Self.chunk else { return page }
      last = entries.last?.ordinal
    }
    page.next = last.map(SessionListCursor.init(ordinal:))
    return page
  }

  private static func matches(_ entry: SessionEntry, _ query: SessionListQuery) -> Bool {
    if let client = query.client, entry.client != client { return false }
    if let label = query.label, entry.labels[label.name] != label.value { return false }
    return true
  }
}
