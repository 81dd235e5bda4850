/// Where a server listens, on how many queues, and what it bounds.
public struct HTTPServerConfiguration: Sendable, Equatable {
  /// An IPv4 or IPv6 address, or `localhost`, which means 127.0.0.1; names are not looked up.
  public var host: String
  /// The TCP port; 0 takes a free one, which `HTTPServer.start` tells.
  public var port: UInt16
  /// The path of a Unix-domain socket to listen on in place of host and port; only its owner may connect.
  public var unixSocket: String?
  /// A socket that listens already, in place of all three; it belongs to the server from its start on.
  public var passedSocket: PassedSocket?
  /// The number of queues that share the connections; one per core serves best.
  public var shards: Int
  public var limits: HTTPServerLimits

  public init(
    host: String = "127.0.0.1", port: UInt16 = 0, unixSocket: String? = nil, passedSocket: PassedSocket? = nil,
    shards: Int = 1,
    limits: HTTPServerLimits = HTTPServerLimits()
  ) {
    self.host = host
    self.port = port
    self.unixSocket = unixSocket
    self.passedSocket = passedSocket
    self.shards = shards
    self.limits = limits
  }
}

/// The address that a started server accepts connections on.
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

/// Why a server did not start.
public enum HTTPServerError: Error, Equatable, Sendable {
  /// The host is no IPv4 or IPv6 address and not `localhost`.
  case invalidHost(String)
  /// Another process listens on the port (EADDRINUSE).
  case addressInUse(host: String, port: UInt16)
  /// The address is none of this machine's (EADDRNOTAVAIL).
  case addressNotAvailable(host: String)
  /// The port is reserved (EACCES).
  case permissionDenied(port: UInt16)
  /// The path of a Unix-domain socket has more bytes than the system takes.
  case socketPathTooLong(path: String, limit: Int)
  /// Another process listens on the Unix-domain socket.
  case socketInUse(path: String)
  /// Something else than a socket is at the path.
  case notASocket(path: String)
  /// The descriptor is none of a stream socket that listens.
  case notAListeningSocket(Int32)
  /// `start` was called before, or `drain`.
  case alreadyStarted
  /// Another system call failed, with its `errno`.
  case systemCall(String, errno: Int32)
}

/// What a server tells its operator. Each is told at once, and then every 5 seconds at most.
public enum HTTPServerEvent: Sendable, Equatable {
  /// The system had no descriptor or no memory for `times` connections since the last such event; `errno` is that of
  /// the latest.
  case noRoomForConnections(errno: Int32, times: Int)
  /// So many connections were closed since the last such event, as all together had more unsent bytes than `limit`.
  case tooManyUnsentBytes(limit: Int, connections: Int)
}
