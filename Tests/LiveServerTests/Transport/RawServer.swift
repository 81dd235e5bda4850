import Foundation
import Glibc
import Synchronization
import Testing

@testable import NavigationClient

/// A server of blocking sockets inside the test process: it answers each request with the bytes that the test gives.
final class RawServer: Sendable {
  struct Request: Sendable {
    /// 1 for the first connection accepted.
    var connection: Int
    var head: String
    var body: [UInt8]
  }

  enum Reply: Sendable, CustomTestStringConvertible {
    case bytes([UInt8])
    case bytesThenClose([UInt8])
    case nothing

    var testDescription: String {
      switch self {
      case .bytes(let bytes): "\(bytes.count) bytes"
      case .bytesThenClose(let bytes): "\(bytes.count) bytes, then close"
      case .nothing: "nothing"
      }
    }
  }

  enum Event: Sendable, Equatable {
    case requested(connection: Int)
    case disconnected(connection: Int)
  }

  let port: UInt16
  let events: AsyncStream<Event>
  private let listener: CInt
  private let report: AsyncStream<Event>.Continuation
  private let answer: @Sendable (Request) -> Reply
  private let open = Mutex<Set<CInt>>([])

  var url: String { "http://127.0.0.1:\(port)" }

  /// Serves until `body` returns or throws.
  static func with<Result>(
    _ answer: @escaping @Sendable (Request) -> Reply, _ body: (RawServer) async throws -> Result
  ) async throws -> Result {
    let server = try RawServer(answer)
    defer { server.stop() }
    return try await body(server)
  }

  private init(_ answer: @escaping @Sendable (Request) -> Reply) throws {
    self.answer = answer
    (events, report) = AsyncStream.makeStream(of: Event.self)
    (listener, port) = try Self.listen()
    Thread.detachNewThread { self.acceptAll() }
  }

  /// A loopback listener on a port that the kernel picks.
  static func listen() throws -> (descriptor: CInt, port: UInt16) {
    let (descriptor, port) = try reserve()
    guard Glibc.listen(descriptor, 128) == 0 else { throw SocketFailure(code: errno) }
    return (descriptor, port)
  }

  /// A loopback port without a listener; while the descriptor is open no other process can listen there.
  static func reserve() throws -> (descriptor: CInt, port: UInt16) {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) | getsockname(descriptor, $0, &length)
      }
    }
    guard code == 0 else { throw SocketFailure(code: errno) }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  struct SocketFailure: Error { var code: CInt }

  private func stop() {
    shutdown(listener, CInt(SHUT_RDWR))
    open.withLock { for descriptor in $0 { shutdown(descriptor, CInt(SHUT_RDWR)) } }
  }

  private func acceptAll() {
    var count = 0
    while true {
      let descriptor = accept(listener, nil, nil)
      guard descriptor >= 0 else { break }
      count += 1
      let number = count
      open.withLock { _ = $0.insert(descriptor) }
      Thread.detachNewThread { self.serve(descriptor, number) }
    }
    close(listener)
  }

  private func serve(_ descriptor: CInt, _ number: Int) {
    var received: [UInt8] = []
    loop: while let request = nextRequest(descriptor, number, &received) {
      report.yield(.requested(connection: number))
      switch answer(request) {
      case .bytes(let bytes): if !send(bytes, to: descriptor) { break loop }
      case .bytesThenClose(let bytes):
        _ = send(bytes, to: descriptor)
        break loop
      case .nothing: break
      }
    }
    // Removed before another socket can reuse the number.
    open.withLock { _ = $0.remove(descriptor) }
    close(descriptor)
    report.yield(.disconnected(connection: number))
  }

  private func nextRequest(_ descriptor: CInt, _ number: Int, _ received: inout [UInt8]) -> Request? {
    while true {
      if let end = received.firstEnd(of: Array("\r\n\r\n".utf8)) {
        let head = String(decoding: received[..<end], as: UTF8.self)
        let length = Self.contentLength(head)
        if received.count >= end + length {
          let body = Array(received[end..<end + length])
          received.removeFirst(end + length)
          return Request(connection: number, head: head, body: body)
        }
      }
      var chunk = [UInt8](repeating: 0, count: 65536)
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      received += chunk[..<count]
    }
  }

  private static func contentLength(_ head: String) -> Int {
    for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix("content-length:") {
      return Int(line.dropFirst(15).filter { $0 != " " }) ?? 0
    }
    return 0
  }

  private func send(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}

/// Answers for `RawServer`.
extension RawServer {
  static func reply(_ status: String, _ fields: [String] = [], _ body: [UInt8] = []) -> Reply {
    let lines = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(body.count)", "", ""]
    return .bytes(Array(lines.joined(separator: "\r\n").utf8) + body)
  }

  static func raw(_ text: String) -> Reply { .bytes(Array(text.utf8)) }

  @Sendable static func connectionNumber(_ request: Request) -> Reply {
    reply("200 OK", [], Array("\(request.connection)".utf8))
  }

  @Sendable static func echo(_ request: Request) -> Reply { reply("200 OK", [], request.body) }

  @Sendable static func echoHead(_ request: Request) -> Reply { reply("200 OK", [], Array(request.head.utf8)) }

  /// A problem whose detail is the target of the request.
  @Sendable static func problemAboutTarget(_ request: Request) -> Reply {
    let target = request.head.split(separator: " ").dropFirst().first ?? ""
    let problem = #"{"title": "t", "status": 404, "code": "no-such-resource", "detail": "\#(target)"}"#
    return reply("404 Not Found", ["Content-Type: application/problem+json"], Array(problem.utf8))
  }

  /// The answer of a healthy server on the first two connections; later ones are closed.
  @Sendable static func healthOfTwo(_ request: Request) -> Reply {
    request.connection > 2
      ? .bytesThenClose([]) : reply("200 OK", ["Content-Type: application/json"], Array(#"{"status": "ok"}"#.utf8))
  }

  /// The first connection closes instead of answering the path `/second`; every other one answers it.
  @Sendable static func secondRequestCloses(_ request: Request) -> Reply {
    request.connection == 1 && request.head.contains(" /second ") ? .bytesThenClose([]) : reply("200 OK")
  }

  static func always(_ reply: Reply) -> @Sendable (Request) -> Reply { { _ in reply } }
}

extension CurlTransport {
  /// A word for a request's outcome, without libcurl's text.
  func outcome(_ request: TransportRequest) async -> String {
    do {
      _ = try await send(request)
      return "whole"
    } catch {
      switch error {
      case .nothingListens: return "nothingListens"
      case .couldNotConnect: return "couldNotConnect"
      case .timedOut: return "timedOut"
      case .cancelled: return "cancelled"
      case .connectionLost: return "lost"
      case .responseTooLarge: return "tooLarge"
      case .closed: return "closed"
      case .other: return "other"
      }
    }
  }
}
