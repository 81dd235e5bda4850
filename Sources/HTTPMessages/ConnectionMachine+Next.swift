/// The actions of a connection.
extension ConnectionMachine {
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
}
