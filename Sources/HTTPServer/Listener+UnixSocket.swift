import Glibc

extension Listener {
  /// Only the owner may connect.
  private static let mode: mode_t = 0o600

  /// Binds and listens on a Unix-domain socket. A socket file left by a dead server is replaced, one in use is not.
  init(unixSocket path: String, backlog: Int32 = 4096) throws(HTTPServerError) {
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
    let result = listen(socket.descriptor, backlog)
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
    let descriptor = Glibc.socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .systemCall("socket", errno: errno) }
    return Socket(owning: descriptor)
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
