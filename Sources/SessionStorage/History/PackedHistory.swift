import NavigationAPI
import NavigationJSON
import NavigationModel

/// Records at rest, oldest first: each as packed JSON, with its state as a patch of the one after it.
///
/// So the oldest can go without the others, and later ones are added without looking at those that are there. Now and then a state stands
/// whole, so that none is many patches away.
struct PackedHistory: Sendable {
  /// For each record 8 bytes revision, 4 bytes length, and the JSON.
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0

  init() {}

  /// - Parameter bytes: those of another one.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var offset = 0
    while offset < bytes.count {
      offset = item(at: offset).end
      count += 1
    }
  }

  private static let headBytes = 12
  /// Of so many revisions one has its state whole; not the first, as most sessions have few.
  private static let wholeEvery = 32

  private static func standsWhole(_ revision: Int) -> Bool { revision % wholeEvery == wholeEvery - 1 }

  var byteCount: Int { bytes.count }

  mutating func append(_ entry: HistoryEntry, before next: Session) {
    var writer = JSONWriter(reserving: 1_024)
    writer.beginObject()
    StoredRecord(entry).writeMembers(to: &writer)
    let state = entry.session
    if Self.standsWhole(entry.revision) {
      writer.key("state")
      state.writeStored(to: &writer)
    } else if let patch = Self.patch(from: next, to: state) {
      writer.key("back")
      writer.beginArray()
      for step in patch { step.write(to: &writer) }
      writer.endArray()
    }
    writer.endObject()
    let packed = PackedJSON.pack(writer.bytes)
    withUnsafeBytes(of: Int64(entry.revision).littleEndian) { bytes += $0 }
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: packed.count).littleEndian) { bytes += $0 }
    bytes += packed
    count += 1
  }

  /// Nil where a state cannot be read back, which a tree within the model's limits can.
  private static func patch(from newer: Session, to older: Session) -> [JSONPatchOperation]? {
    guard let newer = try? newer.storedDocument(), let older = try? older.storedDocument() else { return nil }
    return JSONPatch.difference(from: newer.root, to: older.root)
  }

  /// Forgets the oldest; its revision, nil where there is none.
  mutating func removeFirst() -> Int? {
    guard count > 0 else { return nil }
    let item = item(at: 0)
    bytes.removeFirst(item.end)
    count -= 1
    return item.revision
  }

  private struct Item {
    let revision: Int
    let start: Int
    let end: Int
  }

  private func item(at offset: Int) -> Item {
    bytes.withUnsafeBytes { raw in
      // SAFETY: `append` wrote a head of twelve bytes at every offset that is asked for.
      let revision = Int(Int64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: Int64.self)))
      let length = Int(UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self)))
      return Item(revision: revision, start: offset + Self.headBytes, end: offset + Self.headBytes + length)
    }
  }

  private var items: [Item] {
    var items: [Item] = []
    var offset = 0
    for _ in 0..<count {
      items.append(item(at: offset))
      offset = items[items.count - 1].end
    }
    return items
  }

  /// The entries after a revision, at most `limit`, and the one before them where it is kept.
  ///
  /// - Parameter next: the state of what follows the last of all.
  func entries(after revision: Int, limit: Int, followedBy next: Session?) throws(HistoryGap) -> [HistoryEntry] {
    guard count > 0, let next else { return [] }
    let items = items
    guard let last = items.last, last.revision >= revision else { return [] }
    let first = items.firstIndex { $0.revision > revision } ?? items.count
    let wanted = max(first - 1, 0)..<min(first + limit, items.count)
    guard !wanted.isEmpty else { return [] }
    do { return try read(items, wanted, next) } catch { throw .failed(.unreadable) }
  }

  /// Goes back from the nearest state that stands whole, or from the end.
  private func read(_ items: [Item], _ wanted: Range<Int>, _ next: Session) throws -> [HistoryEntry] {
    let top = items.indices.dropFirst(wanted.upperBound - 1).first { Self.standsWhole(items[$0].revision) }
    var state: JSONDocument? = top == nil ? try next.storedDocument() : nil
    var entries: [HistoryEntry] = []
    for index in (wanted.lowerBound...(top ?? items.count - 1)).reversed() {
      let document = try JSONDocument(
        PackedJSON.unpack(Array(bytes[items[index].start..<items[index].end])), unknownMembers: .skip, maximumDepth: JSONDocument.treeDepth)
      var reader = try document.root.object()
      let record = try StoredRecord(members: &reader)
      if let whole = reader.optional("state") {
        state = try Session(stored: whole).storedDocument()
      } else if let newer = state {
        let steps = try reader.require("back").elements.map { try JSONPatchOperation($0) }
        state = try JSONPatch.apply(steps, to: newer.root, maximumDepth: JSONDocument.treeDepth)
      }
      guard wanted.contains(index), let state else { continue }
      entries.append(record.entry(revision: items[index].revision, session: try Session(stored: state.root)))
    }
    return entries.reversed()
  }
}
