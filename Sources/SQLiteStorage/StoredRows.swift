#if SQLite
import Navigation
import SessionStorage

/// A row of `sessions`.
struct SessionHead {
  let number: Int64
  let id: SessionID
  let owner: Owner
  let client: String?
  let labels: Labels
  let createdAt: Timestamp
  let timeToLive: Int

  static let columns = "SELECT number, id, owner, client, labels, created, time_to_live FROM sessions WHERE "

  /// Nil for an id or labels that cannot be.
  init?(_ row: SQLiteStatement) {
    guard let id = SessionID(row.bytes(1)), let labels = row.isNull(4) ? Labels() : Labels(row.text(4)) else {
      return nil
    }
    (number, self.id, self.labels) = (row.int(0), id, labels)
    owner = Owner(number: UInt16(clamping: row.int(2)))
    client = row.isNull(3) ? nil : row.text(3)
    (createdAt, timeToLive) = (Timestamp(milliseconds: row.int(5)), Int(row.int(6)))
  }

  /// The checksum of the session's records.
  var checksum: RowChecksum {
    RowChecksum(id, owner, client: client, labels, createdAt: createdAt, timeToLive: timeToLive)
  }
}

/// A row of `records`.
struct StoredRow {
  let record: RecordRow
  let at: Timestamp
  /// Bytes of the session's rows up to this one.
  let bytes: Int64

  static let columns = "SELECT key, at, ordinal, bytes, patches, content FROM records WHERE key BETWEEN ?1 AND ?2"

  /// Throws `unreadable` if the checksum is another one.
  init(_ row: SQLiteStatement, _ checksum: RowChecksum) throws(StoreError) {
    (at, bytes) = (Timestamp(milliseconds: row.int(1)), row.int(3))
    record = RecordRow(
      revision: Self.revision(row), ordinal: Int(row.int(2)), patches: Int(row.int(4)),
      content: try checksum.opened(row.bytes(5), row.int(0), row.int(1), row.int(2), row.int(3), row.int(4)))
  }

  static func revision(_ row: SQLiteStatement) -> Int { Int(RowKey.index(of: row.int(0))) }
}
#endif
