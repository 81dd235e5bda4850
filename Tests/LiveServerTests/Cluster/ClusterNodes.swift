#if PostgreSQL
import Foundation
import Glibc
import StoreKinds
import Testing

/// Servers on one store, each on a fixed port.
struct ClusterNodes {
  private(set) var servers: [LiveServer] = []
  let ports: [UInt16]
  /// The proxies between the first node and the two databases.
  let proxies: [PostgreSQLProxy]
  private let addresses: [String]

  /// Milliseconds in which all of them must be ready again.
  private static let patience = 60_000

  init(_ count: Int, on pair: PostgreSQLPair) async throws {
    proxies = try pair.folders.map { try PostgreSQLProxy(to: $0) }
    addresses = [PostgreSQLCluster.uri(proxies.map(\.folder))] + [String](repeating: pair.uri, count: count - 1)
    var (servers, ports): ([LiveServer], [UInt16]) = ([], [])
    for number in 0..<count {
      let server = try await Self.start(number, at: addresses[number])
      servers.append(server)
      ports.append(server.port)
    }
    (self.servers, self.ports) = (servers, ports)
  }

  private static func start(
    _ number: Int, at address: String, on port: UInt16 = 0, clock: ShiftedClock? = nil
  ) async throws -> LiveServer {
    // Records that the audit reads must not be evicted.
    let kept = ["--history-revisions", "1000000", "--history-bytes", "67108864", "--max-session-bytes", "67108864"]
    let options = ["--store", address, "--node", "node-\(number)", "--shards", "1", "--log-level", "error"] + kept
    return try await LiveServer(
      options, on: port, environment: clock?.environment ?? [:],
      shell: clock.map { _ in ShiftedClock.shell } ?? #"exec "$@""#)
  }

  /// Kills a node as a crash does, and starts it again.
  ///
  /// - Parameters:
  ///   - pause: milliseconds between the two.
  ///   - clock: the node's new clock; nil for the system's.
  mutating func restart(_ number: Int, after pause: Int = 0, clock: ShiftedClock? = nil) async throws {
    servers[number].child.signal(SIGKILL)
    _ = await servers[number].child.ended()
    try await Task.sleep(for: .milliseconds(pause))
    servers[number] = try await Self.start(number, at: addresses[number], on: ports[number], clock: clock)
  }

  func signal(_ number: Int, _ signal: CInt) { servers[number].child.signal(signal) }

  /// Waits until each node is ready; throws if one is not.
  func waitUntilReady() async throws {
    let ports = ports
    try await onThread {
      for port in ports {
        var status = 0
        for _ in 0..<Self.patience / 50 where status != 200 {
          status = (try? StoreReader(connection: RawConnection(port: port)).get("/readyz").status) ?? 0
          if status != 200 { usleep(50_000) }
        }
        try #require(status == 200, "a node is not ready after \(Self.patience) ms")
      }
    }
  }

  /// Sends `body`'s requests to all nodes in turn.
  func read<Value: Sendable>(_ body: @escaping @Sendable (StoreReader) throws -> Value) async throws -> Value {
    let ports = ports
    return try await onThread { try body(StoreReader(connections: ports.map { try RawConnection(port: $0) })) }
  }

  func stop() async {
    for server in servers { #expect(await server.stop() == .exit(0)) }
  }
}

/// The library that shifts a process's clock: see `Tests/Disk/clock.c`.
final class ShiftedClock: Sendable {
  private let folder: TemporaryDirectory
  private let milliseconds: Int

  private static let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Disk/clock.c").path

  /// - Parameter milliseconds: the offset; positive is ahead.
  init(milliseconds: Int) async throws {
    folder = try TemporaryDirectory()
    self.milliseconds = milliseconds
    let build = try await Run(
      "/usr/bin/env", ["clang", "-shared", "-fPIC", "-o", folder.path + "/clock.so", Self.source])
    try #require(build.end == .exit(0), "\(build.error)")
  }

  var environment: [String: String] {
    ["CLOCK_LIBRARY": folder.path + "/clock.so", "CLOCK_MILLISECONDS": "\(milliseconds)"]
  }

  static let shell = #"export LD_PRELOAD="$CLOCK_LIBRARY${LD_PRELOAD:+:$LD_PRELOAD}"; exec "$@""#
}
#endif
