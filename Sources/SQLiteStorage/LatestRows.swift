#if SQLite
/// The latest row of a session in `records`.
struct LatestRow {
  var key: Int64
  var ordinal: Int64
  var bytes: Int64
  var patches: Int
  var length: Int64
  /// That of its state, which the next row may follow from; nil where another process may have written it, or it is too
  /// long to be kept.
  var stateText: [UInt8]?

  /// What the row before it would say, as far as it counts. Its state is not at hand.
  var removed: LatestRow {
    LatestRow(key: key, ordinal: ordinal - 1, bytes: bytes - length, patches: patches, length: 0, stateText: nil)
  }
}

/// Those of sessions that were written lately: the next change needs them, and need not look for them.
struct LatestRows {
  private var rows: [Int64: LatestRow] = [:]
  /// Bytes of their states' texts.
  private var textBytes = 0

  /// Sessions of which the latest row is remembered, and bytes of their texts; beyond them all are forgotten.
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
