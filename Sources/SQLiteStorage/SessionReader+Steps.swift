#if SQLite
import Navigation
import SessionStorage

extension SessionReader {
  /// The steps after a revision, up to `latest`; see `History.steps`. Throws `HistoryGap`.
  func steps(
    of session: StoredSession, _ number: Int64, after given: Int?, limit: Int, states: Bool,
    history limits: History.Limits
  ) throws -> [HistoryStep] {
    try consistently {
      let (latest, checksum) = (session.revision, RowChecksum(session.head))
      let start = try start(of: number, upTo: latest, limits, checksum)
      let revision = given ?? start
      guard revision >= start else { throw HistoryGap.gone(start: start) }
      guard revision <= latest || given == nil else { throw HistoryGap.ahead }
      let rows = try rows(of: number, after: revision, upTo: latest, limit: limit, checksum)
      guard states else { return try rows.map { HistoryStep(try RecordReplay.record(alone: $0), before: nil) } }
      return try steps(of: rows, number, after: revision, hasBefore: revision > start, checksum)
    }
  }

  /// The steps with the states before and after them.
  private func steps(
    of rows: [RecordRow], _ number: Int64, after revision: Int, hasBefore: Bool, _ checksum: RowChecksum
  ) throws -> [HistoryStep] {
    let back = try self.rows(
      backTo: RowKey.first(of: number), from: RowKey.key(number, Int64(max(revision, 0))), count: 1, checksum)
    var (replay, before): (RecordReplay, Record?) = (RecordReplay(), nil)
    for row in back.dropFirst().reversed() { try replay.skip(row) }
    if let row = back.first, row.revision <= revision {
      if hasBefore, row.revision == revision { before = try replay.record(of: row) } else { try replay.skip(row) }
    }
    return try rows.map { row in
      let record = try replay.record(of: row)
      defer { before = record }
      return HistoryStep(record, before: before)
    }
  }

  /// The revision after which all records are retained.
  private func start(of number: Int64, upTo latest: Int, _ limits: History.Limits, _ checksum: RowChecksum) throws
    -> Int
  {
    let last = try latestRow(of: number, upTo: RowKey.key(number, Int64(latest)), checksum)
    let retained = RetainedRows(limits, ordinal: Int64(last.record.ordinal), bytes: last.bytes)
    try recordsForward.bind(RowKey.first(of: number), RowKey.key(number, Int64(latest)))
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

  /// The rows after a revision.
  private func rows(
    of number: Int64, after revision: Int, upTo latest: Int, limit: Int, _ checksum: RowChecksum
  ) throws -> [RecordRow] {
    try recordsForward.bind(RowKey.key(number, Int64(revision + 1)), RowKey.last(of: number))
    defer { recordsForward.reset() }
    var rows: [RecordRow] = []
    while rows.count < limit {
      guard try recordsForward.step() else {
        guard rows.last?.revision ?? revision >= latest else { throw StoreError.unreadable }
        break
      }
      let row = try StoredRow(recordsForward, checksum).record
      // A row behind the latest may have replaced that since.
      guard row.revision <= latest else { break }
      rows.append(row)
    }
    return rows
  }
}
#endif
