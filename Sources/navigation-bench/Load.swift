import CLinux
import Glibc

/// Sends requests on many connections, one under way on each, and measures their responses, on the calling thread. All
/// must be 2xx. A further run continues where the last one ended. The connections close with it.
final class Load {
  private struct Connection {
    let client: Client
    let requests: [[UInt8]]
    var next = 0
    /// When the request under way was sent.
    var sentAt: UInt64?
  }

  private let poll: CInt
  private var connections: [Connection] = []
  private var buffer = [UInt8](repeating: 0, count: 256 << 10)
  private var ready = [epoll_event](repeating: epoll_event(), count: 512)
  private var latencies: [UInt64] = []
  private var underWay = 0

  /// Opens a connection for each list of requests, to all ports in turn.
  init(_ ports: [UInt16], _ requests: [[[UInt8]]]) throws {
    poll = epoll_create1(CInt(EPOLL_CLOEXEC))
    for (index, own) in requests.enumerated() {
      let client = try Client(ports[index % ports.count])
      connections.append(Connection(client: client, requests: own))
      var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u32: UInt32(index)))
      guard epoll_ctl(poll, EPOLL_CTL_ADD, client.descriptor, &event) == 0 else {
        throw BenchmarkFailure.system("epoll", errno)
      }
    }
  }

  deinit { close(poll) }

  /// Sends this many requests, or for this time, each as soon as its connection is free; with `perSecond`, at a constant
  /// rate (open loop). Returns the nanoseconds from the sending of each, or from its due time, to its response.
  @discardableResult
  func run(requests: Int = .max, seconds: Double = 1e6, perSecond: Double = .infinity) throws -> [UInt64] {
    let start = MonotonicClock.now()
    let deadline = start + UInt64(seconds * 1e9)
    var (number, cursor, now) = (0, 0, start)
    latencies = []
    while underWay > 0 || number < requests && now < deadline {
      // Request i is due at i intervals. The next free connection is taken in turn, so that all have equal shares.
      while number < requests, now < deadline, underWay < connections.count {
        let due = start + UInt64(Double(number) / perSecond * 1e9)
        if due > now { break }
        while connections[cursor].sentAt != nil { cursor = (cursor + 1) % connections.count }
        try send(cursor, at: perSecond.isInfinite ? MonotonicClock.now() : due)
        number += 1
      }
      // It never sleeps at a constant rate, since timers are late by more than a microsecond: it needs its own core.
      try receive(isWaiting: perSecond.isInfinite)
      now = MonotonicClock.now()
      if now > deadline + UInt64(Client.stallLimit) * 1_000_000_000 { throw BenchmarkFailure.ended("a connection") }
    }
    return latencies
  }

  /// Waits until each connection has received one more message; returns the nanoseconds from `start`.
  func wait(since start: UInt64) throws -> [UInt64] {
    latencies = []
    for index in connections.indices { connections[index].sentAt = start }
    underWay = connections.count
    while underWay > 0 { try receive(isWaiting: true) }
    return latencies
  }

  private func send(_ index: Int, at time: UInt64) throws {
    let connection = connections[index]
    guard connection.client.send(connection.requests[connection.next]) else {
      throw BenchmarkFailure.ended("a connection")
    }
    connections[index].next = (connection.next + 1) % connection.requests.count
    connections[index].sentAt = time
    underWay += 1
  }

  /// Reads what has arrived.
  private func receive(isWaiting: Bool) throws {
    let limit = isWaiting ? CInt(Client.stallLimit) * 1_000 : 0
    let count = Int(epoll_wait(poll, &ready, CInt(ready.count), limit))
    if isWaiting, count <= 0 { throw BenchmarkFailure.ended("a connection") }
    for event in ready.prefix(max(count, 0)) {
      let index = Int(event.data.u32)
      guard connections[index].client.receive(&buffer) > 0 else { throw BenchmarkFailure.ended("a connection") }
      if try connections[index].client.takeMessages() > 0, let start = connections[index].sentAt {
        latencies.append(MonotonicClock.now() - start)
        connections[index].sentAt = nil
        underWay -= 1
      }
    }
  }
}

extension [UInt64] {
  /// Of nanoseconds: the microseconds that this share of them does not exceed; 0 without any.
  func microseconds(_ share: Double) -> Double {
    isEmpty ? 0 : Double(sorted()[Swift.max(0, Int((Double(count) * share).rounded(.up)) - 1)]) / 1e3
  }
}

/// The bytes of a whole request. Every server here accepts this host name, so that all get equal bytes. `length` may
/// announce more bytes than the body has.
func request(
  _ method: String, _ path: String, fields: [String] = [], body: String = "", type: String = "application/json",
  length: Int? = nil
) -> [UInt8] {
  var head = ["\(method) \(path) HTTP/1.1", "Host: localhost", "Accept: */*"] + fields
  if method == "POST" { head += ["Content-Type: \(type)", "Content-Length: \(length ?? body.utf8.count)"] }
  return Array((head + ["", body]).joined(separator: "\r\n").utf8)
}

/// A response, or why there is none.
struct Answer {
  /// 0 without a response; `head` then has the reason.
  var status = 0
  /// The head with its blank line.
  var head: String
  var body: [UInt8] = []

  /// The value of a header field.
  func field(_ name: String) -> String? {
    head.split(separator: "\r\n").first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
  }

  /// The status and, of a problem, its code.
  var summary: String {
    guard status > 0 else { return head }
    let text = String(decoding: body.prefix(4_096), as: UTF8.self)
    let code = head.contains("problem+json") ? text.firstRange(of: #""code":""#) : nil
    return "\(status)" + (code.map { " " + text[$0.upperBound...].prefix { $0 != "\"" } } ?? "")
  }
}

/// The parts of a response's head that a load needs. All names of fields are spelled as by our server.
struct ResponseHead {
  /// 0 where it is no response.
  private(set) var status = 0
  /// Bytes with the blank line.
  private(set) var bytes = 0
  private(set) var bodyBytes = 0
  /// Whether events follow, without an end.
  private(set) var isStream = false

  /// Nil until the blank line has arrived.
  init?(_ received: ArraySlice<UInt8>) {
    var line = received.startIndex
    while let end = received[line...].firstIndex(of: 0x0A) {
      let text = received[line..<end]
      if text.starts(with: "HTTP/1.1 ".utf8) { status = Self.number(text.dropFirst(9)) }
      if text.starts(with: "Content-Length: ".utf8) { bodyBytes = Self.number(text.dropFirst(16)) }
      if text.starts(with: "Content-Type: text/event-stream".utf8) { isStream = true }
      line = end + 1
      bytes = line - received.startIndex
      if text.count <= 1 { return }
    }
    return nil
  }

  private static func number(_ text: ArraySlice<UInt8>) -> Int {
    text.prefix(9).prefix { (0x30...0x39).contains($0) }.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

/// A connection that sends any bytes, and reads responses or events.
final class Client {
  let descriptor: CInt
  private var received: [UInt8] = []
  private var isStreaming = false

  /// Seconds without a byte until it fails.
  static let stallLimit = 30

  /// - Parameter receiveBuffer: bytes of the socket's receive buffer; 0: the default.
  init(_ port: UInt16, receiveBuffer: CInt = 0) throws {
    descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    // SAFETY: the call reads the address before the closure ends.
    let code = withUnsafeBytes(of: address) {
      connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count))
    }
    guard code == 0 else {
      defer { close(descriptor) }
      throw BenchmarkFailure.system("connect", errno)
    }
    set(CInt(IPPROTO_TCP), TCP_NODELAY, to: CInt(1))
    set(SOL_SOCKET, SO_RCVTIMEO, to: timeval(tv_sec: Self.stallLimit, tv_usec: 0))
    if receiveBuffer > 0 { set(SOL_SOCKET, SO_RCVBUF, to: receiveBuffer) }
  }

  deinit { close(descriptor) }

  private func set<Value: BitwiseCopyable>(_ level: CInt, _ option: CInt, to value: Value) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Value>.size))
  }

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
  @discardableResult func fetch(_ method: String, _ path: String, body: String = "") throws -> Answer {
    send(request(method, path, body: body))
    return try successful()
  }

  /// Creates a session, and returns its path.
  func createSession(_ body: String) throws -> String {
    try fetch("POST", "/v1/sessions", body: body).field("Location") ?? ""
  }

  /// The next response. Throws unless it is a 2xx.
  @discardableResult func successful() throws -> Answer {
    let answer = answer()
    guard answer.status / 100 == 2 else { throw BenchmarkFailure.unexpectedAnswer(answer.summary) }
    return answer
  }

  /// The next response with a length, or the head of a stream.
  func answer() -> Answer {
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      if let head = ResponseHead(received[...]), received.count >= head.bytes + head.bodyBytes {
        let body = received[head.bytes...].prefix(head.bodyBytes)
        defer { received.removeFirst(head.bytes + head.bodyBytes) }
        isStreaming = head.isStream
        return Answer(
          status: head.status, head: String(decoding: received[..<head.bytes], as: UTF8.self), body: Array(body))
      }
      let count = receive(&buffer)
      guard count > 0 else { return Answer(head: count == 0 ? "closed" : errno == EAGAIN ? "nothing" : "reset") }
    }
  }

  /// Waits for so many more responses, or events of a stream.
  func wait(for count: Int) throws {
    var (left, buffer) = (count, [UInt8](repeating: 0, count: 16 << 10))
    while left > 0 {
      guard receive(&buffer) > 0 else { throw BenchmarkFailure.ended("a connection") }
      left -= try takeMessages()
    }
  }

  /// Reads once; returns 0 at the end of the stream, and -1 with errno.
  func receive(_ buffer: inout [UInt8], _ flags: CInt = 0) -> Int {
    let count = recv(descriptor, &buffer, buffer.count, flags)
    if count > 0 { received += buffer[..<count] }
    return count
  }

  /// Drops the responses or events that have arrived whole, and returns their number. Throws at a response that is no
  /// 2xx.
  func takeMessages() throws -> Int {
    var (count, end) = (0, 0)
    while !isStreaming, let head = ResponseHead(received[end...]), received.count - end >= head.bytes + head.bodyBytes {
      guard head.status / 100 == 2 else { throw BenchmarkFailure.unexpectedAnswer("\(head.status)") }
      (end, isStreaming) = (end + head.bytes + head.bodyBytes, head.isStream)
      if !isStreaming { count += 1 }
    }
    // Events have an id, unlike comments, and end with a blank line.
    var (line, hasID) = (end, false)
    while isStreaming, let newline = received[line...].firstIndex(of: 0x0A) {
      hasID = hasID || received[line] == UInt8(ascii: "i")
      if newline == line {
        if hasID { count += 1 }
        (end, hasID) = (newline + 1, false)
      }
      line = newline + 1
    }
    received.removeFirst(end)
    return count
  }
}
