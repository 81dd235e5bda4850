import HTTPMessages
import Navigation

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

/// The events of a stream as bytes. The server's JSON has no line breaks, so an event is one line of data.
enum ServerSentEvent {
  /// The client's reconnection delay, in milliseconds.
  static let retry = Array("retry: 1000\n\n".utf8)
  /// A comment, which clients ignore.
  static let heartbeat = Array(":\n\n".utf8)

  static func bytes(_ name: StaticString, revision: Int, _ json: [UInt8]) -> [UInt8] {
    var bytes = Array("id: \(revision)\nevent: \(name)\ndata: ".utf8)
    bytes += json
    bytes += Array("\n\n".utf8)
    return bytes
  }

  /// The session is gone for good. Clients ignore an event without data.
  static func end(_ id: SessionID) -> [UInt8] { Array("event: end\ndata: {\"sessionId\":\"\(id)\"}\n\n".utf8) }
}
