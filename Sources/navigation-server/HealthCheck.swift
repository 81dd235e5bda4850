import Glibc

/// Requests `/healthz` of a running server over one connection.
enum HealthCheck {
  /// Timeout of each step in seconds.
  private static let timeout = 3

  /// Whether the server answered 200.
  static func isHealthy(_ options: ServerOptions) -> Bool {
    let descriptor =
      if let path = options.unixSocket { connection(to: path) } else {
        connection(to: reachable(options.host), port: options.port)
      }
    guard let descriptor else { return false }
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

  /// The address to connect to: loopback for a server that listens on all addresses.
  private static func reachable(_ host: String) -> String {
    switch host {
    case "0.0.0.0", "localhost": "127.0.0.1"
    case "::": "::1"
    default: host
    }
  }

  private static func connection(to host: String, port: UInt16) -> Int32? {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &found) == 0, let found else { return nil }
    defer { freeaddrinfo(found) }
    return connection(found.pointee.ai_family, found.pointee.ai_addr, found.pointee.ai_addrlen)
  }

  /// Connects to a Unix-domain socket; nil also where the path is too long.
  private static func connection(to path: String) -> Int32? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connection(AF_UNIX, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private static func connection(_ family: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32? {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var limit = timeval(tv_sec: timeout, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    guard connect(descriptor, address, length) == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
