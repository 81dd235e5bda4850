import Navigation

/// The entries of one owner in order of creation; a list can begin at any number, and deletions do not disturb it.
struct CreationOrder: Sendable {
  /// By ascending number; deleted entries are removed in bulk.
  private var entries: [MemoryEntry] = []
  /// Deleted entries still in `entries`.
  private var goneCount = 0

  /// Deleted entries that are always tolerated.
  private static let tolerated = 1_024

  /// Inserts an entry. Numbers are assigned earlier, so one may arrive slightly late.
  mutating func append(_ entry: MemoryEntry) {
    var index = entries.count
    while index > 0, entries[index - 1].number > entry.number { index -= 1 }
    entries.insert(entry, at: index)
  }

  /// Counts a deleted entry; removes all deleted ones once they are half of all.
  mutating func countGone() {
    goneCount += 1
    guard goneCount > Self.tolerated, goneCount > entries.count / 2 else { return }
    entries.removeAll { $0.isGone }
    goneCount = 0
  }

  /// At most `count` entries with lower numbers, newest first.
  func entries(before number: Int64, count: Int) -> [MemoryEntry] {
    let end = index(of: number)
    return entries[max(0, end - count)..<end].reversed()
  }

  /// The index of the first entry whose number is at least `number`.
  private func index(of number: Int64) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
