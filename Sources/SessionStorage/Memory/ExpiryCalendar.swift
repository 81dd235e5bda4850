import NavigationAPI

/// Entries by the time at which they expire, in steps; a sweep looks only at the steps that have passed.
///
/// A change moves nothing here: an entry that is found alive when its step has passed is put down for its new time.
struct ExpiryCalendar: Sendable {
  /// Milliseconds of one step.
  static let step: Int64 = 10_000

  private var buckets: [Int64: [MemoryEntry]] = [:]
  private var count = 0
  private var goneCount = 0
  /// All steps before this one have been taken.
  private var firstStep = Int64.min

  private static let tolerated = 1_024

  mutating func put(_ entry: MemoryEntry, at expiry: Timestamp) {
    buckets[max(expiry.milliseconds / Self.step, firstStep), default: []].append(entry)
    count += 1
  }

  /// Takes out what was put down for steps that have wholly passed, at most so many.
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

  /// Notes that an entry was deleted; takes those that were out once they are half of all.
  mutating func noteGone() {
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
