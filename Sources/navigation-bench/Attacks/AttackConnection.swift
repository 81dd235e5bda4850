import Glibc

/// A connection that sends what it likes, and reads answers or does not.
final class AttackConnection {
  private let descriptor: CInt
  private var received: [UInt8] = []

  /// Seconds without a byte after which it gives up.
  private static let stallLimit = 10

  /// - Parameter receiveBuffer: bytes that the system takes for it, as long as it does not; 0: as many as usual.
  init(_ server: ChildProcess, receiveBuffer: CInt = 0) throws(LoadError) {
    descriptor = try LoadSocket.connect(host: server.host, port: server.port)
    var bytes = receiveBuffer
    if bytes > 0 { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<CInt>.size)) }
    var limit = timeval(tv_sec: Self.stallLimit, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Sends until the kernel has all of it; false where the server has closed, or does not read.
  @discardableResult func send(_ bytes: [UInt8], waiting: Bool = true) -> Bool {
    var rest = bytes[...]
    let flags = CInt(MSG_NOSIGNAL) | (waiting ? 0 : CInt(MSG_DONTWAIT))
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Ends by a reset, so that a port can be used again at once.
  func resetOnClose() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Reads so many bytes at most of what is there, and keeps them.
  func take(_ count: Int) {
    var buffer = [UInt8](repeating: 0, count: count)
    received += buffer[..<max(recv(descriptor, &buffer, count, CInt(MSG_DONTWAIT)), 0)]
  }

  /// The next answer whose length is told: its status and, of a problem, its code; what else there is where none comes.
  func answer() -> String {
    while true {
      if let (answer, length) = Self.answer(in: received) {
        received.removeFirst(length)
        return answer
      }
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return count == 0 ? "closed" : errno == EAGAIN ? "nothing" : "reset" }
      received += buffer[..<count]
    }
  }

  /// The first whole answer, and how many bytes it takes; a stream's head is whole by itself.
  private static func answer(in bytes: [UInt8]) -> (String, Int)? {
    guard let blank = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: bytes[..<blank.lowerBound], as: UTF8.self)
    let status = String(head.dropFirst(9).prefix(3))
    let length = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }.flatMap { Int($0.dropFirst(16)) } ?? 0
    guard bytes.count >= blank.upperBound + length else { return nil }
    let body = String(decoding: bytes[blank.upperBound..<blank.upperBound + length].prefix(4_096), as: UTF8.self)
    let code = body.firstRange(of: #""code":""#).map { body[$0.upperBound...].prefix { $0 != "\"" } }
    return (head.contains("problem+json") ? status + (code.map { " " + $0 } ?? "") : status, blank.upperBound + length)
  }
}
