import Dispatch
import Glibc
import HTTPMessages

/// One loop with its listener, its poller and its connections. All of it runs in that loop.
///
/// The loop has its own thread, which waits in the poller without a timeout. A Dispatch source on the poller would cost
/// two thread switches per event, and a timeout one system timer per wait. It cannot be a block of a Dispatch queue:
/// Dispatch starts 255 threads at most.
// SAFETY: only `serve` touches mutable state, apart from the initialiser, which ends before `serve` starts. Every other
// entry is `inbox`.
final class Shard: @unchecked Sendable {
  /// The queue of the timers.
  let timers: DispatchQueue
  let limits: HTTPServerLimits
  let handler: @Sendable (HTTPRequest) -> HTTPAnswer
  let head: (@Sendable (HTTPRequest) -> HTTPHeadAnswer)?
  let refusal: @Sendable (HTTPRefusal) -> HTTPResponse
  let report: @Sendable (HTTPServerEvent) -> Void
  private let pause: (@Sendable () -> Void)?
  /// State shared by all shards.
  let population: Population
  let traffic: ShardTraffic

  // SAFETY: `@exclusivity(unchecked)` here and in `Connection` saves the run-time check, not the rule. An access lasts
  // for one call into a value (machine, output, wheel, clock), none of which can reach the shard. The handler is called
  // outside of all.
  let poller: Poller
  var listener: Listener?
  /// Released for a moment when descriptors run out, to answer a pending connection instead of ignoring it.
  var reserve: Socket?
  @exclusivity(unchecked) var connections: [Connection?] = []
  var freeSlots: [Int] = []
  var connectionCount = 0
  var generation: UInt32 = 0

  @exclusivity(unchecked) var clock: ShardClock
  @exclusivity(unchecked) var wheel = DeadlineWheel()
  var isTimerRunning = false
  /// Made by `serve`: a Dispatch source that was never activated cannot be released.
  private(set) var timer: (any DispatchSourceTimer)?

  /// Received bytes, before a connection takes them.
  let readBuffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Shard.readBufferBytes)
  /// The answers of one turn, until the kernel or the machine has them.
  @exclusivity(unchecked) var output = HTTPOutput(capacity: Shard.readBufferBytes)

  var onDrained: (@Sendable () -> Void)?
  /// Whether it has drained, which ends the loop.
  var isOver = false

  /// Work for later turns.
  @exclusivity(unchecked) var work = WorkQueue()
  /// Queued connections whose clients are gone or have closed their sending side.
  var endingCount = 0
  /// When the first answer became pending since the last pause, in the clock's milliseconds; nil where none did.
  private var awaitedSince: Int?
  /// What this turn may still do.
  @exclusivity(unchecked) var budget = TurnBudget()

  /// The only member that any thread may use.
  let inbox: Inbox

  static let readBufferBytes = 64 * 1024
  /// The listener's token; a connection's has its generation in the upper half, which is never 0.
  static let listenerToken: UInt64 = 0
  static let inboxToken: UInt64 = 1

  init(
    index: Int, listener: consuming Listener, limits: HTTPServerLimits, population: Population, traffic: ShardTraffic,
    handler: @escaping @Sendable (HTTPRequest) -> HTTPAnswer, head: (@Sendable (HTTPRequest) -> HTTPHeadAnswer)? = nil,
    refusal: @escaping @Sendable (HTTPRefusal) -> HTTPResponse,
    report: @escaping @Sendable (HTTPServerEvent) -> Void = { _ in }, pause: (@Sendable () -> Void)? = nil
  ) throws(HTTPServerError) {
    timers = DispatchQueue(label: "http.shard.\(index).timers")
    self.limits = limits
    self.population = population
    self.traffic = traffic
    self.handler = handler
    self.head = head
    self.refusal = refusal
    self.report = report
    self.pause = pause
    let poller = try Poller()
    let inbox = try Inbox()
    guard poller.add(listener.socket, token: Shard.listenerToken, interest: .read),
      poller.add(inbox.event, token: Shard.inboxToken, interest: .read)
    else { throw .systemCall("epoll_ctl", errno: 0) }
    self.poller = poller
    self.inbox = inbox
    self.listener = consume listener
    reserve = Socket.reserve()
    clock = ShardClock(shortest: limits.shortestMilliseconds)
  }

  deinit {
    readBuffer.deallocate()
  }

  /// Begins to accept; throws where no thread can be started.
  func start() throws(HTTPServerError) {
    guard DetachedThread.start({ [self] in serve() }) else { throw .systemCall("pthread_create", errno: EAGAIN) }
  }

  /// Handles poller events and the queue in turn, waiting where both are empty, until the shard has drained.
  private func serve() {
    let timer = DispatchSource.makeTimerSource(queue: timers)
    timer.setEventHandler { [self] in inbox.add(.tick) }
    timer.schedule(deadline: .distantFuture)
    self.timer = timer
    timer.activate()
    while !isOver {
      let count = nextEvents()
      clock.update()
      for index in 0..<count { take(poller.event(index)) }
      serveQueue()
    }
  }

  /// The number of pending events; waits for one where there is nothing to do.
  private func nextEvents() -> Int {
    guard let since = awaitedSince, let pause else { return poller.wait(isBlocking: work.isEmpty) }
    let count = poller.wait(isBlocking: false)
    guard count == 0 && work.isEmpty || clock.milliseconds != since else { return count }
    awaitedSince = nil
    pause()
    return count == 0 ? poller.wait(isBlocking: work.isEmpty) : count
  }

  /// Records a pending answer: `pause` later begins the work that requests have gathered.
  func noteAwaited() { if awaitedSince == nil { awaitedSince = clock.milliseconds } }

  private func take(_ event: Poller.Event) {
    switch event.token {
    case Shard.listenerToken: acceptWaiting()
    case Shard.inboxToken: for item in inbox.take() { take(item) }
    default: if let connection = connection(event.token) { take(event, on: connection) }
    }
  }

  private func take(_ item: Inbox.Item) {
    switch item {
    case .news(let token): work.append(.news(token))
    case .giveUp(let token): giveUp(token)
    case .tick: sweep()
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
  /// Wakes this connection; made for its first source of news.
  var waker: Waker?

  init(_ socket: consuming Socket, slot: Int, generation: UInt32, machine: consuming ConnectionMachine) {
    self.socket = socket
    self.slot = slot
    self.generation = generation
    self.machine = machine
  }

  var token: UInt64 { Connection.token(slot: slot, generation: generation) }

  static func token(slot: Int, generation: UInt32) -> UInt64 {
    UInt64(generation) &<< 32 | UInt64(UInt32(truncatingIfNeeded: slot))
  }
}
