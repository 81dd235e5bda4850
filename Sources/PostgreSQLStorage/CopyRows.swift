#if PostgreSQL
import Navigation
import SessionStorage

/// The rows of a copied session, as `COPY` reads them in binary.
enum CopyRows {
  static let sessions = "sessions(id, number, owner, client, labels, created, time_to_live, due)"
  static let records = "records(session, version, revision, at, kind, writer, ordinal, bytes, patches, content)"
  static let routes = "routes(session, content)"
  static let answers = "answers(session, version, key, fingerprint, revision, body)"
  static let owners = "owners(number, name)"
  static let creations = "creations(owner, key, fingerprint, session, at, body)"

  static func head(of session: CopiedSession) -> [UInt8] {
    var row = [UInt8](columns: 8)
    row.add(session.id)
    row.add(session.number)
    row.add(Int32(session.head.owner.number))
    row.add(session.head.client.map { Array($0.utf8) })
    var labels: [UInt8] = []
    labels.append(array: .bytea, session.head.labels.elements) { label, bytes in
      bytes += label
      return true
    }
    row.add(labels)
    row.add(session.head.createdAt.milliseconds)
    row.add(Int32(session.head.timeToLive))
    row.add(session.due.milliseconds)
    return row
  }

  static func routes(of session: CopiedSession) -> [UInt8] {
    guard let content = session.routes else { return [] }
    var row = [UInt8](columns: 2)
    row.add(session.id)
    row.add(content)
    return row
  }

  /// The version of the first record: each answer needs a version of its own, up to that of the last record.
  private static func firstVersion(of session: CopiedSession) -> Int64 {
    Int64(max(0, session.answers.count - session.records.count))
  }

  static func records(of session: CopiedSession, writer: Int64) -> [UInt8] {
    let checksum = session.checksum
    var (version, ordinal, bytes): (Int64, Int64, Int64) = (firstVersion(of: session), 1, 0)
    var rows: [UInt8] = []
    rows.reserveCapacity(session.byteCount + session.records.count * 128)
    for record in session.records {
      let (revision, at) = (Int64(record.revision), record.at.milliseconds)
      let content = checksum.sealed(record.content, version, revision, at, record.patches == 0 ? 1 : 0)
      bytes += Int64(content.count)
      rows.begin(columns: 10)
      rows.add(session.id)
      for number in [version, revision, at] { rows.add(number) }
      rows.add(Int16(0))
      for number in [writer, ordinal, bytes] { rows.add(number) }
      rows.add(Int16(clamping: record.patches))
      rows.add(content)
      (version, ordinal) = (version + 1, ordinal + 1)
    }
    return rows
  }

  static func answers(of session: CopiedSession) -> [UInt8] {
    var version = firstVersion(of: session) + Int64(session.records.count - session.answers.count)
    var rows: [UInt8] = []
    for copied in session.answers {
      rows.begin(columns: 6)
      rows.add(copied.answer.sessionID)
      rows.add(version)
      rows.add(Array(copied.answer.key.description.utf8))
      rows.add([UInt8](copied.answer.fingerprint))
      rows.add(Int64(copied.answer.revision))
      rows.add(copied.row)
      version += 1
    }
    return rows
  }

  static func owner(_ owner: CopiedOwner) -> [UInt8] {
    var row = [UInt8](columns: 2)
    row.add(Int32(owner.owner.number))
    row.add(Array(owner.name.utf8))
    return row
  }

  /// - Parameter order: its time, far before those of all later ones.
  static func creation(_ copied: CopiedAnswer, of owner: Owner, order: Int) -> [UInt8] {
    var row = [UInt8](columns: 6)
    row.add(Int32(owner.number))
    row.add(Array(copied.answer.key.description.utf8))
    row.add([UInt8](copied.answer.fingerprint))
    row.add(copied.answer.sessionID)
    row.add(Int64(order))
    row.add(copied.row)
    return row
  }
}

extension [UInt8] {
  fileprivate init(columns: Int16) {
    self = []
    begin(columns: columns)
  }

  fileprivate mutating func begin(columns: Int16) { append(big: columns) }

  fileprivate mutating func add(_ number: some FixedWidthInteger) {
    append(big: Int32(number.bitWidth / 8))
    append(big: number)
  }

  fileprivate mutating func add(_ id: SessionID) { add([UInt8](id)) }

  fileprivate mutating func add(_ value: [UInt8]?) {
    append(big: Int32(value?.count ?? -1))
    append(contentsOf: value ?? [])
  }
}
#endif
