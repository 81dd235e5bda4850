/// Events of a connection. After each of these, and after received bytes, `next` returns the next action.
extension ConnectionMachine {
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

  /// The deadline has passed.
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
}
