import NavigationAPI
import NavigationJSON
import NavigationModel

/// The packed records, oldest first, in the form of a `RecordLog`: each as packed JSON, whole ones with their state.
///
/// The oldest can be dropped and later ones appended without reading the others.
struct PackedHistory: Sendable {
  /// Per record: revision (8 bytes), length (4 bytes; the highest bit marks a whole one), JSON.
  private var bytes: [UInt8] = []
  /// Offsets of the whole record that the first retained one is replayed from, and of the first retained one.
  private var (base, cursor) = (0, 0)
  /// Retained records.
  private(set) var count = 0

  init() {}

  /// - Parameter content: the content of another packed history.
  init(_ content: Content) {
    bytes = content.bytes
    guard content.count > 0, let first = heads.dropLast(content.count - 1).last else { return }
    cursor = first.start - Self.headBytes
    count = content.count
  }

  /// The stored form.
  struct Content: Sendable {
    var bytes: [UInt8] = []
    var count = 0
  }

  var content: Content { Content(bytes: Array(bytes[base...]), count: count) }

  private static let headBytes = 12
  private static let wholeBit: UInt32 = 1 << 31

  var byteCount: Int { bytes.count - base }

  /// - Parameter log: the item's.
  mutating func append(_ item: RecordLog.Item, of log: RecordLog) {
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
      writer.raw(log.body(of: request))
    }
    writer.endObject()
    let packed = PackedJSON.pack(writer.bytes)
    withUnsafeBytes(of: Int64(item.revision).littleEndian) { bytes += $0 }
    let length = UInt32(truncatingIfNeeded: packed.count) | (item.isWhole ? Self.wholeBit : 0)
    withUnsafeBytes(of: length.littleEndian) { bytes += $0 }
    bytes += packed
    count += 1
  }

  /// Drops the oldest record and returns its revision; nil if there is none.
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
      // Only past half, so that moving the bytes costs amortised constant time.
      if base > bytes.count / 2 {
        bytes.removeFirst(base)
        (base, cursor) = (0, 0)
      }
    }
    return oldest.revision
  }

  /// The position of a record.
  private struct Head {
    let revision: Int
    let isWhole: Bool
    let start: Int
    let end: Int
  }

  private func head(at offset: Int) -> Head {
    bytes.withUnsafeBytes { raw in
      // SAFETY: `append` wrote a head of twelve bytes at every offset passed in.
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

  /// The entries after a revision, at most `limit`, and the entry before them if it is retained.
  func entries(after revision: Int, limit: Int) throws(HistoryGap) -> [HistoryEntry] {
    let heads = heads
    guard let last = heads.last, last.revision >= revision else { return [] }
    let first = max(heads.firstIndex { $0.revision >= revision } ?? heads.count, heads.count - count)
    guard first < heads.count, let base = heads[...first].lastIndex(where: \.isWhole) else { return [] }
    var log = RecordLog()
    do { for head in heads[base..<min(first + limit + 1, heads.count)] { try append(head, to: &log) } } catch {
      throw .failed(.unreadable)
    }
    return try log.entries(after: heads[first].revision, limit: limit)
  }

  private func append(_ head: Head, to log: inout RecordLog) throws {
    let document = try JSONDocument(
      PackedJSON.unpack(Array(bytes[head.start..<head.end])), unknownMembers: .skip,
      maximumDepth: JSONDocument.treeDepth)
    var reader = try document.root.object()
    if head.isWhole {
      let record = try StoredRecord(members: &reader)
      log.append(whole: record.entry(revision: head.revision, session: try Session(stored: reader.require("state"))))
    } else {
      log.append(
        Array(try reader.require("request").compactText().utf8)[...], as: head.revision,
        at: Timestamp(milliseconds: Int64(try reader.require("at").int())),
        Can(bits: try reader.require("can").int()))
    }
  }

  /// The state after a revision; nil if it is not retained.
  func state(at revision: Int) throws(HistoryGap) -> Session? {
    guard let entry = try entries(after: revision, limit: 0).last, entry.revision == revision else { return nil }
    return entry.session
  }
}
