import Navigation

/// The checksum in front of a stored row: a read finds bytes that have changed on the disk.
///
/// It covers the content and what the columns beside it say, the session's own among them.
package struct RowChecksum {
  /// Bytes in front of the content.
  package static let byteCount = 8

  /// The members beside the content.
  private var beside: [UInt8] = []

  /// The checksum of a session's records: covers all that never changes of the session.
  /// The checksum of a session's records: covers all that never changes of the session.
  package init(_ head: SessionHead) {
    beside.reserveCapacity(128)
    for word in [head.id.high, head.id.low, UInt64(head.owner.number)] { add(word) }
    add(head.createdAt.milliseconds)
    add(Int64(head.timeToLive))
    add(Int64(head.client == nil ? 0 : 1))
    add(head.client ?? "")
    for label in head.labels.pairs {
      add(label.name)
      add(label.value)
    }
  }

  /// The checksum of the body of a stored answer.
  package init(_ answer: StoredAnswer) {
    add(answer.key.description)
    for word in [answer.fingerprint.high, answer.fingerprint.low, answer.sessionID.high, answer.sessionID.low] {
      add(word)
    }
    add(Int64(answer.revision))
  }

  private mutating func add(_ word: some FixedWidthInteger) { beside.append(big: word.byteSwapped) }

  private mutating func add(_ text: String) {
    add(Int64(text.utf8.count))
    beside.append(contentsOf: text.utf8)
  }

  /// The content with its checksum in front.
  ///
  /// - Parameter columns: the row's other columns.
  package func sealed(_ content: [UInt8], _ columns: Int64...) -> [UInt8] {
    var row: [UInt8] = []
    row.reserveCapacity(content.count + Self.byteCount)
    row.append(big: checksum(content[...], columns).byteSwapped)
    row.append(contentsOf: content)
    return row
  }

  /// The content of a row. Throws `unreadable` if the checksum is another one.
  package func opened(_ row: [UInt8], _ columns: Int64...) throws(StoreError) -> [UInt8] {
    guard row.count >= Self.byteCount else { throw .unreadable }
    let stored = row[..<Self.byteCount].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    let content = row[Self.byteCount...]
    guard checksum(content, columns) == stored else { throw .unreadable }
    return Array(content)
  }

  private func checksum(_ content: ArraySlice<UInt8>, _ columns: [Int64]) -> UInt64 {
    var whole = self
    for column in columns { whole.add(column) }
    let fingerprint = Fingerprint(of: whole.beside[...], content)
    return fingerprint.high ^ fingerprint.low
  }
}

extension [UInt8] {
  /// Appends an integer, the highest byte first: the form in both stores. A checksum's words are `byteSwapped`.
  package mutating func append(big number: some FixedWidthInteger) {
    for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// 16 bytes.
  package init(_ id: SessionID) {
    self = []
    append(big: id.high)
    append(big: id.low)
  }

  /// 16 bytes.
  package init(_ fingerprint: Fingerprint) {
    self = []
    append(big: fingerprint.high)
    append(big: fingerprint.low)
  }
}
