import Glibc

/// Nodes killed and added under load.
enum ClusterChanges {
  private static let connections = 64

  /// Kills a node while each of its connections waits for a response, and moves its clients to another. Returns the
  /// most requests that one connection has lost.
  static func kill(_ node: NavigationServer, beside other: NavigationServer, sessions: [String]) throws -> Int {
    var clients = try node.clients(connections)
    var failures = [Int](repeating: 0, count: connections)
    for turn in 0..<60 {
      for (index, client) in clients.enumerated() {
        client.send(RequestBytes("POST", sessions[index] + "/transitions", body: ExampleSession.update(turn)).bytes)
      }
      if turn == 20 { node.process.crash() }
      for index in clients.indices where clients[index].answer().status != 200 {
        failures[index] += 1
        clients[index] = try other.client()
      }
    }
    return failures.max() ?? 0
  }

  /// Starts a node while another one has the whole load. Returns the seconds until both do equal work.
  static func add(_ database: DatabaseServer, beside old: NavigationServer) throws -> Double {
    let start = MonotonicClock.now()
    let new = try NavigationServer(["--store", database.uri, "--node", "added"], sessions: 0)
    defer { new.process.end() }
    let scripts = ClusterLoad.own(nodes: 2).scripts(old.sessions)
    for _ in 0..<40 {
      var plan = LoadPlan(server: old.process.address, scripts: scripts, connections: 2 * connections)
      plan.others = [new.process.address]
      plan.seconds = 0.25
      let before = try [old, new].map { try ProcessUsage.of($0.process.pid).cpuSeconds }
      _ = try LoadGenerator.run(plan)
      let used = try zip([old, new], before).map { try ProcessUsage.of($0.process.pid).cpuSeconds - $1 }
      // It has half of the clients, and now half of the work.
      if used[1] >= 0.8 * used[0] { return MonotonicClock.milliseconds(since: start) / 1_000 }
    }
    return .infinity
  }
}
