import Dispatch
import Glibc
import HTTPMessages

/// One loop with its listener, its poller and its connections: everything here happens in that loop.
///
/// The loop has a thread of its own, which waits in the poller without an end. A Dispatch source that watched the
/// poller would cost two switches of threads for each time that it becomes ready, and a time-out a timer of the system
/// for each wait. It cannot be a block of a Dispatch queue, since Dispatch starts 255 threads at most.
// SAFETY: mutable state is touched by `serve` only, apart from the initialiser, before which it does not run; every
// entry from outside is `inbox`.
final class Shard: @unchecked Sendable {
  /// Where times that are over are told of.
  let timers: DispatchQueue
  let limits: HTTPServerLimits
  let handler: @Sendable (HTTPRequest) -> HTTPAnswer
  let head: (@Sendable (HTTPRequest) -> HTTPHeadAnswer)?
  let refusal: @Sendable (HTTPRefusal) -> HTTPResponse
  let report: @Sendable (HTTPServerEvent) -> Void
  private let pause: (@Sendable () -> Void)?
  /// What all shards know together.
  let population: Population
  let traffic: ShardTraffic

  // SAFETY: `@exclusivity(unchecked)` here and in `Connection` saves the run-time check, not the rule. An access lasts
  // for one call into a value (machine, output, wheel, clock), none of which can reach the shard; the handler is called
  // outside of all.
  let poller: Poller
  var listener: Listener?
  /// Given up for a moment when descriptors run out, so that a waiting connection can be answered instead of left.
  var reserve: Socket?
  @exclusivity(unchecked) var connections: [Connection?] = []
  var freeSlots: [Int] = []
  var connectionCount = 0
  var generation: UInt32 = 0

  @exclusivity(unchecked) var clock: ShardClock
  @exclusivity(unchecked) var wheel = DeadlineWheel()
  var isTimerRunning = false
  /// Made by `serve`: a Dispatch source that was never activated cannot be let go of.
  private(set) var timer: (any DispatchSourceTimer)?

  /// What is read, before it is a connection's.
  let readBuffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Shard.readBufferBytes)
  /// What one turn of a connection answers, until the kernel or its machine has it.
  @exclusivity(unchecked) var output = HTTPOutput(capacity: Shard.readBufferBytes)

  var onDrained: (@Sendable () -> Void)?
  /// Whether it has drained, so that the loop ends.
  var isOver = false

  /// What waits for its turn.
  @exclusivity(unchecked) var work = WorkQueue()
  /// Connections in the queue whose clients are gone, or send nothing more.
  var endingCount = 0
  /// When the first answer was awaited since the last pause, in the clock's milliseconds; nil where none was.
  private var awaitedSince: Int?
  /// What this turn may still do.
  @exclusivity(unchecked) var budget = TurnBudget()

  /// The one thing here that any thread may touch.
  let inbox: Inbox

  static let readBufferBytes = 64 * 1024
  /// The token of the listener; no connection has generation 0, which the upper half tells.
  static let listenerToken: UInt64 = 0
  /// The token of the inbox.
  static let inboxToken: UInt64 = 1

  init(
    index: Int, listener: consuming Listener, limits: HTTPServerLimits, population: Population, traffic: ShardTraffic,
    handler: @escaping @Sendable (HTTPRequest) -> HTTPAnswer, head: (@Sendable (HTTPRequest) -> HTTPHeadAnswer)? = nil,
    refusal: @escaping @Sendable (HTTPRefusal) -> HTTPResponse,
    report: @escaping @Sendable (HTTPServerEvent) -> Void = { _ in },
    pause: (@Sendable () -> Void)? = nil
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

  /// Begins to accept; throws where there is no thread for it.
  func start() throws(HTTPServerError) {
    guard DetachedThread.start({ [self] in serve() }) else { throw .systemCall("pthread_create", errno: EAGAIN) }
  }

  /// Drains the poller and the queue by turns, and waits where both are empty, until the shard has drained.
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

  /// The number of events that are there; waits for one where there is nothing to do.
  private func nextEvents() -> Int {
    guard let since = awaitedSince, let pause else { return poller.wait(isBlocking: work.isEmpty) }
    let count = poller.wait(isBlocking: false)
    guard count == 0 && work.isEmpty || clock.milliseconds != since else { return count }
    awaitedSince = nil
    pause()
    return count == 0 ? poller.wait(isBlocking: work.isEmpty) : count
  }

  /// An answer is awaited: what other requests gather meanwhile may begin with it.
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

  /// Nil for one that is closed, whatever connection has its slot now.
  func connection(_ token: UInt64) -> Connection? {
    let slot = Int(token & 0xFFFF_FFFF)
    guard slot < connections.count, let connection = connections[slot], connection.token == token else { return nil }
    return connection
  }
}

/// What a shard keeps for one open connection. Confined to the shard's loop.
final class Connection {
  let socket: Socket
  let slot: Int
  /// Tells this connection's events from those of an earlier one in the same slot.
  let generation: UInt32
  @exclusivity(unchecked) var machine: ConnectionMachine
  /// What the poller was asked for last; nil where it has told of it and is to be asked again.
  @exclusivity(unchecked) var polled: ConnectionMachine.Interest? = .reading
  /// What the wheel has, in milliseconds; nil where it has none.
  @exclusivity(unchecked) var deadline: Int?
  /// Whether the shard's queue has its event, or the rest of what it has to do.
  @exclusivity(unchecked) var isQueued = false
  /// Whether it did much at its last event.
  @exclusivity(unchecked) var isHeavy = false
  /// Bytes of a body that are counted in the population.
  @exclusivity(unchecked) var bufferedBytes = 0
  /// Whether the population knows of what its client has not taken.
  @exclusivity(unchecked) var isBehind = false
  /// Told of to those that have news for it, from the first of them on.
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
