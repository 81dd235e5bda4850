import HTTPMessages

extension Shard {
  /// Bytes of output buffer that are kept; a larger answer's buffer is given back.
  static let keptOutputBytes = 1024 * 1024

  /// Sends the output, behind what is unsent; keeps for the connection what the kernel does not take.
  func flush(_ connection: Connection) {
    guard !output.isEmpty else { return }
    if connection.unsent.isEmpty {
      switch output.withUnsafeBytes({ connection.socket.send($0) }) {
      case .bytes(let count):
        traffic.sentBytes.add(count)
        if count < output.count { keep(output.bytes(from: count), for: connection) }
      case .wouldBlock: keep(output.bytes(), for: connection)
      case .end, .failed: close(connection)
      }
    } else {
      keep(output.bytes(), for: connection)
    }
    output.removeAll(keepingCapacity: Shard.keptOutputBytes)
  }

  /// Adds to what the client has not taken.
  private func keep(_ bytes: [UInt8], for connection: Connection) {
    traffic.unsentBytes.add(bytes.count)
    if connection.unsent.isEmpty { connection.unsent = bytes } else { connection.unsent += bytes }
  }

  /// Lets go of it.
  private func dropUnsent(_ connection: Connection) {
    traffic.unsentBytes.add(-connection.unsent.count)
    connection.unsent = []
    connection.unsentStart = 0
  }

  /// The client takes its answers again: sends the rest, then goes on with the requests that wait.
  func resume(_ connection: Connection) {
    let transfer = connection.unsent.withUnsafeBytes { bytes in
      connection.socket.send(UnsafeRawBufferPointer(rebasing: bytes[min(connection.unsentStart, bytes.count)...]))
    }
    switch transfer {
    case .bytes(let count):
      traffic.sentBytes.add(count)
      connection.unsentStart += count
    case .wouldBlock: return
    case .end, .failed: return close(connection)
    }
    guard connection.unsentStart >= connection.unsent.count else {
      return setDeadline(of: connection, after: limits.stalledWriteMilliseconds)
    }
    dropUnsent(connection)
    if connection.pending == nil { goOn(connection) } else { advance(connection) }
  }

  /// Decides what the connection waits for next, and how long.
  func settle(_ connection: Connection) {
    if case .open = connection.stage {} else { return settleUnlessOpen(connection) }
    guard connection.unsent.isEmpty else {
      setDeadline(of: connection, after: limits.stalledWriteMilliseconds)
      return watch(connection, for: .write)
    }
    guard !connection.isInputEnded else { return close(connection) }
    let now = clock.milliseconds
    if let pending = connection.pending {
      setDeadline(of: connection, after: pending.deadline - now)
      // One that was not read from stays so until there is the answer.
      return watch(connection, for: connection.interest.isEmpty ? [] : .read)
    }
    switch connection.machine.activity {
    case .idle where isDraining: return close(connection)
    case .idle: setDeadline(of: connection, after: limits.idleMilliseconds)
    case .head:
      let time = min(limits.headMilliseconds, limits.requestMilliseconds)
      setDeadline(of: connection, after: connection.requestStart + time - now)
    case .body:
      if connection.bufferedBytes == 0, !buffer(connection) { return settle(connection) }
      setDeadline(of: connection, after: connection.requestStart + limits.requestMilliseconds - now)
    // What is owed is pending, or has been answered before this is asked.
    case .owing, .closed: return linger(connection)
    }
    watch(connection, for: .read)
  }

  private func settleUnlessOpen(_ connection: Connection) {
    // Half closed by both sides: nothing is left to wait for.
    if case .lingering = connection.stage, connection.isInputEnded { close(connection) }
  }

  /// Half-closes behind the last answer and waits for the client to close, so that no reset overtakes the answer (RFC 9112 §9.6).
  private func linger(_ connection: Connection) {
    connection.socket.finishWriting()
    connection.stage = .lingering(drained: 0)
    setDeadline(of: connection, after: limits.lingerMilliseconds)
    watch(connection, for: .read)
  }

  /// What comes stays in the kernel, an end as well, until the connection is settled without an answer pending.
  func stopReading(_ connection: Connection) { watch(connection, for: []) }

  private func watch(_ connection: Connection, for interest: Poller.Interest) {
    guard connection.interest != interest else { return }
    connection.interest = interest
    if !poller.change(connection.socket, token: connection.token, interest: interest) { close(connection) }
  }

  /// Forgets the connection; its descriptor closes with the last use of it.
  func close(_ connection: Connection) {
    if case .closed = connection.stage { return }
    connection.stage = .closed
    dropUnsent(connection)
    connection.backlog = []
    connection.pending = nil
    connection.awaiting = nil
    stopBuffering(connection)
    wheel.remove(connection.slot)
    connections[connection.slot] = nil
    freeSlots.append(connection.slot)
    connectionCount -= 1
    traffic.openConnections.add(-1)
    population.leave()
    if isDraining, connectionCount == 0 { finishDraining() }
  }
}
