extension Shard {
  /// Stops accepting and closes connections as soon as they are idle; `onDrained` is called once when none is left.
  func drain(onDrained: @escaping @Sendable () -> Void) { inbox.add(.drain(onDrained: onDrained)) }

  func beginDraining(_ onDrained: @escaping @Sendable () -> Void) {
    // What the kernel has accepted already would be reset with the listener; what still comes need not be taken.
    for _ in 0..<Listener.backlog { guard acceptOne() else { break } }
    listener?.leave(poller)
    listener = nil
    self.onDrained = onDrained
    for case let connection? in connections {
      budget = TurnBudget()
      // A request that is there already is still answered.
      if connection.machine.isIdle { receive(connection) } else { run(connection) }
    }
    if connectionCount == 0 { finishDraining() }
  }

  /// Closes what is left.
  func closeAll() { inbox.add(.closeAll) }

  func closeConnections() {
    for case let connection? in connections {
      connection.machine.close()
      run(connection)
    }
  }

  func finishDraining() {
    guard let onDrained else { return }
    self.onDrained = nil
    isOver = true
    // A cancelled source lets go of its handler, and with that of the shard.
    timer?.cancel()
    reserve = nil
    onDrained()
  }
}
