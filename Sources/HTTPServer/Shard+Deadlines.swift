import Dispatch
import HTTPMessages

extension Shard {
  /// Begins to tick; without connections the timer sleeps.
  func startTimer() {
    guard !isTimerRunning else { return }
    isTimerRunning = true
    let tick = DispatchTimeInterval.milliseconds(clock.tickMilliseconds)
    timer?.schedule(deadline: .now() + tick, repeating: tick, leeway: .milliseconds(clock.tickMilliseconds / 4))
  }

  /// Puts what is over its time into the queue.
  func sweep() {
    for slot in wheel.advance(to: clock.tick) {
      guard slot < connections.count, let connection = connections[slot] else { continue }
      connection.deadline = nil
      work.append(.deadline(connection.token))
    }
    if connectionCount == 0, isTimerRunning {
      isTimerRunning = false
      timer?.schedule(deadline: .distantFuture)
    }
  }

  /// Has the wheel tell of a connection when its time is over, unless it does so already.
  @inline(__always)
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
    // The poller tells when the system takes more, and not that the client takes something.
    let progress = connection.machine.progress(queuedBytes: connection.socket.queuedBytes, at: clock.milliseconds)
    if let progress, limits.end(of: .write(progress)) > clock.milliseconds { return run(connection) }
    traffic.slowConnections.add(1)
    connection.machine.passDeadline()
    run(connection)
  }
}

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
