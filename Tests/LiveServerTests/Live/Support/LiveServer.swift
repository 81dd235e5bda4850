import Glibc
import Navigation
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

  /// Ends the server at once. A stop waits up to 2 s for a browser, which keeps its connections open.
  func kill() async {
    client.close()
    child.signal(SIGKILL)
    _ = await child.ended()
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

/// The session of most tests: a messenger on an 11-inch iPad in landscape, with a tab of chats and one of contacts.
enum Messenger {
  static let json = """
    {"client": "kitchen-ipad", "labels": {"app": "messenger"},
     "environment": {"device": "iPad Pro 11-inch (M4)", "orientation": "landscape"},
     "layout": {"name": "tabsInPrimary",
                "tabs": [{"id": "chats", "title": "Chats", "screen": {"id": "chat-list", "route": "chats"}},
                         {"id": "contacts", "title": "Contacts", "screen": {"id": "contact-list", "route": "contacts"}}],
                "placeholder": {"route": "nothing-selected", "title": "No chat selected"}}}
    """

  static var body: CreateSession {
    get throws { try CreateSession(request: Array(json.utf8)) }
  }
}

extension Client {
  /// A new messenger on the server.
  func messenger() async throws -> RemoteSession { try await createSession(json: Messenger.json) }

  /// A new session from a JSON body.
  func createSession(json: String) async throws -> RemoteSession {
    RemoteSession(try await send(CreateSession(request: Array(json.utf8))).body, of: self)
  }

  /// The sessions on the server, newest first.
  func allSessions() async throws -> [SessionSummary] { try await sessions().all() }
}

extension Transition {
  /// The transition of a JSON text.
  init(_ json: String) throws { try self.init(request: Array(json.utf8)) }

  static func push(_ id: String, on stack: String? = nil) throws -> Transition {
    try Transition(
      #"{"type": "push", "screen": {"id": "\#(id)", "route": "page"}\#(stack.map { #", "stack": "\#($0)""# } ?? "")}"#)
  }

  static func showDetail(_ id: String) throws -> Transition {
    try Transition(#"{"type": "showDetail", "screen": {"id": "\#(id)", "route": "chat"}}"#)
  }
}

extension ClientError {
  /// A word for the error, for tables: the problem's code, or the case.
  var word: String {
    switch self {
    case .invalidURL: "invalidURL"
    case .invalidArgument: "invalidArgument"
    case .problem(let problem): problem.code
    case .nothingListens, .unreachable, .timedOut, .connectionLost, .cancelled, .closed: "transport"
    case .unexpectedAnswer: "unexpected"
    case .notLaunched: "notLaunched"
    }
  }
}

extension AsyncSequence {
  /// Collects all elements.
  func all() async throws -> [Element] { try await reduce(into: []) { $0.append($1) } }
}

/// The client's error of a call; nil if the call succeeds.
func failure<Value>(_ call: () async throws -> Value) async -> ClientError? {
  do {
    _ = try await call()
  } catch let error as ClientError {
    return error
  } catch { Issue.record(error) }
  return nil
}
