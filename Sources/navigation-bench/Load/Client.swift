import CLinux
import Glibc

enum LoadSocket {
  /// A connected descriptor without Nagle's delay.
  static func connect(_ server: ChildProcess.Address) throws(LoadError) -> CInt {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .couldNotConnect(errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = server.port.bigEndian
    guard inet_pton(AF_INET, server.host, &address.sin_addr) == 1 else {
      close(descriptor)
      throw .notAnAddress(server.host)
    }
    let code = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else {
      let reason = errno
      close(descriptor)
      throw .couldNotConnect(reason)
    }
    var one: CInt = 1
    setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<CInt>.size))
    return descriptor
  }
}

/// The bytes of a whole request.
struct RequestBytes {
  let bytes: [UInt8]

  /// A body is JSON by default; `length` may announce more bytes than it has.
  init(
    _ method: String, _ path: String, _ fields: [String] = [], body: String = "", type: String = "application/json",
    accept: String = "application/json", length: Int? = nil
  ) {
    // Every server here accepts this host name, so that all get equal bytes.
    var text =
      "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nAccept: \(accept)\r\n" + fields.map { $0 + "\r\n" }.joined()
    if method == "POST" { text += "Content-Type: \(type)\r\nContent-Length: \(length ?? body.utf8.count)\r\n" }
    bytes = Array((text + "\r\n" + body).utf8)
  }
}

/// A response, or why there is none.
struct Answer {
  /// 0 without a response; `head` then has the reason.
  var status = 0
  /// The head with its blank line.
  var head: String
  var body: [UInt8] = []

  /// The value of a header field, with its name spelled as by the server.
  func field(_ name: String) -> String? {
    head.split(separator: "\r\n").first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.utf8.count + 2)) }
  }

  /// The status and, of a problem, its code.
  var summary: String {
    guard status > 0 else { return head }
    let text = String(decoding: body.prefix(4_096), as: UTF8.self)
    let code = head.contains("problem+json") ? text.firstRange(of: #""code":""#) : nil
    return "\(status)" + (code.map { " " + text[$0.upperBound...].prefix { $0 != "\"" } } ?? "")
  }
}

/// A connection that sends any bytes, and reads responses on demand.
final class Client {
  private let descriptor: CInt
  private var received: [UInt8] = []

  /// Seconds without a byte until it fails.
  private static let stallLimit = 10

  /// - Parameter receiveBuffer: bytes of the socket's receive buffer; 0: the default.
  init(_ server: ChildProcess, receiveBuffer: CInt = 0) throws(LoadError) {
    descriptor = try LoadSocket.connect(server.address)
    var bytes = receiveBuffer
    if bytes > 0 { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<CInt>.size)) }
    var limit = timeval(tv_sec: Self.stallLimit, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Sends until the kernel has all bytes; false where the server has closed, or does not read.
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

  /// Sends a request. Throws unless the response is a 2xx.
  @discardableResult func ask(_ method: String, _ path: String, body: String = "") throws -> Answer {
    send(RequestBytes(method, path, body: body).bytes)
    return try successful(path)
  }

  /// The next response. Throws unless it is a 2xx.
  @discardableResult func successful(_ path: String) throws -> Answer {
    let answer = answer()
    guard answer.status / 100 == 2 else { throw BenchmarkFailure.unexpectedAnswer(path: path, answer.summary) }
    return answer
  }

  /// Closes by a reset, so that the port can be reused at once.
  func resetOnClose() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Reads at most `count` of the available bytes into the buffer.
  func take(_ count: Int) {
    var buffer = [UInt8](repeating: 0, count: count)
    received += buffer[..<max(recv(descriptor, &buffer, count, CInt(MSG_DONTWAIT)), 0)]
  }

  /// Consumes all bytes up to and including a mark; false at the end of the stream.
  func text(through mark: String) -> Bool {
    let mark = Array(mark.utf8)
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      if let found = received.firstRange(of: mark) {
        received.removeFirst(found.upperBound)
        return true
      }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return false }
      received += buffer[..<count]
    }
  }

  /// The next response with a length, or the head of a stream. Without one, the reason is in `head`.
  func answer() -> Answer {
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let head: ResponseHead?
      do { head = try received.withUnsafeBytes { try ResponseHead($0) } } catch { return Answer(head: "\(error)") }
      if let head, received.count >= head.bytes + head.bodyBytes {
        let end = head.bytes + head.bodyBytes
        defer { received.removeFirst(end) }
        return Answer(
          status: head.status, head: String(decoding: received[..<head.bytes], as: UTF8.self),
          body: Array(received[head.bytes..<end]))
      }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return Answer(head: count == 0 ? "closed" : errno == EAGAIN ? "nothing" : "reset") }
      received += buffer[..<count]
    }
  }
}
