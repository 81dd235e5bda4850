/// The entries in use, on a clock whose hand finds the one to be packed for each that comes in (second chance).
struct Residents: Sendable {
  private(set) var entries: [SessionEntry] = []
  private var hand = 0
  private let capacity: Int

  init(capacity: Int) { self.capacity = max(1, capacity) }

  /// Takes an entry in, and says which one has to go for it.
  mutating func admit(_ entry: SessionEntry) -> SessionEntry? {
    guard entries.count >= capacity else {
      entries.append(entry)
      return nil
    }
    // Each entry's mark is taken away at most once, so that the second round ends at the latest.
    for _ in 0...(2 * capacity) {
      let index = hand
      hand = hand + 1 == capacity ? 0 : hand + 1
      let found = entries[index]
      switch found.pass() {
      case .used: continue
      case .empty:
        entries[index] = entry
        return nil
      case .unused:
        entries[index] = entry
        return found
      }
    }
    let found = entries[hand]
    entries[hand] = entry
    return found
  }
}
