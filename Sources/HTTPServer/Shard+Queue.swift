/// Work deferred to later turns, so that no connection delays the others.
extension Shard {
  /// Handles a poller event: at once, or queued where the connection has much to do or its client is gone.
  func handle(_ event: Poller.Event, on connection: Connection) {
    // The poller reports once that it may write.
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

  /// Stops the poller from reporting a queued connection again.
  private func mute(_ event: Poller.Event, of connection: Connection) {
    // A broken connection is reported with any interest. If it has to wait once more, it closes.
    if event.isBroken {
      poller.remove(connection.socket)
      connection.polled = nil
      return
    }
    guard let polled = connection.polled, polled != .neither else { return }
    // If the poller fails to change it, the connection closes when it next waits.
    connection.polled = poller.change(connection.socket, token: connection.token, interest: []) ? .neither : nil
  }

  private func perform(_ event: Poller.Event, on connection: Connection) {
    let left = budget.left
    switch connection.machine.poll(isReadable: event.isReadable, isWritable: event.isWritable, isBroken: event.isBroken)
    {
    case .receive: receive(connection)
    case .proceed: run(connection)
    case .nothing: if connection.polled == nil { run(connection) }
    }
    connection.isHeavy = left - budget.left > TurnBudget.lightBytes
  }

  /// Handles the oldest items, up to one turn's budget.
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
    case .job(let job): run(job)
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

  /// Defers a connection's remaining work; it is not idle meanwhile.
  func deferWork(of connection: Connection) {
    connection.isQueued = true
    work.append(.rest(connection.token))
    recordUnsent(connection)
    setDeadline(of: connection, at: limits.end(of: .idle(since: clock.milliseconds)))
  }
}
