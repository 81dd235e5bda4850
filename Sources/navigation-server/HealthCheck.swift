import Glibc

/// Asks a running server for `/healthz` over one connection.
enum HealthCheck {
  /// Seconds for each step.
  private static let timeout = 3

  /// Whether the server answered 200.
  static func isHealthy(host: String, port: UInt16) -> Bool {
    guard let descriptor = connection(to: reachable(host), port: port) else { return false }
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

  /// Where a server listens on all addresses, loopback is one of them.
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
    let descriptor = socket(found.pointee.ai_family, found.pointee.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var limit = timeval(tv_sec: timeout, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    guard connect(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
