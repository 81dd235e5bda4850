public import HTTPMessages

/// Everything that a server bounds: how much, how many and how long.
public struct HTTPServerLimits: Sendable, Equatable {
  /// What each connection bounds.
  public var messages = HTTPLimits()

  /// Bytes that have come of bodies that are not complete, on all connections together; more is 503.
  public var bufferedBytes = 256 * 1024 * 1024
  /// Bytes of answers that clients have not taken, on all connections together; beyond them those furthest behind are
  /// closed.
  public var unsentBytes = 256 * 1024 * 1024
  /// Open connections of the server; more are answered 503.
  public var connections = 20_000
  /// Connections over `connections` that are kept until their request has come; more are answered before, and closed.
  public var surplusConnections = 128
  /// Seconds in the `Retry-After` of a 503.
  public var retryAfterSeconds = 1

  /// Milliseconds from the first byte of a request to the end of its head; more is 408.
  public var headMilliseconds = 10_000
  /// Milliseconds from the first byte of a request to its last; more is 408.
  public var requestMilliseconds = 30_000
  /// Milliseconds between requests; more closes the connection.
  public var idleMilliseconds = 60_000
  /// Milliseconds in which a client takes none of its answer; more closes the connection.
  public var stalledWriteMilliseconds = 30_000
  /// Bytes a second that a client takes of its answer on average; fewer close the connection. 0: any number will do.
  public var minimumSendRate = 1024
  /// Milliseconds of an answer in which it may take fewer.
  public var slowStartMilliseconds = 30_000
  /// Milliseconds that a connection stays half closed for its client to read the last answer.
  public var lingerMilliseconds = 2_000
  /// Milliseconds in which nothing goes out on a stream before its heartbeat does.
  public var heartbeatMilliseconds = 15_000

  /// The defaults.
  public init() {}

  /// The shortest of the times.
  var shortestMilliseconds: Int {
    min(
      headMilliseconds, requestMilliseconds, min(idleMilliseconds, stalledWriteMilliseconds, lingerMilliseconds),
      heartbeatMilliseconds)
  }

  /// When it is over, in the milliseconds that it counts in.
  @inline(__always)
  func end(of deadline: ConnectionMachine.Deadline) -> Int {
    switch deadline {
    case .idle(let since): Self.sum(since, idleMilliseconds)
    case .head(let since): Self.sum(since, min(headMilliseconds, requestMilliseconds))
    case .body(let since): Self.sum(since, requestMilliseconds)
    case .answer(let time): time
    case .heartbeat(let since): Self.sum(since, heartbeatMilliseconds)
    case .write(let progress): min(Self.sum(progress.last, stalledWriteMilliseconds), end(ofSlow: progress))
    case .linger(let since): Self.sum(since, lingerMilliseconds)
    }
  }

  /// When the client will have taken too few bytes a second, if it takes no more.
  private func end(ofSlow progress: UnsentOutput.Progress) -> Int {
    guard minimumSendRate > 0 else { return .max }
    let (product, overflows) = progress.takenBytes.multipliedReportingOverflow(by: 1_000)
    return overflows ? .max : Self.sum(progress.since, max(slowStartMilliseconds, product / minimumSendRate))
  }

  /// A limit of years means never.
  private static func sum(_ time: Int, _ milliseconds: Int) -> Int {
    let (sum, overflows) = time.addingReportingOverflow(milliseconds)
    return overflows ? .max : sum
  }
}
