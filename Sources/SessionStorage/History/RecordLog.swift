import NavigationAPI
import NavigationJSON
import NavigationModel

/// The older records of a session in use, oldest first: each as what was asked, since the model answers the same again.
///
/// Now and then a record is kept whole, with the state after it, so that none is many transitions away; the first
/// always is.
struct RecordLog: Sendable {
  /// One record.
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

  /// A record that is worked out from the state before it.
  struct Request: Sendable {
    let revision: Int
    let at: Timestamp
    let can: Can
    /// The request's body as it came.
    let body: [UInt8]

    /// What it came to. Throws where the state is not the one that it was asked of.
    func entry(after before: Session) throws -> HistoryEntry {
      var session = before
      let request = try TransitionRequest(request: body)
      let (content, events): (TransitionRecord.Content, [Event])
      switch request {
      case .transition(let transition):
        let answer = try session.apply(transition)
        (content, events) = (.single(transition, answer.outcome), answer.events)
      case .batch(let transitions):
        let answer = try session.apply(batch: transitions)
        (content, events) = (.batch(transitions, answer.outcomes), answer.events)
      }
      return HistoryEntry(revision: revision, at: at, content: content, events: events, can: can, session: session)
    }
  }

  /// Of so many records one is whole.
  static let wholeEvery = 128

  /// Those before `head` are gone.
  private var items: [Item] = []
  private var head = 0
  /// Records from `head` on that are forgotten, and stay for those that are worked out from them.
  private var forgotten = 0
  private(set) var byteCount = 0

  /// Records that are kept.
  var count: Int { items.count - head - forgotten }

  /// The items in order, from the one that all can be worked out from.
  var all: ArraySlice<Item> { items[head...] }

  /// The revision of the last one that is forgotten and still here; nil where there is none.
  var forgottenRevision: Int? { forgotten > 0 ? items[head + forgotten - 1].revision : nil }

  /// Adds the record behind the last one.
  ///
  /// - Parameter before: the entry before it, where that is at hand.
  mutating func append(_ entry: HistoryEntry, after before: HistoryEntry?) {
    let item = item(for: entry)
    if case .request(let request) = item, let before {
      assert(
        (try? request.entry(after: before.session))?.isSame(as: entry) ?? false, "a record is not worked out as it was")
    }
    byteCount += Self.bytes(of: item)
    items.append(item)
  }

  private func item(for entry: HistoryEntry) -> Item {
    guard let body = entry.request, items[head...].suffix(Self.wholeEvery - 1).contains(where: \.isWhole) else {
      return .whole(entry)
    }
    return .request(Request(revision: entry.revision, at: entry.at, can: entry.can, body: body))
  }

  private static func bytes(of item: Item) -> Int {
    switch item {
    case .whole(let entry): entry.byteCount
    // Its place, and the header of its body.
    case .request(let request): MemoryLayout<Item>.stride + 32 + request.body.count
    }
  }

  /// Forgets the oldest; its revision, nil where there is none.
  mutating func removeFirst() -> Int? {
    guard count > 0 else { return nil }
    let revision = items[head + forgotten].revision
    forgotten += 1
    if head + forgotten == items.count || items[head + forgotten].isWhole { drop() }
    return revision
  }

  /// Lets go of what nothing is worked out from.
  private mutating func drop() {
    for item in items[head..<(head + forgotten)] { byteCount -= Self.bytes(of: item) }
    head += forgotten
    forgotten = 0
    // Not at each turn: of many records none is moved often.
    guard head > items.count / 2 else { return }
    items.removeFirst(head)
    head = 0
  }

  /// The entries after a revision, at most `limit`, and the one before them where it is kept.
  func entries(after revision: Int, limit: Int) throws(HistoryGap) -> [HistoryEntry] {
    let kept = items.index(head, offsetBy: forgotten)
    guard kept < items.count, items[items.count - 1].revision >= revision else { return [] }
    let first = max(items[kept...].firstIndex { $0.revision >= revision } ?? items.count, kept)
    let end = min(first + limit + 1, items.count)
    return try Self.entries(items[head..<end], from: first)
  }

  /// Entries from an index on, worked out from the last whole one at or before it.
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
