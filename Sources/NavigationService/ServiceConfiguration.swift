public import HTTPMessages
public import Navigation

/// The configuration of a service: the clients it serves, its limits, and its sources of time, randomness and log.
public struct ServiceConfiguration: Sendable {
  /// Host names accepted besides those of loopback.
  public var allowedHosts: [HostName] = []
  /// Origins whose pages may write and read across origins.
  public var corsOrigins: [WebOrigin] = []
  /// The accepted clients; nil accepts all, as one client.
  public var keys: KeyRing?
  /// Requests a second of one client, and at once, at least 1; nil is no limit.
  public var rateLimit: Int?
  /// Concurrent event streams and long polls; more are answered 503.
  public var subscriberLimit = 20_000
  /// Those of one owner; nil is no limit beside its share.
  public var subscriberLimitOfOwner: Int?
  /// Bytes of one page of records and of one piece of a stream; a single record may have more. As many as the usual limit
  /// of a body: a client that sends a session can read one.
  public var pageBytes = 1 << 20
  /// Requests queued for or run by workers, as large or about large sessions; more are answered 503.
  public var heavyRequests = 256
  /// The states of one search.
  public var exploreStates = 100_000
  /// Runs the closure once, soon, on a thread that no shard waits for; by default at once.
  public var work: @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
  /// Nanoseconds of a monotonic clock.
  public var uptime: @Sendable () -> Int64
  /// Wall-clock time.
  public var now: @Sendable () -> Timestamp
  /// 64 unpredictable bits.
  public var random: @Sendable () -> UInt64
  /// The server's limits by the names of their options, each in its option's unit, for the metrics.
  public var limits: [(name: String, value: Int)] = []
  /// The store's commit metrics; nil for a store without commits.
  public var commits: CommitCounters?
  /// Metrics of the process and its connections.
  public var figures: @Sendable () -> OutsideFigures = { OutsideFigures() }
  /// Receives events for the operator. Must not block.
  public var log: @Sendable (ServiceEvent) -> Void = { _ in }
  /// Receives every request; nil without an access log. Must not block.
  public var access: (@Sendable (AccessEntry) -> Void)?

  public init(
    uptime: @escaping @Sendable () -> Int64, now: @escaping @Sendable () -> Timestamp,
    random: @escaping @Sendable () -> UInt64
  ) { (self.uptime, self.now, self.random) = (uptime, now, random) }
}

/// An event for the operator's log.
public enum ServiceEvent: Sendable, Hashable {
  /// A request was answered with 500.
  case failed(requestID: String, traceParent: String?, target: String, reason: String)
}

/// One request in the access log. Of the path it has the session id only; it has no body and no address.
public struct AccessEntry: Sendable, Hashable {
  public let requestID: String
  /// The request's `traceparent`, where valid.
  public let traceParent: String?
  public let method: String
  /// The path template; `none` where there is no such resource.
  public let route: String
  /// The session in the path, existing or not.
  public let session: SessionID?
  public let status: Int
  /// Bytes of the response body.
  public let bytes: Int
  /// From the complete request to its response.
  public let microseconds: Int64
  /// The name of the client's key.
  public let client: String?
}

/// Metrics from outside of the service: of the process and its connections.
public struct OutsideFigures: Sendable {
  public var connections = ConnectionFigures()
  /// Log lines dropped for lack of buffer space.
  public var droppedLines = 0
  /// Seconds since 1970; nil where unknown, as in all that follow.
  public var startTime: Double?
  /// Seconds.
  public var cpuTime: Double?
  /// Bytes.
  public var residentMemory: Int?
  public var openDescriptors: Int?
  public var maximumDescriptors: Int?

  public init() {}
}
