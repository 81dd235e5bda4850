/// Everything that a connection bounds, in bytes and numbers; times are its owner's.
public struct HTTPLimits: Sendable, Equatable {
  /// Bytes of a request target; more is 414.
  public var targetBytes = 8 * 1024
  /// Bytes of a request line with its fields and trailers; more is 431.
  public var headBytes = 32 * 1024
  /// Field lines of a request with its trailers; more is 431.
  public var fieldCount = 128
  /// Bytes of a body; more is 413.
  public var bodyBytes = 1024 * 1024
  /// Bytes of all chunk extensions in one body; more is 400.
  public var chunkExtensionBytes = 4 * 1024
  /// Empty lines before a request line that are passed over; more is 400.
  public var leadingEmptyLines = 8
  /// Bytes of unread request that are thrown away before a connection closes.
  public var drainBytes = 256 * 1024
  /// Bytes of answers that may wait for a client to read them before its requests are left unread.
  public var pipelinedOutputBytes = 256 * 1024

  /// Requests of one connection that may be decided before the first of them is answered; the next ones are left
  /// unread.
  public var pipelinedRequests = 64

  /// Bytes of a stream that are asked for before its client has to take them.
  public var streamOutputBytes = 16 * 1024
  /// Bytes of requests that may wait behind an answer that is not complete; more closes the connection.
  public var waitingInputBytes = 32 * 1024

  /// The defaults.
  public init() {}
}
