import CLinux
import Glibc
import HTTPMessages

/// A listening socket, one of those that share a port.
struct Listener: ~Copyable, Sendable {
  let socket: Socket
  /// Connections that the kernel queues until they are accepted.
  static let backlog: Int32 = 4096

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
    guard let socket = Socket(family: address.family) else { throw error("socket", host: host, port: port) }
    let descriptor = socket.descriptor
    set(SO_REUSEADDR, level: SOL_SOCKET, on: descriptor)
    if sharing { set(SO_REUSEPORT, level: SOL_SOCKET, on: descriptor) }
    setUpTCP(descriptor)
    let result = address.withPointer { Glibc.bind(descriptor, $0, $1) }
    guard result == 0 else { throw error("bind", host: host, port: port) }
    return socket
  }

  /// Bytes that the kernel accepts of a socket before it has sent them; else it would take up to 4 MiB (`tcp_wmem`)
  /// for a client that reads none. What it has sent and the client has not confirmed is not limited.
  private static let unsentBytes: Int32 = 64 * 1024

  /// Sets the options of accepted sockets, which inherit them; that saves calls for each.
  private static func setUpTCP(_ descriptor: Int32) {
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

  // MARK: Unix-domain sockets

  /// Only the owner may connect.
  private static let mode: mode_t = 0o600

  /// Binds and listens on a Unix-domain socket. A socket file left by a dead server is replaced, one in use is not.
  init(unixSocket path: String) throws(HTTPServerError) {
    let address = try SocketAddress(unixSocket: path)
    // Locks the directory: no other server mistakes a socket for dead that is bound and does not listen yet.
    let directory = try Listener.lockedDirectory(of: path)
    let socket = try Listener.unixSocket()
    // Before the file exists, so no other user can ever connect.
    guard fchmod(socket.descriptor, Listener.mode) == 0 else { throw .systemCall("fchmod", errno: errno) }
    if !Listener.bind(socket, to: address) {
      guard errno == EADDRINUSE else { throw .systemCall("bind", errno: errno) }
      try Listener.removeIfDead(path, address)
      guard Listener.bind(socket, to: address) else { throw .systemCall("bind", errno: errno) }
    }
    let result = listen(socket.descriptor, Listener.backlog)
    guard result == 0 else { throw .systemCall("listen", errno: errno) }
    _ = consume directory
    self.socket = socket
  }

  /// Duplicates the descriptor: Unix-domain sockets have no port that several could share.
  init(sharing other: borrowing Listener) throws(HTTPServerError) {
    let descriptor = fcntl(other.socket.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw .systemCall("fcntl", errno: errno) }
    socket = Socket(owning: descriptor)
  }

  private static func unixSocket() throws(HTTPServerError) -> Socket {
    guard let socket = Socket(family: AF_UNIX) else { throw .systemCall("socket", errno: errno) }
    return socket
  }

  private static func bind(_ socket: borrowing Socket, to address: SocketAddress) -> Bool {
    let descriptor = socket.descriptor
    return address.withPointer { Glibc.bind(descriptor, $0, $1) } == 0
  }

  /// The lock ends with the descriptor.
  private static func lockedDirectory(of path: String) throws(HTTPServerError) -> Socket {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .systemCall("open \(directory)", errno: errno) }
    let lock = Socket(owning: descriptor)
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .systemCall("flock \(directory)", errno: errno) }
    }
    return lock
  }

  /// Removes the socket file of a dead server, known by a refused connection.
  private static func removeIfDead(_ path: String, _ address: SocketAddress) throws(HTTPServerError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
    let probe = try unixSocket()
    let descriptor = probe.descriptor
    guard address.withPointer({ connect(descriptor, $0, $1) }) != 0, errno == ECONNREFUSED else {
      throw .socketInUse(path: path)
    }
    guard unlink(path) == 0 else { throw .systemCall("unlink", errno: errno) }
  }

  /// Takes over the descriptor and sets the flags of the server's own sockets; other processes may share the socket.
  init(_ passed: PassedSocket) throws(HTTPServerError) {
    let socket = Socket(owning: passed.descriptor)
    let flags = fcntl(socket.descriptor, F_GETFL)
    guard fcntl(socket.descriptor, F_SETFD, FD_CLOEXEC) == 0, flags >= 0,
      fcntl(socket.descriptor, F_SETFL, flags | O_NONBLOCK) == 0
    else { throw .systemCall("fcntl", errno: errno) }
    if case .tcp = passed.address { Listener.setUpTCP(socket.descriptor) }
    self.socket = socket
  }
}

/// The file of a Unix-domain socket that this server has made.
struct UnixSocketFile: Sendable {
  private let path: String
  private let device: dev_t
  private let inode: ino_t

  /// Nil where nothing is at the path.
  init?(at path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.path = path
    device = status.st_dev
    inode = status.st_ino
  }

  /// Removes the file, unless another server has replaced it.
  func remove() {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_dev == device, status.st_ino == inode else { return }
    _ = unlink(path)
  }
}

/// A listening socket made and passed on by another process, such as a service manager.
public struct PassedSocket: Sendable, Equatable {
  public let descriptor: Int32
  public let address: BoundAddress

  /// Throws `notAListeningSocket` where the descriptor is no TCP or Unix-domain stream socket, or does not listen.
  public init(_ descriptor: Int32) throws(HTTPServerError) {
    guard Self.option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue),
      Self.option(SO_ACCEPTCONN, of: descriptor) == 1
    else { throw .notAListeningSocket(descriptor) }
    let address = try SocketAddress(boundTo: descriptor)
    guard [AF_INET, AF_INET6, AF_UNIX].contains(address.family) else { throw .notAListeningSocket(descriptor) }
    self.descriptor = descriptor
    self.address = address.bound
  }

  private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
  }
}
