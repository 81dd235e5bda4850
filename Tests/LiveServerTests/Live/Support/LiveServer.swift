import Glibc
import NavigationClient
import Testing

/// A process of the built server on its own port, with a client.
final class LiveServer: Sendable {
  let child: Child
  let port: UInt16
  let client: Client

  var url: String { "http://127.0.0.1:\(port)" }

  /// The path of the executable, in the folder of the tests' executable.
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

  /// Starts the server on a free port or a given one, and waits for the line with its address.
  ///
  /// - Parameter shell: the shell command that starts it.
  init(
    _ options: [String] = ["--log-level", "error"], verb: String? = nil, on wanted: UInt16 = 0,
    environment: [String: String] = [:], shell: String = #"exec "$@""#
  ) async throws {
    let words = (verb.map { [$0] } ?? []) + ["--port", "\(wanted)"] + options
    child = try Child("/bin/sh", ["-c", shell, "sh", Self.executable] + words, environment: environment)
    let line = try await child.line()
    port = try #require(
      line.wholeMatch(of: /listening on http:\/\/127\.0\.0\.1:(\d+)/).flatMap { UInt16($0.1) }, "\(line)")
    client = try Client(url: "http://127.0.0.1:\(port)")
  }

  /// Stops the server and waits for its end.
  func stop() async -> Child.End? {
    client.close()
    child.signal(SIGTERM)
    return await child.ended()
  }

  /// Calls `body` with a new connection for bytes.
  func raw<Value: Sendable>(_ body: @escaping @Sendable (RawConnection) throws -> Value) async throws -> Value {
    try await onThread { [port] in try body(RawConnection(port: port)) }
  }

  /// The server of the tests that need no other.
  @TaskLocal static var shared: LiveServer?
}

/// The shared server of the suites in `LiveTests`.
var live: LiveServer {
  get throws { try #require(LiveServer.shared) }
}

/// The suites that share one server, which must exit with 0.
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
