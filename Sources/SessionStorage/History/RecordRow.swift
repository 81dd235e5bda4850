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

  /// Bytes of JSON up to which a state is always whole: that is quicker to write and to read than a patch.
  private static let wholeBytes = 3_072
  /// Patches between two whole states at most.
  private static let patchLimit = 15

  /// The content for a revision. What is smaller as JSON is packed, and nothing else is.
  ///
  /// - Parameters:
  ///   - patches: those since the last whole state.
  ///   - before: the state of the row before; nil where it is not known.
  package static func content(
    of entry: HistoryEntry, _ state: Session, _ timeline: Timeline, after before: Session?, patches: Int
  ) -> (bytes: [UInt8], isWhole: Bool) {
    let whole = json(of: entry, timeline) { writer in
      writer.key("state")
      state.writeStored(to: &writer)
    }
    guard whole.count > wholeBytes, patches < patchLimit, let before, let steps = patch(from: before, to: whole) else {
      return (PackedJSON.pack(whole), true)
    }
    let patched = json(of: entry, timeline) { writer in
      writer.key("patch")
      writer.beginArray()
      for step in steps { step.write(to: &writer) }
      writer.endArray()
    }
    return patched.count < whole.count / 2 ? (PackedJSON.pack(patched), false) : (PackedJSON.pack(whole), true)
  }

  private static func json(of entry: HistoryEntry, _ timeline: Timeline, _ writeState: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(reserving: 2_048)
    writer.beginObject()
    StoredRecord(entry).writeMembers(to: &writer)
    writer.member("timeline", timeline.description)
    writeState(&writer)
    writer.endObject()
    return writer.bytes
  }

  /// - Parameter whole: the content with the newer state, which has been written already.
  private static func patch(from older: Session, to whole: [UInt8]) -> [JSONPatchOperation]? {
    guard let older = try? older.storedDocument(),
      let document = try? JSONDocument(whole, unknownMembers: .skip, maximumDepth: JSONDocument.treeDepth),
      var members = try? document.root.object(), let newer = members.optional("state")
    else { return nil }
    return JSONPatch.difference(from: older.root, to: newer)
  }
}

/// Reads rows one after another, the first of which stands whole.
package struct RecordReplay {
  private var state: JSONDocument?
  /// That of the last row; rows of before there was `undo` have none.
  package private(set) var timeline: Timeline?

  package init() {}

  /// The row's record and state. Throws where the row is not what `content` wrote, or the one before is missing.
  package mutating func entry(of row: RecordRow) throws -> HistoryEntry {
    let record = try advance(to: row)
    guard let state else { throw StoreError.unreadable }
    return record.entry(revision: row.revision, session: try Session(stored: state.root))
  }

  /// The same without the state, which the next rows need.
  package mutating func skip(_ row: RecordRow) throws { _ = try advance(to: row) }

  private mutating func advance(to row: RecordRow) throws -> StoredRecord {
    let document = try JSONDocument(PackedJSON.unpack(row.content), unknownMembers: .skip, maximumDepth: JSONDocument.treeDepth)
    var reader = try document.root.object()
    let record = try StoredRecord(members: &reader)
    timeline = try reader.string("timeline").flatMap(Timeline.init)
    if let whole = reader.optional("state") {
      state = try Session(stored: whole).storedDocument()
    } else {
      guard let older = state else { throw StoreError.unreadable }
      let steps = try reader.require("patch").elements.map { try JSONPatchOperation($0) }
      state = try JSONPatch.apply(steps, to: older.root, maximumDepth: JSONDocument.treeDepth)
    }
    return record
  }
}
