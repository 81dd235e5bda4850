import Navigation

/// One revision of a session as a stored row: its record, and its state, whole or as a patch of the row before.
package struct RecordRow {
  package let revision: Int
  /// The row's position among all of its session; a replacement has the position of what it replaces.
  package let ordinal: Int
  /// Patches since the last whole state; 0 if this one is whole.
  package let patches: Int
  /// Text: the state, then the record.
  package let content: [UInt8]

  package init(revision: Int, ordinal: Int, patches: Int, content: [UInt8]) {
    self.revision = revision
    self.ordinal = ordinal
    self.patches = patches
    self.content = content
  }

  /// The most patches between two whole states.
  private static let patchLimit = 15

  /// A row's content, and the state text that the next row may patch.
  package struct Content {
    package let bytes: [UInt8]
    package let isWhole: Bool
    package let stateText: [UInt8]
  }

  /// Encodes a revision.
  ///
  /// - Parameters:
  ///   - patches: the patches since the last whole state.
  ///   - before: the state text of the row before, from `content`; nil if unknown.
  package static func content(
    of entry: HistoryEntry, _ state: Session, _ timeline: Timeline, after before: [UInt8]?, patches: Int
  ) -> Content {
    let text = state.storedText()
    var splice = StateSplice(whole: text)
    var isWhole = true
    if patches < patchLimit, let before {
      let patch = StateSplice(from: before, to: text)
      if patch.bytes.count < text.count / 2 { (splice, isWhole) = (patch, false) }
    }
    var writer = JSONWriter(reserving: 2_048)
    splice.write(to: &writer)
    writer.beginObject()
    StoredRecord(entry).writeMembers(to: &writer)
    writer.member("timeline", timeline.description)
    writer.member("countedIDs", state.countedIDs)
    writer.endObject()
    return Content(bytes: writer.bytes, isWhole: isWhole, stateText: text)
  }
}

/// Decodes successive rows, the first of which is whole.
package struct RecordReplay {
  /// The state of the last row as text, without the id counter, which each row has itself.
  private var state: [UInt8] = []
  /// The ordinal of the last row; 0 before the first.
  private var ordinal = 0
  /// The timeline of the last row read as an entry; nil before one.
  package private(set) var timeline: Timeline?

  package init() {}

  /// Decodes a row's record and state. Throws if the row is corrupt, or does not follow the row before.
  package mutating func entry(of row: RecordRow) throws -> HistoryEntry {
    let index = try advance(to: row)
    var reader = try JSONDocument(stored: Array(row.content[index...])).root.object()
    let record = try StoredRecord(members: &reader)
    guard let timeline = Timeline(try reader.require("timeline").string()) else { throw StoreError.unreadable }
    self.timeline = timeline
    let countedIDs = try reader.require("countedIDs").int()
    let session = try Session(stored: JSONDocument(stored: state).root, countedIDs: countedIDs)
    return record.entry(revision: row.revision, session: session)
  }

  /// Advances the state by a row without decoding its record.
  package mutating func skip(_ row: RecordRow) throws { _ = try advance(to: row) }

  /// Advances the state by a row and returns the offset of its record. Throws if a row between the last one and this
  /// one is missing.
  private mutating func advance(to row: RecordRow) throws(StoreError) -> Int {
    guard ordinal == 0 ? row.patches == 0 : row.ordinal == ordinal + 1 else { throw .unreadable }
    ordinal = row.ordinal
    var index = 0
    let splice = try StateSplice(row.content, at: &index)
    state = try splice.applied(to: row.patches == 0 ? [] : state)
    return index
  }
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
