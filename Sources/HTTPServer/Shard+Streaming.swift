import HTTPMessages

/// Answers that are not there at once. Sources are pulled: here, on the shard's queue, when the client has taken all that was sent.
extension Shard {
  /// Woken connections that get their turn before sockets do again.
  private static let wakeBatch = 128

  func begin(_ later: HTTPLater, on connection: Connection) {
    let waker = Waker(self, token: connection.token)
    connection.pending = PendingAnswer(
      .later(later), waker: waker, deadline: clock.milliseconds + later.milliseconds)
    later.begin { waker.wake() }
    pull(connection)
  }

  func begin(_ stream: HTTPStream, on connection: Connection) {
    let closing = population.isLeaving
    guard connection.machine.beginStream(stream.head, date: clock.date, closing: closing, output: &output) else { return }
    let waker = Waker(self, token: connection.token)
    connection.pending = PendingAnswer(
      .stream(next: stream.next, heartbeat: stream.heartbeat), waker: waker, deadline: clock.milliseconds + limits.heartbeatMilliseconds)
    stream.begin { waker.wake() }
    pull(connection)
  }

  /// Adds what is new to the output, as long as the client takes it.
  private func pull(_ connection: Connection) {
    guard let pending = connection.pending else { return }
    switch pending.source {
    case .later(let later):
      if isDraining, !later.isOnItsWay { return complete(connection, later.timeout()) }
      switch later.next() {
      case .response(let response)?: complete(connection, response)
      case .later(let later)?: begin(later, on: connection)
      case .stream(let stream)?: begin(stream, on: connection)
      case nil: break
      }
    case .stream(let next, _):
      while pullPiece(connection, next) {
        pending.deadline = clock.milliseconds + limits.heartbeatMilliseconds
        guard output.count >= limits.streamOutputBytes else { continue }
        flush(connection)
        // What the client has not taken is asked for again when it has.
        guard connection.unsent.isEmpty, case .open = connection.stage else { return }
      }
    }
  }

  /// False where there is nothing more to ask for, now or at all.
  private func pullPiece(_ connection: Connection, _ next: () -> HTTPStream.Piece) -> Bool {
    switch next() {
    case .bytes(let bytes):
      connection.machine.addPiece(bytes, to: &output)
      return true
    case .none:
      if isDraining { endStream(connection) }
      return false
    case .last(let bytes):
      connection.machine.addPiece(bytes, to: &output)
      endStream(connection)
      return false
    case .lost:
      close(connection)
      return false
    }
  }

  private func endStream(_ connection: Connection) {
    connection.pending = nil
    connection.machine.endStream(closing: population.isLeaving, output: &output)
    connection.requestStart = clock.milliseconds
  }

  private func complete(_ connection: Connection, _ response: HTTPResponse) {
    connection.pending = nil
    connection.machine.respond(response, date: clock.date, closing: population.isLeaving, output: &output)
    connection.requestStart = clock.milliseconds
  }

  /// Asks the source again and sends what it has.
  func advance(_ connection: Connection) {
    send(on: connection) { pull(connection) }
  }

  /// The heartbeat of a stream, or the end of the time for a later response.
  func expirePending(_ connection: Connection, _ pending: PendingAnswer) {
    send(on: connection) {
      switch pending.source {
      case .later(let later): complete(connection, later.timeout())
      case .stream(_, let heartbeat):
        connection.machine.addPiece(heartbeat, to: &output)
        pending.deadline = clock.milliseconds + limits.heartbeatMilliseconds
      }
    }
  }

  /// The server drains: a stream ends without a word of its source's, so that its client comes again; a later response comes now where it may.
  func leavePending(_ connection: Connection) {
    guard let pending = connection.pending else { return }
    send(on: connection) {
      switch pending.source {
      case .later(let later):
        if !later.isOnItsWay { complete(connection, later.timeout()) }
      case .stream: endStream(connection)
      }
    }
  }

  /// Sends what `add` adds to the output, and turns to what comes next.
  private func send(on connection: Connection, _ add: () -> Void) {
    output.removeAll(keepingCapacity: Shard.keptOutputBytes)
    add()
    flush(connection)
    goOn(connection)
  }

  /// Turns to the requests that wait, as soon as the answer before them is complete and the client has taken it.
  func goOn(_ connection: Connection) {
    if case .closed = connection.stage { return }
    guard connection.pending == nil, connection.unsent.isEmpty, !connection.backlog.isEmpty else { return settle(connection) }
    let backlog = connection.backlog
    connection.backlog = []
    feed(connection, backlog.span)
  }

  /// Keeps what comes behind an answer that is not complete, within bounds; where nothing is read before it is, that is what was read with it.
  func keepWaiting(_ connection: Connection, _ input: Span<UInt8>) {
    let isBounded = connection.pending?.holdsInput ?? false
    guard isBounded || connection.backlog.count + input.count <= limits.waitingInputBytes else { return close(connection) }
    input.withUnsafeBufferPointer { connection.backlog += $0 }
  }
}

extension Shard {
  /// Serves a batch of the connections with news.
  func serveWoken() {
    for token in woken.take(atMost: Shard.wakeBatch) {
      guard let connection = connection(token), let pending = connection.pending else { continue }
      pending.waker.rearm()
      if connection.unsent.isEmpty { advance(connection) }
    }
  }
}
