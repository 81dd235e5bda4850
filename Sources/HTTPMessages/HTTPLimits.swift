/// Everything that the server bounds: how much, how many and how long.
public struct HTTPLimits: Sendable, Equatable {
  /// Bytes of a request target; more is 414.
  public var targetBytes = 8 * 1024
  /// Bytes of a request line with its fields and trailers; more is 431.
  public var headBytes = 32 * 1024
  /// Field lines of a request with its trailers; more is 431.
  public var fieldCount = 128
  /// Bytes of a body; more is 413.
  public var bodyBytes = 1024 * 1024
  /// Bytes that have come of bodies that are not complete, on all connections together; more is 503.
  public var bufferedBytes = 256 * 1024 * 1024
  /// Bytes of all chunk extensions in one body; more is 400.
  public var chunkExtensionBytes = 4 * 1024
  /// Empty lines before a request line that are passed over; more is 400.
  public var leadingEmptyLines = 8
  /// Bytes of unread request that are thrown away before a connection closes.
  public var drainBytes = 256 * 1024
  /// Bytes of answers that may wait for a client to read them before its requests are left unread.
  public var pipelinedOutputBytes = 256 * 1024

  /// Milliseconds from the first byte of a request to the end of its head; more is 408.
  public var headMilliseconds = 10_000
  /// Milliseconds from the first byte of a request to its last; more is 408.
  public var requestMilliseconds = 30_000
  /// Milliseconds between requests; more closes the connection.
  public var idleMilliseconds = 60_000
  /// Milliseconds in which a client takes none of its answer; more closes the connection.
  public var stalledWriteMilliseconds = 30_000
  /// Milliseconds that a connection stays half closed for its client to read the last answer.
  public var lingerMilliseconds = 2_000
  /// Milliseconds in which nothing goes out on a stream before its heartbeat does.
  public var heartbeatMilliseconds = 15_000
  /// Bytes of a stream that are asked for before its client has to take them.
  public var streamOutputBytes = 16 * 1024
  /// Bytes of requests that may wait behind an answer that is not complete; more closes the connection.
  public var waitingInputBytes = 32 * 1024

  /// Open connections of the server; more are answered 503.
  public var connections = 20_000
  /// Connections over `connections` that are kept until their request has come; more are answered before, and closed.
  public var surplusConnections = 128
  /// Seconds in the `Retry-After` of a 503.
  public var retryAfterSeconds = 1

  /// The defaults.
  public init() {}
}
