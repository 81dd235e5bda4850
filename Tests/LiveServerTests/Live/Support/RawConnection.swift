import Glibc

/// A connection for the bytes of a test. It waits at most half a minute, or a given time, for any of them.
final class RawConnection {
  struct Failure: Error {
    let call: String
    let code: CInt
  }

  struct Response: Sendable, Equatable {
    var status: Int
    /// The fields by lowercase name.
    var fields: [String: String]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  private let descriptor: CInt
  private var received: [UInt8] = []

  /// - Parameters:
  ///   - receiveBuffer: the bytes of the kernel's receive buffer; nil for the default.
  ///   - wait: milliseconds.
  init(port: UInt16, receiveBuffer: CInt? = nil, wait milliseconds: Int = 30_000) throws {
    descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
    var wait = timeval(tv_sec: milliseconds / 1_000, tv_usec: milliseconds % 1_000 * 1_000)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &wait, size)
    if var receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<CInt>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(call: "connect", code: errno) }
  }

  deinit { close(descriptor) }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Sends all bytes, or as many as the server takes before it closes.
  func send(_ bytes: [UInt8]) throws {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      if count < 0, errno == EPIPE || errno == ECONNRESET { return }
      guard count > 0 else { throw Failure(call: "send", code: errno) }
      start += count
    }
  }

  /// Sends the end; answers can still be read.
  func finishSending() { shutdown(descriptor, CInt(SHUT_WR)) }

  /// The next response; one to HEAD has no body regardless of its fields.
  func response(toHead isHead: Bool = false) throws -> Response {
    while headEnd == nil { guard try fill() else { throw Failure(call: "end of head", code: 0) } }
    let lines = take(headEnd ?? 0).split(separator: "\r\n")
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let name = line.prefix { $0 != ":" }
      fields[name.lowercased(), default: ""] += line.dropFirst(name.count + 1).drop { $0 == " " }
    }
    let length = isHead ? 0 : fields["content-length"].flatMap { Int($0) } ?? 0
    while received.count < length { guard try fill() else { throw Failure(call: "end of body", code: 0) } }
    defer { received.removeFirst(length) }
    let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return Response(status: status, fields: fields, body: Array(received[..<length]))
  }

  /// Reads up to and including `mark`.
  func text(through mark: String) throws -> String {
    let mark = Array(mark.utf8)
    while true {
      if let end = received.firstEnd(of: mark) { return take(end) }
      guard try fill() else { throw Failure(call: "end before the mark", code: 0) }
    }
  }

  /// Reads until the server closes.
  func textToEnd() throws -> String {
    while try fill() {}
    return take(received.count)
  }

  /// Whether the server closes without a further byte.
  func isAtEnd() throws -> Bool { try received.isEmpty && !fill() }

  private var headEnd: Int? { received.firstEnd(of: Array("\r\n\r\n".utf8)) }

  private func take(_ count: Int) -> String {
    defer { received.removeFirst(count) }
    return String(decoding: received[..<count], as: UTF8.self)
  }

  private func fill() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count >= 0 else { throw Failure(call: "recv", code: errno) }
    received += buffer[..<count]
    return count > 0
  }
}

extension [UInt8] {
  /// The number of bytes up to and including the first occurrence; nil where there is none.
  func firstEnd(of wanted: [UInt8]) -> Int? {
    // SAFETY: `memchr` and `memcmp` read these bytes alone, as the bounds say.
    withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let first = wanted.first else { return nil }
      var from = 0
      while from + wanted.count <= bytes.count,
        let found = memchr(start + from, CInt(first), bytes.count - wanted.count - from + 1)
      {
        let place = UnsafeRawPointer(found) - start
        if memcmp(found, wanted, wanted.count) == 0 { return place + wanted.count }
        from = place + 1
      }
      return nil
    }
  }
}
