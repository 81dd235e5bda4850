import Dispatch
import HTTPMessages

/// One queue with its listener, its poller and its connections: everything here happens on that queue.
///
/// One Dispatch source watches the poller, which watches all sockets: a source per socket costs several times the CPU.
// SAFETY: mutable state is touched on `queue` only, apart from the initialiser and `start`, before which the queue is empty; every entry from outside is `queue.async` or `woken`.
final class Shard: @unchecked Sendable {
  let queue: DispatchQueue
  let limits: HTTPServerLimits
  let handler: @Sendable (HTTPRequest) -> HTTPAnswer
  let head: (@Sendable (HTTPRequest) -> HTTPHeadAnswer)?
  let refusal: @Sendable (HTTPRefusal) -> HTTPResponse
  let report: @Sendable (HTTPServerEvent) -> Void
  /// What all shards know together.
  let population: Population
  let traffic: ShardTraffic

  // SAFETY: `@exclusivity(unchecked)` here and in `Connection` saves the run-time check, not the rule. An access lasts for one
  // call into a value (machine, output, wheel, clock), none of which can reach the shard; the handler is called outside of all.
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
  /// Both are made by `start`: a Dispatch source that was never activated cannot be let go of.
  private(set) var timer: (any DispatchSourceTimer)?
  private(set) var source: (any DispatchSourceRead)?

  /// What is read, before it is a connection's.
  let readBuffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Shard.readBufferBytes)
  /// What one turn of a connection answers, until the kernel or its machine has it.
  @exclusivity(unchecked) var output = HTTPOutput(capacity: Shard.readBufferBytes)

  var onDrained: (@Sendable () -> Void)?

  /// What waits for its turn.
  @exclusivity(unchecked) var work = WorkQueue()
  /// Connections in the queue whose clients are gone, or send nothing more.
  var endingCount = 0
  /// What this turn may still do.
  @exclusivity(unchecked) var budget = TurnBudget()
  /// Whether `serve` is on the queue.
  var isResuming = false

  /// Connections with news; the one thing here that any thread may touch.
  let woken: WokenConnections

  static let readBufferBytes = 64 * 1024
  /// The token of the listener; no connection has generation 0, which the upper half tells.
  static let listenerToken: UInt64 = 0
  /// The token of the connections with news.
  static let wokenToken: UInt64 = 1
  /// Milliseconds that the poller is waited for in place of going back to Dispatch, which costs as much as a request.
  private static let lingerMilliseconds: Int32 = 1
  /// Milliseconds of work after which other blocks of the queue get their turn.
  private static let sliceMilliseconds = 20

  init(
    index: Int, listener: consuming Listener, limits: HTTPServerLimits, population: Population, traffic: ShardTraffic,
    handler: @escaping @Sendable (HTTPRequest) -> HTTPAnswer, head: (@Sendable (HTTPRequest) -> HTTPHeadAnswer)? = nil,
    refusal: @escaping @Sendable (HTTPRefusal) -> HTTPResponse, report: @escaping @Sendable (HTTPServerEvent) -> Void = { _ in }
  ) throws(HTTPServerError) {
    queue = DispatchQueue(label: "http.shard.\(index)")
    self.limits = limits
    self.population = population
    self.traffic = traffic
    self.handler = handler
    self.head = head
    self.refusal = refusal
    self.report = report
    let poller = try Poller()
    let woken = try WokenConnections()
    guard poller.add(listener.socket, token: Shard.listenerToken, interest: .read),
      poller.add(woken.event, token: Shard.wokenToken, interest: .read)
    else { throw .systemCall("epoll_ctl", errno: 0) }
    self.poller = poller
    self.woken = woken
    self.listener = consume listener
    reserve = Socket.reserve()
    clock = ShardClock(shortest: limits.shortestMilliseconds)
  }

  deinit {
    readBuffer.deallocate()
  }

  /// Begins to accept.
  func start() {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { [self] in sweep() }
    timer.schedule(deadline: .distantFuture)
    let source = DispatchSource.makeReadSource(fileDescriptor: poller.descriptor, queue: queue)
    source.setEventHandler { [self] in serve() }
    self.timer = timer
    self.source = source
    timer.activate()
    source.activate()
  }

  /// Drains the poller and the queue by turns, and waits a little while there is work.
  func serve() {
    clock.update()
    let start = clock.milliseconds
    var patience: Int32 = 0
    while true {
      let count = poller.wait(milliseconds: work.isEmpty ? patience : 0)
      guard count > 0 || !work.isEmpty else { return }
      clock.update()
      for index in 0..<count { take(poller.event(index)) }
      serveQueue()
      guard clock.milliseconds - start < Shard.sliceMilliseconds else { return resume() }
      patience = Shard.lingerMilliseconds
    }
  }

  private func take(_ event: Poller.Event) {
    switch event.token {
    case Shard.listenerToken: acceptWaiting()
    case Shard.wokenToken: takeWoken()
    default: if let connection = connection(event.token) { take(event, on: connection) }
    }
  }

  /// Nil for one that is closed, whoever has its slot now.
  func connection(_ token: UInt64) -> Connection? {
    let slot = Int(token & 0xFFFF_FFFF)
    guard slot < connections.count, let connection = connections[slot], connection.token == token else { return nil }
    return connection
  }
}
