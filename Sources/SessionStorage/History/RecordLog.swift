import NavigationAPI
import NavigationJSON
import NavigationModel

/// The older records of a resident session, oldest first, each as its request, since the model is deterministic.
///
/// The first record, and at least one in `wholeEvery`, is whole, with the state after it, to bound a replay.
struct RecordLog: Sendable {
  /// A record.
  enum Item: Sendable {
    case whole(HistoryEntry)
    case request(Request)

    var revision: Int {
      switch self {
      case .whole(let entry): entry.revision
      case .request(let request): request.revision
      }
    }

    var isWhole: Bool { if case .whole = self { true } else { false } }
  }

  /// A record that is replayed from the state before it.
  struct Request: Sendable {
    let revision: Int
    let at: Timestamp
    let can: Can
    /// The request's body as received.
    let body: [UInt8]

    /// Replays the request. Throws if `before` is not the state that it was made on.
    func entry(after before: Session) throws -> HistoryEntry {
      var session = before
      let request = try TransitionRequest(request: body)
      let (content, events): (TransitionRecord.Content, [Event])
      switch request {
      case .transition(let transition):
        let answer = try session.apply(transition)
        (content, events) = (.single(transition, answer.outcome), answer.events)
      case .history: throw BodyRefusal.notInBatch(pointer: "")
      case .batch(let transitions):
        let answer = try session.apply(batch: transitions)
        (content, events) = (.batch(transitions, answer.outcomes), answer.events)
      }
      return HistoryEntry(revision: revision, at: at, content: content, events: events, can: can, session: session)
    }
  }

  /// At least one in this many records is whole.
  static let wholeEvery = 128

  /// Those before `head` are dropped.
  private var items: [Item] = []
  private var head = 0
  /// Dropped records from `head` on that later ones are still replayed from.
  private var forgotten = 0
  private(set) var byteCount = 0
  /// Requests behind the last whole record; nil where there is none.
  private var requestsSinceWhole: Int?

  /// Retained records.
  var count: Int { items.count - head - forgotten }

  /// The items in order, from the one that a replay starts at.
  var all: ArraySlice<Item> { items[head...] }

  /// Appends a record.
  ///
  /// - Parameter before: the entry before it, if in memory; for an assertion.
  mutating func append(_ entry: HistoryEntry, after before: HistoryEntry?) {
    let item = item(for: entry)
    if case .request(let request) = item, let before {
      assert(
        (try? request.entry(after: before.session))?.isSame(as: entry) ?? false, "a record is not worked out as it was")
    }
    byteCount += Self.bytes(of: item)
    items.append(item)
    requestsSinceWhole = item.isWhole ? 0 : (requestsSinceWhole ?? 0) + 1
  }

  private func item(for entry: HistoryEntry) -> Item {
    guard let body = entry.request, let requestsSinceWhole, requestsSinceWhole < Self.wholeEvery - 1 else {
      return .whole(entry)
    }
    return .request(Request(revision: entry.revision, at: entry.at, can: entry.can, body: body))
  }

  private static func bytes(of item: Item) -> Int {
    switch item {
    case .whole(let entry): entry.byteCount
    // The item's slot, and the header of its body.
    case .request(let request): MemoryLayout<Item>.stride + 32 + request.body.count
    }
  }

  /// Drops the oldest record and returns its revision; nil if there is none.
  mutating func removeFirst() -> Int? {
    guard count > 0 else { return nil }
    let revision = items[head + forgotten].revision
    forgotten += 1
    if head + forgotten == items.count || items[head + forgotten].isWhole { drop() }
    return revision
  }

  /// Frees dropped records that no record is replayed from.
  private mutating func drop() {
    for item in items[head..<(head + forgotten)] { byteCount -= Self.bytes(of: item) }
    head += forgotten
    forgotten = 0
    if head == items.count { requestsSinceWhole = nil }
    // Only past half, so that moving the items costs amortised constant time.
    guard head > items.count / 2 else { return }
    items.removeFirst(head)
    head = 0
  }

  /// The entries after a revision, at most `limit`, and the entry before them if it is retained.
  func entries(after revision: Int, limit: Int) throws(HistoryGap) -> [HistoryEntry] {
    let oldest = items.index(head, offsetBy: forgotten)
    guard oldest < items.count, items[items.count - 1].revision >= revision else { return [] }
    let first = max(items[oldest...].firstIndex { $0.revision >= revision } ?? items.count, oldest)
    let end = min(first + limit + 1, items.count)
    return try Self.entries(items[head..<end], from: first)
  }

  /// The entries from an index on, replayed from the last whole one at or before it.
  static func entries(_ items: ArraySlice<Item>, from first: Int) throws(HistoryGap) -> [HistoryEntry] {
    guard first < items.endIndex, let base = items[...first].lastIndex(where: \.isWhole) else { return [] }
    var entries: [HistoryEntry] = []
    var state: Session?
    for index in base..<items.endIndex {
      let entry: HistoryEntry
      switch (items[index], state) {
      case (.whole(let whole), _): entry = whole
      case (.request(let request), let before?):
        guard let made = try? request.entry(after: before) else { throw .failed(.unreadable) }
        entry = made
      case (.request, nil): throw .failed(.unreadable)
      }
      state = entry.session
      if index >= first { entries.append(entry) }
    }
    return entries
  }
}
