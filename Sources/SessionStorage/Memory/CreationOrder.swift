import NavigationAPI

/// The entries of one owner in order of creation, so that a list can begin anywhere and is not disturbed by what comes and goes.
struct CreationOrder: Sendable {
  /// By ascending ordinal; entries that are gone stay until there are many of them.
  private var entries: [SessionEntry] = []
  private var nextOrdinal: UInt64 = 1
  /// Entries that have gone since the last time the gone ones were taken out.
  private var goneCount = 0

  /// Entries that may be gone before it is worth looking for them.
  private static let tolerated = 1_024

  /// Makes the entry with the next ordinal, and appends it.
  mutating func append(_ session: StoredSession) -> SessionEntry {
    let entry = SessionEntry(session, ordinal: nextOrdinal)
    nextOrdinal += 1
    entries.append(entry)
    return entry
  }

  /// Notes that some entry has gone; takes those that have out once they are half of all.
  mutating func noteGone() {
    goneCount += 1
    guard goneCount > Self.tolerated, goneCount > entries.count / 2 else { return }
    entries.removeAll { $0.isGone }
    goneCount = 0
  }

  /// At most `count` entries below an ordinal, newest first; below all where it is nil.
  func entries(before ordinal: UInt64?, count: Int) -> [SessionEntry] {
    let end = ordinal.map(index(of:)) ?? entries.count
    return entries[max(0, end - count)..<end].reversed()
  }

  /// The index of the first entry whose ordinal is not below.
  private func index(of ordinal: UInt64) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].ordinal < ordinal { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
