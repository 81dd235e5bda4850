import HTTPMessages

/// What connections hold of bodies that are not complete and of answers that are not taken, which all of them together
/// bound.
extension Shard {
  /// Counts it before the connection waits; false where the machine has something else to do for it.
  func settle(_ connection: Connection, _ deadline: ConnectionMachine.Deadline) -> Bool {
    let isInBody =
      switch deadline {
      case .body: true
      // A body that has begun behind an answer that is awaited or not taken.
      case .answer, .write: connection.machine.bufferedBytes > 0
      case .idle, .head, .heartbeat, .linger: false
      }
    if isInBody, connection.bufferedBytes == 0, !buffer(connection) {
      connection.machine.refuse(.bufferLimit(retryAfterSeconds: limits.retryAfterSeconds))
      return false
    }
    guard connection.isBehind || connection.machine.unsent != nil else { return true }
    return noteUnsent(connection)
  }

  /// Counts what has come of a body that is not complete; false, and not counted, where all of them together are too
  /// much.
  private func buffer(_ connection: Connection) -> Bool {
    connection.bufferedBytes = connection.machine.bufferedBytes
    traffic.bufferedBytes.add(connection.bufferedBytes)
    guard population.buffer(connection.bufferedBytes) > limits.bufferedBytes else { return true }
    stopBuffering(connection)
    return false
  }

  func stopBuffering(_ connection: Connection) {
    _ = population.buffer(-connection.bufferedBytes)
    traffic.bufferedBytes.add(-connection.bufferedBytes)
    connection.bufferedBytes = 0
  }

  /// Counts what the client has not taken; where all of that is too much, those furthest behind are closed. False where
  /// this one is.
  @discardableResult
  func noteUnsent(_ connection: Connection) -> Bool {
    guard connection.isBehind || connection.machine.unsent != nil else { return true }
    let member = Population.Member(shard: self, token: connection.token)
    let (bytes, behind) = population.note(connection.machine.unsent, of: member, limit: limits.unsentBytes)
    traffic.unsentBytes.add(bytes)
    connection.isBehind = connection.machine.unsent != nil
    guard !behind.isEmpty else { return true }
    if let count = population.noteBackwardness(behind.count, at: clock.milliseconds) {
      report(.tooManyUnsentBytes(limit: limits.unsentBytes, connections: count))
    }
    traffic.crowdedConnections.add(behind.count)
    for other in behind where other != member {
      guard other.shard === self else {
        other.shard.inbox.add(.giveUp(other.token))
        continue
      }
      giveUp(other.token)
    }
    guard behind.contains(member) else { return true }
    connection.machine.close()
    return false
  }

  /// Lets go of what a connection holds at once, and of its socket in its turn.
  func giveUp(_ token: UInt64) {
    guard let connection = connection(token) else { return }
    connection.machine.close()
    work.append(.rest(token))
  }
}
