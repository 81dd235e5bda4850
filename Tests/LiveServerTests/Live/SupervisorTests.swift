import Glibc
import Navigation
import NavigationClient
import Testing

/// A server started by a service manager.
@Suite struct SupervisorTests {
  /// A listening socket, with a descriptor that `ChildProcess` can pass.
  private static func listener(_ host: String = "127.0.0.1", type: __socket_type = SOCK_STREAM) throws -> (
    descriptor: CInt, port: UInt16
  ) {
    let first = socket(AF_INET, CInt(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(first) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, host, &address.sin_addr)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(first, address, length) == 0 && (type == SOCK_DGRAM || listen(first, 128) == 0)
          && getsockname(first, address, &length) == 0
      }
    }
    guard result else { throw RawConnection.Failure(call: "listen", code: errno) }
    return (fcntl(first, F_DUPFD_CLOEXEC, 10), UInt16(bigEndian: address.sin_port))
  }

  /// Starts a server like a service manager, with the process's own id in `LISTEN_PID`.
  private static func start(
    _ options: [String], passing: [CInt], count: String? = nil, environment: [String: String] = [:]
  ) throws -> Child {
    let command = #"LISTEN_PID=$$ LISTEN_FDS=\#(count ?? "\(passing.count)") exec "$@""#
    return try Child(
      "/bin/sh", ["-c", command, "sh", LiveServer.executable] + options, environment: environment, passing: passing)
  }

  private static let get = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"

  @Test(arguments: ["path", "@"]) func `the manager is notified of each state`(kind: String) async throws {
    let directory = try TemporaryDirectory()
    let manager = try NotifySocket(kind == "@" ? "@" + directory.path : directory.path + "/notify")
    let server = try await LiveServer(environment: ["NOTIFY_SOCKET": manager.name])
    #expect(try await manager.lines() == ["READY=1", "STATUS=listening on \(server.url)"])
    #expect(try await server.client.health() == .ok)
    server.child.signal(SIGHUP)
    let reloading = try await manager.lines()
    #expect(reloading.count == 2 && reloading[0] == "RELOADING=1")
    #expect(reloading[1].wholeMatch(of: /MONOTONIC_USEC=(\d+)/).flatMap { Int($0.1) }.map { $0 > 0 } == true)
    #expect(try await manager.lines().first == "READY=1")
    server.child.signal(SIGTERM)
    #expect(try await manager.lines() == ["STOPPING=1", "STATUS=draining"])
    #expect(await server.child.ended() == .exit(0))
  }

  /// A missing manager, one that does not read, or an invalid name.
  @Test(arguments: ["none", "full", "long", "empty"]) func `an unreachable manager changes nothing`(kind: String)
    async throws
  {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/notify"
    let manager = kind == "full" ? try NotifySocket(path) : nil
    try manager?.fill()
    let names = ["long": String(repeating: "a", count: 200), "empty": ""]
    let server = try await LiveServer(environment: ["NOTIFY_SOCKET": names[kind] ?? path])
    #expect(try await server.client.health() == .ok)
    server.child.signal(SIGTERM)
    let lines = try await server.child.texts().error.split(separator: "\n")
    #expect(
      lines.count == 2 && lines.allSatisfy { $0.contains(#""event":"service manager not notified","reason":""#) },
      "\(lines)")
    #expect(await server.child.ended() == .exit(0))
  }

  @Test func `a passed socket is served`() async throws {
    let (descriptor, port) = try Self.listener()
    defer { close(descriptor) }
    let child = try Self.start(["--shards", "3"], passing: [descriptor])
    #expect(try await child.line() == "listening on http://127.0.0.1:\(port)")
    let started = try await child.errorLine()
    #expect(started.contains(#""url":"http://127.0.0.1:\#(port)","socketFrom":"service manager""#), "\(started)")
    try await onThread {
      let clients = try (0..<20).map { _ in try RawConnection(port: port) }
      for client in clients {
        try client.send(Self.get)
        #expect(try client.response().status == 200)
      }
    }
    child.signal(SIGTERM)
    #expect(await child.ended() == .exit(0))
    // No client is refused meanwhile: the next process answers one that connects now.
    let waiting = try await onThread { () -> RawConnectionBox in try RawConnectionBox(RawConnection(port: port)) }
    let next = try Self.start(["--log-level", "error"], passing: [descriptor])
    _ = try await next.line()
    let status = try await onThread {
      try waiting.connection.send(Self.get)
      return try waiting.connection.response().status
    }
    #expect(status == 200)
    next.signal(SIGTERM)
    #expect(await next.ended() == .exit(0))
  }

  /// The passed descriptors, the options, the environment, `LISTEN_FDS`, and a text of the refusal.
  @Test(
    arguments: [
      ([.port, .port], [], [:], nil, "LISTEN_FDS=2"), ([.port], [], [:], "x", "LISTEN_FDS=x"),
      ([.datagram], [], [:], nil, "descriptor 3"),
      ([.file], [], [:], nil, "descriptor 3"), ([], [], [:], "1", "descriptor 3"),
      ([.port], ["--port", "0"], [:], nil, "--port"),
      ([.port], ["--host", "127.0.0.1"], [:], nil, "--host"),
      ([.port], ["--unix-socket", "s"], [:], nil, "--unix-socket"),
      ([.port], [], ["NAVIGATION_PORT": "8080"], nil, "NAVIGATION_PORT"),
      ([.everywhere], [], [:], nil, "--api-key-file"),
      ([.port], ["demo"], [:], nil, "LISTEN_FDS"),
    ] as [([Passed], [String], [String: String], String?, String)])
  func `invalid combinations are refused`(
    passed: [Passed], options: [String], environment: [String: String], count: String?, named: String
  ) async throws {
    let descriptors = try passed.map { try $0.descriptor() }
    defer { for descriptor in descriptors { close(descriptor) } }
    let child = try Self.start(options, passing: descriptors, count: count, environment: environment)
    let texts = try await child.texts()
    #expect(await child.ended() == .exit(64) && texts.output.isEmpty)
    #expect(texts.error.contains(named), "\(texts.error)")
  }

  enum Passed {
    case port, everywhere, datagram, file

    fileprivate func descriptor() throws -> CInt {
      switch self {
      case .port: try SupervisorTests.listener().descriptor
      case .everywhere: try SupervisorTests.listener("0.0.0.0").descriptor
      case .datagram: try SupervisorTests.listener(type: SOCK_DGRAM).descriptor
      case .file: fcntl(open("/dev/null", O_RDONLY), F_DUPFD_CLOEXEC, 10)
      }
    }
  }

  /// A socket on every address requires the same options as `--host` with such an address.
  @Test func `a socket on every address is served if anonymous clients are allowed`() async throws {
    let (descriptor, port) = try Self.listener("0.0.0.0")
    defer { close(descriptor) }
    let child = try Self.start(["--allow-anonymous"], passing: [descriptor])
    #expect(try await child.line() == "listening on http://0.0.0.0:\(port)")
    child.signal(SIGTERM)
    #expect(await child.ended() == .exit(0))
  }

  /// The variables are for another process, or no descriptor is passed.
  @Test(arguments: ["LISTEN_PID=1 LISTEN_FDS=1", "LISTEN_FDS=1", "LISTEN_PID=$$ LISTEN_FDS=0", "LISTEN_PID=$$"])
  func `variables for other processes are ignored`(variables: String) async throws {
    let server = try await LiveServer(shell: variables + #" exec "$@""#)
    #expect(try await server.client.health() == .ok)
    #expect(await server.stop() == .exit(0))
  }
}

/// Passes a connection between threads.
private final class RawConnectionBox: @unchecked Sendable {
  // SAFETY: the test awaits each use before the next.
  let connection: RawConnection

  init(_ connection: RawConnection) { self.connection = connection }
}

/// A server on a Unix-domain socket.
@Suite struct UnixSocketTests {
  @Test func `client library, curl and health check reach it`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/nav.sock"
    let child = try Child(LiveServer.executable, ["--unix-socket", path, "--host", "0.0.0.0", "--log-level", "error"])
    #expect(try await child.line() == "listening on unix:" + path)
    let client = try Client(url: "unix:" + path)
    let chat = try await client.messenger()
    #expect(try await chat.push("a", route: "page", on: "chats").revision == 1)
    #expect(try await client.allSessions().map(\.id) == [chat.id])
    for (url, status) in [
      ("http://localhost/healthz", "200"), ("http://127.0.0.1/healthz", "200"), ("http://evil.example/healthz", "421"),
    ] {
      let curl = try await Run(
        "/usr/bin/curl", ["-s", "-o", "/dev/null", "-w", "%{http_code}", "--unix-socket", path, url])
      #expect(curl.output == status)
    }
    #expect(try await Run(LiveServer.executable, ["healthcheck", "--unix-socket", path]).end == .exit(0))
    let second = try await Run(LiveServer.executable, ["--unix-socket", path])
    #expect(second.end == .exit(69) && second.error.contains(path))
    client.close()
    child.signal(SIGTERM)
    #expect(await child.ended() == .exit(0))
    #expect(access(path, F_OK) != 0)
    #expect(try await Run(LiveServer.executable, ["healthcheck", "--unix-socket", path]).end == .exit(1))
    #expect(
      await failure { try await Client(url: "unix:" + path).health() }
        == .nothingListens(server: "unix:" + path, reason: "no such file or directory"))
  }
}

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
