import Dispatch
import Glibc
import HTTPMessages
import Synchronization
import Waiting

/// A shard's state of one open connection, confined to the shard's loop.
final class Connection {
  let socket: Socket
  let slot: Int
  /// Distinguishes this connection's events from those of an earlier one in the same slot.
  let generation: UInt32
  @exclusivity(unchecked) var machine: ConnectionMachine
  /// The interest last set in the poller; nil where it has been reported and must be set again.
  @exclusivity(unchecked) var polled: ConnectionMachine.Interest? = .reading
  /// The deadline set in the wheel, in milliseconds; nil where there is none.
  @exclusivity(unchecked) var deadline: Int?
  /// Whether the shard's queue holds its event or its remaining work.
  @exclusivity(unchecked) var isQueued = false
  /// Whether its last event cost much.
  @exclusivity(unchecked) var isHeavy = false
  /// Bytes of a body counted in the population.
  @exclusivity(unchecked) var bufferedBytes = 0
  /// Whether the population counts its unsent output.
  @exclusivity(unchecked) var isBehind = false
  /// The request being answered.
  var call: HTTPCall?
  /// Notifies the shard of this connection; made for its first call.
  var notify: (@Sendable () -> Void)?

  init(_ socket: consuming Socket, slot: Int, generation: UInt32, machine: consuming ConnectionMachine) {
    self.socket = socket
    self.slot = slot
    self.generation = generation
    self.machine = machine
  }

  var token: UInt64 { UInt64(generation) &<< 32 | UInt64(UInt32(truncatingIfNeeded: slot)) }
}

/// Passes events to a connection's machine and performs its actions.
extension Shard {
  /// Reads once; the poller reports again where there is more.
  func receive(_ connection: Connection) {
    switch connection.socket.receive(into: &readBuffer) {
    case .bytes(let count):
      traffic.receivedBytes.add(count)
      if connection.bufferedBytes > 0 { stopBuffering(connection) }
      let input = readBuffer
      run(connection, input.span.extracting(..<count))
      // A small read costs as much as a call.
      return budget.spend(max(count, TurnBudget.bytesOfCall))
    case .end:
      connection.machine.endInput()
      connection.call?.patience.end(.halfClosed)
    case .wouldBlock: break
    case .failed: connection.machine.close()
    }
    budget.spendCall()
    run(connection)
  }

  /// Performs the machine's actions until it waits, closes or has spent the budget. Answers share one write where they
  /// fit.
  func run(_ connection: Connection, _ input: Span<UInt8> = Span()) {
    guard var backlog = turn(connection, input) else { return }
    while let more = turn(connection, backlog.span) { backlog = more }
  }

  /// Performs actions until done, or returns stored bytes as the next input.
  private func turn(_ connection: Connection, _ input: Span<UInt8>) -> [UInt8]? {
    var position = 0
    let messages = limits.messages
    while true {
      if budget.isSpent {
        switch connection.machine.pause(input, at: &position, output: &output) {
        case .paused:
          deferWork(of: connection)
          return nil
        case .write:
          send(connection)
          continue
        case .proceed: break
        }
      }
      switch connection.machine.next(
        input, at: &position, now: clock.milliseconds, isDraining: population.isLeaving, limits: messages,
        output: &output)
      {
      case .request(let request, let isWhole):
        begin(request, isWhole: isWhole, on: connection)
      case .body(let body): connection.call?.receive(body)
      case .write: send(connection)
      case .wait(let interest, let deadline):
        guard countBytes(of: connection) else { continue }
        if case .heartbeat = deadline { connection.call?.makeRoom() }
        watch(connection, for: interest, until: deadline)
        return nil
      case .expire(let isNews): expire(isNews: isNews, of: connection)
      case .refused(let refusal):
        dropCall(of: connection)
        connection.machine.answer(self.refusal(refusal), date: clock.date, output: &output)
      case .reread(let backlog): return backlog
      case .finishWriting: connection.socket.finishWriting()
      case .close:
        forget(connection)
        return nil
      }
    }
  }

  /// Sends unsent bytes, as far as the system accepts them and the budget allows.
  private func send(_ connection: Connection) {
    let (transfer, offered): (Socket.Transfer, Int)
    if let unsent = connection.machine.unsent {
      // The poller reports room at once.
      if budget.isSpent { return block(connection) }
      (transfer, offered) = unsent.withNext(atMost: TurnBudget.bytesOfSend) { bytes, hasMore in
        (connection.socket.send(bytes, hasMore: hasMore), bytes.byteCount)
      }
    } else {
      (transfer, offered) = (output.withBytes { connection.socket.send($0) }, output.count)
    }
    switch transfer {
    case .bytes(let count):
      traffic.sentBytes.add(count)
      budget.spend(count)
      connection.machine.wrote(count, of: &output)
      if count < offered { block(connection) }
    case .wouldBlock: block(connection)
    case .end, .failed: connection.machine.close()
    }
  }

  private func block(_ connection: Connection) {
    connection.machine.block(queuedBytes: connection.socket.queuedBytes, at: clock.milliseconds, output: &output)
  }

  private func watch(
    _ connection: Connection, for interest: ConnectionMachine.Interest, until deadline: ConnectionMachine.Deadline
  ) {
    setDeadline(of: connection, at: limits.end(of: deadline))
    guard connection.polled != interest else { return }
    connection.polled = interest
    guard !poller.change(connection.socket, token: connection.token, interest: Poller.Interest(interest)) else {
      return
    }
    connection.machine.close()
    forget(connection)
  }

  /// Removes the connection; its descriptor closes with its last use.
  func forget(_ connection: Connection) {
    output.removeAll()
    dropCall(of: connection)
    if connection.machine.isCutOff { connection.socket.discardQueued() }
    stopBuffering(connection)
    recordUnsent(connection)
    wheel.remove(connection.slot)
    connections[connection.slot] = nil
    freeSlots.append(connection.slot)
    connectionCount -= 1
    traffic.openConnections.add(-1)
    population.leave()
    if connectionCount == 0 { finishDraining() }
  }

  // MARK: Calls

  // Each is answered by a task of this executor, which never touches its connection. A stream is written by another one,
  // once that has ended.

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
  private func dropCall(of connection: Connection) {
    connection.call?.patience.end(.left)
    connection.call = nil
  }

  // MARK: Bytes of incomplete bodies and of unsent answers, limited over all connections

  /// Counts them before the connection waits; false where the machine has another action.
  private func countBytes(of connection: Connection) -> Bool {
    if connection.machine.bufferedBytes > 0, connection.bufferedBytes == 0, !buffer(connection) {
      connection.machine.refuse(.bufferLimit(retryAfterSeconds: limits.retryAfterSeconds))
      return false
    }
    guard connection.isBehind || connection.machine.unsent != nil else { return true }
    return recordUnsent(connection)
  }

  /// Counts the bytes of an incomplete body; false, and not counted, where the total exceeds the limit.
  private func buffer(_ connection: Connection) -> Bool {
    connection.bufferedBytes = connection.machine.bufferedBytes
    traffic.bufferedBytes.add(connection.bufferedBytes)
    guard population.buffer(connection.bufferedBytes) > limits.bufferedBytes else { return true }
    stopBuffering(connection)
    return false
  }

  private func stopBuffering(_ connection: Connection) {
    _ = population.buffer(-connection.bufferedBytes)
    traffic.bufferedBytes.add(-connection.bufferedBytes)
    connection.bufferedBytes = 0
  }

  /// Counts unsent bytes; beyond the limit the connections furthest behind are closed. False where this one is.
  @discardableResult
  func recordUnsent(_ connection: Connection) -> Bool {
    guard connection.isBehind || connection.machine.unsent != nil else { return true }
    let member = Population.Member(shard: self, token: connection.token)
    let (bytes, behind) = population.record(connection.machine.unsent, of: member, limit: limits.unsentBytes)
    traffic.unsentBytes.add(bytes)
    connection.isBehind = connection.machine.unsent != nil
    guard !behind.isEmpty else { return true }
    if let count = population.crowding.withLock({ $0.count(behind.count, at: clock.milliseconds) }) {
      report(.tooManyUnsentBytes(limit: limits.unsentBytes, connections: count))
    }
    traffic.crowdedConnections.add(behind.count)
    for other in behind where other != member {
      guard other.shard === self else {
        other.shard.post(.shed(other.token))
        continue
      }
      shed(other.token)
    }
    guard behind.contains(member) else { return true }
    connection.machine.close()
    return false
  }

  /// Releases a connection's buffers at once, and its socket in its turn.
  func shed(_ token: UInt64) {
    guard let connection = connection(token) else { return }
    connection.machine.close()
    work.append(.rest(token))
  }
}

extension Poller.Interest {
  fileprivate init(_ interest: ConnectionMachine.Interest) {
    self =
      switch interest {
      case .reading: .read
      case .writing: [.write, .once]
      case .neither: []
      }
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
