/// One side of a connection as a state machine: events go in, actions come out (RFC 9112 §9).
///
/// ```
/// idle ──first byte──▶ head ──▶ body ──▶ awaiting ──response──▶ idle, or closing
///   ╰────────────▶ refusing ◀─────╯          ╰──▶ streaming ──▶ idle, or closing
///                     ╰──▶ answering ──▶ closing ──all is sent──▶ lingering ──▶ closed
/// ```
/// A task answers a request from its head on: in `body`, `awaiting` and `streaming` its call is the owner's, which passes
/// on what the task has put in (`take`). Further requests wait until the response is complete.
///
/// The machine owns no socket and reads no clock. Its owner passes the time in milliseconds of its own clock. It calls
/// `next` and performs each action until that is `wait` or `close`. Output gathers in the owner's `HTTPOutput` during a
/// turn; the machine holds only what the client does not accept. Between requests it holds no heap memory.
public struct ConnectionMachine: Sendable {
  var state: State
  var exchange = HTTPExchange()
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
    /// A call runs, and its body is incomplete.
    indirect case body(PartialBody)
    /// The request being read is dropped for this refusal.
    indirect case refusing(HTTPRefusal)
    /// The refusal is being answered.
    case answering
    /// A call runs, its request is whole.
    case awaiting(Wait)
    /// The response of the call has begun; `since`: the time of its last output.
    case streaming(heartbeat: [UInt8], since: Int, isDue: Bool)
    /// The last answer is being sent. Then the connection is half-closed or, where that is pointless, closed.
    case closing(lingers: Bool)
    indirect case lingering(drained: Int, since: Int)
    case closed
  }

  /// What a call waits for, as last seen.
  enum Wait: Sendable {
    case work(since: Int, isLong: Bool = false)
    /// `Int.max` where there is no deadline.
    case news(until: Int)
    /// The deadline of either has passed.
    case overdue(isNews: Bool)
  }

  /// A connection opened at `now`; with `refusal` it is beyond the limit, and its first bytes get that answer.
  public init(at now: Int = 0, from peer: PeerAddress = .local, refusal: HTTPRefusal? = nil) {
    self.peer = peer
    state = if let refusal { .surplus(refusal, since: now) } else { .idle }
  }

  /// The next action; the owner answers it with the call named.
  public enum Action: Sendable {
    /// Begin a call. Without `isWhole`, the request lacks its body: `take`.
    case request(HTTPRequest, isWhole: Bool)
    /// The body of the call is whole.
    case body([UInt8])
    /// Input that the server refuses; a call that waits for it has no client any more: `answer`, which closes.
    case refused(HTTPRefusal)
    /// End the present wait of the call, if it is of this kind: its time is over: `wait`.
    case expire(isNews: Bool)
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
    /// Its call alone; the client's bytes stay in the socket.
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
    /// For the work of a call.
    case answer(since: Int)
    /// For the news that a call waits for: the time itself.
    case news(at: Int)
    /// For the next bytes of a stream.
    case heartbeat(since: Int)
    /// For a client to accept its answer.
    case write(UnsentOutput.Progress)
    /// For a client that has only to read its last answer, or to receive a refusal.
    case linger(since: Int)
  }

  /// Received bytes of an incomplete body.
  public var bufferedBytes: Int {
    if case .body(let partial) = state { partial.body.count } else { 0 }
  }

  /// Whether the next byte begins a request. Empty lines between requests do not (RFC 9112 §2.2).
  public var isIdle: Bool {
    switch state {
    case .idle: unsent == nil
    case .head(let partial): partial.parser.hasNotBegun && unsent == nil
    case .surplus, .body, .refusing, .answering, .awaiting, .streaming, .closing, .lingering, .closed: false
    }
  }

  /// Whether a call runs.
  public var isCalling: Bool {
    switch state {
    case .body, .awaiting, .streaming: true
    case .surplus, .idle, .head, .refusing, .answering, .closing, .lingering, .closed: false
    }
  }

  /// Whether to read from the client, or its end: not where input would pile up behind a call that is done soon.
  var isReading: Bool {
    switch state {
    case .awaiting(.work(_, let isLong)): (isLong || backlog.isEmpty) && !hasInputEnded
    case .awaiting(.news), .awaiting(.overdue): !hasInputEnded
    case .surplus, .idle, .head, .body, .refusing, .answering, .streaming, .closing, .lingering, .closed: true
    }
  }
}
