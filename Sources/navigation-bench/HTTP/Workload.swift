/// What the connections of a measurement ask, over and over.
enum Workload: CaseIterable {
  /// Every connection reads the snapshot of a session of its own.
  case snapshot
  /// Every connection opens a chat and pops it in a session of its own.
  case transition
  /// Every connection replaces the detail of one session, the same for all.
  case sharedTransition

  var name: String {
    switch self {
    case .snapshot: "GET snapshot"
    case .transition: "POST transition"
    case .sharedTransition: "POST transition, one session"
    }
  }

  /// Whether each request makes a new revision.
  var changes: Bool {
    switch self {
    case .snapshot: false
    case .transition, .sharedTransition: true
    }
  }

  /// Chats that a connection opens before their ids come again.
  private static let freshDetails = 8

  /// The requests of each connection. `run` differs from one run to the next, so that no id is still on display from the one before.
  func scripts(_ sessions: [String], host: String, run: Int) -> [[[UInt8]]] {
    sessions.enumerated().map { connection, own in
      switch self {
      case .snapshot: [RequestBytes("GET", own + "/snapshot", host: host).bytes]
      case .transition: details(connection, run).flatMap { [post($0, to: own, host), post(ExampleSession.pop, to: own, host)] }
      case .sharedTransition: details(connection, run).map { post($0, to: sessions[0], host) }
      }
    }
  }

  /// Ids of one length, so that all answers of a kind have it too.
  private func details(_ connection: Int, _ run: Int) -> [String] {
    (0..<Self.freshDetails).map { ExampleSession.showDetail("chat-\(10_000 + connection)-\(1_000 + run)-\($0)") }
  }

  private func post(_ body: String, to session: String, _ host: String) -> [UInt8] {
    RequestBytes("POST", session + "/transitions", host: host, body: body).bytes
  }
}
