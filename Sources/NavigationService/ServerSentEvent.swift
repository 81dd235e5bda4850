import HTTPMessages
import NavigationAPI

/// The events of a stream as bytes. JSON of ours has no line break in it, so that it is one line of data.
enum ServerSentEvent {
  /// How long a client waits before it connects again, in milliseconds.
  static let retry = Array("retry: 1000\n\n".utf8)
  /// A comment, which no client looks at.
  static let heartbeat = Array(":\n\n".utf8)

  static func bytes(_ name: StaticString, _ revision: Int, _ body: some JSONBody) -> [UInt8] {
    var bytes = Array("id: \(revision)\nevent: \(name)\ndata: ".utf8)
    bytes += HTTPResponse.bytes(of: body)
    bytes += Array("\n\n".utf8)
    return bytes
  }

  /// The session is gone for good. An event without data would be none.
  static func end(_ id: SessionID) -> [UInt8] { Array("event: end\ndata: {\"sessionId\":\"\(id)\"}\n\n".utf8) }
}
