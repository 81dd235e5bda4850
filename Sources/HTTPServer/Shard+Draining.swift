import Dispatch

extension Shard {
  /// Stops accepting and closes connections as soon as they are idle; `onDrained` is called once when none is left.
  func drain(onDrained: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      isDraining = true
      self.onDrained = onDrained
      clock.update()
      // What the kernel has accepted already would be reset with the listener; what still comes need not be taken.
      for _ in 0..<Listener.backlog { guard acceptOne() else { break } }
      listener?.leave(poller)
      listener = nil
      for case let connection? in connections {
        leavePending(connection)
        leaveIfIdle(connection)
      }
      if connectionCount == 0 { finishDraining() }
    }
  }

  /// Closes what is left.
  func closeAll() {
    queue.async { [self] in
      for case let connection? in connections { close(connection) }
    }
  }

  private func leaveIfIdle(_ connection: Connection) {
    guard connection.interest == .read, case .open = connection.stage, connection.machine.activity == .idle else { return }
    // A request that is there already is still answered.
    read(connection)
    if case .open = connection.stage, connection.unsent.isEmpty, connection.machine.activity == .idle { close(connection) }
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
