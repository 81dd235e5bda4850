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

  /// Opens a chat in the detail column; without an id the server generates one.
  static func showDetail(_ id: String? = nil, from: String = "chat-list") -> String {
    let id = id.map { #""id": "\#($0)", "# } ?? ""
    return
      #"{"type": "showDetail", "screen": {\#(id)"route": "chat", "title": "Ada", "params": {"chat": 42}}, "from": "\#(from)"}"#
  }

  /// Goes back from the chat to the placeholder.
  static let pop = #"{"type": "pop"}"#
  /// Pushes a screen on the list of chats, and pops it.
  static let pushPop = [
    #"{"type": "push", "stack": "chats", "screen": {"route": "info"}}"#, #"{"type": "pop", "stack": "chats"}"#,
  ]

  /// Changes the parameters of a screen, valid in any state.
  static func update(_ number: Int) -> String {
    #"{"type": "updateScreen", "controller": "chat-list", "params": {"number": \#(number)}}"#
  }

  static func tapTab(_ tab: String) -> String { #"{"type": "tapTab", "tab": "\#(tab)"}"# }

  /// Pushes a screen with a title of `titleBytes` bytes on the list of chats.
  static func push(titleBytes: Int) -> String {
    #"{"type": "push", "stack": "chats", "screen": {"route": "r", "title": "\#(String(repeating: "t", count: titleBytes))"}}"#
  }
}

/// The requests that the connections of a measurement repeat; the last one restores the session's first state.
enum Workload: CaseIterable {
  case getSnapshot, getSession, pushPop, showDetailPop, tapTabShowDetail

  var name: String {
    switch self {
    case .getSnapshot: "GET snapshot"
    case .getSession: "GET session"
    case .pushPop: "POST push/pop"
    case .showDetailPop: "POST showDetail/pop"
    case .tapTabShowDetail: "POST tapTab/showDetail"
    }
  }

  /// One session's requests, in order.
  func requests(_ session: String) -> [[UInt8]] {
    switch self {
    case .getSnapshot: [RequestBytes("GET", session + "/snapshot").bytes]
    case .getSession: [RequestBytes("GET", session).bytes]
    case .pushPop: Self.posts(ExampleSession.pushPop, session)
    case .showDetailPop: Self.posts([ExampleSession.showDetail(), ExampleSession.pop], session)
    case .tapTabShowDetail:
      Self.posts(
        [("contacts", "contact-list"), ("chats", "chat-list")].flatMap { tab, list in
          [ExampleSession.tapTab(tab), ExampleSession.showDetail(from: list)]
        }, session)
    }
  }

  private static func posts(_ bodies: [String], _ session: String) -> [[UInt8]] {
    bodies.map { RequestBytes("POST", session + "/transitions", body: $0).bytes }
  }

  /// Maximum sessions that a connection uses per cycle, and those used in turn.
  private static let (sessionsOfEach, byTurns) = (1_024, 4)

  /// The script of each connection. Each has its own sessions in random order, where there are enough.
  func scripts(_ sessions: [String], connections: Int, depth: Int = 1) -> [LoadScript] {
    (0..<connections).map { connection in
      var own = stride(from: connection % sessions.count, to: sessions.count, by: connections).map { sessions[$0] }
        .shuffled()
      let turn = min(Self.byTurns, own.count)
      own = Array(own.prefix(min(Self.sessionsOfEach, own.count / turn * turn)))
      let all = stride(from: 0, to: own.count, by: turn).flatMap { start in
        let each = own[start..<start + turn].map { requests($0) }
        return each[0].indices.flatMap { step in each.map { $0[step] } }
      }
      return LoadScript(all, period: all.count / own.count * turn, depth: depth)
    }
  }
}
