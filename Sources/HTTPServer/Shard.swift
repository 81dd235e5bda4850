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
  /// State shared by all shards.
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
  /// The tick that the timer is set for.
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
  /// The tasks that wait for a call.
  var idleTasks: [CallTask] = []
  /// Connections whose calls have something new.
  var notified: [UInt64] = []
  /// The connection whose task is being begun, which is looked at without a notification.
  var beginning: UInt64 = 0
  /// Queued connections whose clients are gone or have closed their sending side.
  var endingCount = 0
  /// When the first answer became pending since the last pause, in the clock's milliseconds; nil where none did.
  private var awaitedSince: Int?
  /// What this turn may still do.
  @exclusivity(unchecked) var budget = TurnBudget()

  /// The only member that any thread may use.
  private let inbox = Inbox()

  static let readBufferBytes = 64 * 1024
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

  deinit {
    if source == nil { poller.close() }
  }

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
    endIdleTasks()
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
    case .closeAll: closeConnections()
    }
  }

  /// Nil for a closed connection, even if another has its slot.
  func connection(_ token: UInt64) -> Connection? {
    let slot = Int(token & 0xFFFF_FFFF)
    guard slot < connections.count, let connection = connections[slot], connection.token == token else { return nil }
    return connection
  }
}

/// The executor of its tasks.
extension Shard {
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
}

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
