/// What happens to a connection. After each of these, and after bytes have come, `next` says what is to be done.
extension ConnectionMachine {
  /// What the poller told of means this.
  public enum Readiness: Sendable, Equatable {
    /// Bytes are to be read, for `next`, or the end, for `endInput`.
    case receive
    /// `next` is to be asked.
    case goOn
    case nothing
  }

  /// The poller told of the connection; `isBroken`: both directions are over.
  public mutating func poll(isReadable: Bool, isWritable: Bool, isBroken: Bool) -> Readiness {
    if unsent != nil {
      guard isWritable || isBroken else { return .nothing }
      unsent?.unblock()
      return .goOn
    }
    if isReading { return isReadable ? .receive : .nothing }
    guard isBroken else { return .nothing }
    close()
    return .goOn
  }

  /// The client has sent its last byte: a request that it cut off is refused, all before it are still answered.
  public mutating func endInput() {
    hasInputEnded = true
    switch state {
    case .head(let partial) where !partial.parser.hasNotBegun: refuse(.malformedRequest(.incompleteRequest))
    case .body: refuse(.malformedRequest(.incompleteRequest))
    case .awaiting(let promise, _) where promise.later.isOnItsWay: break
    // A client that waits for an answer and sends the end has gone, as far as can be told.
    case .surplus, .awaiting, .streaming: close()
    case .idle, .head, .refusing, .answering, .held, .closing, .lingering, .closed: break
    }
  }

  /// Gives up what is being read in favour of `refusal`.
  public mutating func refuse(_ refusal: HTTPRefusal) {
    exchange.keepsAlive = false
    state = .refusing(refusal)
  }

  /// There is news for a response that is awaited, or for a stream.
  public mutating func wake() {
    if case .awaited(let promise, .rests)? = owed.first?.reply { owed[0].reply = .awaited(promise, .asks) }
    switch state {
    case .awaiting(let promise, .rests): state = .awaiting(promise, .asks)
    case .streaming(let flow, .rests, let since): state = .streaming(flow, .asks, since: since)
    case .surplus, .idle, .head, .body, .refusing, .answering, .awaiting, .held, .streaming, .closing, .lingering,
      .closed:
      break
    }
  }

  /// The time for what is waited for is over.
  public mutating func passDeadline() {
    guard unsent == nil else { return close() }
    if case .awaited(let promise, _)? = owed.first?.reply {
      owed[0].reply = .awaited(promise, .isDue)
      return
    }
    switch state {
    // RFC 9110 §15.5.9: the client learns why.
    case .head where !isIdle, .body: refuse(.requestTimeout)
    case .awaiting(let promise, _): state = .awaiting(promise, .isDue)
    case .streaming(let flow, _, let since): state = .streaming(flow, .isDue, since: since)
    case .surplus, .idle, .head, .refusing, .answering, .held, .closing, .lingering, .closed: close()
    }
  }

  /// The connection is over, whatever is on its way; lets go of everything.
  public mutating func close() {
    state = .closed
    unsent = nil
    backlog = []
    owed = []
  }

  /// The system has taken bytes that `write` offered.
  public mutating func wrote(_ count: Int, of output: inout HTTPOutput) {
    if unsent != nil {
      unsent?.wrote(count)
      if unsent?.isEmpty == true { unsent = nil }
    } else {
      if count < output.count { unsent = UnsentOutput(output, from: count) }
      output.removeAll()
    }
  }

  /// What follows from the end of a connection's turn.
  public enum Pause: Sendable, Equatable {
    /// What came and is not read is kept; `next` goes on with it.
    case paused
    /// What has been answered is to be sent first, as after `write`.
    case write
    /// `next` is to be asked: nothing is left to do that takes long.
    case goOn
  }

  /// The turn of the connection is over.
  public mutating func pause(_ input: Span<UInt8>, at position: inout Int, output: inout HTTPOutput) -> Pause {
    guard unsent == nil else { return .goOn }
    switch state {
    case .idle, .head: guard position < input.count || !backlog.isEmpty else { return .goOn }
    case .awaiting(_, .asks), .streaming(_, .asks, _): break
    case .surplus, .body, .refusing, .answering, .awaiting, .held, .streaming, .closing, .lingering, .closed:
      return .goOn
    }
    guard output.isEmpty else {
      if !output.isContiguous { wrote(0, of: &output) }
      return .write
    }
    if position < input.count { input.extracting(position...).withUnsafeBufferPointer { backlog += $0 } }
    position = input.count
    return .paused
  }

  /// The system took fewer than that, or none, and takes no more for now, or the turn of the connection is over;
  /// `queuedBytes` of those that it took have not reached the client.
  public mutating func block(queuedBytes: Int, at now: Int, output: inout HTTPOutput) {
    if unsent == nil { wrote(0, of: &output) }
    unsent?.block(queuedBytes: queuedBytes, at: now)
  }

  /// How far the client is with what it does not take whole; nil where it does.
  public mutating func progress(queuedBytes: Int, at now: Int) -> UnsentOutput.Progress? {
    unsent?.look(queuedBytes: queuedBytes, at: now)
    return unsent?.progress
  }
}
