import HTTPMessages

/// Passes events to a connection's machine and performs its actions.
extension Shard {
  /// Reads once; the poller reports again where there is more.
  func receive(_ connection: Connection) {
    switch connection.socket.receive(into: &readBuffer) {
    case .bytes(let count):
      traffic.receivedBytes.add(count)
      if connection.bufferedBytes > 0 { stopBuffering(connection) }
      let input = readBuffer
      run(connection, input.span.extracting(..<count))
      // A small read costs as much as a call.
      return budget.spend(max(count, TurnBudget.bytesOfCall))
    case .end:
      connection.machine.endInput()
      connection.call?.patience.end(.halfClosed)
    case .wouldBlock: break
    case .failed: connection.machine.close()
    }
    budget.spendCall()
    run(connection)
  }

  /// Performs the machine's actions until it waits, closes or has spent the budget. Answers share one write where they
  /// fit.
  func run(_ connection: Connection, _ input: Span<UInt8> = Span()) {
    guard var backlog = turn(connection, input) else { return }
    while let more = turn(connection, backlog.span) { backlog = more }
  }

  /// Performs actions until done, or returns stored bytes as the next input.
  private func turn(_ connection: Connection, _ input: Span<UInt8>) -> [UInt8]? {
    var position = 0
    let messages = limits.messages
    while true {
      if budget.isSpent {
        switch connection.machine.pause(input, at: &position, output: &output) {
        case .paused:
          deferWork(of: connection)
          return nil
        case .write:
          send(connection)
          continue
        case .proceed: break
        }
      }
      switch connection.machine.next(
        input, at: &position, now: clock.milliseconds, isDraining: population.isLeaving, limits: messages,
        output: &output)
      {
      case .request(let request, let isWhole):
        begin(request, isWhole: isWhole, on: connection)
      case .body(let body): connection.call?.receive(body)
      case .write: send(connection)
      case .wait(let interest, let deadline):
        guard countBytes(of: connection) else { continue }
        if case .heartbeat = deadline { connection.call?.makeRoom() }
        watch(connection, for: interest, until: deadline)
        return nil
      case .expire(let isNews): expire(isNews: isNews, of: connection)
      case .refused(let refusal):
        dropCall(of: connection)
        connection.machine.answer(self.refusal(refusal), date: clock.date, output: &output)
      case .reread(let backlog): return backlog
      case .finishWriting: connection.socket.finishWriting()
      case .close:
        forget(connection)
        return nil
      }
    }
  }

  /// Sends unsent bytes, as far as the system accepts them and the budget allows.
  private func send(_ connection: Connection) {
    let (transfer, offered): (Socket.Transfer, Int)
    if let unsent = connection.machine.unsent {
      // The poller reports room at once.
      if budget.isSpent { return block(connection) }
      (transfer, offered) = unsent.withNext(atMost: TurnBudget.bytesOfSend) { bytes, hasMore in
        (connection.socket.send(bytes, hasMore: hasMore), bytes.byteCount)
      }
    } else {
      (transfer, offered) = (output.withBytes { connection.socket.send($0) }, output.count)
    }
    switch transfer {
    case .bytes(let count):
      traffic.sentBytes.add(count)
      budget.spend(count)
      connection.machine.wrote(count, of: &output)
      if count < offered { block(connection) }
    case .wouldBlock: block(connection)
    case .end, .failed: connection.machine.close()
    }
  }

  private func block(_ connection: Connection) {
    connection.machine.block(queuedBytes: connection.socket.queuedBytes, at: clock.milliseconds, output: &output)
  }

  private func watch(
    _ connection: Connection, for interest: ConnectionMachine.Interest, until deadline: ConnectionMachine.Deadline
  ) {
    setDeadline(of: connection, at: limits.end(of: deadline))
    guard connection.polled != interest else { return }
    connection.polled = interest
    guard !poller.change(connection.socket, token: connection.token, interest: Poller.Interest(interest)) else {
      return
    }
    connection.machine.close()
    forget(connection)
  }

  /// Removes the connection; its descriptor closes with its last use.
  func forget(_ connection: Connection) {
    output.removeAll()
    dropCall(of: connection)
    if connection.machine.isCutOff { connection.socket.discardQueued() }
    stopBuffering(connection)
    recordUnsent(connection)
    wheel.remove(connection.slot)
    connections[connection.slot] = nil
    freeSlots.append(connection.slot)
    connectionCount -= 1
    traffic.openConnections.add(-1)
    population.leave()
    if connectionCount == 0 { finishDraining() }
  }
}

extension Poller.Interest {
  fileprivate init(_ interest: ConnectionMachine.Interest) {
    self =
      switch interest {
      case .reading: .read
      case .writing: [.write, .once]
      case .neither: []
      }
  }
}

/// What one turn of a shard may still do, in bytes moved between the system and the shard, plus a fixed number per
/// call.
///
/// A turn visits every ready socket. A connection may spend one budget on its event, and the queue spends one a turn.
/// Further work waits in the queue, after the connections that become ready meanwhile.
struct TurnBudget {
  /// Bytes that one turn may spend: about 0.1 ms.
  static let bytes = 256 * 1024
  /// The cost of a call of a handler or a source: it takes about as long as sending these bytes.
  static let bytesOfCall = 16 * 1024
  /// Bytes offered to the system at once.
  static let bytesOfSend = 128 * 1024
  /// A connection that spends more on its event is queued at its next one.
  static let lightBytes = 64 * 1024

  /// The bytes left; negative where the last step cost more.
  private(set) var left = TurnBudget.bytes

  var isSpent: Bool { left <= 0 }

  mutating func spend(_ bytes: Int) { left -= bytes }
  mutating func spendCall() { left -= TurnBudget.bytesOfCall }
}
