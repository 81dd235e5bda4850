/// The limits of a transport.
struct TransportLimits: Sendable {
  /// Bytes of content in one response.
  var responseBodyBytes = 64 << 20
  /// Bytes of status line and fields in one response, interim responses included.
  var responseHeadBytes = 256 << 10
  /// Unread bytes of a streamed response before the server is paused.
  var streamBufferBytes = 256 << 10
  /// Time to open a connection, TLS included.
  var connectTimeout: Duration = .seconds(10)
  /// Time of a whole request without a timeout of its own.
  var requestTimeout: Duration = .seconds(30)
  /// Open connections, in use or idle; further requests wait their turn.
  var connections = 256

  /// Whole milliseconds from 1 to 2 000 000 000; libcurl reads 0 as "never".
  static func milliseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    let bounded = min(max(seconds, 0), 1_999_999)
    return Int(max(bounded * 1000 + max(attoseconds, 0) / 1_000_000_000_000_000, 1))
  }
}
