import Glibc
import Testing

/// A server under a lack of descriptors, or with an unwritable log.
@Suite struct FaultTests {
  private static let get = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"

  /// Descriptors, the requested connections, and whether these are too many; each client is answered.
  @Test(arguments: [(48, 20_000, true), (64, 10, false), (300, 100, false)])
  func `connections are limited by descriptors`(descriptors: Int, wanted: Int, isLowered: Bool)
    async throws
  {
    let options = ["--shards", "1", "--max-connections", "\(wanted)"]
    let server = try await LiveServer(options, shell: #"ulimit -n \#(descriptors); exec "$@""#)
    let line = try await server.child.errorLine()
    let connections = line.firstMatch(
      of:
        /"connections":(\d+),"maxConnections":(\d+),"descriptors":(\d+),"toServeMore":"raise ulimit -n, or LimitNOFILE=/
    )
    #expect(line.contains(#""event":"started""#) && (connections != nil) == isLowered, "\(line)")
    let limit = connections.flatMap { Int($0.1) } ?? wanted
    if let connections {
      #expect(connections.2 == "\(wanted)" && connections.3 == "\(descriptors)" && limit >= descriptors / 2)
    }
    let answers = try await onThread { [port = server.port] in
      let clients = try (0..<limit + 200).map { _ in try RawConnection(port: port) }
      for client in clients { try client.send(Self.get) }
      return try clients.map { try $0.response() }
    }
    #expect(answers.map(\.status) == Array(repeating: 200, count: limit) + Array(repeating: 503, count: 200))
    #expect(
      answers.dropFirst(limit).allSatisfy {
        $0.fields["retry-after"] == "1" && $0.text.contains(#""code":"connection-limit""#)
      })
    #expect(try await server.client.metrics().contains("\nnavigation_limit{name=\"max-connections\"} \(limit)\n"))
    #expect(await server.stop() == .exit(0))
  }

  /// Descriptors available at the start are missing later. Each client is answered, the log has a line, and the server
  /// uses no CPU while it waits.
  @Test func `without descriptors each client is answered, and with them service resumes`() async throws {
    let server = try await LiveServer(
      ["--shards", "1", "--log-level", "error"], shell: #"ulimit -S -n 256; exec "$@""#)
    let child = server.child.identifier
    #expect(try await Run("/usr/bin/prlimit", ["--pid", "\(child)", "--nofile=40:"]).end == .exit(0))
    let (statuses, cpu, wall) = try await onThread { [port = server.port] in
      let (start, cpuStart) = (Self.milliseconds(), Self.cpuMilliseconds(of: child))
      let clients = try (0..<200).map { _ in try RawConnection(port: port) }
      for client in clients { try client.send(Self.get) }
      let answers = try clients.map { try $0.response() }
      for answer in answers where answer.status != 200 {
        #expect(answer.fields["retry-after"] == "1" && answer.text.contains(#""code":"connection-limit""#))
      }
      // In this time the server only waits.
      usleep(500_000)
      return (answers.map(\.status), Self.cpuMilliseconds(of: child) - cpuStart, Self.milliseconds() - start)
    }
    #expect(statuses.count { $0 == 200 } >= 10 && statuses.count { $0 == 503 } >= 100, "\(statuses)")
    #expect(cpu * 4 < wall, "\(cpu) ms of CPU in \(wall) ms")
    #expect(try await Run("/usr/bin/prlimit", ["--pid", "\(child)", "--nofile=256:"]).end == .exit(0))
    let status = try await server.raw { connection in
      try connection.send(Self.get)
      return try connection.response().status
    }
    #expect(status == 200)
    server.child.signal(SIGTERM)
    let lines = try await server.child.texts().error.split(separator: "\n")
    let told = #""event":"no room for connections","reason":"Too many open files","times":"#
    #expect(lines.count == 1 && lines[0].contains(told), "\(lines)")
    #expect(await server.child.ended() == .exit(0))
  }

  /// A write error of the log affects no answer.
  @Test(arguments: ["2>/dev/full", "2>&-", "0<&- 2>&-"]) func `a log that cannot be written changes nothing`(
    _ redirection: String
  )
    async throws
  {
    let server = try await LiveServer(["--log-level", "info"], shell: #"exec "$@" "# + redirection)
    let status = try await server.raw { connection in
      try connection.send(Self.get + Self.get)
      let statuses = [try connection.response().status, try connection.response().status]
      return statuses
    }
    #expect(status == [200, 200])
    #expect(await server.stop() == .exit(0))
  }

  /// The log is a full pipe.
  @Test func `a log without a reader changes nothing`() async throws {
    let directory = try TemporaryDirectory()
    let pipe = directory.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let fill = #"exec 3<>"\#(pipe)"; dd if=/dev/zero bs=65536 count=1 >&3 2>/dev/null; "#
    let server = try await LiveServer(["--log-level", "info"], shell: fill + #"exec "$@" 2>&3"#)
    #expect(try await server.client.health() == .ok)
    #expect(await server.stop() == .exit(0))
  }

  private static func milliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }

  /// The CPU time of a process, in user and kernel mode.
  private static func cpuMilliseconds(of process: CInt) -> Int {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return .max / 2 }
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}
