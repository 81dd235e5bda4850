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
    if !owed.isEmpty {
      return nextForOwed(input, at: &position, now: now, isDraining: isDraining, limits: limits, output: &output)
    }
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
    case .awaiting(let promise, let step):
      if position < input.count || !backlog.isEmpty, mayFollow(promise, step), !isDraining {
        owed.append(Owed(exchange: exchange, reply: .awaited(promise, step)))
        state = .idle
        return nextForOwed(input, at: &position, now: now, isDraining: isDraining, limits: limits, output: &output)
      }
      let isOnItsWay = promise.later.isOnItsWay
      let action = next(of: promise, step, isDraining: isDraining, output: &output)
      guard case .wait(_, let deadline) = action else { return action }
      guard setAside(input, at: &position, limit: isOnItsWay ? .max : limits.waitingInputBytes) else { return .close }
      return .wait(isReading ? .reading : .neither, deadline)
    case .held(let held): return take(up: held, input, at: &position)
    case .streaming(_, .rests, _) where isDraining:
      add(.last([]), closing: true, at: now, output: &output)
      return next(input, at: &position, now: now, isDraining: isDraining, limits: limits, output: &output)
    case .streaming(let flow, let step, let since):
      let action = next(of: flow, step, since: since, now: now, limits: limits, output: &output)
      guard case .wait = action else { return action }
      return setAside(input, at: &position, limit: limits.waitingInputBytes) ? action : .close
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
    case .surplus, .idle, .head, .refusing, .answering, .awaiting, .held, .streaming, .closing, .lingering, .closed:
      guard !hasInputEnded else {
        close()
        return .close
      }
      // A request may be on its way, which a close would cut off. It is the last: its answer closes the connection.
      return .wait(.reading, isDraining ? .grace(since: now) : .idle(since: now))
    }
  }

  /// The next action for a pending answer.
  mutating func next(of promise: Promise, _ step: Step, isDraining: Bool, output: inout HTTPOutput) -> Action {
    let later = promise.later
    switch step {
    case .begins:
      state = .awaiting(promise, .asks)
      return .subscribe(later.begin)
    case .asks where !isDraining || later.isOnItsWay: return .ask(later.next)
    case .rests where !isDraining || later.isOnItsWay:
      guard output.isEmpty else { return write(&output) }
      return .wait(.reading, .answer(at: promise.due))
    case .asks, .rests, .isDue: return .ask { .response(later.timeout()) }
    }
  }

  /// The next action for a stream. It is pulled up to the bytes that may wait for its client.
  private mutating func next(
    of flow: Flow, _ step: Step, since: Int, now: Int, limits: HTTPLimits, output: inout HTTPOutput
  ) -> Action {
    switch step {
    case .begins:
      state = .streaming(flow, .asks, since: since)
      return .subscribe(flow.stream.begin)
    case .asks where output.count < limits.streamOutputBytes: return .pull(flow.stream.next)
    case .isDue:
      output.append(piece: flow.stream.heartbeat, exchange: exchange)
      state = .streaming(flow, .rests, since: now)
    case .asks, .rests: break
    }
    guard output.isEmpty else { return write(&output) }
    return .wait(.reading, .heartbeat(since: since))
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
  mutating func write(_ output: inout HTTPOutput) -> Action {
    if !output.isContiguous {
      unsent = UnsentOutput(output, from: 0)
      output.removeAll()
    }
    return .write
  }

  /// Reads the stored input, followed by the new input.
  mutating func reread(_ input: Span<UInt8>, at position: inout Int) -> Action {
    keep(input, at: &position)
    defer { backlog = [] }
    return .reread(backlog)
  }

  /// Stores what follows an incomplete answer; false, and closed, beyond `limit` bytes.
  private mutating func setAside(_ input: Span<UInt8>, at position: inout Int, limit: Int) -> Bool {
    guard position < input.count else { return true }
    keep(input, at: &position)
    guard backlog.count > limit else { return true }
    close()
    return false
  }

  mutating func keep(_ input: Span<UInt8>, at position: inout Int) {
    guard position < input.count else { return }
    input.extracting(position...).withUnsafeBufferPointer { backlog += $0 }
    position = input.count
  }
}
