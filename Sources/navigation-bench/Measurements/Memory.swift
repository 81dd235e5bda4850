import Glibc

/// The memory of sessions, of subscribers and of connections.
enum Memory {
  /// Bytes of a session whose history is full.
  static func full(_ run: Run) throws -> [Measured] {
    // The usual history has 256 records.
    try each(run, of: run.isQuick ? 100 : 1_000, changes: 260)
  }

  /// Bytes of a session with the record of its creation and of one change.
  static func small(_ run: Run) throws -> [Measured] { try each(run, of: run.isQuick ? 2_000 : 100_000, changes: 1) }

  private static func each(_ run: Run, of count: Int, changes: Int) throws -> [Measured] {
    try run.each { program in
      var server = try NavigationServer(program)
      let before = try server.process.residentBytes()
      for _ in 0..<max(1, count / 1_000) {
        let some = min(count, 1_000)
        try server.createSessions(some)
        let requests = server.sessions.suffix(some).map { Workload.showDetailPop.requests($0) }
        try Load([server.process.port], requests).run(requests: some * changes)
      }
      return [(try server.process.residentBytes() - before) / Double(count)]
    }
  }

  /// Milliseconds until 10,000 subscribers of a session have a change; bytes of a subscriber, and of a connection that
  /// was answered once.
  static func subscribers(_ run: Run) throws -> [Measured] {
    let count = run.isQuick ? 500 : 10_000
    return try run.each { program in
      let (idle, server) = (try idleConnection(program, count), try NavigationServer(program))
      // The first subscriber makes the allocations that all share.
      try Subscribers(1, port: server.process.port, session: server.sessions[0]).deliver()
      let before = try server.process.residentBytes()
      let all = try Subscribers(count, port: server.process.port, session: server.sessions[0])
      let delays = try (0..<run.rounds).map { _ in Double(try all.deliver().max() ?? 0) / 1e6 }
      let each = (try server.process.residentBytes() - before) / Double(count)
      return [delays.median, each, idle]
    }
  }

  private static func idleConnection(_ program: String, _ count: Int) throws -> Double {
    // A separate server: free memory of a busy one would hide the cost of a connection.
    let server = try NavigationServer(program)
    let requests = Workload.getSnapshot.requests(server.sessions[0])
    // The first connection allocates what the server needs once.
    let first = try Load([server.process.port], [requests])
    try first.run(requests: 1)
    let before = try server.process.residentBytes()
    let all = try Load([server.process.port], Array(repeating: requests, count: count))
    try all.run(requests: count)
    return try withExtendedLifetime(all) { (try server.process.residentBytes() - before) / Double(count) }
  }
}

/// Connections that follow the events of one session, and one that changes it.
struct Subscribers {
  private let load: Load
  private let poster: Client
  private let path: String

  /// Returns when all have received the whole session.
  init(_ count: Int, port: UInt16, session: String) throws {
    path = session + "/transitions"
    poster = try Client(port)
    load = try Load([port], Array(repeating: [request("GET", session + "/events")], count: count))
    try load.run(requests: count)
  }

  /// Changes the session, and returns each subscriber's latency in nanoseconds.
  @discardableResult func deliver() throws -> [UInt64] {
    let start = MonotonicClock.now()
    poster.send(request("POST", path, body: ExampleSession.showDetail()))
    let times = try load.wait(since: start)
    try poster.successful()
    return times
  }
}
