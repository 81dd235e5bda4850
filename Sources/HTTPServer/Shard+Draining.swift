import Dispatch

extension Shard {
  /// Stops accepting and closes connections as soon as they are idle; `onDrained` is called once when none is left.
  func drain(onDrained: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      clock.update()
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
      if connectionCount == 0 { finishDraining() } else { resume() }
    }
  }

  /// Closes what is left.
  func closeAll() {
    queue.async { [self] in
      for case let connection? in connections {
        connection.machine.close()
        run(connection)
      }
    }
  }

  func finishDraining() {
    guard let onDrained else { return }
    self.onDrained = nil
    // Cancelled sources let go of their handlers, and with them of the shard.
    source?.cancel()
    timer?.cancel()
    reserve = nil
    onDrained()
  }
}
