import CLinux
import Glibc
import HTTPMessages

/// A listening socket, one of those that share a port.
struct Listener: ~Copyable, Sendable {
  let socket: Socket
  /// Connections that the kernel queues until they are accepted.
  static let backlog: Int32 = 4096

  /// The outcome of one `accept`.
  enum Accepted: ~Copyable {
    case connection(Socket, from: PeerAddress)
    case none
    /// A connection that is already closed, or a transient network failure.
    case retry
    /// Out of descriptors, with the `errno`.
    case outOfDescriptors(Int32)
    /// Out of memory, with the `errno`.
    case outOfMemory(Int32)
  }

  /// Binds and listens; other listeners of this process may bind the same port.
  init(_ address: SocketAddress, host: String, port: UInt16) throws(HTTPServerError) {
    let socket = try Listener.bound(address, host: host, port: port, sharing: true)
    let result = listen(socket.descriptor, Listener.backlog)
    guard result == 0 else { throw Listener.error("listen", host: host, port: port) }
    self.socket = socket
  }

  /// Throws where another process listens on the port. A second server of the same user could share it too, and would
  /// take half of the connections unnoticed.
  static func checkUnused(_ address: SocketAddress, host: String, port: UInt16) throws(HTTPServerError) {
    _ = try bound(address, host: host, port: port, sharing: false)
  }

  private static func bound(_ address: SocketAddress, host: String, port: UInt16, sharing: Bool) throws(HTTPServerError)
    -> Socket
  {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = Glibc.socket(address.family, type, 0)
    guard descriptor >= 0 else { throw error("socket", host: host, port: port) }
    let socket = Socket(owning: descriptor)
    set(SO_REUSEADDR, level: SOL_SOCKET, on: descriptor)
    if sharing { set(SO_REUSEPORT, level: SOL_SOCKET, on: descriptor) }
    setUpTCP(descriptor)
    let result = address.withPointer { bind(descriptor, $0, $1) }
    guard result == 0 else { throw error("bind", host: host, port: port) }
    return socket
  }

  /// Bytes that the kernel accepts of a socket before it has sent them; else it would take up to 4 MiB (`tcp_wmem`)
  /// for a client that reads none. What it has sent and the client has not confirmed is not limited.
  private static let unsentBytes: Int32 = 64 * 1024

  /// Sets the options of accepted sockets, which inherit them; that saves calls for each.
  static func setUpTCP(_ descriptor: Int32) {
    set(TCP_NODELAY, level: Int32(IPPROTO_TCP), on: descriptor)
    set(TCP_NOTSENT_LOWAT, level: Int32(IPPROTO_TCP), to: unsentBytes, on: descriptor)
  }

  private static func set(_ option: Int32, level: Int32, to value: Int32 = 1, on descriptor: Int32) {
    var value = value
    _ = setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func error(_ call: String, host: String, port: UInt16) -> HTTPServerError {
    switch errno {
    case EADDRINUSE: .addressInUse(host: host, port: port)
    case EADDRNOTAVAIL: .addressNotAvailable(host: host)
    case EACCES: .permissionDenied(port: port)
    default: .systemCall(call, errno: errno)
    }
  }

  /// Sets whether the poller reports pending connections.
  func watch(with poller: borrowing Poller, isAccepting: Bool) {
    _ = poller.change(socket, token: Shard.listenerToken, interest: isAccepting ? .read : [])
  }

  /// Removes the listener. The poller would otherwise report a shared socket after this descriptor has closed.
  func leave(_ poller: borrowing Poller) { poller.remove(socket) }

  /// Accepts one pending connection.
  func accept() -> Accepted {
    var peer = SocketAddress()
    let descriptor = peer.fill { clinux_accept(socket.descriptor, $0, $1) }
    guard descriptor < 0 else { return .connection(Socket(owning: descriptor), from: peer.peer) }
    let code = errno
    switch code {
    case EAGAIN: return .none
    case EMFILE, ENFILE: return .outOfDescriptors(code)
    case ENOBUFS, ENOMEM: return .outOfMemory(code)
    default: return .retry
    }
  }
}

/// Counts failures, so that a long shortage makes few events.
struct Shortage {
  /// Milliseconds between two events.
  static let interval = 5_000

  /// When the last event was, in milliseconds of the caller's clock.
  private var reportedAt: Int?
  private var times = 0

  /// Counts failures; returns their number since the last event where another event is due.
  mutating func count(_ count: Int, at now: Int) -> Int? {
    times += count
    if let reportedAt, now - reportedAt < Shortage.interval { return nil }
    defer { (reportedAt, times) = (now, 0) }
    return times
  }
}
