/// The limits of a connection, in bytes and counts; times are set by its owner.
public struct HTTPLimits: Sendable, Equatable {
  /// Bytes of a request target; more is 414. RFC 9112 §3 recommends 8,000 at least.
  public var targetBytes = 8 * 1024
  /// Bytes of a request line with its fields and trailers; more is 431. Four targets: the cookies of other services on
  /// the host fit, which browsers send along.
  public var headBytes = 32 * 1024
  /// Field lines of a request with its trailers; more is 431. A browser behind proxies sends about 40.
  public var fieldCount = 128
  /// Bytes of a body; more is 413.
  public var bodyBytes = 1024 * 1024
  /// Bytes of all chunk extensions in one body; more is 400.
  public var chunkExtensionBytes = 4 * 1024
  /// Empty lines skipped before a request line; more is 400.
  public var leadingEmptyLines = 8
  /// Bytes of an unread request that are discarded before a connection closes.
  public var drainBytes = 256 * 1024
  /// Bytes of answers that a client may leave unread before the server stops reading its requests.
  public var pipelinedOutputBytes = 256 * 1024
  /// Bytes of requests that may wait behind a stream or a wait for news; more closes the connection. Behind long work
  /// more stays unread, and with it the client's end.
  public var waitingInputBytes = 32 * 1024

  public init() {}
}

/// What a server counts of its connections.
public struct ConnectionFigures: Sendable, Equatable {
  public var openConnections = 0
  public var acceptedConnections = 0
  /// Connections above the limit, or without a descriptor or memory.
  public var refusedConnections = 0
  /// Connections closed because their clients read their answers too slowly, or not at all.
  public var slowConnections = 0
  /// Connections closed because the unsent bytes exceeded their limit, and they were furthest behind.
  public var crowdedConnections = 0
  public var receivedBytes = 0
  public var sentBytes = 0
  /// Bytes in memory of answers not fully sent; a shared buffer counts once.
  public var unsentBytes = 0
  /// Bytes in memory of incomplete bodies.
  public var bufferedBytes = 0

  public init() {}
}
