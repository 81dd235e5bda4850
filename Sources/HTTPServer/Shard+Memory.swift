import HTTPMessages

/// Bytes of incomplete bodies and of unsent answers, limited over all connections.
extension Shard {
  /// Counts them before the connection waits; false where the machine has another action.
  func countBytes(of connection: Connection) -> Bool {
    if connection.machine.bufferedBytes > 0, connection.bufferedBytes == 0, !buffer(connection) {
      connection.machine.refuse(.bufferLimit(retryAfterSeconds: limits.retryAfterSeconds))
      return false
    }
    guard connection.isBehind || connection.machine.unsent != nil else { return true }
    return recordUnsent(connection)
  }

  /// Counts the bytes of an incomplete body; false, and not counted, where the total exceeds the limit.
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

  /// Counts unsent bytes; beyond the limit the connections furthest behind are closed. False where this one is.
  @discardableResult
  func recordUnsent(_ connection: Connection) -> Bool {
    guard connection.isBehind || connection.machine.unsent != nil else { return true }
    let member = Population.Member(shard: self, token: connection.token)
    let (bytes, behind) = population.record(connection.machine.unsent, of: member, limit: limits.unsentBytes)
    traffic.unsentBytes.add(bytes)
    connection.isBehind = connection.machine.unsent != nil
    guard !behind.isEmpty else { return true }
    if let count = population.countBackwardness(behind.count, at: clock.milliseconds) {
      report(.tooManyUnsentBytes(limit: limits.unsentBytes, connections: count))
    }
    traffic.crowdedConnections.add(behind.count)
    for other in behind where other != member {
      guard other.shard === self else {
        other.shard.post(.shed(other.token))
        continue
      }
      shed(other.token)
    }
    guard behind.contains(member) else { return true }
    connection.machine.close()
    return false
  }

  /// Releases a connection's buffers at once, and its socket in its turn.
  func shed(_ token: UInt64) {
    guard let connection = connection(token) else { return }
    connection.machine.close()
    work.append(.rest(token))
  }
}
