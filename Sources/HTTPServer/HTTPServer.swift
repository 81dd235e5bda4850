import Dispatch
public import HTTPMessages
import Synchronization

/// An HTTP/1.1 server on TCP or a Unix-domain socket: a function from requests to answers, on as many queues as asked
/// for.
///
/// It serves from `start` to `drain`, also where nothing refers to it in between.
public final class HTTPServer: Sendable {
  /// Descriptors that each shard holds: its listener, its poller, the event of those with news, and one in reserve.
  public static let descriptorsOfShard = 4

  private let configuration: HTTPServerConfiguration
  private let handler: @Sendable (HTTPRequest) -> HTTPAnswer
  private let head: (@Sendable (HTTPRequest) -> HTTPHeadAnswer)?
  private let refusal: @Sendable (HTTPRefusal) -> HTTPResponse
  private let report: @Sendable (HTTPServerEvent) -> Void
  private let pause: (@Sendable () -> Void)?
  private let population = Population()
  private let traffic: Traffic
  private let state = Mutex(ServerState())
  /// The name to take away when the server drains.
  private let socketFile = Mutex<UnixSocketFile?>(nil)

  /// - Parameters:
  ///   - traffic: counts what happens on the connections.
  ///   - handler: answers a request. Called in a shard's loop, which waits for it: it must be quick and never block.
  ///   - head: looks at a head whose body has not come with it. Called likewise, once; nil lets every body come.
  ///   - refusal: makes the response of a refusal, usually with the refusal's own status. Called likewise.
  ///   - report: is told what the operator should know. Called likewise.
  ///   - pause: what awaited answers have gathered is to begin. Called likewise, where answers are awaited: before the
  ///     loop waits, and where it does not come to that, every few milliseconds.
  public init(
    configuration: HTTPServerConfiguration, traffic: Traffic = Traffic(),
    handler: @escaping @Sendable (HTTPRequest) -> HTTPAnswer,
    head: (@Sendable (HTTPRequest) -> HTTPHeadAnswer)? = nil,
    refusal: @escaping @Sendable (HTTPRefusal) -> HTTPResponse,
    report: @escaping @Sendable (HTTPServerEvent) -> Void = { _ in }, pause: (@Sendable () -> Void)? = nil
  ) {
    self.configuration = configuration
    self.traffic = traffic
    self.handler = handler
    self.head = head
    self.refusal = refusal
    self.report = report
    self.pause = pause
  }

  /// Binds and listens; when it returns, connections are accepted.
  ///
  /// Throws `HTTPServerError`, and has then bound nothing. A server starts once.
  public func start() throws(HTTPServerError) -> BoundAddress {
    guard state.withLock({ $0.claimStart() }) else { throw .alreadyStarted }
    do throws(HTTPServerError) {
      let (shards, address) =
        if let passed = configuration.passedSocket {
          try listen(on: passed)
        } else if let path = configuration.unixSocket {
          try bind(unixSocket: path)
        } else { try bind() }
      try start(shards)
      // From here on a drain finds them.
      if state.withLock({ $0.publish(shards) }) {
        // It was asked for while they were bound, so that they have not heard of it.
        for shard in shards { shard.drain { [self] in shardIsDrained() } }
        removeSocketFile()
      }
      return address
    } catch {
      removeSocketFile()
      for completion in state.withLock({ $0.giveUp() }) { completion() }
      throw error
    }
  }

  /// Starts all of them, or ends those that have started.
  private func start(_ shards: [Shard]) throws(HTTPServerError) {
    for (index, shard) in shards.enumerated() {
      do throws(HTTPServerError) { try shard.start() } catch {
        for shard in shards[..<index] {
          shard.drain {}
          shard.closeAll()
        }
        throw error
      }
    }
  }

  /// One listener for each shard; the first one finds the port, the others share it.
  private func bind() throws(HTTPServerError) -> ([Shard], BoundAddress) {
    let host = configuration.host
    var address = try SocketAddress(host: host, port: configuration.port)
    if configuration.port != 0 { try Listener.checkUnused(address, host: host, port: configuration.port) }
    var shards: [Shard] = []
    for index in 0..<max(configuration.shards, 1) {
      let listener = try Listener(address, host: host, port: configuration.port)
      if index == 0 { address = try SocketAddress(boundTo: listener.socket.descriptor) }
      shards.append(try shard(index, listener))
    }
    return (shards, address.bound)
  }

  /// One listener, of which each shard has a descriptor.
  private func bind(unixSocket path: String) throws(HTTPServerError) -> ([Shard], BoundAddress) {
    let listener = try Listener(unixSocket: path)
    socketFile.withLock { $0 = UnixSocketFile(at: path) }
    return (try shards(sharing: listener), .unix(path: path))
  }

  /// The same with a socket that is there; its name is not this server's to take away.
  private func listen(on passed: PassedSocket) throws(HTTPServerError) -> ([Shard], BoundAddress) {
    (try shards(sharing: Listener(passed)), passed.address)
  }

  private func shards(sharing listener: borrowing Listener) throws(HTTPServerError) -> [Shard] {
    var shards: [Shard] = []
    for index in 0..<max(configuration.shards, 1) { shards.append(try shard(index, Listener(sharing: listener))) }
    return shards
  }

  private func shard(_ index: Int, _ listener: consuming Listener) throws(HTTPServerError) -> Shard {
    try Shard(
      index: index, listener: listener, limits: configuration.limits, population: population, traffic: traffic.shard(),
      handler: handler,
      head: head, refusal: refusal, report: report, pause: pause)
  }

  private func removeSocketFile() {
    let file = socketFile.withLock { file in
      defer { file = nil }
      return file
    }
    file?.remove()
  }

  /// The number of open connections.
  public var connectionCount: Int { population.current }

  /// Stops accepting, closes idle connections, finishes what is in flight with `Connection: close`, then calls
  /// `completion`.
  ///
  /// What is left after `seconds` is closed as it is. Calling it again adds a completion, and shortens the time where
  /// it is shorter. `completion` is called on a queue of the server's.
  public func drain(within seconds: Double, completion: @escaping @Sendable () -> Void) {
    population.beginLeaving()
    removeSocketFile()
    let (step, shards) = state.withLock { ($0.drain(completion), $0.shards) }
    switch step {
    case .finished: return completion()
    case .begins: for shard in shards { shard.drain { [self] in shardIsDrained() } }
    case .goesOn: break
    }
    let milliseconds = seconds > 0 ? Int(min(seconds, 1_000_000) * 1000) : 0
    for shard in shards {
      shard.timers.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { shard.closeAll() }
    }
  }

  private func shardIsDrained() {
    for completion in state.withLock({ $0.shardIsDrained() }) { completion() }
  }
}
