import Glibc
import NavigationClient
import Testing

/// A process of the built server on a port of its own, with a client.
final class LiveServer: Sendable {
  let child: Child
  let port: UInt16
  let client: Client

  var url: String { "http://127.0.0.1:\(port)" }

  /// The executable that was built with these tests, which stands beside them.
  static var executable: String {
    get throws {
      var path = [CChar](repeating: 0, count: Int(PATH_MAX))
      let length = readlink("/proc/self/exe", &path, path.count)
      try #require(length > 0)
      let own = String(decoding: path[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let directory = own.prefix(own.lastIndex(of: "/").map { own.distance(from: own.startIndex, to: $0) } ?? 0)
      let server = directory + "/navigation-server"
      try #require(access(String(server), X_OK) == 0, "no executable at \(server)")
      return String(server)
    }
  }

  /// Starts the server on a free port, or on one that a server has had before, and waits for the line that says which;
  /// `shell` says how `exec` starts it, as `exec "$@"` does.
  init(
    _ options: [String] = ["--log-level", "error"], verb: String? = nil, on wanted: UInt16 = 0,
    environment: [String: String] = [:],
    shell: String = #"exec "$@""#
  ) async throws {
    let words = (verb.map { [$0] } ?? []) + ["--port", "\(wanted)"] + options
    child = try Child("/bin/sh", ["-c", shell, "sh", Self.executable] + words, environment: environment)
    let line = try await child.line()
    port = try #require(
      line.wholeMatch(of: /listening on http:\/\/127\.0\.0\.1:(\d+)/).flatMap { UInt16($0.1) }, "\(line)")
    client = try Client(url: "http://127.0.0.1:\(port)")
  }

  /// Asks the server to end and waits for it.
  func stop() async -> Child.End? {
    client.close()
    child.signal(SIGTERM)
    return await child.ended()
  }

  /// Talks to the server in bytes, on a connection of its own.
  func raw<Value: Sendable>(_ body: @escaping @Sendable (RawConnection) throws -> Value) async throws -> Value {
    try await onThread { [port] in try body(RawConnection(port: port)) }
  }

  /// The server of all tests that need no other.
  @TaskLocal static var shared: LiveServer?
}

/// The server that the suites below share: one process for all of them.
var live: LiveServer {
  get throws { try #require(LiveServer.shared) }
}

/// Everything that needs a server, which is started once for the suites in here and must end well.
@Suite(.sharedServer) struct LiveTests {}

struct SharedServer: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let server = try await LiveServer()
    try await LiveServer.$shared.withValue(server) { try await function() }
    #expect(await server.stop() == .exit(0))
  }
}

extension Trait where Self == SharedServer {
  static var sharedServer: SharedServer { SharedServer() }
}
