public import NavigationAPI

/// What a service is told from outside: whom it answers, and where time, chance and log lines come from and go to.
public struct ServiceConfiguration: Sendable {
  /// Names by which the server may be asked, beside those of loopback: `host` or `host:port`.
  public var allowedHosts: [String]
  /// Origins whose pages may write and read across origins, such as `https://app.example`.
  public var corsOrigins: [String]
  /// The time now.
  public var now: @Sendable () -> Timestamp
  /// 64 bits that nobody can guess.
  public var random: @Sendable () -> UInt64
  public var log: @Sendable (ServiceEvent) -> Void

  public init(
    allowedHosts: [String] = [], corsOrigins: [String] = [], now: @escaping @Sendable () -> Timestamp,
    random: @escaping @Sendable () -> UInt64, log: @escaping @Sendable (ServiceEvent) -> Void = { _ in }
  ) {
    self.allowedHosts = allowedHosts
    self.corsOrigins = corsOrigins
    self.now = now
    self.random = random
    self.log = log
  }
}

/// What a service has to say to whoever runs it.
public enum ServiceEvent: Sendable, Hashable {
  /// A request was answered with 500.
  case failed(requestID: String, target: String, reason: String)
}
