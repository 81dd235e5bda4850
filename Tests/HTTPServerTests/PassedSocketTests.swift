import Glibc
import HTTPMessages
import Testing

@testable import HTTPServer

/// Sockets bound by another process.
@Suite struct PassedSocketTests {
  private let get = "GET /peer HTTP/1.1\r\nHost: localhost\r\n\r\n"

  /// The descriptor of a blocking socket, as another process passes it; the caller owns it.
  private static func socket(_ address: SocketAddress, _ type: __socket_type = SOCK_STREAM, listens: Bool = true) throws
    -> Int32
  {
    let descriptor = Glibc.socket(address.family, Int32(type.rawValue), 0)
    guard descriptor >= 0, address.withPointer({ bind(descriptor, $0, $1) }) == 0,
      !listens || listen(descriptor, 16) == 0
    else {
      throw RawClient.Failure(call: "bind", code: errno)
    }
    return descriptor
  }

  private func server(_ passed: PassedSocket, shards: Int) -> HTTPServer {
    HTTPServer(configuration: HTTPServerConfiguration(passedSocket: passed, shards: shards)) { call in
      HTTPResponse(.ok, body: Array("\(call.request.peer)".utf8))
    } refusal: {
      HTTPResponse($0.status)
    }
  }

  @Test(arguments: [1, 3]) func aPortIsServedAsOneOfTheServersOwn(shards: Int) throws {
    let descriptor = try Self.socket(SocketAddress(host: "127.0.0.1", port: 0))
    let passed = try PassedSocket(descriptor)
    guard case .tcp("127.0.0.1", let port) = passed.address else { return #expect(Bool(false), "\(passed.address)") }
    // The passing process holds it too.
    let others = dup(descriptor)
    defer { close(others) }
    let server = server(passed, shards: shards)
    #expect(try server.start() == passed.address)
    #expect(fcntl(others, F_GETFL) & O_NONBLOCK != 0)
    var (isOn, length): (Int32, socklen_t) = (0, 4)
    #expect(getsockopt(others, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, &length) == 0 && isOn == 1)
    let clients = try (0..<20).map { _ in try RawClient(port: port) }
    for client in clients {
      try client.send(get)
      #expect(try client.response().body == "\(PeerAddress.ipv4(0x7F00_0001))")
    }
    #expect(server.stop())
    // It still listens, for the next server.
    let waiting = try RawClient(port: port)
    let next = self.server(try PassedSocket(dup(others)), shards: 1)
    _ = try next.start()
    try waiting.send(get)
    #expect(try waiting.response().status == 200)
    #expect(next.stop())
  }

  @Test func theFileOfASocketIsNotRemoved() throws {
    let directory = try UnixSocketTests.Directory()
    let path = directory.path + "/s"
    defer { unlink(path) }
    let passed = try PassedSocket(Self.socket(SocketAddress(unixSocket: path)))
    #expect(passed.address == .unix(path: path))
    let server = server(passed, shards: 2)
    #expect(try server.start() == .unix(path: path))
    let client = try RawClient(unixSocket: path)
    try client.send(get)
    #expect(try client.response().body == "local")
    #expect(server.stop() && directory.exists("s"))
  }

  /// Other descriptors are refused.
  @Test func onlyAListeningStreamSocketIsAccepted() throws {
    let loopback = try SocketAddress(host: "127.0.0.1", port: 0)
    let wrong = [
      try Self.socket(loopback, listens: false), try Self.socket(loopback, SOCK_DGRAM, listens: false),
      open("/dev/null", O_RDONLY),
      Int32(-1),
    ]
    for descriptor in wrong {
      #expect(throws: HTTPServerError.notAListeningSocket(descriptor)) { try PassedSocket(descriptor) }
      close(descriptor)
    }
  }
}
