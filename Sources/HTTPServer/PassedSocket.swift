import CLinux
import Glibc

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
    switch address.family {
    case AF_INET, AF_INET6, AF_UNIX: break
    case _: throw .notAListeningSocket(descriptor)
    }
    self.descriptor = descriptor
    self.address = address.bound
  }

  private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
  }
}

extension Listener {
  /// Takes over the descriptor and sets the flags of the server's own sockets; other processes may share the socket.
  init(_ passed: PassedSocket) throws(HTTPServerError) {
    let socket = Socket(owning: passed.descriptor)
    let flags = fcntl(socket.descriptor, F_GETFL)
    guard fcntl(socket.descriptor, F_SETFD, FD_CLOEXEC) == 0, flags >= 0,
      fcntl(socket.descriptor, F_SETFL, flags | O_NONBLOCK) == 0
    else { throw .systemCall("fcntl", errno: errno) }
    switch passed.address {
    case .tcp: Listener.setUpTCP(socket.descriptor)
    case .unix: break
    }
    self.socket = socket
  }
}
