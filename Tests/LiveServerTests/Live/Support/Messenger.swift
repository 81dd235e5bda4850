import Navigation
import NavigationClient
import Testing

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
