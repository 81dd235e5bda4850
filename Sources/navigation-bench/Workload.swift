/// The measured session: two tabs in the primary column of a split view, as in the interface's own example.
enum ExampleSession {
  static let creation = """
    {"client": "kitchen-ipad", \
    "environment": {"device": "iPad Pro 11-inch (M4)", "orientation": "landscape"}, \
    "layout": {"name": "tabsInPrimary", \
    "tabs": [{"id": "chats", "title": "Chats", "screen": {"id": "chat-list", "route": "chats"}}, \
    {"id": "contacts", "title": "Contacts", "screen": {"id": "contact-list", "route": "contacts"}}], \
    "placeholder": {"route": "nothing-selected", "title": "No chat selected"}}}
    """

  /// Opens a chat in the detail column.
  static func showDetail(from list: String = "chat-list") -> String {
    #"{"type": "showDetail", "screen": {"route": "chat", "title": "Ada", "params": {"chat": 42}}, "from": "\#(list)"}"#
  }

  /// Likewise, and goes back to the placeholder.
  static let showDetailPop = [showDetail(), #"{"type": "pop"}"#]

  /// Pushes a screen on the list of chats, and pops it.
  static let pushPop = [
    #"{"type": "push", "stack": "chats", "screen": {"route": "info"}}"#, #"{"type": "pop", "stack": "chats"}"#,
  ]

  static func badge(_ number: Int) -> String { #"{"type": "setBadge", "tab": "chats", "badge": "\#(number)"}"# }

  /// Pushes a screen with a title of `titleBytes` bytes on the list of chats.
  static func push(titleBytes: Int) -> String {
    #"{"type": "push", "stack": "chats", "screen": {"route": "r", "title": "\#(String(repeating: "t", count: titleBytes))"}}"#
  }

  /// A session that is a stack of chats with titles of 300 bytes; 1,900 are the most that one body creates.
  static func large(screens: Int) -> String {
    let title = String(repeating: "t", count: 300)
    let children = (0..<screens).map { #"{"kind": "screen", "id": "a\#($0)", "route": "item", "title": "\#(title)"}"# }
    return #"{"root": {"kind": "stack", "id": "chats", "children": [\#(children.joined(separator: ","))]}}"#
  }
}

/// The requests that the connections of a measurement repeat; the last one restores the session's first state.
enum Workload {
  case getSnapshot, getSession, picture, pushPop, showDetailPop, tabs

  /// One session's requests, in order.
  func requests(_ session: String) -> [[UInt8]] {
    switch self {
    case .getSnapshot: [request("GET", session + "/snapshot")]
    case .getSession: [request("GET", session)]
    case .picture: [request("GET", session + "/picture?format=svg")]
    case .pushPop: Self.posts(ExampleSession.pushPop, session)
    case .showDetailPop: Self.posts(ExampleSession.showDetailPop, session)
    case .tabs:
      Self.posts(
        [
          #"{"type": "tapTab", "tab": "contacts"}"#, ExampleSession.showDetail(from: "contact-list"),
          #"{"type": "tapTab", "tab": "chats"}"#, ExampleSession.showDetail(),
        ], session)
    }
  }

  private static func posts(_ bodies: [String], _ session: String) -> [[UInt8]] {
    bodies.map { request("POST", session + "/transitions", body: $0) }
  }

  /// The requests of each connection, which has its own sessions and uses them in turn. With fewer sessions than
  /// connections, some share one.
  func requests(_ sessions: [String], connections: Int = Contender.connections) -> [[[UInt8]]] {
    (0..<connections).map { connection in
      let own = stride(from: connection % sessions.count, to: sessions.count, by: connections).map {
        requests(sessions[$0])
      }
      return own[0].indices.flatMap { step in own.map { $0[step] } }
    }
  }
}
