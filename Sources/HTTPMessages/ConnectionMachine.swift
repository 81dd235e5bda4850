/// One side of a connection as a state machine: events go in, actions come out (RFC 9112 §9).
///
/// ```
/// idle ──first byte──▶ head ──▶ body ──▶ answering ──response──▶ idle, or closing
///   ╰──────────────▶ refusing ─────────▶   ╰──▶ awaiting, streaming ──▶ idle, or closing
///                                       closing ──all is sent──▶ lingering ──▶ closed
/// ```
/// Requests may be read after a pending request that is decided. The pending answer then moves to `owed`, and the state
/// is that of the request being read. Answers are sent in request order.
///
/// The machine owns no socket and reads no clock. Its owner passes the time in milliseconds of its own clock. It calls
/// `next` and performs each action until that is `wait` or `close`. Output gathers in the owner's `HTTPOutput` during a
/// turn; the machine holds only what the client does not accept. Between requests it holds no heap memory.
public struct ConnectionMachine: Sendable {
  var state: State
  var exchange = HTTPExchange()
  /// The answers owed to requests already read, oldest first. The first one is pending.
  var owed: [Owed] = []
  /// Output that the client has not accepted; nothing else happens until it is sent.
  public internal(set) var unsent: UnsentOutput?
  /// Whether it was closed with output that the client has not accepted.
  public internal(set) var isCutOff = false
  /// Input received before it could be read.
  var backlog: [UInt8] = []
  /// The client has closed its sending side.
  var hasInputEnded = false
  /// The source of the requests.
  let peer: PeerAddress

  enum State: Sendable {
    /// Connection beyond the limit: its first bytes are refused.
    indirect case surplus(HTTPRefusal, since: Int)
    case idle
    indirect case head(PartialHead)
    indirect case body(PartialBody)
    /// The request being read is dropped for this refusal.
    indirect case refusing(HTTPRefusal)
    /// The request or the refusal is being answered.
    case answering
    case awaiting(Promise, Step)
    /// Nothing more is read until every owed answer is sent.
    indirect case held(Held)
    case streaming(Flow, Step, since: Int)
    /// The last answer is being sent. Then the connection is half-closed or, where that is pointless, closed.
    case closing(lingers: Bool)
    indirect case lingering(drained: Int, since: Int)
    case closed
  }

  /// The step of a pulled answer.
  enum Step: Sendable {
    case begins
    /// Its source is to be asked.
    case asks
    case rests
    /// Its deadline has passed.
    case isDue
  }

  /// A pending answer.
  final class Promise: Sendable {
    let later: HTTPLater
    /// Its deadline.
    let due: Int

    init(_ later: HTTPLater, due: Int) { (self.later, self.due) = (later, due) }
  }

  /// A body pulled piece by piece.
  final class Flow: Sendable {
    let stream: HTTPStream

    init(_ stream: HTTPStream) { self.stream = stream }
  }

  /// A connection opened at `now`; with `refusal` it is beyond the limit, and its first bytes get that answer.
  public init(at now: Int = 0, from peer: PeerAddress = .local, refusal: HTTPRefusal? = nil) {
    self.peer = peer
    state = if let refusal { .surplus(refusal, since: now) } else { .idle }
  }

  /// The next action; the owner answers it with the call named.
  public enum Action: Sendable {
    /// A head whose body has not come, as a request without one: `answer(head:)`.
    case head(HTTPRequest)
    /// A complete request, for the function that answered its head, if any: `answer(_:)`.
    case request(HTTPRequest, (@Sendable (HTTPRequest) -> HTTPAnswer)?)
    /// Input that the server refuses: `answer(_:)`, which closes.
    case refused(HTTPRefusal)
    /// Register a wake-up with the source of news: `wake`.
    case subscribe(@Sendable (@escaping HTTPWake) -> Void)
    /// Ask for the pending answer: `answer(later:)`.
    case ask(@Sendable () -> HTTPAnswer?)
    /// Ask for the next piece of a body: `add(_:)`.
    case pull(@Sendable () -> HTTPStream.Piece)
    /// Send the next bytes: those of `unsent` or, where that is nil, the output: `wrote`, `block`.
    case write
    /// Pass these stored bytes as the next input.
    case reread([UInt8])
    /// Close the sending side; what the client still sends can be read.
    case finishWriting
    /// Wait for one of these.
    case wait(Interest, Deadline)
    /// The connection and its machine end.
    case close
  }

  /// What a connection waits for.
  public enum Interest: Sendable, Equatable {
    case reading
    case writing
    /// News from the source alone; the client's bytes stay in the socket.
    case neither
  }

  /// A deadline, as the time that it counts from.
  public enum Deadline: Sendable, Equatable {
    /// Between two requests.
    case idle(since: Int)
    /// For the last request of a connection to a server that is stopping.
    case grace(since: Int)
    /// For a head, and for a whole request, from its first byte.
    case head(since: Int)
    case body(since: Int)
    /// For a pending response: the time itself.
    case answer(at: Int)
    /// For the next bytes of a stream.
    case heartbeat(since: Int)
    /// For a client to accept its answer.
    case write(UnsentOutput.Progress)
    /// For a client that has only to read its last answer, or to receive a refusal.
    case linger(since: Int)
  }

  /// Received bytes of an incomplete body.
  public var bufferedBytes: Int {
    if case .body(let partial) = state { partial.request.body.count } else { 0 }
  }

  /// Whether the next byte begins a request. Empty lines between requests do not (RFC 9112 §2.2).
  public var isIdle: Bool {
    switch state {
    case .idle: unsent == nil && owed.isEmpty
    case .head(let partial): partial.parser.hasNotBegun && unsent == nil && owed.isEmpty
    case .surplus, .body, .refusing, .answering, .awaiting, .held, .streaming, .closing, .lingering, .closed: false
    }
  }
}
