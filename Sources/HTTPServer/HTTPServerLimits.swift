public import HTTPMessages

/// All limits of a server: sizes, counts and times.
public struct HTTPServerLimits: Sendable, Equatable {
  /// The limits of each connection.
  public var messages = HTTPLimits()

  /// Received bytes of incomplete bodies, over all connections; more is 503.
  public var bufferedBytes = 256 * 1024 * 1024
  /// Unsent bytes of answers, over all connections; beyond them the connections furthest behind are closed.
  public var unsentBytes = 256 * 1024 * 1024
  /// Open connections of the server; more are answered 503.
  public var connections = 20_000
  /// Connections over `connections` that stay open until their request has come; more are answered and closed at once.
  public var surplusConnections = 128
  /// Seconds in the `Retry-After` of a 503.
  public var retryAfterSeconds = 1

  /// Milliseconds from the first byte of a request to the end of its head; more is 408.
  public var headMilliseconds = 10_000
  /// Milliseconds from the first byte of a request to its last; more is 408.
  public var requestMilliseconds = 30_000
  /// Milliseconds of each wait of a request for work: a fetch, a turn, a worker, a commit.
  public var answerMilliseconds = 30_000
  /// Milliseconds between requests; more closes the connection.
  public var idleMilliseconds = 60_000
  /// Milliseconds in which a client reads none of its answer; more closes the connection.
  public var stalledWriteMilliseconds = 30_000
  /// Bytes a second that a client reads of its answer on average; fewer close the connection. 0: no minimum.
  public var minimumSendRate = 1024
  /// Milliseconds of an answer before that minimum applies.
  public var slowStartMilliseconds = 30_000
  /// Milliseconds that a connection stays half-closed for its client to read the last answer.
  public var lingerMilliseconds = 2_000
  /// Milliseconds in which an idle connection may begin one more request when the server stops.
  public var graceMilliseconds = 1_000
  /// Milliseconds without output on a stream before its heartbeat is sent.
  public var heartbeatMilliseconds = 15_000

  /// The defaults.
  public init() {}

  /// The shortest of the times, except for the grace: it may be late, and no tick is made shorter for it.
  var shortestMilliseconds: Int {
    min(
      headMilliseconds, requestMilliseconds, min(idleMilliseconds, stalledWriteMilliseconds, lingerMilliseconds),
      min(heartbeatMilliseconds, answerMilliseconds))
  }

  /// When a deadline passes, in the milliseconds that it counts in.
  func end(of deadline: ConnectionMachine.Deadline) -> Int {
    switch deadline {
    case .idle(let since): Self.sum(since, idleMilliseconds)
    case .grace(let since): Self.sum(since, graceMilliseconds)
    case .head(let since): Self.sum(since, min(headMilliseconds, requestMilliseconds))
    case .body(let since): Self.sum(since, requestMilliseconds)
    case .answer(let since): Self.sum(since, answerMilliseconds)
    case .news(let time): time
    case .heartbeat(let since): Self.sum(since, heartbeatMilliseconds)
    case .write(let progress): min(Self.sum(progress.last, stalledWriteMilliseconds), end(ofSlow: progress))
    case .linger(let since): Self.sum(since, lingerMilliseconds)
    }
  }

  /// When the client falls below the minimum rate, if it reads no more.
  private func end(ofSlow progress: UnsentOutput.Progress) -> Int {
    guard minimumSendRate > 0 else { return .max }
    let (product, overflows) = progress.takenBytes.multipliedReportingOverflow(by: 1_000)
    return overflows ? .max : Self.sum(progress.since, max(slowStartMilliseconds, product / minimumSendRate))
  }

  /// A sum that saturates: a limit of years means never.
  private static func sum(_ time: Int, _ milliseconds: Int) -> Int {
    let (sum, overflows) = time.addingReportingOverflow(milliseconds)
    return overflows ? .max : sum
  }
}
