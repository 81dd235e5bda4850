/// Connections that there is no room for, gathered so that a long want of it makes few events.
struct Shortage {
  /// Milliseconds between two events.
  static let interval = 5_000

  /// When the last event was, in the milliseconds of the caller.
  private var told: Int?
  private var times = 0

  /// Counts some; how many there were since the last event, where it is time for another.
  mutating func note(_ count: Int, at now: Int) -> Int? {
    times += count
    if let told, now - told < Shortage.interval { return nil }
    defer { (told, times) = (now, 0) }
    return times
  }
}
