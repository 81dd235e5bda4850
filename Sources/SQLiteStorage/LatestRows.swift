#if SQLite
/// The latest row of a session in `records`.
struct LatestRow {
  var key: Int64
  var ordinal: Int64
  var bytes: Int64
  var patches: Int
  var length: Int64
  /// The state text that the next row may patch; nil if unknown or too long to cache.
  var stateText: [UInt8]?

  /// The measures of the row before it, for its replacement, which stores a whole state.
  var removed: LatestRow {
    LatestRow(key: key, ordinal: ordinal - 1, bytes: bytes - length, patches: patches, length: 0, stateText: nil)
  }
}

/// A cache of the latest rows of recently written sessions, which spares the next change a lookup.
struct LatestRows {
  private var rows: [Int64: LatestRow] = [:]
  /// Bytes of the state texts.
  private var textBytes = 0

  /// The most rows, and bytes of state texts; beyond these the cache is emptied.
  private static let countLimit = 10_000
  private static let textByteLimit = 16 << 20

  /// By the session's number.
  subscript(number: Int64) -> LatestRow? {
    get { rows[number] }
    set {
      let count = newValue?.stateText?.count ?? 0
      if rows.count >= Self.countLimit || textBytes + count > Self.textByteLimit { removeAll() }
      var row = newValue
      if count > Self.textByteLimit { row?.stateText = nil }
      textBytes += row?.stateText?.count ?? 0
      let older = row.map { rows.updateValue($0, forKey: number) } ?? rows.removeValue(forKey: number)
      textBytes -= older?.stateText?.count ?? 0
    }
  }

  mutating func removeAll() {
    rows = [:]
    textBytes = 0
  }
}
#endif
