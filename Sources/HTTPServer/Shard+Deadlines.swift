import HTTPMessages

extension Shard {
  /// Queues the connections whose deadlines have passed.
  func sweep() {
    for slot in wheel.advance(to: clock.tick) {
      guard slot < connections.count, let connection = connections[slot] else { continue }
      connection.deadline = nil
      work.append(.deadline(connection.token))
    }
  }

  /// Sets a connection's deadline in the wheel, unless it is set already.
  func setDeadline(of connection: Connection, at time: Int) {
    guard connection.deadline != time else { return }
    connection.deadline = time
    wheel.set(connection.slot, deadline: clock.tick(at: time))
  }

  func expire(_ connection: Connection) {
    guard connection.machine.unsent != nil else {
      connection.machine.passDeadline()
      return run(connection)
    }
    // The poller reports room in the system's buffer, not what the client reads.
    let progress = connection.machine.progress(queuedBytes: connection.socket.queuedBytes, at: clock.milliseconds)
    if let progress, limits.end(of: .write(progress)) > clock.milliseconds { return run(connection) }
    traffic.slowConnections.add(1)
    connection.machine.passDeadline()
    run(connection)
  }
}

extension Shard {
  /// Stops accepting; each connection ends with its next answer, or when its grace has passed. `onDrained` is called once none is left.
  func drain(onDrained: @escaping @Sendable () -> Void) { post(.drain(onDrained: onDrained)) }

  func beginDraining(_ onDrained: @escaping @Sendable () -> Void) {
    // Connections that the kernel has accepted would be reset with the listener; later ones need not be accepted.
    for _ in 0..<Listener.backlog { guard acceptOne() else { break } }
    listener?.leave(poller)
    listener = nil
    self.onDrained = onDrained
    for case let connection? in connections {
      budget = TurnBudget()
      connection.call?.patience.end(.draining)
      // A request that has already come is still answered.
      if connection.machine.isIdle { receive(connection) } else { run(connection) }
    }
    if connectionCount == 0 { finishDraining() }
  }

  /// Closes the remaining connections.
  func closeAll() { post(.closeAll) }

  func closeConnections() {
    for case let connection? in connections {
      connection.machine.close()
      run(connection)
    }
  }

  func finishDraining() {
    guard let onDrained else { return }
    self.onDrained = nil
    stop()
    reserve = nil
    onDrained()
  }
}
