import NavigationAPI

/// The latest events, so that ten thousand waiters share one array per event.
struct WrittenEvents: Sendable {
  /// The inputs of an event. The creation time distinguishes sessions that reuse an id.
  enum Key: Hashable, Sendable {
    case session(created: Timestamp, revision: Int)
    /// `before`: the revision that `changes` start from; nil without them, and where they are whole.
    case transition(created: Timestamp, revision: Int, include: Set<TransitionQuery.Inclusion>, before: Int?)
  }

  /// Bytes cached at most; one event is cached in any case.
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
