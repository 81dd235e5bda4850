#if SQLite
import Navigation
import SessionStorage

/// A row of `sessions`.
struct StoredHead {
  let number: Int64
  let head: SessionHead

  static let columns = "SELECT number, id, owner, client, labels, created, time_to_live FROM sessions WHERE "

  /// Nil for an id or labels that cannot be.
  init?(_ row: SQLiteStatement) {
    guard let id = SessionID(row.bytes(1)), let labels = row.isNull(4) ? Labels() : Labels(row.text(4)) else {
      return nil
    }
    number = row.int(0)
    head = SessionHead(
      id: id, owner: Owner(number: UInt16(clamping: row.int(2))), client: row.isNull(3) ? nil : row.text(3),
      labels: labels, createdAt: Timestamp(milliseconds: row.int(5)), timeToLive: Int(row.int(6)))
  }
}

/// A row of `records`.
struct StoredRow {
  let record: RecordRow
  /// Bytes of the session's rows up to this one.
  let bytes: Int64

  static let columns = "SELECT key, at, ordinal, bytes, patches, content FROM records WHERE key BETWEEN ?1 AND ?2"

  /// Throws `unreadable` if the checksum is another one.
  init(_ row: SQLiteStatement, _ checksum: RowChecksum) throws(StoreError) {
    let (key, at, ordinal, patches) = (row.int(0), row.int(1), row.int(2), row.int(4))
    bytes = row.int(3)
    record = RecordRow(
      revision: Self.revision(row), at: Timestamp(milliseconds: at), ordinal: Int(ordinal), patches: Int(patches),
      content: try checksum.opened(row.bytes(5), key, at, ordinal, bytes, patches))
  }

  static func revision(_ row: SQLiteStatement) -> Int { Int(RowKey.index(of: row.int(0))) }
}
#endif
