import NavigationAPI
import NavigationJSON
import NavigationModel

/// One revision of a session as the file has it: its record, and its state or how that follows from the one before.
package struct RecordRow {
  package let revision: Int
  /// Its number among all that were kept of its session; what takes another's place takes its number.
  package let ordinal: Int
  /// Patches since the last state that stands whole; 0 where it does itself.
  package let patches: Int
  /// Packed JSON.
  package let content: [UInt8]

  package init(revision: Int, ordinal: Int, patches: Int, content: [UInt8]) {
    self.revision = revision
    self.ordinal = ordinal
    self.patches = patches
    self.content = content
  }

  /// States that follow from the one before, between two whole ones, at most.
  private static let patchLimit = 15

  /// A row's content, and the text that the next one may follow from.
  package struct Content {
    package let bytes: [UInt8]
    package let isWhole: Bool
    package let stateText: [UInt8]
  }

  /// The content for a revision.
  ///
  /// - Parameters:
  ///   - patches: those since the last whole state.
  ///   - before: the text of the state in the row before, as `content` has made it; nil where it is not known.
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
    return Content(bytes: PackedJSON.pack(writer), isWhole: isWhole, stateText: text)
  }
}

/// Reads rows one after another, the first of which stands whole.
package struct RecordReplay {
  /// The state of the last row.
  private enum State {
    case unknown
    /// The text without the ids that were counted, which each row has itself.
    case text([UInt8])
    /// Of a row of before schema 5.
    case document(JSONDocument)
  }

  private var state = State.unknown
  /// That of the last row that was read as an entry; rows of before there was `undo` have none.
  package private(set) var timeline: Timeline?

  package init() {}

  /// The row's record and state. Throws where the row is not what a version has written, or the one before is missing.
  package mutating func entry(of row: RecordRow) throws -> HistoryEntry {
    let members = try advance(to: row)
    var reader = try members.root.object()
    let record = try StoredRecord(members: &reader)
    timeline = try reader.string("timeline").flatMap(Timeline.init)
    switch state {
    case .unknown: throw StoreError.unreadable
    case .document(let state): return record.entry(revision: row.revision, session: try Session(stored: state.root))
    case .text(let text):
      let countedIDs = try reader.require("countedIDs").int()
      let session = try Session(stored: JSONDocument(stored: text).root, countedIDs: countedIDs)
      return record.entry(revision: row.revision, session: session)
    }
  }

  /// The same without the state, which the next rows need.
  package mutating func skip(_ row: RecordRow) throws {
    let text = try PackedJSON.unpack(row.content)
    if text.first == Self.brace {
      try advance(to: JSONDocument(stored: text))
    } else {
      _ = try advance(to: text, isWhole: row.patches == 0)
    }
  }

  private static let brace = UInt8(ascii: "{")

  /// Takes the state of a row, and answers its record.
  private mutating func advance(to row: RecordRow) throws -> JSONDocument {
    let text = try PackedJSON.unpack(row.content)
    guard text.first == Self.brace else {
      return try JSONDocument(stored: Array(text[advance(to: text, isWhole: row.patches == 0)...]))
    }
    let document = try JSONDocument(stored: text)
    try advance(to: document)
    return document
  }

  /// Takes the state of a row; where its record begins.
  private mutating func advance(to row: [UInt8], isWhole: Bool) throws -> Int {
    var index = 0
    let splice = try StateSplice(row, at: &index)
    if isWhole {
      state = .text(try splice.applied(to: []))
    } else {
      guard case .text(let older) = state else { throw StoreError.unreadable }
      state = .text(try splice.applied(to: older))
    }
    return index
  }

  /// Takes the state of a row of before schema 5: it is a member of the record, or a patch is.
  private mutating func advance(to record: JSONDocument) throws {
    var reader = try record.root.object()
    if let whole = reader.optional("state") {
      state = .document(try Session(stored: whole).storedDocument())
    } else {
      guard case .document(let older) = state else { throw StoreError.unreadable }
      let steps = try reader.require("patch").elements.map { try JSONPatchOperation($0) }
      state = .document(try JSONPatch.apply(steps, to: older.root, maximumDepth: JSONDocument.treeDepth))
    }
  }
}

/// Which rows of a session are kept: those that are among its latest, by number and by bytes; the latest always.
package struct KeptRows {
  private let firstOrdinal: Int64
  private let firstBytes: Int64
  private let latestOrdinal: Int64

  /// - Parameters: what the latest row has.
  package init(_ limits: History.Limits, ordinal: Int64, bytes: Int64) {
    latestOrdinal = ordinal
    firstOrdinal = ordinal - Int64(limits.revisions) + 1
    firstBytes = bytes - Int64(limits.bytes)
  }

  package func contains(ordinal: Int64, bytes: Int64) -> Bool {
    ordinal >= firstOrdinal && bytes >= firstBytes || ordinal == latestOrdinal
  }
}
