public import HTTPMessages

/// The listening address, the number of shards and the limits of a server.
public struct HTTPServerConfiguration: Sendable, Equatable {
  /// An IPv4 or IPv6 address, or `localhost`, which means 127.0.0.1; names are not resolved.
  public var host: String
  /// The TCP port; 0 takes a free one, which `HTTPServer.start` returns.
  public var port: UInt16
  /// The path of a Unix-domain socket that replaces host and port; only its owner may connect.
  public var unixSocket: String?
  /// A listening socket that replaces all three; the server owns it from `start` on.
  public var passedSocket: PassedSocket?
  /// The number of shards; one per core is best.
  public var shards: Int
  public var limits: HTTPServerLimits

  public init(
    host: String = "127.0.0.1", port: UInt16 = 0, unixSocket: String? = nil, passedSocket: PassedSocket? = nil,
    shards: Int = 1, limits: HTTPServerLimits = HTTPServerLimits()
  ) {
    self.host = host
    self.port = port
    self.unixSocket = unixSocket
    self.passedSocket = passedSocket
    self.shards = shards
    self.limits = limits
  }
}

public enum BoundAddress: Sendable, Equatable {
  /// The address in digits, without brackets, and the real port, never 0.
  case tcp(host: String, port: UInt16)
  case unix(path: String)

  /// `http://` with the address and the port, or `unix:` with the path.
  public var url: String {
    switch self {
    case .tcp(let host, let port): host.contains(":") ? "http://[\(host)]:\(port)" : "http://\(host):\(port)"
    case .unix(let path): "unix:" + path
    }
  }
}

public enum HTTPServerError: Error, Equatable, Sendable {
  /// The host is no IPv4 or IPv6 address and not `localhost`.
  case invalidHost(String)
  /// Another process listens on the port (EADDRINUSE).
  case addressInUse(host: String, port: UInt16)
  /// The address does not belong to this machine (EADDRNOTAVAIL).
  case addressNotAvailable(host: String)
  /// The port is reserved (EACCES).
  case permissionDenied(port: UInt16)
  /// The path of a Unix-domain socket exceeds the system's limit in bytes.
  case socketPathTooLong(path: String, limit: Int)
  /// Another process listens on the Unix-domain socket.
  case socketInUse(path: String)
  /// The file at the path is not a socket.
  case notASocket(path: String)
  /// The descriptor is not a listening stream socket.
  case notAListeningSocket(Int32)
  /// `start` or `drain` was called before.
  case alreadyStarted
  /// Another system call failed, with its `errno`.
  case systemCall(String, errno: Int32)
}

/// An event for the operator. Each kind is reported at once, and then every 5 seconds at most.
public enum HTTPServerEvent: Sendable, Equatable {
  /// The system had no descriptor or no memory for `times` connections since the last such event; `errno` is the latest
  /// one.
  case noRoomForConnections(errno: Int32, times: Int)
  /// The number of connections closed since the last such event because unsent bytes exceeded `limit` in total.
  case tooManyUnsentBytes(limit: Int, connections: Int)
}

/// All limits of a server: sizes, counts and times.
public struct HTTPServerLimits: Sendable, Equatable {
  public var messages = HTTPLimits()

  /// Received bytes of incomplete bodies, over all connections; more is 503. 256 bodies of the usual limit, in the memory
  /// that `--max-memory-bytes` leaves.
  public var bufferedBytes = 256 * 1024 * 1024
  /// Unsent bytes of answers, over all connections; beyond them the connections furthest behind are closed. As many as
  /// 1,024 clients may leave unread (`pipelinedOutputBytes`).
  public var unsentBytes = 256 * 1024 * 1024
  /// Open connections of the server; more are answered 503.
  public var connections = 20_000
  /// Connections over `connections` that stay open until their request has come; more are answered and closed at once.
  public var surplusConnections = 128
  /// Seconds in the `Retry-After` of a 503.
  public var retryAfterSeconds = 1

  /// Milliseconds from the first byte of a request to the end of its head; more is 408. A head is a few packets: the time
  /// is for three that are lost and sent again after 1, 2 and 4 s.
  public var headMilliseconds = 10_000
  /// Milliseconds from the first byte of a request to its last; more is 408.
  public var requestMilliseconds = 30_000
  /// Milliseconds of each wait of a request for work: a fetch, a turn, a worker, a commit.
  public var answerMilliseconds = 30_000
  /// Milliseconds between requests; more closes the connection.
  public var idleMilliseconds = 60_000
  /// Milliseconds in which a client reads none of its answer; more closes the connection. As long as for a request: a
  /// phone that changes its network goes on within them.
  public var stalledWriteMilliseconds = 30_000
  /// Bytes a second that a client reads of its answer on average; fewer close the connection. 0: no minimum. The slowest
  /// mobile networks carry several times as many; a client that takes a byte at a time holds an answer for no longer.
  public var minimumSendRate = 1024
  /// Milliseconds of an answer before that minimum applies.
  public var slowStartMilliseconds = 30_000
  /// Milliseconds that a connection stays half-closed for its client to read the last answer.
  public var lingerMilliseconds = 2_000
  /// Milliseconds in which an idle connection may begin one more request when the server stops.
  public var graceMilliseconds = 1_000
  /// Milliseconds without output on a stream before its heartbeat is sent.
  public var heartbeatMilliseconds = 15_000

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
