#if SQLite
import Navigation
import SessionStorage

extension SessionReader {
  /// The steps after a revision, up to `latest`; see `History.steps`. Throws `HistoryGap`.
  func steps(
    of session: StoredSession, _ number: Int64, after given: Int?, limit: Int, history limits: History.Limits
  ) throws -> [HistoryStep] {
    try consistently {
      let (latest, checksum) = (session.revision, RowChecksum(session))
      let start = try start(of: number, upTo: latest, limits, checksum)
      let revision = given ?? start
      guard revision >= start else { throw HistoryGap.gone(start: start) }
      guard revision <= latest || given == nil else { throw HistoryGap.ahead }
      let found = try entries(
        of: number, after: revision, withState: revision > start, upTo: latest, limit: limit, checksum)
      return History.steps(found, after: revision, limit: limit)
    }
  }

  /// The revision after which all records are retained.
  private func start(of number: Int64, upTo latest: Int, _ limits: History.Limits, _ checksum: RowChecksum) throws
    -> Int
  {
    let last = try latestRow(of: number, upTo: RowKey.key(number, Int64(latest)), checksum)
    let retained = RetainedRows(limits, ordinal: Int64(last.record.ordinal), bytes: last.bytes)
    try recordsForward.bind(1, RowKey.first(of: number))
    try recordsForward.bind(2, RowKey.key(number, Int64(latest)))
    defer { recordsForward.reset() }
    var before: Int?
    while try recordsForward.step() {
      let row = try StoredRow(recordsForward, checksum)
      let revision = row.record.revision
      if retained.contains(ordinal: Int64(row.record.ordinal), bytes: row.bytes) { return before ?? revision - 1 }
      before = revision
    }
    throw StoreError.unreadable
  }

  /// The entries after a revision; if `withState`, preceded by the entry before them.
  private func entries(
    of number: Int64, after revision: Int, withState: Bool, upTo latest: Int, limit: Int, _ checksum: RowChecksum
  ) throws -> [HistoryEntry] {
    var replay = RecordReplay()
    var entries: [HistoryEntry] = []
    let back = try rows(backTo: RowKey.first(of: number), from: RowKey.key(number, Int64(max(revision, 0))), checksum)
    for row in back.dropFirst().reversed() { try replay.skip(row) }
    if let row = back.first, row.revision <= revision {
      if withState { entries.append(try replay.entry(of: row)) } else { try replay.skip(row) }
    }
    try recordsForward.bind(1, RowKey.key(number, Int64(revision + 1)))
    try recordsForward.bind(2, RowKey.last(of: number))
    defer { recordsForward.reset() }
    var reached = back.first?.revision ?? revision
    for _ in 0..<limit {
      guard try recordsForward.step() else {
        guard reached >= latest else { throw StoreError.unreadable }
        break
      }
      let row = try StoredRow(recordsForward, checksum).record
      reached = row.revision
      // A row behind the latest may have replaced that since.
      guard row.revision <= latest else {
        try replay.skip(row)
        break
      }
      entries.append(try replay.entry(of: row))
    }
    return entries
  }
}
#endif
