public import Waiting

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
  private var hasInputEnded = false
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
    case wait(Interest, Deadline)
    /// The connection and its machine end.
    case close
  }

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

  public var isCalling: Bool {
    switch state {
    case .body, .awaiting, .streaming: true
    case .surplus, .idle, .head, .refusing, .answering, .closing, .lingering, .closed: false
    }
  }

  /// Whether to read from the client, or its end: not where input would pile up behind a call that is done soon.
  private var isReading: Bool {
    switch state {
    case .awaiting(.work(_, let isLong)): (isLong || backlog.isEmpty) && !hasInputEnded
    case .awaiting(.news), .awaiting(.overdue): !hasInputEnded
    case .surplus, .idle, .head, .body, .refusing, .answering, .streaming, .closing, .lingering, .closed: true
    }
  }

  // MARK: Actions

  /// The next action; the owner calls again until it is `wait` or `close`.
  ///
  /// `input` from `position` on is unread; bytes that cannot be read yet are stored. `output` has the bytes not yet
  /// offered to the system; it is empty at the end of a turn. `isDraining`: the server is stopping, and ends each
  /// connection that waits for a client or for events.
  public mutating func next(
    _ input: Span<UInt8>, at position: inout Int, now: Int, isDraining: Bool, limits: HTTPLimits,
    output: inout HTTPOutput
  ) -> Action {
    if unsent != nil { return nextForUnsent(input, at: &position, limits: limits, output: &output) }
    switch state {
    case .idle, .head, .body:
      if output.count < limits.pipelinedOutputBytes {
        if !backlog.isEmpty { return reread(input, at: &position) }
        if position < input.count, let action = read(input, at: &position, now: now, limits: limits) { return action }
      }
      guard output.isEmpty else { return write(&output) }
      return waitForRequest(now: now, isDraining: isDraining)
    case .refusing(let refusal):
      position = input.count
      state = .answering
      return .refused(refusal)
    case .awaiting(.overdue(let isNews)):
      state = .awaiting(.work(since: now))
      return .expire(isNews: isNews)
    case .awaiting(.work(let since, _)):
      guard output.isEmpty else { return write(&output) }
      keep(input, at: &position)
      let mayRead = isReading && backlog.count <= limits.waitingInputBytes
      return .wait(mayRead ? .reading : .neither, .answer(since: since))
    case .awaiting(.news(let time)):
      guard output.isEmpty else { return write(&output) }
      guard setAside(input, at: &position, limits: limits) else { return .close }
      return .wait(isReading ? .reading : .neither, .news(at: time))
    case .streaming(let heartbeat, let since, let isDue):
      if isDue {
        output.append(piece: heartbeat, exchange: exchange)
        state = .streaming(heartbeat: heartbeat, since: now, isDue: false)
      }
      guard output.isEmpty else { return write(&output) }
      return setAside(input, at: &position, limits: limits) ? .wait(.reading, .heartbeat(since: since)) : .close
    case .surplus(let refusal, let since):
      guard position < input.count else { return .wait(.reading, .linger(since: since)) }
      refuse(refusal)
      return next(input, at: &position, now: now, isDraining: isDraining, limits: limits, output: &output)
    case .closing(let lingers):
      position = input.count
      backlog = []
      guard output.isEmpty else { return write(&output) }
      guard lingers, !hasInputEnded else { break }
      state = .lingering(drained: 0, since: now)
      // Prevents a reset from overtaking the answer (RFC 9112 §9.6).
      return .finishWriting
    case .lingering(let drained, let since):
      let count = drained + input.count - position
      position = input.count
      guard count <= limits.drainBytes, !hasInputEnded else { break }
      if count > drained { state = .lingering(drained: count, since: since) }
      return .wait(.reading, .linger(since: since))
    case .answering, .closed: break
    }
    close()
    return .close
  }

  private mutating func waitForRequest(now: Int, isDraining: Bool) -> Action {
    switch state {
    case .body(let partial): return .wait(.reading, .body(since: partial.since))
    case .head(let partial) where !partial.parser.hasNotBegun: return .wait(.reading, .head(since: partial.since))
    case .surplus, .idle, .head, .refusing, .answering, .awaiting, .streaming, .closing, .lingering, .closed:
      guard !hasInputEnded else {
        close()
        return .close
      }
      // A request may be on its way, which a close would cut off. It is the last: its answer closes the connection.
      return .wait(.reading, isDraining ? .grace(since: now) : .idle(since: now))
    }
  }

  /// The next action while output is blocked: the client's further requests are deferred.
  private mutating func nextForUnsent(
    _ input: Span<UInt8>, at position: inout Int, limits: HTTPLimits, output: inout HTTPOutput
  ) -> Action {
    if !output.isEmpty {
      unsent?.append(output)
      output.removeAll()
    }
    keep(input, at: &position)
    guard let unsent, unsent.isBlocked, let progress = unsent.progress else { return .write }
    return .wait(.writing, .write(progress))
  }

  /// Sends the output; large parts are sent separately.
  private mutating func write(_ output: inout HTTPOutput) -> Action {
    if !output.isContiguous {
      unsent = UnsentOutput(output, from: 0)
      output.removeAll()
    }
    return .write
  }

  /// Reads the stored input, followed by the new input.
  private mutating func reread(_ input: Span<UInt8>, at position: inout Int) -> Action {
    keep(input, at: &position)
    defer { backlog = [] }
    return .reread(backlog)
  }

  /// Stores what follows an answer that may never end; false, and closed, beyond the limit.
  private mutating func setAside(_ input: Span<UInt8>, at position: inout Int, limits: HTTPLimits) -> Bool {
    guard position < input.count else { return true }
    keep(input, at: &position)
    guard backlog.count > limits.waitingInputBytes else { return true }
    close()
    return false
  }

  private mutating func keep(_ input: Span<UInt8>, at position: inout Int) {
    guard position < input.count else { return }
    backlog.append(position..<input.count, of: input)
    position = input.count
  }

  // MARK: Events, after each of which, and after received bytes, `next` returns the next action

  /// What the owner does after a poller event.
  public enum Readiness: Sendable, Equatable {
    /// Receive: pass bytes to `next`, or the end to `endInput`.
    case receive
    /// Call `next`.
    case proceed
    case nothing
  }

  /// The poller reported the connection; `isBroken`: both directions are closed.
  public mutating func poll(isReadable: Bool, isWritable: Bool, isBroken: Bool) -> Readiness {
    if unsent != nil {
      guard isWritable || isBroken else { return .nothing }
      unsent?.unblock()
      return .proceed
    }
    if isReading { return isReadable ? .receive : .nothing }
    guard isBroken else { return .nothing }
    close()
    return .proceed
  }

  /// The client has sent its last byte: a truncated request is refused, all requests before it are answered.
  public mutating func endInput() {
    hasInputEnded = true
    switch state {
    case .head(let partial) where !partial.parser.hasNotBegun: refuse(.malformedRequest(.incompleteRequest))
    case .body: refuse(.malformedRequest(.incompleteRequest))
    // A client that closes its side in the middle of a stream is presumed gone.
    case .surplus, .streaming: close()
    case .idle, .head, .refusing, .answering, .awaiting, .closing, .lingering, .closed: break
    }
  }

  /// Drops the request being read and answers `refusal`.
  public mutating func refuse(_ refusal: HTTPRefusal) {
    exchange.keepsAlive = false
    state = .refusing(refusal)
  }

  public mutating func passDeadline() {
    guard unsent == nil else { return close() }
    switch state {
    // RFC 9110 §15.5.9: the client learns why.
    case .head where !isIdle, .body: refuse(.requestTimeout)
    case .awaiting(.work): state = .awaiting(.overdue(isNews: false))
    case .awaiting(.news): state = .awaiting(.overdue(isNews: true))
    case .streaming(let heartbeat, let since, _): state = .streaming(heartbeat: heartbeat, since: since, isDue: true)
    case .surplus, .idle, .head, .refusing, .answering, .awaiting, .closing, .lingering, .closed: close()
    }
  }

  /// Closes the connection in any state and releases its memory.
  public mutating func close() {
    state = .closed
    isCutOff = isCutOff || unsent != nil
    unsent = nil
    backlog = []
  }

  /// The system has accepted `count` of the bytes offered by `write`.
  public mutating func wrote(_ count: Int, of output: inout HTTPOutput) {
    if unsent != nil {
      unsent?.wrote(count)
      if unsent?.isEmpty == true { unsent = nil }
    } else {
      if count < output.count { unsent = UnsentOutput(output, from: count) }
      output.removeAll()
    }
  }

  /// The outcome of the end of a connection's turn.
  public enum Pause: Sendable, Equatable {
    /// Unread input is stored; `next` continues with it.
    case paused
    /// The output is to be sent first, as after `write`.
    case write
    /// Call `next`: no long work is left.
    case proceed
  }

  /// The turn of the connection is over.
  public mutating func pause(_ input: Span<UInt8>, at position: inout Int, output: inout HTTPOutput) -> Pause {
    guard unsent == nil else { return .proceed }
    switch state {
    case .idle, .head: guard position < input.count || !backlog.isEmpty else { return .proceed }
    case .surplus, .body, .refusing, .answering, .awaiting, .streaming, .closing, .lingering, .closed: return .proceed
    }
    guard output.isEmpty else {
      if !output.isContiguous { wrote(0, of: &output) }
      return .write
    }
    if position < input.count { backlog.append(position..<input.count, of: input) }
    position = input.count
    return .paused
  }

  /// The system's buffer is full, or the connection's turn is over. `queuedBytes` of the bytes already accepted have
  /// not reached the client.
  public mutating func block(queuedBytes: Int, at now: Int, output: inout HTTPOutput) {
    if unsent == nil { wrote(0, of: &output) }
    unsent?.block(queuedBytes: queuedBytes, at: now)
  }

  /// The client's progress with a blocked response; nil where none is blocked.
  public mutating func progress(queuedBytes: Int, at now: Int) -> UnsentOutput.Progress? {
    unsent?.updateProgress(queuedBytes: queuedBytes, at: now)
    return unsent?.progress
  }

  // MARK: Answers, likewise

  public mutating func answer(_ response: HTTPResponse, date: HTTPDate, output: inout HTTPOutput) {
    guard case .answering = state else { return }
    respond(response, date: date, closing: true, output: &output)
  }

  /// Takes what the call has put in.
  ///
  /// `closing`: the server wants no further request on this connection. The client of a stream learns it only when the
  /// connection closes.
  public mutating func take(
    _ news: HTTPCall.Output, date: HTTPDate, closing: Bool, at now: Int, output: inout HTTPOutput
  ) {
    if case .body(var partial) = state {
      if news.response != nil || news.end != nil {
        // RFC 9110 §10.1.1: a client waiting for `100 Continue` may send its body or not, so the start of its next
        // request is unknown.
        exchange.keepsAlive = false
      } else if news.wantsBody, partial.awaitsContinue {
        output.append("HTTP/1.1 100 Continue\r\n\r\n")
        partial.awaitsContinue = false
        state = .body(partial)
      }
    }
    if let response = news.response {
      answer(response, date: date, closing: closing, at: now, output: &output)
    }
    if case .streaming(let heartbeat, _, _) = state, !news.pieces.isEmpty {
      for piece in news.pieces { output.append(piece: piece, exchange: exchange) }
      state = .streaming(heartbeat: heartbeat, since: now, isDue: false)
    }
    if let end = news.end { finish(end, closing: closing, output: &output) }
  }

  private mutating func answer(
    _ response: HTTPResponse, date: HTTPDate, closing: Bool, at now: Int, output: inout HTTPOutput
  ) {
    switch state {
    case .body, .awaiting:
      if let stream = response.stream {
        begin(stream, of: response, date: date, closing: closing, at: now, output: &output)
      } else {
        respond(response, date: date, closing: closing, output: &output)
      }
    case .surplus, .idle, .head, .refusing, .answering, .streaming, .closing, .lingering, .closed: break
    }
  }

  private mutating func finish(_ end: HTTPCall.End, closing: Bool, output: inout HTTPOutput) {
    switch (state, end) {
    case (.streaming, .complete):
      if !exchange.isHTTP10 { output.append("0\r\n\r\n") }
      complete(closing: closing)
    case (.body, _), (.awaiting, _), (.streaming, .lost): state = .closing(lingers: false)
    case (.surplus, _), (.idle, _), (.head, _), (.refusing, _), (.answering, _), (.closing, _), (.lingering, _),
      (.closed, _):
      break
    }
  }

  /// The call waits for this now.
  public mutating func wait(for purpose: Patience.Purpose?, at now: Int) {
    guard case .awaiting = state else { return }
    switch purpose {
    case .news(let milliseconds?): state = .awaiting(.news(until: now + min(milliseconds, Int(Int32.max))))
    case .news(nil): state = .awaiting(.news(until: .max))
    case .longWork: state = .awaiting(.work(since: now, isLong: true))
    case .work, nil: state = .awaiting(.work(since: now))
    }
  }

  private mutating func respond(_ response: HTTPResponse, date: HTTPDate, closing: Bool, output: inout HTTPOutput) {
    if closing || response.closes { exchange.keepsAlive = false }
    response.write(to: &output, date: date, exchange: exchange)
    complete(closing: false)
  }

  private mutating func complete(closing: Bool) {
    state = exchange.keepsAlive && !closing ? .idle : .closing(lingers: true)
  }

  /// Appends the head, and its body as the first piece. HEAD gets the head alone.
  private mutating func begin(
    _ stream: HTTPStream, of head: HTTPResponse, date: HTTPDate, closing: Bool, at now: Int, output: inout HTTPOutput
  ) {
    if closing || head.closes || exchange.isHTTP10 && !exchange.isHead { exchange.keepsAlive = false }
    head.writeStreamHead(to: &output, date: date, exchange: exchange)
    guard !exchange.isHead else { return complete(closing: false) }
    output.append(piece: head.body, exchange: exchange)
    state = .streaming(heartbeat: stream.heartbeat, since: now, isDue: false)
  }
}
