import Navigation

/// Entries in buckets by expiry time; a sweep visits past buckets only.
///
/// A change moves nothing: an entry that a sweep finds alive is put again with its new expiry.
struct ExpiryCalendar: Sendable {
  /// Milliseconds of one bucket.
  static let step: Int64 = 10_000

  private var buckets: [Int64: [MemoryEntry]] = [:]
  private var count = 0
  private var goneCount = 0
  /// All buckets before this one have been taken.
  private var firstStep = Int64.min

  private static let tolerated = 1_024

  mutating func put(_ entry: MemoryEntry, at expiry: Timestamp) {
    buckets[max(expiry.milliseconds / Self.step, firstStep), default: []].append(entry)
    count += 1
  }

  /// Removes at most `limit` entries from buckets that have fully passed.
  mutating func takeDue(at now: Timestamp, limit: Int) -> [MemoryEntry] {
    let end = now.milliseconds / Self.step
    guard end > firstStep else { return [] }
    var due: [MemoryEntry] = []
    for step in buckets.keys.filter({ $0 < end }).sorted() {
      guard due.count < limit else {
        count -= due.count
        return due
      }
      let entries = buckets[step] ?? []
      let taken = entries.prefix(limit - due.count)
      due += taken
      buckets[step] = taken.count == entries.count ? nil : Array(entries.dropFirst(taken.count))
    }
    firstStep = end
    count -= due.count
    return due
  }

  /// Counts a deleted entry; removes all deleted ones once they are half of all.
  mutating func countGone() {
    goneCount += 1
    guard goneCount > Self.tolerated, goneCount > count / 2 else { return }
    goneCount = 0
    buckets = buckets.compactMapValues { entries in
      let rest = entries.filter { !$0.isGone }
      return rest.isEmpty ? nil : rest
    }
    count = buckets.values.reduce(0) { $0 + $1.count }
  }
}
