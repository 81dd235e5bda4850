import CLinux
import Glibc

/// One request on a connection of its own, to prepare a measurement and to look at what it has done.
struct SingleExchange {
  let status: Int
  /// The bytes up to the blank line.
  let head: String
  let body: [UInt8]

  /// Seconds without a byte after which it fails.
  private static let stallLimit = 10

  /// Sends `method path` with a JSON body, if any, and reads until the server closes.
  init(_ server: ChildProcess, _ method: String, _ path: String, body: String? = nil) throws(LoadError) {
    let descriptor = try LoadSocket.connect(host: server.host, port: server.port)
    defer { close(descriptor) }
    var limit = timeval(tv_sec: Self.stallLimit, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var rest = RequestBytes(method, path, host: server.authority, body: body, closes: true).bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
      guard count > 0 else { throw .connectionLost(errno) }
      rest = rest.dropFirst(count)
    }
    try self.init(response: try Self.readAll(descriptor))
  }

  private static func readAll(_ descriptor: CInt) throws(LoadError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count == 0 { return bytes }
      guard count > 0 else {
        if errno == EAGAIN { throw .stalled }
        throw .connectionLost(errno)
      }
      bytes += buffer[..<count]
    }
  }

  private init(response: [UInt8]) throws(LoadError) {
    let end = Array("\r\n\r\n".utf8)
    guard response.starts(with: "HTTP/1.1 ".utf8),
      let blank = response.indices.first(where: { response[$0...].starts(with: end) }),
      let status = Int(String(decoding: response[9..<12], as: UTF8.self))
    else { throw .badResponse(.notHTTP) }
    self.status = status
    head = String(decoding: response[..<blank], as: UTF8.self)
    body = Array(response[(blank + end.count)...])
  }

  /// The value of a header field whose name is written as the server writes it.
  func field(_ name: String) -> String? {
    for line in head.split(separator: "\r\n") where line.hasPrefix(name + ": ") { return String(line.dropFirst(name.utf8.count + 2)) }
    return nil
  }
}

/// A whole request as it goes over the wire.
struct RequestBytes {
  let bytes: [UInt8]

  init(
    _ method: String, _ path: String, host: String, body: String? = nil, accept: String = "application/json", closes: Bool = false
  ) {
    var text = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nAccept: \(accept)\r\n"
    if closes { text += "Connection: close\r\n" }
    if let body { text += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n" }
    bytes = Array((text + "\r\n" + (body ?? "")).utf8)
  }
}
