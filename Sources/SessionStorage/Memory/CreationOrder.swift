import NavigationAPI

/// The entries of one owner in order of creation, so that a list can begin anywhere and is not disturbed by what comes
/// and goes.
struct CreationOrder: Sendable {
  /// By ascending number; entries that are gone stay until there are many of them.
  private var entries: [MemoryEntry] = []
  /// Entries that have gone since the last time the gone ones were taken out.
  private var goneCount = 0

  /// Entries that may be gone before it is worth looking for them.
  private static let tolerated = 1_024

  /// Puts an entry in. Numbers are given out before: one may come a little late.
  mutating func append(_ entry: MemoryEntry) {
    var index = entries.count
    while index > 0, entries[index - 1].number > entry.number { index -= 1 }
    entries.insert(entry, at: index)
  }

  /// Notes that some entry has gone; takes those that have out once they are half of all.
  mutating func noteGone() {
    goneCount += 1
    guard goneCount > Self.tolerated, goneCount > entries.count / 2 else { return }
    entries.removeAll { $0.isGone }
    goneCount = 0
  }

  /// At most `count` entries below a number, newest first.
  func entries(before number: Int64, count: Int) -> [MemoryEntry] {
    let end = index(of: number)
    return entries[max(0, end - count)..<end].reversed()
  }

  /// The index of the first entry whose number is not below.
  private func index(of number: Int64) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
