import NavigationAPI
import NavigationJSON

/// A page of a session's history under construction, within a byte budget.
struct RecordPage {
  /// Records read from the store at once, so that a page of large ones does not hold them all.
  static let chunk = 16

  private let budget: Int
  /// As compact JSON.
  private var records: [[UInt8]] = []
  private var byteCount = 0
  /// The revision of the last record.
  private(set) var last: Int?

  /// - Parameter budget: bytes of all records together; the first record is always taken.
  init(budget: Int) { self.budget = budget }

  var count: Int { records.count }

  /// Returns false where the record does not fit.
  mutating func add(_ record: TransitionRecord) -> Bool {
    let bytes = record.json()
    guard records.isEmpty || byteCount + bytes.count <= budget else { return false }
    records.append(bytes)
    byteCount += bytes.count
    last = record.revision
    return true
  }

  /// The body, as `TransitionList` reads it.
  func json() -> [UInt8] {
    var writer = JSONWriter(reserving: byteCount + count + 32)
    writer.beginObject()
    writer.key("transitions")
    writer.beginArray()
    for record in records { writer.raw(record) }
    writer.endArray()
    writer.endObject()
    return writer.bytes
  }
}
