import Dispatch
public import HTTPMessages
import Synchronization

/// An HTTP/1.1 server on TCP or a Unix-domain socket: an async function answers each request, on any number of shards.
///
/// It serves from `start` to `drain`, even without references to it.
public final class HTTPServer: Sendable {
  /// Descriptors of each shard: its listener, its poller, and one in reserve.
  public static let descriptorsOfShard = 3

  private let configuration: HTTPServerConfiguration
  private let handler: HTTPHandler
  private let refusal: @Sendable (HTTPRefusal) -> HTTPResponse
  private let report: @Sendable (HTTPServerEvent) -> Void
  private let pause: (@Sendable () -> Void)?
  private let population = Population()
  private let traffic: Traffic
  private let state = Mutex(ServerState())
  /// The socket file to remove when the server drains.
  private let socketFile = Mutex<UnixSocketFile?>(nil)

  /// - Parameters:
  ///   - traffic: counts events of the connections.
  ///   - handler: answers a request, from its head on. Its task runs in a shard's loop, which it blocks but where it
  ///     awaits.
  ///   - refusal: makes the response of a refusal, usually with the refusal's own status. Called in the loop.
  ///   - report: receives events for the operator. Called in the loop.
  ///   - pause: begins the work that pending calls have gathered. Called in the loop while calls are pending: before the
  ///     loop waits, or else every few milliseconds.
  public init(
    configuration: HTTPServerConfiguration, traffic: Traffic = Traffic(),
    handler: @escaping HTTPHandler, refusal: @escaping @Sendable (HTTPRefusal) -> HTTPResponse,
    report: @escaping @Sendable (HTTPServerEvent) -> Void = { _ in }, pause: (@Sendable () -> Void)? = nil
  ) {
    self.configuration = configuration
    self.traffic = traffic
    self.handler = handler
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
      for shard in shards { shard.start() }
      // From here on a drain finds the shards.
      if state.withLock({ $0.publish(shards) }) {
        // The drain was requested while the shards were bound, so they have not received it.
        for shard in shards { shard.drain { [self] in shardIsDrained() } }
        removeSocketFile()
      }
      return address
    } catch {
      removeSocketFile()
      for completion in state.withLock({ $0.abortStart() }) { completion() }
      throw error
    }
  }

  /// Makes one listener per shard; the first one finds the port, the others share it.
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

  /// Makes one listener, of which each shard has a descriptor.
  private func bind(unixSocket path: String) throws(HTTPServerError) -> ([Shard], BoundAddress) {
    let listener = try Listener(unixSocket: path)
    socketFile.withLock { $0 = UnixSocketFile(at: path) }
    return (try shards(sharing: listener), .unix(path: path))
  }

  /// Listens on a passed socket, whose file this server must not remove.
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
      handler: handler, refusal: refusal, report: report, pause: pause)
  }

  private func removeSocketFile() {
    let file = socketFile.withLock { file in
      defer { file = nil }
      return file
    }
    file?.remove()
  }

  public var connectionCount: Int { population.current }

  /// Stops accepting, finishes requests in flight with `Connection: close`, and closes idle connections after a grace in
  /// which each may begin one more, then calls `completion`.
  ///
  /// Connections left after `seconds` are closed at once. A further call adds a completion, and can only shorten the
  /// time. `completion` is called on a queue of the server's.
  public func drain(within seconds: Double, completion: @escaping @Sendable () -> Void) {
    population.beginLeaving()
    removeSocketFile()
    let (step, shards) = state.withLock { ($0.drain(completion), $0.shards) }
    switch step {
    case .finished: return completion()
    case .begins: for shard in shards { shard.drain { [self] in shardIsDrained() } }
    case .continues: break
    }
    let milliseconds = seconds > 0 ? Int(min(seconds, 1_000_000) * 1000) : 0
    for shard in shards {
      shard.queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { shard.post(.closeAll) }
    }
  }

  private func shardIsDrained() {
    for completion in state.withLock({ $0.shardIsDrained() }) { completion() }
  }
}

/// The life cycle of a server: new, binding, serving, draining, drained. It only decides; `HTTPServer` acts.
struct ServerState {
  private var stage = Stage.new
  private var completions: [@Sendable () -> Void] = []
  private(set) var shards: [Shard] = []

  private enum Stage {
    case new
    case binding
    case serving
    /// Asked to drain before there were shards.
    case drainingUnbound
    case draining(shardsLeft: Int)
    case drained
  }

  enum DrainStep {
    case begins
    case continues
    case finished
  }

  /// True for the one call of `start` that may bind.
  mutating func claimStart() -> Bool {
    guard case .new = stage else { return false }
    stage = .binding
    return true
  }

  /// Stores the bound shards; true where they have to drain at once.
  mutating func publish(_ shards: [Shard]) -> Bool {
    self.shards = shards
    switch stage {
    case .drainingUnbound:
      stage = .draining(shardsLeft: shards.count)
      return true
    case .new, .binding, .serving, .draining, .drained:
      stage = .serving
      return false
    }
  }

  /// Nothing was bound: returns the pending completions.
  mutating func abortStart() -> [@Sendable () -> Void] {
    stage = .drained
    return takeCompletions()
  }

  mutating func drain(_ completion: @escaping @Sendable () -> Void) -> DrainStep {
    switch stage {
    case .new, .drained:
      stage = .drained
      return .finished
    case .binding, .drainingUnbound:
      stage = .drainingUnbound
      completions.append(completion)
      return .continues
    case .serving:
      stage = .draining(shardsLeft: shards.count)
      completions.append(completion)
      return .begins
    case .draining:
      completions.append(completion)
      return .continues
    }
  }

  /// Returns the completions after the last shard.
  mutating func shardIsDrained() -> [@Sendable () -> Void] {
    guard case .draining(let left) = stage else { return [] }
    guard left <= 1 else {
      stage = .draining(shardsLeft: left - 1)
      return []
    }
    stage = .drained
    shards = []
    return takeCompletions()
  }

  private mutating func takeCompletions() -> [@Sendable () -> Void] {
    defer { completions = [] }
    return completions
  }
}
