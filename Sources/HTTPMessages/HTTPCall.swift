public import Synchronization
public import Waiting

/// The handler of a server: answers one request; nil where its client has left.
public typealias HTTPHandler = @Sendable (HTTPCall) async -> HTTPResponse?

/// A request, and its way back to the client, for the task that answers it, and then for that of its stream.
///
/// The task never touches its connection. It fills this slot, and the connection's owner looks there.
public final class HTTPCall: Sendable {
  /// The request; without its body where `body()` has to wait for it.
  public let request: HTTPRequest
  /// Ends the waits of the task.
  public let patience: Patience

  private struct State {
    var output = Output()
    /// Bytes of pieces not yet taken by the client's system.
    var unsentBytes = 0
    var room: Promise<Void>?
  }

  /// What the task has put in.
  public struct Output: Sendable {
    /// The task waits for the body.
    public var wantsBody = false
    public var response: HTTPResponse?
    /// Pieces of its stream.
    public var pieces: [[UInt8]] = []
    /// The end of its stream, or of a call without a response.
    public var end: End?

    public init(
      wantsBody: Bool = false, response: HTTPResponse? = nil, pieces: [[UInt8]] = [], end: End? = nil
    ) {
      (self.wantsBody, self.response, self.pieces, self.end) = (wantsBody, response, pieces, end)
    }
  }

  public enum End: Sendable {
    case complete
    /// The stream breaks off, or there is no response: the connection closes.
    case lost
  }

  private let state = Mutex(State())
  /// The body, once it is whole; nil where it came with the request.
  private let late: Promise<[UInt8]>?
  private let notify: @Sendable () -> Void
  /// Nanoseconds in which the task has waited for the body, as it notes them.
  public let bodyNanoseconds = Atomic<Int64>(0)

  /// Bytes of pieces from which on the task waits for room, and to which small ones are combined.
  public static let pieceBytes = 16 * 1024

  /// - Parameters:
  ///   - isWhole: whether the request has its body.
  ///   - isDraining: whether the server is about to stop.
  ///   - notify: called, on the task's executor, where there is something new to look at: output, or another kind of
  ///     wait.
  public init(
    _ request: HTTPRequest, isWhole: Bool = true, isDraining: Bool = false, notify: @escaping @Sendable () -> Void = {}
  ) {
    self.request = request
    self.notify = notify
    late = isWhole ? nil : Promise()
    patience = Patience(isDraining: isDraining, whenWaiting: notify)
  }

  // MARK: The task's side

  /// Whether the body came with the request.
  public var isWhole: Bool { late == nil }

  /// The whole body. Throws `left` where the client is gone, or has been told why its body is refused.
  public func body() async throws(WaitEnd) -> [UInt8] {
    guard let late else { return request.body }
    if late.value == nil { put { $0.output.wantsBody = true } }
    return try await patience.wait(for: late)
  }

  /// Answers; nil where the client has left.
  public func answer(_ response: HTTPResponse?) {
    put { if let response { $0.output.response = response } else { $0.output.end = .lost } }
  }

  /// Adds a piece of a stream. Where there is no more room, the result is for when the client's system has taken it.
  public func write(_ piece: [UInt8]) -> Promise<Void>? {
    put { state in
      state.output.pieces.append(piece)
      state.unsentBytes += piece.count
      if state.unsentBytes >= Self.pieceBytes { state.room = Promise() }
      return state.room
    }
  }

  public func end(_ end: End) { put { $0.output.end = end } }

  private func put<Result>(_ change: (inout State) -> Result) -> Result {
    let result = state.withLock { change(&$0) }
    notify()
    return result
  }

  // MARK: The connection's side

  /// What has been put in since the last call.
  public func take() -> Output {
    // Swapped: a copy would retain each part.
    var output = Output()
    state.withLock { swap(&$0.output, &output) }
    return output
  }

  /// The client's system has taken all pieces so far.
  public func makeRoom() {
    let room = state.withLock { state in
      state.unsentBytes = 0
      defer { state.room = nil }
      return state.room
    }
    room?.fulfil(())
  }

  /// The body is whole.
  public func receive(_ body: [UInt8]) { late?.fulfil(body) }
}

extension HTTPRequest {
  /// The response of a handler that does not wait, for callers without a connection; nil where it waits.
  public func response(of handler: @escaping HTTPHandler) -> HTTPResponse? {
    let over = Promise<HTTPResponse?>()
    Task.immediate { over.fulfil(await handler(HTTPCall(self))) }
    return over.value ?? nil
  }
}
