import HTTPMessages

extension Shard {
  /// Reads what has come, once; the poller tells again where there is more.
  func read(_ connection: Connection) {
    if let pending = connection.pending, pending.holdsInput { return stopReading(connection) }
    switch connection.socket.receive(into: readBuffer) {
    case .bytes(let count):
      traffic.receivedBytes.add(count)
      switch connection.stage {
      case .open:
        let input = Span(_unsafeElements: UnsafeBufferPointer(rebasing: readBuffer[..<count]))
        if connection.pending == nil { feed(connection, input) } else { keepWaiting(connection, input) }
      case .lingering(let drained): discard(connection, drained: drained + count)
      case .closed: break
      }
    case .end: end(connection)
    case .wouldBlock: break
    case .failed: close(connection)
    }
  }

  /// Answers every request in `input`, with one write for all where they fit.
  func feed(_ connection: Connection, _ input: Span<UInt8>) {
    var position = 0
    var isNewRequest = connection.machine.activity == .idle
    if connection.bufferedBytes > 0 { stopBuffering(connection) }
    output.removeAll(keepingCapacity: Shard.keptOutputBytes)
    if connection.isSurplus {
      answer(connection, refusal: connection.machine.refuse(.connectionLimit(retryAfterSeconds: limits.retryAfterSeconds)))
      position = input.count
    }
    while position < input.count {
      switch connection.machine.next(input, at: &position, limits: limits) {
      case .needsMore: position = input.count
      case .head(let request): look(at: request, on: connection)
      case .request(var request):
        request.peer = connection.peer
        switch answer(to: request, on: connection) {
        case .response(let response):
          connection.machine.respond(response, date: clock.date, closing: population.isLeaving, output: &output)
        case .later(let later): begin(later, on: connection)
        case .stream(let stream): begin(stream, on: connection)
        }
        isNewRequest = true
      case .refused(let refusal): answer(connection, refusal: refusal)
      }
      if case .closed = connection.stage { return }
      if connection.pending != nil {
        if position < input.count { keepWaiting(connection, input.extracting(position...)) }
        break
      }
      guard output.count >= limits.pipelinedOutputBytes else { continue }
      flush(connection)
      if case .closed = connection.stage { return }
      if !connection.unsent.isEmpty, position < input.count {
        connection.backlog = input.extracting(position...).withUnsafeBufferPointer { Array($0) }
        break
      }
    }
    if isNewRequest { connection.requestStart = clock.milliseconds }
    flush(connection)
    settle(connection)
  }

  /// Answers a head that decides by itself, and throws its body away; else lets the body come.
  private func look(at request: HTTPRequest, on connection: Connection) {
    guard let head else { return connection.machine.takeBody(output: &output) }
    var request = request
    request.peer = connection.peer
    switch head(request) {
    case .response(let response):
      connection.machine.refuseBody()
      connection.machine.respond(response, date: clock.date, closing: true, output: &output)
    case .awaitsBody(let answer):
      connection.awaiting = answer
      connection.machine.takeBody(output: &output)
    }
  }

  /// Asks the handler, or what has seen the head of the request before its body had come.
  private func answer(to request: HTTPRequest, on connection: Connection) -> HTTPAnswer {
    guard let answer = connection.awaiting else { return handler(request) }
    connection.awaiting = nil
    return answer(request)
  }

  /// Adds the caller's answer to a refusal to the output.
  func answer(_ connection: Connection, refusal: HTTPRefusal) {
    let response = self.refusal(refusal)
    connection.machine.respond(response, date: clock.date, closing: true, output: &output)
  }

  /// Counts what has come of a body that is not complete; where all of them together are too much, refuses this one and is false.
  func buffer(_ connection: Connection) -> Bool {
    connection.bufferedBytes = connection.machine.bufferedBytes
    traffic.bufferedBytes.add(connection.bufferedBytes)
    guard population.buffer(connection.bufferedBytes) > limits.bufferedBytes else { return true }
    stopBuffering(connection)
    answer(connection, refusal: connection.machine.refuse(.bufferLimit(retryAfterSeconds: limits.retryAfterSeconds)))
    flush(connection)
    return false
  }

  func stopBuffering(_ connection: Connection) {
    _ = population.buffer(-connection.bufferedBytes)
    traffic.bufferedBytes.add(-connection.bufferedBytes)
    connection.bufferedBytes = 0
  }

  /// The client has sent its last byte: a request that it cut off is refused, all before it are still answered.
  private func end(_ connection: Connection) {
    connection.isInputEnded = true
    // Who waits for an answer and sends the end has gone, as far as anybody can tell.
    guard connection.pending == nil else { return close(connection) }
    if case .open = connection.stage, let refusal = connection.machine.endOfInput() {
      output.removeAll(keepingCapacity: Shard.keptOutputBytes)
      answer(connection, refusal: refusal)
      flush(connection)
    }
    settle(connection)
  }

  /// Throws away what comes behind the last answer, within bounds (RFC 9112 §9.6).
  private func discard(_ connection: Connection, drained: Int) {
    guard drained <= limits.drainBytes else { return close(connection) }
    connection.stage = .lingering(drained: drained)
  }
}
