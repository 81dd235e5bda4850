import Glibc

/// The datagram socket of a service manager.
final class NotifySocket: Sendable {
  private let descriptor: CInt
  /// The name in the form of `NOTIFY_SOCKET`.
  let name: String

  /// - Parameter name: a path, or `@` and a name outside of the file system.
  init(_ name: String) throws {
    self.name = name
    descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var wait = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    guard try Self.call(bind, descriptor, name) == 0 else { throw RawConnection.Failure(call: "bind", code: errno) }
  }

  deinit { close(descriptor) }

  /// The lines of the next message, as `name=value`.
  func lines() async throws -> [String] {
    try await onThread { [descriptor] in
      var buffer = [UInt8](repeating: 0, count: 4_096)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count >= 0 else { throw RawConnection.Failure(call: "recv", code: errno) }
      return String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  /// Fills the socket's buffer.
  func fill() throws {
    while try sendUntilFull() > 0 {}
  }

  /// A sender's own buffer may be full first, as systemd lets a queue have 512 messages.
  private func sendUntilFull() throws -> Int {
    let sender = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    defer { close(sender) }
    guard try Self.call(connect, sender, name) == 0 else { throw RawConnection.Failure(call: "connect", code: errno) }
    var sent = 0
    while send(sender, "x", 1, 0) == 1 { sent += 1 }
    guard errno == EAGAIN else { throw RawConnection.Failure(call: "send", code: errno) }
    return sent
  }

  private static func call(
    _ function: (CInt, UnsafePointer<sockaddr>?, socklen_t) -> CInt, _ descriptor: CInt, _ name: String
  ) throws -> CInt {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(name.utf8)
    if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 } else { bytes.append(0) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    return withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { function(descriptor, $0, length) }
    }
  }
}
