public import NavigationAPI

/// What a service is told from outside: which clients it answers, and where time, chance and log lines come from and go
/// to.
public struct ServiceConfiguration: Sendable {
  /// Names by which the server may be asked, beside those of loopback.
  public var allowedHosts: [HostName]
  /// Origins whose pages may write and read across origins.
  public var corsOrigins: [WebOrigin]
  /// The clients that it answers; nil answers all, as one client.
  public var keys: KeyRing?
  /// What one client may ask for; nil is no limit.
  public var rateLimit: RateLimit?
  /// Event streams and long polls at once; more are answered 503.
  public var subscriberLimit: Int
  /// Bytes of one page of records, and of what a stream is given at once; one record may have more.
  public var pageBytes: Int
  /// Requests at once that are large, or about large sessions, and are worked on by workers; more are answered 503.
  public var heavyRequests: Int
  /// Calls what it is given on a thread that no shard waits for, soon and once. Without workers that is done at once.
  public var work: @Sendable (@escaping @Sendable () -> Void) -> Void
  /// Nanoseconds of a clock that never goes back.
  public var uptime: @Sendable () -> Int64
  /// The time now.
  public var now: @Sendable () -> Timestamp
  /// 64 bits that cannot be guessed.
  public var random: @Sendable () -> UInt64
  /// What the server bounds, by the names of its options; told by the metrics.
  public var limits: [NamedLimit]
  /// How the store commits; nil where it does not.
  public var commits: CommitCounters?
  /// What the metrics tell of the process and its connections.
  public var figures: @Sendable () -> OutsideFigures
  /// Is told what its owner should know. Must not wait.
  public var log: @Sendable (ServiceEvent) -> Void
  /// Is told of every request; nil where there is no log of requests. Must not wait.
  public var access: (@Sendable (AccessEntry) -> Void)?

  public init(
    allowedHosts: [HostName] = [], corsOrigins: [WebOrigin] = [], keys: KeyRing? = nil, rateLimit: RateLimit? = nil,
    subscriberLimit: Int = 20_000, pageBytes: Int = 1 << 20, heavyRequests: Int = 256,
    work: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() },
    uptime: @escaping @Sendable () -> Int64,
    now: @escaping @Sendable () -> Timestamp, random: @escaping @Sendable () -> UInt64,
    limits: [NamedLimit] = [], commits: CommitCounters? = nil,
    figures: @escaping @Sendable () -> OutsideFigures = { OutsideFigures() },
    log: @escaping @Sendable (ServiceEvent) -> Void = { _ in },
    access: (@Sendable (AccessEntry) -> Void)? = nil
  ) {
    self.allowedHosts = allowedHosts
    self.corsOrigins = corsOrigins
    self.keys = keys
    self.rateLimit = rateLimit
    self.subscriberLimit = subscriberLimit
    self.pageBytes = pageBytes
    self.heavyRequests = heavyRequests
    self.work = work
    self.uptime = uptime
    self.now = now
    self.random = random
    self.limits = limits
    self.commits = commits
    self.figures = figures
    self.log = log
    self.access = access
  }
}

/// A limit as an option says it.
public struct NamedLimit: Hashable, Sendable {
  public let name: String
  /// In the option's unit.
  public let value: Int

  public init(_ name: String, _ value: Int) {
    self.name = name
    self.value = value
  }
}

/// What a service tells its operator.
public enum ServiceEvent: Sendable, Hashable {
  /// A request was answered with 500.
  case failed(requestID: String, traceParent: String?, target: String, reason: String)
}
