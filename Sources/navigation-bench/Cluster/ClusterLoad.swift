/// What the connections of a measurement with several nodes ask.
enum ClusterLoad: Hashable {
  /// Changes of sessions of their own, on so many nodes.
  case own(nodes: Int)
  /// Changes by one client alone.
  case single
  /// On two nodes: changes of sessions of their own, the like of the two below; one in ten of a session that all
  /// change; all of those.
  case unshared, tenthShared, allShared
  /// Changes of one session by all clients of one node.
  case oneSession
  /// Reads of sessions of their own, on one node.
  case reads
  /// Changes of a server with a file.
  case file
  /// `pgbench`, one row a transaction.
  case insert(clients: Int)

  static let all: [ClusterLoad] =
    (1...4).map { .own(nodes: $0) } + [
      .single, .oneSession, .unshared, .tenthShared, .allShared, .reads, .file, .insert(clients: 8),
    ]

  var name: String {
    switch self {
    case .own(let nodes): "POST push/pop, \(nodes) node\(nodes == 1 ? "" : "s") × \(Self.clients) clients"
    case .single: "POST push/pop, 1 node, 1 client"
    case .oneSession: "POST updateScreen, 1 node × \(Self.clients) clients, one session"
    case .unshared: "POST updateScreen, 2 nodes, no session shared"
    case .tenthShared: "POST updateScreen, 2 nodes, 10 % on shared sessions"
    case .allShared: "POST updateScreen, 2 nodes, all sessions shared"
    case .reads: "GET session, 1 node × \(Self.readers) clients"
    case .file: "POST push/pop, SQLite, \(Self.clients) clients"
    case .insert(let clients): "pgbench, a row of the same bytes, \(clients) clients"
    }
  }

  static let clients = 64
  static let readers = 32
  /// Sessions that a node's clients have.
  static let sessions = 256

  var nodes: Int {
    switch self {
    case .own(let nodes): nodes
    case .unshared, .tenthShared, .allShared: 2
    case .single, .oneSession, .reads, .file: 1
    case .insert: 0
    }
  }

  var connections: Int {
    switch self {
    case .own, .oneSession, .unshared, .tenthShared, .allShared, .file: nodes * Self.clients
    case .single: 1
    case .reads: Self.readers
    case .insert: 0
    }
  }

  /// The script of each connection.
  func scripts(_ sessions: [String]) -> [LoadScript] {
    switch self {
    case .own, .single, .file: Workload.pushPop.scripts(sessions, connections: connections)
    case .reads: Workload.getSession.scripts(sessions, connections: connections)
    case .oneSession: updates(Array(sessions.prefix(1)), shared: 10)
    case .unshared: updates(sessions, shared: 0)
    case .tenthShared: updates(sessions, shared: 1)
    case .allShared: updates(sessions, shared: 10)
    case .insert: []
    }
  }

  /// Ten requests over and over, so many of them of sessions that all have.
  private func updates(_ sessions: [String], shared: Int) -> [LoadScript] {
    let common = Array(sessions.prefix(Self.sessions))
    let own = Array(sessions.dropFirst(Self.sessions))
    return (0..<connections).map { connection in
      let requests = (0..<160).compactMap { number -> [UInt8]? in
        let isOwn = number % 10 >= shared
        guard let session = isOwn ? own[(connection + number % 4 * connections) % own.count] : common.randomElement()
        else { return nil }
        return RequestBytes("POST", session + "/transitions", body: ExampleSession.update(number)).bytes
      }
      return LoadScript(requests)
    }
  }
}

/// What one run has shown: a second, and microseconds for each request.
struct ClusterSample {
  var rate = 0.0
  var database = 0.0
  var servers = 0.0
  var p50 = 0.0
}
