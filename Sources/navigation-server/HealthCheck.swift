import Glibc
import HTTPServer

/// Requests `/healthz` of a running server over one connection.
enum HealthCheck {
  /// Timeout of each step in seconds.
  private static let timeout = 3

  /// Whether the server answered 200.
  static func isHealthy(_ options: ServerOptions) -> Bool {
    guard let address = address(options), let descriptor = connection(to: address) else { return false }
    defer { close(descriptor) }
    let request = Array("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
    guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return false }
    let wanted = Array("HTTP/1.1 200 ".utf8)
    var answer: [UInt8] = []
    while answer.count < wanted.count {
      var buffer = [UInt8](repeating: 0, count: 512)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return false }
      answer += buffer[..<count]
    }
    return answer.starts(with: wanted)
  }

  /// The address to connect to: loopback for a server that listens on all addresses. Nil for an invalid one.
  private static func address(_ options: ServerOptions) -> SocketAddress? {
    if let path = options.unixSocket { return try? SocketAddress(unixSocket: path) }
    let reachable = ["0.0.0.0": "127.0.0.1", "::": "::1"]
    return try? SocketAddress(host: reachable[options.host] ?? options.host, port: options.port)
  }

  private static func connection(to address: SocketAddress) -> Int32? {
    let descriptor = socket(address.family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var limit = timeval(tv_sec: timeout, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    guard address.withPointer({ connect(descriptor, $0, $1) }) == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
