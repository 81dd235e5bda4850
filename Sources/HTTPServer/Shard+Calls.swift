import HTTPMessages

/// The calls: each is answered by a task of this executor, which never touches its connection. A stream is written by
/// another one, once that has ended.
extension Shard {
  /// Begins the task that answers a request. Often it ends at once, and its answer is sent with those before it.
  func begin(_ request: HTTPRequest, isWhole: Bool, on connection: Connection) {
    let token = connection.token
    let notify: @Sendable () -> Void
    // Not `??`, which would wrap the function once more for each request.
    if let made = connection.notify { notify = made } else { notify = { [self] in signalOutput(of: token) } }
    connection.notify = notify
    let call = HTTPCall(request, isWhole: isWhole, isDraining: population.isLeaving, notify: notify)
    connection.call = call
    perform(for: connection) { [handler] in call.answer(await handler(call)) }
  }

  /// Begins a task of a connection's call, and passes on what it puts in at once.
  private func perform(
    for connection: Connection, _ body: @escaping @isolated(any) @Sendable () async -> Void
  ) {
    budget.spendCall()
    beginning = connection.token
    Task.immediate(executorPreference: self, operation: body)
    beginning = 0
    takeOutput(of: connection)
  }

  /// Runs a task until its next wait, and then passes on what tasks have put in.
  func run(_ job: UnownedJob) {
    budget.spendCall()
    job.runSynchronously(on: asUnownedTaskExecutor())
    // The task may have queued a change.
    markAwaited()
    while let token = notified.popLast() { checkCall(of: token) }
  }

  /// Passes on what a connection's call has put in.
  func checkCall(of token: UInt64) {
    guard let connection = connection(token), connection.call != nil else { return }
    takeOutput(of: connection)
    run(connection)
  }

  private func takeOutput(of connection: Connection) {
    guard let call = connection.call else { return }
    let news = call.take()
    connection.machine.take(
      news, date: clock.date, closing: population.isLeaving, at: clock.milliseconds, output: &output)
    guard connection.machine.isCalling else { return connection.call = nil }
    if let stream = news.response?.stream {
      return perform(for: connection) { call.end(await stream.write(call)) }
    }
    markAwaited()
    connection.machine.wait(for: call.patience.purpose, at: clock.milliseconds)
  }

  /// Ends the present wait of a call, if it is still of the kind whose time is over; the next one has its own time.
  func expire(isNews: Bool, of connection: Connection) {
    guard let call = connection.call else { return }
    switch (call.patience.purpose, isNews) {
    case (.news, true), (.work, false): call.patience.expire()
    case (.news, false), (.work, true), (nil, _): break
    }
  }

  /// The client is gone, or gets another answer: the task waits no longer, and what it puts in is ignored.
  func dropCall(of connection: Connection) {
    connection.call?.patience.end(.left)
    connection.call = nil
  }
}
