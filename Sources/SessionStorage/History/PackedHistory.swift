import NavigationAPI
import NavigationJSON
import NavigationModel

/// Records at rest, oldest first, as a `RecordLog` has them: each as packed JSON, the whole ones with their state.
///
/// So the oldest can go without the others, and later ones are added without looking at those that are there.
struct PackedHistory: Sendable {
  /// For each record 8 bytes revision, 4 bytes length of which the highest bit says that it is whole, and the JSON.
  private var bytes: [UInt8] = []
  /// Where the first of them begins that others are worked out from, and the first that is kept.
  private var (base, cursor) = (0, 0)
  /// Records that are kept.
  private(set) var count = 0

  init() {}

  /// - Parameter content: another one's.
  init(_ content: Content) {
    bytes = content.bytes
    guard content.count > 0, let first = heads.dropLast(content.count - 1).last else { return }
    cursor = first.start - Self.headBytes
    count = content.count
  }

  /// What is kept of it at rest.
  struct Content: Sendable {
    var bytes: [UInt8] = []
    var count = 0
  }

  var content: Content { Content(bytes: Array(bytes[base...]), count: count) }

  private static let headBytes = 12
  private static let wholeBit: UInt32 = 1 << 31

  var byteCount: Int { bytes.count - base }

  mutating func append(_ item: RecordLog.Item) {
    var writer = JSONWriter(reserving: 512)
    writer.beginObject()
    switch item {
    case .whole(let entry):
      StoredRecord(entry).writeMembers(to: &writer)
      writer.key("state")
      entry.session.writeStored(to: &writer)
    case .request(let request):
      writer.member("at", Int(request.at.milliseconds))
      writer.member("can", request.can.bits)
      writer.key("request")
      writer.raw(request.body)
    }
    writer.endObject()
    let packed = PackedJSON.pack(writer.bytes)
    withUnsafeBytes(of: Int64(item.revision).littleEndian) { bytes += $0 }
    let length = UInt32(truncatingIfNeeded: packed.count) | (item.isWhole ? Self.wholeBit : 0)
    withUnsafeBytes(of: length.littleEndian) { bytes += $0 }
    bytes += packed
    count += 1
  }

  /// Forgets the oldest; its revision, nil where there is none.
  mutating func removeFirst() -> Int? {
    guard count > 0 else { return nil }
    let oldest = head(at: cursor)
    cursor = oldest.end
    count -= 1
    if count == 0 {
      bytes = []
      (base, cursor) = (0, 0)
    } else if head(at: cursor).isWhole {
      base = cursor
      // Not at each turn: of many records none is moved often.
      if base > bytes.count / 2 {
        bytes.removeFirst(base)
        (base, cursor) = (0, 0)
      }
    }
    return oldest.revision
  }

  /// Where a record stands.
  private struct Head {
    let revision: Int
    let isWhole: Bool
    let start: Int
    let end: Int
  }

  private func head(at offset: Int) -> Head {
    bytes.withUnsafeBytes { raw in
      // SAFETY: `append` wrote a head of twelve bytes at every offset that is asked for.
      let revision = Int(Int64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: Int64.self)))
      let length = UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self))
      let start = offset + Self.headBytes
      return Head(
        revision: revision, isWhole: length & Self.wholeBit != 0, start: start,
        end: start + Int(length & ~Self.wholeBit))
    }
  }

  private var heads: [Head] {
    var heads: [Head] = []
    var offset = base
    while offset < bytes.count {
      heads.append(head(at: offset))
      offset = heads[heads.count - 1].end
    }
    return heads
  }

  /// The items from the one on that a record at or after `revision` is worked out from, at most `limit` behind that,
  /// and the index of it.
  private func items(after revision: Int, limit: Int) throws -> (items: [RecordLog.Item], first: Int) {
    let heads = heads
    guard let last = heads.last, last.revision >= revision else { return ([], 0) }
    let first = max(heads.firstIndex { $0.revision >= revision } ?? heads.count, heads.count - count)
    guard first < heads.count, let base = heads[...first].lastIndex(where: \.isWhole) else { return ([], 0) }
    let end = min(first + limit + 1, heads.count)
    return (try heads[base..<end].map(item), first - base)
  }

  private func item(_ head: Head) throws -> RecordLog.Item {
    let document = try JSONDocument(
      PackedJSON.unpack(Array(bytes[head.start..<head.end])), unknownMembers: .skip,
      maximumDepth: JSONDocument.treeDepth)
    var reader = try document.root.object()
    if head.isWhole {
      let record = try StoredRecord(members: &reader)
      return .whole(record.entry(revision: head.revision, session: try Session(stored: reader.require("state"))))
    }
    return .request(
      .init(
        revision: head.revision, at: Timestamp(milliseconds: Int64(try reader.require("at").int())),
        can: Can(bits: try reader.require("can").int()), body: Array(try reader.require("request").compactText().utf8)))
  }

  /// The entries after a revision, at most `limit`, and the one before them where it is kept.
  func entries(after revision: Int, limit: Int) throws(HistoryGap) -> [HistoryEntry] {
    let found: (items: [RecordLog.Item], first: Int)
    do { found = try items(after: revision, limit: limit) } catch { throw .failed(.unreadable) }
    return try RecordLog.entries(found.items[...], from: found.first)
  }

  /// The state after a revision; nil where that is not kept.
  func state(at revision: Int) throws(HistoryGap) -> Session? {
    guard let entry = try entries(after: revision, limit: 0).last, entry.revision == revision else { return nil }
    return entry.session
  }

  /// The state after the last record; nil where there is none.
  func lastState() throws(HistoryGap) -> Session? {
    guard let last = heads.last else { return nil }
    return try state(at: last.revision)
  }
}
