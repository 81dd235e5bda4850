/// One side of a connection as a machine: what happens goes in, what is to be done comes out (RFC 9112 §9).
///
/// ```
/// idle ──first byte──▶ head ──▶ body ──▶ answering ──response──▶ idle, or closing
///   ╰──────────────▶ refusing ─────────▶   ╰──▶ awaiting, streaming ──▶ idle, or closing
///                                       closing ──all is sent──▶ lingering ──▶ closed
/// ```
/// Where requests come behind one that is awaited and decided, the awaited answer moves to `owed`, and the state is
/// that of the request that is read. The answers are given in the order of the requests.
///
/// It owns no socket and reads no clock: its owner tells the time in milliseconds of its own, asks `next` until that
/// says to wait or to close, and does what that says. What is sent in one turn gathers in the owner's `HTTPOutput`; the
/// machine keeps only what the client does not take. Between requests it holds no memory of its own.
public struct ConnectionMachine: Sendable {
  var state: State
  var exchange = HTTPExchange()
  /// Answers that requests which were read are owed, oldest first. The first one is awaited.
  var owed: [Owed] = []
  /// What the client has not taken; nothing else happens until it has.
  public internal(set) var unsent: UnsentOutput?
  /// Requests that came before they could be read.
  var backlog: [UInt8] = []
  /// The client sends nothing more.
  var hasInputEnded = false
  /// Where the requests come from.
  let peer: PeerAddress

  enum State: Sendable {
    /// There is no room for it: whatever comes is refused.
    indirect case surplus(HTTPRefusal, since: Int)
    case idle
    indirect case head(PartialHead)
    indirect case body(PartialBody)
    /// What is being read is given up for this.
    indirect case refusing(HTTPRefusal)
    /// The request or the refusal is being answered.
    case answering
    case awaiting(Promise, Step)
    /// Nothing more is read before all that is owed is answered.
    indirect case held(Held)
    case streaming(Flow, Step, since: Int)
    /// The last answer is on its way; then the connection is half-closed or, where that says nothing any more, closed.
    case closing(lingers: Bool)
    indirect case lingering(drained: Int, since: Int)
    case closed
  }

  /// Where a pulled answer is.
  enum Step: Sendable {
    case begins
    /// Its source is to be asked.
    case asks
    case rests
    /// Its time is over.
    case isDue
  }

  /// An answer that is awaited.
  final class Promise: Sendable {
    let later: HTTPLater
    /// When its time is over.
    let due: Int

    init(_ later: HTTPLater, due: Int) { (self.later, self.due) = (later, due) }
  }

  /// A body that comes piece by piece.
  final class Flow: Sendable {
    let stream: HTTPStream

    init(_ stream: HTTPStream) { self.stream = stream }
  }

  /// A machine for a connection of `now`; with `refusal` there is no room for it, and its first bytes are answered so.
  public init(at now: Int = 0, from peer: PeerAddress = .local, refusal: HTTPRefusal? = nil) {
    self.peer = peer
    state = if let refusal { .surplus(refusal, since: now) } else { .idle }
  }

  /// What is to be done next, in its order.
  public enum Action: Sendable {
    /// A head whose body has not come with it, as a request without one: `answer(head:)`.
    case head(HTTPRequest)
    /// A complete request, for the function that its head was answered with, if any: `answer(_:)`.
    case request(HTTPRequest, (@Sendable (HTTPRequest) -> HTTPAnswer)?)
    /// Not a request that the server takes: `answer(_:)`, which closes.
    case refused(HTTPRefusal)
    /// To be told of something that wakes: `woken`.
    case subscribe(@Sendable (@escaping HTTPWake) -> Void)
    /// To be asked for the answer that is awaited: `answer(later:)`.
    case ask(@Sendable () -> HTTPAnswer?)
    /// To be asked for the next piece of a body: `add(_:)`.
    case pull(@Sendable () -> HTTPStream.Piece)
    /// The next bytes are to be sent, those of `unsent` or, where that is nil, the output: `wrote`, `block`.
    case write
    /// Bytes that came before are the next input.
    case reread([UInt8])
    /// The last byte is sent; what the client still sends can be read.
    case finishWriting
    /// Nothing, until one of these happens.
    case wait(Interest, Deadline)
    /// The connection is over, and so is the machine.
    case close
  }

  /// What a connection waits for.
  public enum Interest: Sendable, Equatable {
    case reading
    case writing
    /// News from elsewhere; what the client sends stays where it is.
    case neither
  }

  /// How long a connection waits, as that which the time counts from.
  public enum Deadline: Sendable, Equatable {
    /// Between two requests.
    case idle(since: Int)
    /// For a head, and for a whole request, from its first byte.
    case head(since: Int)
    case body(since: Int)
    /// For a response that is awaited: the time itself.
    case answer(at: Int)
    /// For something to send on a stream.
    case heartbeat(since: Int)
    /// For a client to take its answer.
    case write(UnsentOutput.Progress)
    /// For a client that is only to read its last answer, or to get one.
    case linger(since: Int)
  }

  /// Bytes that have come of a body that is not complete.
  public var bufferedBytes: Int {
    if case .body(let partial) = state { partial.request.body.count } else { 0 }
  }

  /// Whether the next byte begins a request. Empty lines between requests begin none (RFC 9112 §2.2).
  public var isIdle: Bool {
    switch state {
    case .idle: unsent == nil && owed.isEmpty
    case .head(let partial): partial.parser.hasNotBegun && unsent == nil && owed.isEmpty
    case .surplus, .body, .refusing, .answering, .awaiting, .held, .streaming, .closing, .lingering, .closed: false
    }
  }
}
