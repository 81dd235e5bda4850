/// What a handler has to say to a request: all at once, once there is something to say, or bit by bit.
///
/// The last two are pulled: the source of news only wakes, and the server asks for them as the client takes them. So
/// order and completeness follow from the data that is asked, not from what was told when.
public enum HTTPAnswer: Sendable {
  case response(HTTPResponse)
  /// Something, when there is something.
  case later(HTTPLater)
  /// A response whose body comes piece by piece and may never end.
  case stream(HTTPStream)
}

/// What a handler has to say to a head whose body has not come with it.
public enum HTTPHeadAnswer: Sendable {
  /// The answer, whatever the body is: that is thrown away, and the connection closes.
  case response(HTTPResponse)
  /// The body decides, too: called once, with the whole request, in place of the handler.
  case awaitsBody(@Sendable (HTTPRequest) -> HTTPAnswer)
}

/// Makes the server ask again; to be called from any thread, as often as one likes.
public typealias HTTPWake = @Sendable () -> Void

/// An answer that comes when there is one, or a response when a time is over.
///
/// The server lets go of it when it has the response or its client is gone.
public struct HTTPLater: Sendable {
  /// Milliseconds to wait at most.
  public let milliseconds: Int
  /// Whether the request has been acted on, so that its response comes soon and is owed to a client that has sent its
  /// end, too, and by a server that drains.
  public let isOnItsWay: Bool
  /// Whether it is decided what its response tells, so that requests behind it may be decided. From then on `next`
  /// gives a response, and nothing else.
  public let isDecided: @Sendable () -> Bool
  /// Whether a request behind it may be decided before its response is there. Asked once it is decided itself.
  public let admits: @Sendable (HTTPRequest) -> Bool
  /// Called once, before the first `next`: the source of news wakes from then on.
  public let begin: @Sendable (@escaping HTTPWake) -> Void
  /// What there is to say, where there is something by now. Called in a shard's loop, which waits for it.
  public let next: @Sendable () -> HTTPAnswer?
  /// The response when the time is over.
  public let timeout: @Sendable () -> HTTPResponse

  public init(
    milliseconds: Int, isOnItsWay: Bool, isDecided: @escaping @Sendable () -> Bool = { false },
    admits: @escaping @Sendable (HTTPRequest) -> Bool = { _ in false },
    begin: @escaping @Sendable (@escaping HTTPWake) -> Void,
    next: @escaping @Sendable () -> HTTPAnswer?,
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

/// A response whose body is asked for piece by piece.
///
/// The server lets go of it when it has ended or its client is gone. HEAD is answered with `head` alone, and begins
/// nothing.
public struct HTTPStream: Sendable {
  /// Status and fields; its `body` is the first piece.
  public var head: HTTPResponse
  /// Sent when nothing else has been for as long as the server waits with a heartbeat.
  public let heartbeat: [UInt8]
  /// Called once, before the first `next`: the source of news wakes from then on.
  public let begin: @Sendable (@escaping HTTPWake) -> Void
  /// What comes next. Called in a shard's loop, which waits for it, and only once the client has taken all before.
  public let next: @Sendable () -> Piece

  /// What a source has when it is asked.
  public enum Piece: Sendable {
    case bytes([UInt8])
    /// Nothing until it is woken.
    case none
    /// These, and then the body ends.
    case last([UInt8])
    /// What would come next is lost: the connection closes in the middle of the body.
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
