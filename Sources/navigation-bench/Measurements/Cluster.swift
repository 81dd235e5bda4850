/// Servers that share a database, in turn with minimal inserts by `pgbench`. All servers share one core, the load has
/// the other, and the database both.
enum Cluster {
  /// The changes a second of one server and of two, and the database's CPU of one, × pgbench; and the p99 in
  /// milliseconds until a change on one server is seen on the other.
  static func measure(_ run: Run) throws -> [Measured] {
    try run.each { program in
      let database = try DatabaseServer(in: run.folder)
      defer { database.end() }
      // The first server creates the tables and the sessions.
      let nodes = try [2 * Contender.sessions, 0].map { sessions in
        try NavigationServer(program, ["--store", database.uri, "--node", "node-\(sessions)"], sessions: sessions)
      }
      defer { for node in nodes { node.process.end() } }
      let turns = try (1...2).map { count in
        let requests = Workload.pushPop.requests(nodes[0].sessions, connections: count * Contender.connections)
        let load = try Load(nodes.prefix(count).map(\.process.port), requests)
        return ("\(count)", { try load.sample(run, cpu: database.cpuSeconds) })
      }
      let found = try run.byTurns(
        "servers on PostgreSQL; CPU of the database", turns + [("pgbench", { try database.insert(run.seconds) })])
      let delays = try delays(nodes[0].client(), nodes[1].client(), session: nodes[0].sessions[0], run: run)
      let ratios = [(\Sample.rate, "1"), (\.rate, "2"), (\.cpu, "2")].map { found.ratio($0, $1, to: "pgbench") ?? 0 }
      return ratios + [delays.microseconds(0.99) / 1e3]
    }
  }

  /// The nanoseconds from the sending of a change to its event for a client of the other server.
  private static func delays(_ writer: Client, _ reader: Client, session: String, run: Run) throws -> [UInt64] {
    reader.send(request("GET", session + "/events"))
    try reader.wait(for: 1)
    return try (0..<(run.isQuick ? 10 : 1_000)).map { number in
      let start = MonotonicClock.now()
      try writer.fetch("POST", session + "/transitions", body: ExampleSession.pushPop[number % 2])
      try reader.wait(for: 1)
      return MonotonicClock.now() - start
    }
  }
}
