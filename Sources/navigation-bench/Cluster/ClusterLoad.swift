/// The load of a measurement with several nodes.
enum ClusterLoad: Hashable {
  /// Changes of each client's own sessions, on this many nodes.
  case own(nodes: Int)
  /// Changes by a single client.
  case single
  /// Changes on two nodes, with none, a tenth or all of them on shared sessions.
  case unshared, tenthShared, allShared
  /// Changes of one session by all clients of one node.
  case oneSession
  /// Reads of each client's own sessions, on one node.
  case reads
  /// Changes on a server with a file.
  case file
  /// `pgbench`, one row per transaction.
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
  /// Sessions of a node's clients.
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

  /// Repeats ten requests, `shared` of them on sessions that all clients share.
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

/// The results of one run: requests a second, and microseconds per request.
struct ClusterSample {
  var rate = 0.0
  var database = 0.0
  var servers = 0.0
  var p50 = 0.0
}
