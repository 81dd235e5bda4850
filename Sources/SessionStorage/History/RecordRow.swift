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
    return Content(bytes: writer.bytes, isWhole: isWhole, stateText: text)
  }
}

/// A row's content in its parts.
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
  struct Rest {
    let timeline: Timeline
    let countedIDs: Int
    let can: Can
    let gesture: Gesture?
  }

  func readRest() throws -> Rest {
    let values = Array(try JSONDocument(stored: Array(rest)).root.elements)
    guard values.count == 4, let timeline = Timeline(try values[0].string()) else { throw StoreError.unreadable }
    return Rest(
      timeline: timeline, countedIDs: try values[1].int(), can: Can(bits: try values[2].int()),
      gesture: values[3].isNull ? nil : try Gesture(stored: Array(values[3].elements)))
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
  package private(set) var timeline: Timeline?
  package private(set) var gesture: Gesture?

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
  package func resumed(_ state: (_ revision: Int) throws -> Session?) rethrows -> Gesture {
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
