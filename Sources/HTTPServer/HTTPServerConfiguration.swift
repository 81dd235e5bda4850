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

/// The address of a started server.
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

/// The reason why a server did not start.
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
