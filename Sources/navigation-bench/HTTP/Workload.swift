/// What the connections of a measurement ask, over and over.
enum Workload {
  /// Every connection reads the snapshot of a session of its own.
  case snapshot
  /// Every connection opens a chat and pops it in a session of its own.
  case transition

  /// Whether each request makes a new revision.
  var changes: Bool {
    switch self {
    case .snapshot: false
    case .transition: true
    }
  }

  /// Chats that a connection opens before their ids come again.
  private static let freshDetails = 8

  /// The requests of each connection. `run` differs from one run to the next, so that no id is still on display from the one before.
  func scripts(_ sessions: [String], host: String, run: Int) -> [[[UInt8]]] {
    sessions.enumerated().map { connection, own in
      switch self {
      case .snapshot: [RequestBytes("GET", own + "/snapshot", host: host).bytes]
      case .transition:
        Self.details(connection, run).flatMap { [Self.post($0, to: own, host), Self.post(ExampleSession.pop, to: own, host)] }
      }
    }
  }

  /// Ids of one length, so that all answers of a kind have it too.
  private static func details(_ connection: Int, _ run: Int) -> [String] {
    (0..<freshDetails).map { ExampleSession.showDetail("chat-\(10_000 + connection)-\(1_000 + run)-\($0)") }
  }

  private static func post(_ body: String, to session: String, _ host: String) -> [UInt8] {
    RequestBytes("POST", session + "/transitions", host: host, body: body).bytes
  }
}
