/// What waits for the next turns, so that no connection holds the others up.
extension Shard {
  /// Takes what the poller tells of a connection: at once, or behind the others where the connection has much to do or
  /// its client is gone.
  func take(_ event: Poller.Event, on connection: Connection) {
    // The poller tells once that it may write.
    if connection.polled == .writing { connection.polled = nil }
    guard !connection.isQueued else { return mute(event, of: connection) }
    guard event.isEnding || connection.isHeavy || connection.isBehind || connection.bufferedBytes > 0 else {
      budget = TurnBudget()
      return perform(event, on: connection)
    }
    connection.isQueued = true
    if event.isEnding { endingCount += 1 }
    work.append(.event(event))
  }

  /// The poller is not to tell again of what waits in the queue.
  private func mute(_ event: Poller.Event, of connection: Connection) {
    // It tells of a broken connection whatever the interest is. Where that has to wait once more, it closes.
    if event.isBroken {
      poller.remove(connection.socket)
      connection.polled = nil
      return
    }
    guard let polled = connection.polled, polled != .neither else { return }
    // Where the poller does not change it, the connection closes when it waits the next time.
    connection.polled = poller.change(connection.socket, token: connection.token, interest: []) ? .neither : nil
  }

  private func perform(_ event: Poller.Event, on connection: Connection) {
    let left = budget.left
    switch connection.machine.poll(isReadable: event.isReadable, isWritable: event.isWritable, isBroken: event.isBroken)
    {
    case .receive: receive(connection)
    case .goOn: run(connection)
    case .nothing: if connection.polled == nil { run(connection) }
    }
    connection.isHeavy = left - budget.left > TurnBudget.lightBytes
  }

  /// Does what has waited longest, as much as one turn may.
  func serveQueue() {
    guard !work.isEmpty else { return }
    budget = TurnBudget()
    while !budget.isSpent, let item = work.next() { perform(item) }
  }

  private func perform(_ item: WorkQueue.Item) {
    switch item {
    case .event(let event):
      if event.isEnding { endingCount -= 1 }
      guard let connection = connection(event.token) else { return }
      connection.isQueued = false
      perform(event, on: connection)
    case .news(let token):
      guard let connection = connection(token) else { return }
      connection.waker?.rearm()
      connection.machine.wake()
      run(connection)
    case .rest(let token):
      guard let connection = connection(token) else { return }
      connection.isQueued = false
      run(connection)
    case .deadline(let token):
      guard let connection = connection(token), !wheel.isSet(connection.slot) else { return }
      budget.spendCall()
      expire(connection)
    }
  }

  /// Puts off what a connection has still to do; it is not idle meanwhile.
  func putOff(_ connection: Connection) {
    connection.isQueued = true
    work.append(.rest(connection.token))
    noteUnsent(connection)
    setDeadline(of: connection, at: limits.end(of: .idle(since: clock.milliseconds)))
  }
}
