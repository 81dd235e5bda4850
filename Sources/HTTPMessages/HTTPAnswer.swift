/// A handler's answer to a request: at once, later, or in pieces.
///
/// `later` and `stream` are pulled: their source only wakes the server, which asks as the client reads. Order and
/// completeness come from the data asked for, not from the notifications.
public enum HTTPAnswer: Sendable {
  case response(HTTPResponse)
  /// A response, once there is one.
  case later(HTTPLater)
  /// A response whose body comes piece by piece and may never end.
  case stream(HTTPStream)
}

/// A handler's answer to a head whose body has not come yet.
public enum HTTPHeadAnswer: Sendable {
  /// The final answer, independent of the body, which is discarded; the connection closes.
  case response(HTTPResponse)
  /// The body decides: called once in place of the handler, with the whole request.
  case awaitsBody(@Sendable (HTTPRequest) -> HTTPAnswer)
}

/// Makes the server ask again. May be called from any thread, any number of times.
public typealias HTTPWake = @Sendable () -> Void

/// An answer that comes later, or a timeout response at its deadline.
///
/// The server releases it once it has the response or its client is gone.
public struct HTTPLater: Sendable {
  /// Deadline in milliseconds.
  public let milliseconds: Int
  /// Whether the request has been acted on, so its response comes soon. The response is then owed even to a client that
  /// has closed its sending side, and by a draining server.
  public let isOnItsWay: Bool
  /// Whether the content of the response is decided, so requests after it may be decided. From then on `next` returns a
  /// response, and nothing else.
  public let isDecided: @Sendable () -> Bool
  /// Whether a request after it may be decided before its response is there. Asked once it is decided itself.
  public let admits: @Sendable (HTTPRequest) -> Bool
  /// Called once, before the first `next`: the source wakes the server from then on.
  public let begin: @Sendable (@escaping HTTPWake) -> Void
  /// The answer, if there is one by now. Called in a shard's loop, which it blocks.
  public let next: @Sendable () -> HTTPAnswer?
  /// The response at the deadline.
  public let timeout: @Sendable () -> HTTPResponse

  public init(
    milliseconds: Int, isOnItsWay: Bool, isDecided: @escaping @Sendable () -> Bool = { false },
    admits: @escaping @Sendable (HTTPRequest) -> Bool = { _ in false },
    begin: @escaping @Sendable (@escaping HTTPWake) -> Void, next: @escaping @Sendable () -> HTTPAnswer?,
    timeout: @escaping @Sendable () -> HTTPResponse
  ) {
    self.milliseconds = milliseconds
    self.isOnItsWay = isOnItsWay
    self.isDecided = isDecided
    self.admits = admits
    self.begin = begin
    self.next = next
    self.timeout = timeout
  }
}

/// A response whose body is pulled piece by piece.
///
/// The server releases it once it has ended or its client is gone. HEAD gets `head` alone, and begins nothing.
public struct HTTPStream: Sendable {
  /// Status and fields; its `body` is the first piece.
  public var head: HTTPResponse
  /// Sent after the server's heartbeat interval without output.
  public let heartbeat: [UInt8]
  /// Called once, before the first `next`: the source wakes the server from then on.
  public let begin: @Sendable (@escaping HTTPWake) -> Void
  /// The next piece. Called in a shard's loop, which it blocks, and only once the client has accepted all earlier ones.
  public let next: @Sendable () -> Piece

  /// The result of one pull.
  public enum Piece: Sendable {
    case bytes([UInt8])
    /// Nothing until the source wakes the server.
    case none
    /// The last bytes of the body.
    case last([UInt8])
    /// The next piece is lost: the connection closes in the middle of the body.
    case lost
  }

  public init(
    head: HTTPResponse, heartbeat: [UInt8], begin: @escaping @Sendable (@escaping HTTPWake) -> Void,
    next: @escaping @Sendable () -> Piece
  ) {
    self.head = head
    self.heartbeat = heartbeat
    self.begin = begin
    self.next = next
  }
}
