import HTTPMessages
import Synchronization
import Waiting

/// The calls: each is answered by a task of this executor, which never touches its connection. A stream is written by
/// another one, once that has ended.
extension Shard {
  /// Tasks that wait for a call; further ones end with theirs. Each keeps the memory of its deepest call.
  static let idleTaskLimit = 32

  /// Gives a request to a task. Often it answers at once, and its answer is sent with those before it.
  func begin(_ request: HTTPRequest, isWhole: Bool, on connection: Connection) {
    let token = connection.token
    let notify: @Sendable () -> Void
    // Not `??`, which would wrap the function once more for each request.
    if let made = connection.notify { notify = made } else { notify = { [self] in signalOutput(of: token) } }
    connection.notify = notify
    let call = HTTPCall(request, isWhole: isWhole, isDraining: population.isLeaving, notify: notify)
    connection.call = call
    perform(for: connection) {
      guard let task = idleTasks.popLast() else {
        let task = CallTask(for: call)
        Task.immediate(executorPreference: self) { await answerCalls(of: task) }
        return
      }
      // Its job is queued as the last one, and runs before the others.
      task.give(call)
      if case .job(let job) = work.takeLast() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }

  private func answerCalls(of task: CallTask) async {
    while let call = task.takeCall() {
      call.answer(await handler(call))
      guard !isOver, idleTasks.count < Self.idleTaskLimit else { return }
      idleTasks.append(task)
      await task.sleep()
    }
  }

  /// Lets the idle tasks end, by jobs of the last turns.
  func endIdleTasks() {
    for task in idleTasks { task.give(nil) }
    idleTasks = []
  }

  /// Begins a part of a connection's call, and passes on what it puts in at once.
  private func perform(for connection: Connection, _ begin: () -> Void) {
    budget.spendCall()
    beginning = connection.token
    begin()
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
      return perform(for: connection) {
        Task.immediate(executorPreference: self) { call.end(await stream.write(call)) }
      }
    }
    markAwaited()
    connection.machine.wait(for: call.patience.purpose, at: clock.milliseconds)
  }

  /// Ends the present wait of a call, if it is still of the kind whose time is over; the next one has its own time.
  func expire(isNews: Bool, of connection: Connection) {
    guard let call = connection.call else { return }
    switch (call.patience.purpose, isNews) {
    case (.news, true), (.work, false), (.longWork, false): call.patience.expire()
    case (.news, false), (.work, true), (.longWork, true), (nil, _): break
    }
  }

  /// The client is gone, or gets another answer: the task waits no longer, and what it puts in is ignored.
  func dropCall(of connection: Connection) {
    connection.call?.patience.end(.left)
    connection.call = nil
  }
}

/// A task that answers one call after another: a task for each would take 4,400 instructions more, of 25,000 of a GET.
final class CallTask: Sendable {
  private let call: Mutex<HTTPCall?>
  private let wakeup = Wakeup()

  init(for call: HTTPCall) { self.call = Mutex(call) }

  /// The call that it has been given; nil where it is to end. It does not keep an answered call in memory.
  func takeCall() -> HTTPCall? { call.withLock { $0.take() } }

  /// Ends its sleep with the next call, or without one.
  func give(_ call: HTTPCall?) {
    self.call.withLock { $0 = call }
    wakeup.wake()
  }

  func sleep() async { await wakeup.sleep() }
}
