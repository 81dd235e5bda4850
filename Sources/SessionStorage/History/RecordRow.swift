import Navigation

/// One revision of a session as a stored row: its record, and its state, whole or as a patch of the row before.
package struct RecordRow {
  package let revision: Int
  package let at: Timestamp
  /// The row's position among all of its session; a replacement has the position of what it replaces.
  package let ordinal: Int
  /// Patches since the last whole state; 0 if this one is whole.
  package let patches: Int
  /// The record as a client reads it, the state, and what a session read back needs beside them.
  package let content: [UInt8]

  package init(revision: Int, at: Timestamp, ordinal: Int, patches: Int, content: [UInt8]) {
    self.revision = revision
    self.at = at
    self.ordinal = ordinal
    self.patches = patches
    self.content = content
  }

  /// The most patches between two whole states.
  private static let patchLimit = 15

  /// A row's content, and the state text that the next row may patch.
  package typealias Content = (bytes: [UInt8], isWhole: Bool, stateText: [UInt8])

  /// Encodes a revision.
  ///
  /// - Parameters:
  ///   - patches: the patches since the last whole state.
  ///   - before: the state text of the row before, from `content`; nil if unknown.
  package static func content(
    of record: Record, _ state: Session, _ timeline: Timeline, _ gesture: Gesture?, after before: [UInt8]?, patches: Int
  ) -> Content {
    let text = state.storedText()
    var splice = StateSplice(whole: text)
    var isWhole = true
    if patches < patchLimit, let before {
      let patch = StateSplice(from: before, to: text)
      if patch.bytes.count < text.count / 2 { (splice, isWhole) = (patch, false) }
    }
    var writer = JSONWriter(reserving: record.bytes.count + splice.bytes.count + 256)
    writer.int(record.bytes.count)
    writer.raw(record.bytes[...])
    splice.write(to: &writer)
    writer.beginArray()
    writer.plain(timeline.description)
    writer.int(state.countedIDs)
    writer.int(record.can.bits)
    if let gesture { gesture.write(to: &writer) } else { writer.null() }
    writer.endArray()
    return (writer.bytes, isWhole, text)
  }
}

private struct RowParts {
  let record: ArraySlice<UInt8>
  let splice: StateSplice
  private let rest: ArraySlice<UInt8>

  init(_ content: [UInt8]) throws(StoreError) {
    var index = 0
    record = try RowText.bytes(in: content, at: &index)
    splice = try StateSplice(content, at: &index)
    rest = content[index...]
  }

  /// What the record and the state do not say.
  typealias Rest = (timeline: Timeline, countedIDs: Int, can: Can, gesture: Gesture?)

  func readRest() throws -> Rest {
    let values = Array(try JSONDocument(stored: Array(rest)).root.elements)
    guard values.count == 4, let timeline = Timeline(try values[0].string()) else { throw StoreError.unreadable }
    return (
      timeline, try values[1].int(), Can(bits: try values[2].int()),
      values[3].isNull ? nil : try Gesture(stored: Array(values[3].elements))
    )
  }

  func record(of row: RecordRow, _ rest: Rest, _ state: Session?) -> Record {
    Record(
      revision: row.revision, at: row.at, can: rest.can, gestureStart: rest.gesture?.startRevision,
      bytes: Array(record), state: state, isShared: false)
  }
}

/// Decodes successive rows, the first of which is whole.
package struct RecordReplay {
  /// The state of the last row as text, without the id counter, which each row has itself.
  private var state: [UInt8] = []
  /// The ordinal of the last row; 0 before the first.
  private var ordinal = 0
  /// Those of the last row read.
  private(set) var timeline: Timeline?
  private(set) var gesture: Gesture?

  package init() {}

  /// Decodes a row with its state. Throws if the row is corrupt, or does not follow the row before.
  package mutating func record(of row: RecordRow) throws -> Record {
    let parts = try advance(to: row)
    let rest = try parts.readRest()
    (timeline, gesture) = (rest.timeline, rest.gesture)
    let session = try Session(stored: JSONDocument(stored: state).root, countedIDs: rest.countedIDs)
    return parts.record(of: row, rest, session)
  }

  /// Decodes a row without its state, which follows from none before it. Throws if the row is corrupt.
  package static func record(alone row: RecordRow) throws -> Record {
    let parts = try RowParts(row.content)
    return parts.record(of: row, try parts.readRest(), nil)
  }

  /// Advances the state by a row without reading that.
  package mutating func skip(_ row: RecordRow) throws { _ = try advance(to: row) }

  /// Advances the state by a row. Throws if a row between the last one and this one is missing.
  private mutating func advance(to row: RecordRow) throws(StoreError) -> RowParts {
    guard ordinal == 0 ? row.patches == 0 : row.ordinal == ordinal + 1 else { throw .unreadable }
    ordinal = row.ordinal
    let parts = try RowParts(row.content)
    state = try parts.splice.applied(to: row.patches == 0 ? [] : state)
    return parts
  }
}

/// The record of a revision that cannot be read.
package struct UnreadableRecord: Error {
  package let revision: Int

  /// Reads a record; names its revision in any error.
  package static func name<Answer>(_ revision: Int, _ read: () throws -> Answer) throws(UnreadableRecord) -> Answer {
    do { return try read() } catch { throw UnreadableRecord(revision: revision) }
  }
}

extension StoredSession {
  /// A session as read from a durable store. Throws `unreadable` without a row, and `UnreadableRecord` for a corrupt one.
  ///
  /// - Parameters:
  ///   - rows: the latest, oldest first, without replaced ones: from a whole one on, and one before the tail if there is.
  ///   - count: records of the tail.
  ///   - state: reads the state of a revision; nil if that is not retained.
  package init(
    _ head: SessionHead, _ rows: [RecordRow], tail count: Int, answers: [StoredAnswer], routes: SharedRoutes?,
    state: (_ revision: Int) throws -> Session?
  ) throws {
    var replay = RecordReplay()
    for row in rows.dropLast(count) { try UnreadableRecord.name(row.revision) { try replay.skip(row) } }
    let records = try rows.suffix(count).map { row in
      try UnreadableRecord.name(row.revision) { try replay.record(of: row) }
    }
    guard let latest = records.last, let session = latest.state, let timeline = replay.timeline else {
      throw StoreError.unreadable
    }
    let start = rows.dropLast(count).last?.revision ?? records[0].revision - 1
    self.init(
      head, session, latest: latest, tail: History(records, after: start), answers: AnswerLog(answers),
      timeline: timeline, gesture: try replay.gesture?.resumed(state), routes: routes)
  }
}

extension Gesture {
  /// `[dragged, start, isOver, hadEvents]`: a drag of the window's edge has no id.
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginArray()
    if case .pages(let topTabs) = dragged { writer.plain(topTabs.description) } else { writer.null() }
    writer.int(startRevision)
    writer.bool(isOver)
    writer.bool(hadEvents)
    writer.endArray()
  }

  /// Throws if the elements are not from `write`.
  fileprivate convenience init(stored parts: [JSONValue]) throws {
    guard parts.count == 4 else { throw StoreError.unreadable }
    let dragged = parts[0].isNull ? Dragged.windowEdge : .pages(of: try parts[0].id())
    self.init(
      dragged, startRevision: try parts[1].int(), start: nil, isOver: try parts[2].bool(),
      hadEvents: try parts[3].bool())
  }

  /// A stored gesture, ready for its next stage.
  ///
  /// - Parameter state: reads the state of a revision; nil if that is not retained.
  func resumed(_ state: (_ revision: Int) throws -> Session?) rethrows -> Gesture {
    Gesture(
      dragged, startRevision: startRevision, start: try state(startRevision)?.atRest, isOver: isOver,
      hadEvents: hadEvents)
  }
}

extension Can {
  /// The members as a bit set.
  var bits: Int { (goBack ? 1 : 0) + (undo ? 2 : 0) + (redo ? 4 : 0) }

  init(bits: Int) { self.init(goBack: bits & 1 != 0, undo: bits & 2 != 0, redo: bits & 4 != 0) }
}

/// The rows of a session to retain: the latest within limits of number and bytes; always the latest one.
package struct RetainedRows {
  private let firstOrdinal: Int64
  private let firstBytes: Int64
  private let latestOrdinal: Int64

  /// - Parameters: the limits, and the position and bytes of the latest row.
  package init(_ limits: History.Limits, ordinal: Int64, bytes: Int64) {
    latestOrdinal = ordinal
    firstOrdinal = ordinal - Int64(limits.revisions) + 1
    firstBytes = bytes - Int64(limits.bytes)
  }

  package func contains(ordinal: Int64, bytes: Int64) -> Bool {
    ordinal >= firstOrdinal && bytes >= firstBytes || ordinal == latestOrdinal
  }
}

/// The difference between the text of a state and the one before: one replaced range.
///
/// Stored as three numbers and the new bytes, each followed by a comma: offset and length of the range, and the length
/// of its replacement. A whole state replaces nothing.
struct StateSplice {
  let start: Int
  let removedCount: Int
  let bytes: ArraySlice<UInt8>

  init(whole text: [UInt8]) { (start, removedCount, bytes) = (0, 0, text[...]) }

  /// The part between the common prefix and the common suffix of both texts.
  init(from older: [UInt8], to newer: [UInt8]) {
    let most = min(older.count, newer.count)
    var (same, sameAtEnd) = (0, 0)
    while same < most, older[same] == newer[same] { same += 1 }
    while sameAtEnd < most - same, older[older.count - 1 - sameAtEnd] == newer[newer.count - 1 - sameAtEnd] {
      sameAtEnd += 1
    }
    start = same
    removedCount = older.count - same - sameAtEnd
    bytes = newer[same..<newer.count - sameAtEnd]
  }

  /// Appends the splice; the writer puts commas between its parts and before what follows.
  func write(to row: inout JSONWriter) {
    row.int(start)
    row.int(removedCount)
    row.int(bytes.count)
    row.raw(bytes)
  }

  /// Reads the splice at `index` and moves that behind it. Throws `unreadable` if the row is too short.
  init(_ row: [UInt8], at index: inout Int) throws(StoreError) {
    start = try RowText.number(in: row, at: &index)
    removedCount = try RowText.number(in: row, at: &index)
    bytes = try RowText.bytes(in: row, at: &index)
  }

  /// Applies the splice. Throws `unreadable` if `older` has no such range.
  func applied(to older: [UInt8]) throws(StoreError) -> [UInt8] {
    guard start <= older.count, removedCount <= older.count - start else { throw .unreadable }
    return Array(older[..<start] + bytes + older[(start + removedCount)...])
  }
}

/// The parts of a row, each followed by a comma.
enum RowText {
  private static let comma: UInt8 = 0x2C
  /// The most digits of a number.
  private static let digitLimit = 10

  static func number(in row: [UInt8], at index: inout Int) throws(StoreError) -> Int {
    var number = 0
    for _ in 0...digitLimit {
      guard index < row.count else { throw .unreadable }
      let byte = row[index]
      index += 1
      if byte == comma { return number }
      guard byte >= 0x30, byte <= 0x39 else { throw .unreadable }
      number = number * 10 + Int(byte - 0x30)
    }
    throw .unreadable
  }

  /// Bytes behind their number.
  static func bytes(in row: [UInt8], at index: inout Int) throws(StoreError) -> ArraySlice<UInt8> {
    let count = try number(in: row, at: &index)
    guard count < row.count - index, row[index + count] == comma else { throw .unreadable }
    defer { index += count + 1 }
    return row[index..<index + count]
  }
}

/// A session's state as JSON that only this module reads.
extension Session {
  /// The state as text, without the id counter: it changes far from all else, which would widen each splice.
  func storedText() -> [UInt8] {
    var writer = JSONWriter(reserving: 2_048)
    writer.beginObject()
    writer.key("environment")
    environment.write(to: &writer, form: .snapshot)
    writer.key("root")
    root.write(to: &writer, form: .snapshot)
    if let conditions {
      writer.key("holding")
      writer.int(Int(conditions.holding.rawValue))
      writer.member("parked", conditions.parked)
    }
    writer.endObject()
    return writer.bytes
  }

  /// Reads the value that `storedText` wrote.
  init(stored json: JSONValue, countedIDs: Int) throws {
    var reader = try json.object()
    let environment = try Environment(json: reader.require("environment"))
    let root = try Controller(json: reader.require("root"))
    let conditions = try reader.optional("holding").map { json in
      AppConditions(
        holding: ConditionSet(rawValue: UInt32(try json.int(in: 0...Int(UInt32.max)))),
        parked: try reader.optional("parked").map(ParkedLink.init(json:)))
    }
    self.init(restored: root, environment: environment, countedIDs: countedIDs, conditions: conditions)
  }
}

extension JSONDocument {
  /// Reads text of this module; members that were added since are skipped.
  init(stored text: [UInt8]) throws(BodyRefusal) {
    try self.init(text, unknownMembers: .skip, maximumDepth: Self.treeDepth)
  }
}

/// The checksum in front of a stored row: a read finds bytes that have changed on the disk.
///
/// It covers the content and what the columns beside it say, the session's own among them.
package struct RowChecksum {
  /// Bytes in front of the content.
  package static let byteCount = 8

  /// The members beside the content.
  private(set) var beside: [UInt8] = []

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
  package init(_ id: SessionID) { self.init(id.high, id.low) }

  /// 16 bytes.
  package init(_ fingerprint: Fingerprint) { self.init(fingerprint.high, fingerprint.low) }

  private init(_ high: UInt64, _ low: UInt64) {
    self = []
    append(big: high)
    append(big: low)
  }

  /// The number in the 16 bytes, in halves; nil for another count.
  fileprivate var halves: (high: UInt64, low: UInt64)? {
    guard count == 16 else { return nil }
    func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    return (word(self[..<8]), word(self[8...]))
  }
}

extension SessionID {
  /// Nil unless there are 16 bytes.
  package init?(stored bytes: [UInt8]) {
    guard let (high, low) = bytes.halves else { return nil }
    self.init(high: high, low: low)
  }
}

extension Fingerprint {
  /// Nil unless there are 16 bytes.
  package init?(stored bytes: [UInt8]) {
    guard let (high, low) = bytes.halves else { return nil }
    self.init(high: high, low: low)
  }
}
