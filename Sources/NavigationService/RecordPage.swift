import Navigation
import SessionStorage

/// A page of a session's history under construction, within a byte budget.
struct RecordPage: Sendable {
  /// Records read from the store at once, so that a page of large ones does not hold them all.
  static let chunk = 16

  private let budget: Int
  /// As compact JSON.
  private var records: [[UInt8]] = []
  private var byteCount = 0
  /// The revision of the last record.
  private(set) var last: Int?
  /// Whether a record did not fit.
  private(set) var isFull = false

  /// - Parameter budget: bytes of all records together; the first record is always taken.
  init(budget: Int) { self.budget = budget }

  var count: Int { records.count }

  /// The page with further records, as far as they fit.
  func adding(_ steps: [HistoryStep], of stored: StoredSession, _ include: Set<TransitionQuery.Inclusion>) -> RecordPage
  {
    var page = self
    for step in steps {
      let bytes = step.bytes(of: stored, include)
      guard page.records.isEmpty || page.byteCount + bytes.count <= budget else {
        page.isFull = true
        break
      }
      page.records.append(bytes)
      page.byteCount += bytes.count
      page.last = step.record.revision
    }
    return page
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
