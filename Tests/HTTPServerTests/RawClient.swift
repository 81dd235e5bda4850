import Glibc
import HTTPServer

/// A client that sends and receives the bytes of a test, and waits at most ten seconds for any of them.
// SAFETY: `reset` and `finishSending` make one system call each, and touch no state.
final class RawClient: @unchecked Sendable {
  private let descriptor: Int32
  private var received: [UInt8] = []

  struct Failure: Error {
    let call: String
    let code: Int32
  }

  /// A response in parts; `Content-Length` determines the length of the body.
  struct Response: Equatable {
    var status: Int
    var head: String
    var body: String
    var closes: Bool { head.contains("\r\nConnection: close\r\n") }
  }

  init(port: UInt16, receiveBuffer: Int32? = nil) throws {
    descriptor = try Self.socket(AF_INET)
    if var receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
    }
    try connect(to: SocketAddress(host: "127.0.0.1", port: port))
  }

  /// A client of a Unix-domain socket.
  init(unixSocket path: String) throws {
    descriptor = try Self.socket(AF_UNIX)
    try connect(to: SocketAddress(unixSocket: path))
  }

  private static func socket(_ family: Int32) throws -> Int32 {
    let descriptor = Glibc.socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
    var timeout = timeval(tv_sec: 10, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
    return descriptor
  }

  private func connect(to address: SocketAddress) throws {
    let result = address.withPointer { Glibc.connect(descriptor, $0, $1) }
    guard result == 0 else { throw Failure(call: "connect", code: errno) }
  }

  deinit {
    close(descriptor)
  }

  func send(_ text: String) throws {
    try send(Array(text.utf8))
  }

  func send(_ bytes: [UInt8]) throws {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure(call: "send", code: errno) }
      start += count
    }
  }

  /// Sends FIN; answers can still be read.
  func finishSending() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Makes this client close with a reset.
  func resetOnClose() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Resets the connection at once.
  func reset() {
    resetOnClose()
    var nothing = sockaddr(sa_family: sa_family_t(AF_UNSPEC), sa_data: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    Glibc.connect(descriptor, &nothing, socklen_t(MemoryLayout<sockaddr>.size))
  }

  /// Whether bytes can be read, or the end has arrived.
  var isReadable: Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0
  }

  /// Reads up to and including `text`.
  func read(through text: String) throws -> String {
    let wanted = Array(text.utf8)
    while true {
      if let end = received.firstEnd(of: wanted) { return take(end) }
      guard try fill() else { throw Failure(call: "end of input", code: 0) }
    }
  }

  /// Reads `count` bytes.
  func read(_ count: Int) throws -> String {
    while received.count < count { guard try fill() else { throw Failure(call: "end of input", code: 0) } }
    return take(count)
  }

  func response(toHead isHead: Bool = false) throws -> Response {
    let head = try read(through: "\r\n\r\n")
    let status = Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0
    let length =
      head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }.flatMap { Int($0.dropFirst(16)) } ?? 0
    while !isHead, received.count < length {
      guard try fill() else { throw Failure(call: "end of body", code: 0) }
    }
    return Response(status: status, head: head, body: take(isHead ? 0 : length))
  }

  /// Reads a head and all chunks; returns the bytes of the body.
  func readToEndOfChunks() throws -> String {
    _ = try read(through: "\r\n\r\n")
    var body = ""
    while true {
      let length = Int(try read(through: "\r\n").dropLast(1), radix: 16) ?? 0
      while received.count < length + 2 { guard try fill() else { throw Failure(call: "end of chunk", code: 0) } }
      body += take(length)
      _ = take(2)
      if length == 0 { return body }
    }
  }

  /// Reads until the server closes.
  func readToEnd() throws -> String {
    while try fill() {}
    return take(received.count)
  }

  private func take(_ count: Int) -> String {
    defer { received.removeFirst(count) }
    return String(decoding: received[..<count], as: UTF8.self)
  }

  private func fill() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count >= 0 else { throw Failure(call: "recv", code: errno) }
    received.append(contentsOf: buffer[..<count])
    return count > 0
  }
}

extension [UInt8] {
  fileprivate func firstEnd(of wanted: [UInt8]) -> Int? {
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
