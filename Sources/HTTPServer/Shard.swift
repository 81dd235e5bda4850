import CLinux
import Dispatch
import Glibc
import HTTPMessages

/// One loop with its listener, its poller and its connections, and the executor of the tasks that answer its requests.
///
/// All of it runs on a serial queue, woken by one Dispatch source on the poller, by the first message in `inbox`, or by
/// one timer for deadlines.
// SAFETY: only blocks of `queue` touch mutable state, apart from `init` and `start`, which end before the first block.
// Every other entry is `inbox`.
final class Shard: TaskExecutor, @unchecked Sendable {
  let queue: DispatchQueue
  let limits: HTTPServerLimits
  let handler: HTTPHandler
  let refusal: @Sendable (HTTPRefusal) -> HTTPResponse
  let report: @Sendable (HTTPServerEvent) -> Void
  let pause: (@Sendable () -> Void)?
  let population: Population
  let traffic: ShardTraffic

  // SAFETY: `@exclusivity(unchecked)` here and in `Connection` saves the run-time check, not the rule. An access lasts
  // for one call into a value (machine, output, wheel, clock, queue), none of which can reach the shard. Tasks run outside
  // of all. It pays 1,800 of the 19,300 instructions of a GET.
  var poller: Poller
  var listener: Listener?
  /// Released for a moment when descriptors run out, to answer a pending connection instead of ignoring it.
  var reserve: Socket?
  @exclusivity(unchecked) var connections: [Connection?] = []
  var freeSlots: [Int] = []
  var connectionCount = 0
  var generation: UInt32 = 0

  @exclusivity(unchecked) var clock: ShardClock
  @exclusivity(unchecked) var wheel = DeadlineWheel()
  private var source: (any DispatchSourceRead)?
  private var timer: (any DispatchSourceTimer)?
  private var timerTick: UInt32?

  /// Received bytes, before a connection takes them.
  @exclusivity(unchecked) var readBuffer = [UInt8](repeating: 0, count: Shard.readBufferBytes)
  /// The answers of one turn, until the kernel or the machine has them.
  @exclusivity(unchecked) var output = HTTPOutput(capacity: Shard.readBufferBytes)

  var onDrained: (@Sendable () -> Void)?
  /// Whether it has drained: only tasks without a connection may still run.
  var isOver = false

  /// Work for later turns.
  @exclusivity(unchecked) var work = WorkQueue()
  var idleTasks: [CallTask] = []
  /// Connections whose calls have something new.
  var notified: [UInt64] = []
  /// The connection whose task is being begun, which is looked at without a notification.
  var beginning: UInt64 = 0
  /// Queued connections whose clients are gone or have closed their sending side.
  private var endingCount = 0
  /// When the first answer became pending since the last pause, in the clock's milliseconds; nil where none did.
  private var awaitedSince: Int?
  /// What this turn may still do.
  @exclusivity(unchecked) var budget = TurnBudget()

  /// The only member that any thread may use.
  private let inbox = Inbox()

  private static let readBufferBytes = 64 * 1024
  /// The listener's token; a connection's has its generation in the upper half, which is never 0.
  static let listenerToken: UInt64 = 0
  /// Turns in one block of the queue.
  private static let turnsOfBlock = 64

  init(
    index: Int, listener: consuming Listener, limits: HTTPServerLimits, population: Population, traffic: ShardTraffic,
    handler: @escaping HTTPHandler, refusal: @escaping @Sendable (HTTPRefusal) -> HTTPResponse,
    report: @escaping @Sendable (HTTPServerEvent) -> Void = { _ in }, pause: (@Sendable () -> Void)? = nil
  ) throws(HTTPServerError) {
    queue = DispatchQueue(label: "http.shard.\(index)")
    self.limits = limits
    self.population = population
    self.traffic = traffic
    self.handler = handler
    self.refusal = refusal
    self.report = report
    self.pause = pause
    let poller = try Poller()
    guard poller.add(listener.socket, token: Shard.listenerToken, interest: .read) else {
      throw .systemCall("epoll_ctl", errno: errno)
    }
    self.poller = poller
    self.listener = consume listener
    reserve = Socket.reserve()
    clock = ShardClock(shortest: limits.shortestMilliseconds)
  }

  deinit { if source == nil { poller.close() } }

  /// Begins to accept.
  func start() {
    let source = DispatchSource.makeReadSource(fileDescriptor: poller.descriptor, queue: queue)
    source.setEventHandler { [self] in serve() }
    source.setCancelHandler { [self] in poller.close() }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { [self] in
      timerTick = nil
      serve()
    }
    timer.schedule(deadline: .distantFuture)
    (self.source, self.timer) = (source, timer)
    timer.activate()
    source.activate()
  }

  /// Ends the loop and its idle tasks; one that still runs has its jobs run here. A cancelled source releases its
  /// handlers, and with them the shard.
  func stop() {
    isOver = true
    // They end by jobs of the last turns.
    for task in idleTasks { task.give(nil) }
    idleTasks = []
    timer?.cancel()
    source?.cancel()
  }

  /// Adds a message; any thread may.
  func post(_ item: Inbox.Item) {
    if inbox.add(item) { queue.async { [self] in serve() } }
  }

  /// A block of the queue: turns until there is nothing to do. After many it lets the queue's other blocks run.
  private func serve() {
    let outer = pthread_getspecific(Shard.mark)
    pthread_setspecific(Shard.mark, Unmanaged.passUnretained(self).toOpaque())
    defer { pthread_setspecific(Shard.mark, outer) }
    for _ in 0..<Shard.turnsOfBlock {
      if turn() { continue }
      setTimer()
      if inbox.rest() { return }
    }
    queue.async { [self] in serve() }
  }

  /// Handles the messages, a batch of poller events and a part of the queue; false where there was nothing to do.
  private func turn() -> Bool {
    clock.update()
    for item in inbox.take() { handle(item) }
    let count = isOver ? 0 : poller.poll()
    for index in 0..<count { handle(poller.event(index)) }
    if clock.tick > wheel.now { sweep() }
    let isBusy = count > 0 || !work.isEmpty
    serveQueue()
    if let since = awaitedSince, !isBusy || clock.milliseconds != since {
      awaitedSince = nil
      pause?()
    }
    return isBusy || !work.isEmpty
  }

  /// Sets the timer for the next deadline, unless it is set for an earlier one.
  private func setTimer() {
    guard !isOver, let tick = wheel.next, timerTick.map({ tick < $0 }) ?? true else { return }
    timerTick = tick
    let milliseconds = clock.milliseconds(until: tick)
    timer?.schedule(
      deadline: .now() + .milliseconds(milliseconds), leeway: .milliseconds(clock.tickMilliseconds / 4))
  }

  /// Records a pending answer: `pause` later begins the work that requests have gathered.
  func markAwaited() { if awaitedSince == nil { awaitedSince = clock.milliseconds } }

  private func handle(_ event: Poller.Event) {
    switch event.token {
    case Shard.listenerToken: acceptWaiting()
    default: if let connection = connection(event.token) { handle(event, on: connection) }
    }
  }

  private func handle(_ item: Inbox.Item) {
    switch item {
    case .job(let job): work.append(.job(job))
    case .checkCall(let token):
      budget = TurnBudget()
      checkCall(of: token)
    case .shed(let token): shed(token)
    case .acceptAgain: listener?.watch(with: poller, isAccepting: true)
    case .drain(let onDrained): beginDraining(onDrained)
    case .closeAll:
      for case let connection? in connections {
        connection.machine.close()
        run(connection)
      }
    }
  }

  /// Nil for a closed connection, even if another has its slot.
  func connection(_ token: UInt64) -> Connection? {
    let slot = Int(token & 0xFFFF_FFFF)
    guard slot < connections.count, let connection = connections[slot], connection.token == token else { return nil }
    return connection
  }

  // MARK: The executor

  /// The shard whose block runs on this thread. The thread itself says nothing: Dispatch lends it to other queues.
  private static let mark: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  private var isCurrent: Bool { pthread_getspecific(Shard.mark) == Unmanaged.passUnretained(self).toOpaque() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isCurrent { work.append(.job(job)) } else { post(.job(job)) }
  }

  /// A connection's call has something new.
  func signalOutput(of token: UInt64) {
    guard isCurrent else { return post(.checkCall(token)) }
    if token != beginning { notified.append(token) }
  }

  // MARK: Accepting

  /// Connections accepted before the open ones get their turn.
  private static let acceptBatch = 16
  /// Connections dismissed between two pauses.
  private static let dismissBatch = 64
  /// Milliseconds without accepting after a shortage, during which the listener would wake the shard endlessly.
  private static let acceptPauseMilliseconds = 100

  /// Accepts pending connections, up to one batch.
  private func acceptWaiting() {
    // Ending connections make room for new ones; the poller reports again.
    guard endingCount == 0 || population.current < limits.connections else { return }
    for _ in 0..<Shard.acceptBatch {
      guard acceptOne() else { return }
    }
  }

  /// Accepts one connection; false where none is pending or none can be accepted.
  private func acceptOne() -> Bool {
    guard listener != nil, let accepted = listener?.accept() else { return false }
    switch consume accepted {
    case .connection(let socket, let peer):
      open(socket, from: peer)
      return true
    case .retry: return true
    case .none: return false
    case .outOfDescriptors(let code):
      dismissWithReserve(code)
      pauseAccepting()
      return false
    case .outOfMemory(let code):
      reportShortage(code)
      pauseAccepting()
      return false
    }
  }

  private func open(_ socket: consuming Socket, from peer: PeerAddress) {
    let population = population.enter()
    traffic.acceptedConnections.add(1)
    if population > limits.connections { traffic.refusedConnections.add(1) }
    guard population <= limits.connections + limits.surplusConnections else {
      self.population.leave()
      return dismiss(socket)
    }
    generation &+= 1
    if generation == 0 { generation = 1 }
    let slot = freeSlots.popLast() ?? connections.count
    if slot == connections.count { connections.append(nil) }
    let machine = ConnectionMachine(
      at: clock.milliseconds, from: peer,
      refusal: population > limits.connections ? .connectionLimit(retryAfterSeconds: limits.retryAfterSeconds) : nil)
    let connection = Connection(socket, slot: slot, generation: generation, machine: machine)
    guard poller.add(connection.socket, token: connection.token, interest: .read) else {
      reportShortage(errno)
      freeSlots.append(slot)
      self.population.leave()
      return dismiss(connection.socket)
    }
    connections[slot] = connection
    connectionCount += 1
    traffic.openConnections.add(1)
    if self.population.isLeaving { receive(connection) } else { run(connection) }
  }

  /// Dismisses pending connections one by one, using the reserve descriptor.
  private func dismissWithReserve(_ code: Int32) {
    reserve = nil
    for _ in 0..<Shard.dismissBatch {
      guard case .connection(let socket, _) = listener?.accept() ?? .none else { break }
      traffic.acceptedConnections.add(1)
      traffic.refusedConnections.add(1)
      dismiss(socket)
      reportShortage(code)
    }
    reserve = Socket.reserve()
  }

  /// Answers 503 on a connection without room; the caller closes it. A request that has come is read first: with unread
  /// bytes the kernel sends a reset, which can overtake the answer.
  private func dismiss(_ socket: borrowing Socket) {
    _ = socket.receive(into: &readBuffer)
    refusal(.connectionLimit(retryAfterSeconds: limits.retryAfterSeconds)).writeAlone(to: &output, date: clock.date)
    if case .bytes(let count) = output.withBytes({ socket.send($0) }) { traffic.sentBytes.add(count) }
    output.removeAll()
    socket.finishWriting()
  }

  private func reportShortage(_ code: Int32) {
    guard let times = population.shortage.withLock({ $0.count(1, at: clock.milliseconds) }) else { return }
    report(.noRoomForConnections(errno: code, times: times))
  }

  private func pauseAccepting() {
    listener?.watch(with: poller, isAccepting: false)
    queue.asyncAfter(deadline: .now() + .milliseconds(Shard.acceptPauseMilliseconds)) { [self] in post(.acceptAgain) }
  }

  // MARK: Work deferred to later turns, so that no connection delays the others

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
  private func serveQueue() {
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

  // MARK: Deadlines

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

  // MARK: Draining

  /// Stops accepting; each connection ends with its next answer, or when its grace has passed. `onDrained` is called once none is left.
  func drain(onDrained: @escaping @Sendable () -> Void) { post(.drain(onDrained: onDrained)) }

  private func beginDraining(_ onDrained: @escaping @Sendable () -> Void) {
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

  func finishDraining() {
    guard let onDrained else { return }
    self.onDrained = nil
    stop()
    reserve = nil
    onDrained()
  }
}

extension Socket {
  /// A descriptor to be closed when there are no others.
  static func reserve() -> Socket? {
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC))
    return descriptor >= 0 ? Socket(owning: descriptor) : nil
  }
}
