import Dispatch
import HTTPMessages

extension Shard {
  /// Sets when the connection has waited long enough for what it waits for now.
  func setDeadline(of connection: Connection, after milliseconds: Int) {
    if case .closed = connection.stage { return }
    wheel.set(connection.slot, deadline: clock.tick(after: milliseconds))
  }

  /// Begins to tick; without connections the timer sleeps.
  func startTimer() {
    guard !isTimerRunning else { return }
    isTimerRunning = true
    let tick = DispatchTimeInterval.milliseconds(clock.tickMilliseconds)
    timer?.schedule(deadline: .now() + tick, repeating: tick, leeway: .milliseconds(clock.tickMilliseconds / 4))
  }

  /// Ends what is over its time.
  func sweep() {
    clock.update()
    for slot in wheel.advance(to: clock.tick) {
      if slot < connections.count, let connection = connections[slot] { expire(connection) }
    }
    if connectionCount == 0, isTimerRunning {
      isTimerRunning = false
      timer?.schedule(deadline: .distantFuture)
    }
  }

  private func expire(_ connection: Connection) {
    guard case .open = connection.stage, connection.unsent.isEmpty else { return close(connection) }
    if let pending = connection.pending { return expirePending(connection, pending) }
    switch connection.machine.activity {
    case .head, .body:
      // RFC 9110 §15.5.9: the client learns why.
      output.removeAll(keepingCapacity: Shard.keptOutputBytes)
      answer(connection, refusal: connection.machine.refuse(.requestTimeout))
      flush(connection)
      settle(connection)
    case .idle, .owing, .closed: close(connection)
    }
  }
}
