import NavigationAPI

/// The latest records as events, so that ten thousand who wait for one are served with one and the same array.
struct WrittenEvents: Sendable {
  /// What an event depends on.
  struct Key: Hashable, Sendable {
    var revision: Int
    var include: Set<TransitionQuery.Inclusion>
    /// The revision that `changes` lead from; nil without them, and where they are whole.
    var before: Int?
  }

  /// Bytes that are kept, and one event in any case.
  private static let byteLimit = 256 * 1024

  private var events: [(key: Key, bytes: [UInt8])] = []
  private var byteCount = 0

  subscript(key: Key) -> [UInt8]? { events.last { $0.key == key }?.bytes }

  mutating func append(_ bytes: [UInt8], for key: Key) {
    guard self[key] == nil else { return }
    events.append((key, bytes))
    byteCount += bytes.count
    while byteCount > Self.byteLimit, events.count > 1 { byteCount -= events.removeFirst().bytes.count }
  }
}
