import HTTPMessages
import NavigationAPI

/// The events of a stream as bytes. The server's JSON has no line breaks, so an event is one line of data.
enum ServerSentEvent {
  /// The client's reconnection delay, in milliseconds.
  static let retry = Array("retry: 1000\n\n".utf8)
  /// A comment, which clients ignore.
  static let heartbeat = Array(":\n\n".utf8)

  static func bytes(_ name: StaticString, revision: Int, _ body: some JSONBody) -> [UInt8] {
    var bytes = Array("id: \(revision)\nevent: \(name)\ndata: ".utf8)
    bytes += HTTPResponse.bytes(of: body)
    bytes += Array("\n\n".utf8)
    return bytes
  }

  /// The session is gone for good. Clients ignore an event without data.
  static func end(_ id: SessionID) -> [UInt8] { Array("event: end\ndata: {\"sessionId\":\"\(id)\"}\n\n".utf8) }
}
