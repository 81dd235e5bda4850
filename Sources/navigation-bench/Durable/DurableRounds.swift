#if SQLite
/// Transitions that are kept, by turns with those in memory and with the least that the disk can do.
struct DurableRounds {
  private static let connections = 64
  /// Requests under way on one connection of those that pipeline.
  private static let depth = 16
  /// Of so many requests of a round, one client alone sends one, and the disk is asked for one page.
  private static let share = 100

  let folder: TemporaryFolder
  let requests: Int
  let rounds: Int

  func measure() throws -> [Target] {
    var memory = try NavigationServerProcess(core: ServerCores.server)
    defer { memory.process.end() }
    var durable = try NavigationServerProcess(core: ServerCores.server, options: ["--store", "sqlite:\(folder.path)/sessions.db"])
    defer { durable.process.end() }
    try memory.makeSessions(Self.connections)
    try durable.makeSessions(Self.connections)
    let file = try AppendingFile("\(folder.path)/pages")
    var taken: [Round] = []
    // The first one warms up.
    for number in 0...rounds {
      let round = Round(
        memory: try sample(memory, Self.connections, requests, run: 3 * number),
        durable: try sample(durable, Self.connections, requests, run: 3 * number),
        pipelined: try sample(durable, Self.connections, requests, run: 3 * number + 1, depth: Self.depth),
        alone: try sample(durable, 1, requests / Self.share, run: 3 * number + 2),
        append: Double(try ServerCores.onServerCore { try file.append(requests / Self.share).quantile(0.5) }) / 1_000)
      if number > 0 { taken.append(round) }
    }
    writeLine("\n" + table(taken), to: 1)
    return targets(taken)
  }

  private struct Round {
    var memory, durable, pipelined, alone: LoadSample
    /// Microseconds, the median.
    var append: Double
  }

  /// Each connection opens chats and goes back in a session of its own, and each request makes a revision.
  private func sample(_ server: NavigationServerProcess, _ connections: Int, _ requests: Int, run: Int, depth: Int = 1) throws -> LoadSample
  {
    let name = "durable"
    let before = try server.revisions()
    let scripts = Workload.transition.scripts(Array(server.sessions.prefix(connections)), host: server.process.authority, run: run)
    let plan = LoadPlan(
      host: server.process.host, port: server.process.port, scripts: scripts, connections: connections, depth: depth, requests: requests)
    let sample = try LoadSample.take(plan, server.process, name: name)
    let made = try server.revisions() - before
    guard made == requests else { throw BenchmarkFailure.lostRevisions(case: name, expected: requests, found: made) }
    return sample
  }

  private func table(_ rounds: [Round]) -> String {
    var table = TextTable(columns: ["POST transition, medians of rounds: \(rounds.count)", "requests/s", "CPU µs", "p50 µs", "p99 µs"])
    let rows: [(String, KeyPath<Round, LoadSample>)] = [
      ("in memory, \(Self.connections) clients", \.memory), ("durable, \(Self.connections) clients", \.durable),
      ("durable, \(Self.connections) clients × \(Self.depth) in a pipeline", \.pipelined), ("durable, 1 client", \.alone),
    ]
    for (name, samples) in rows {
      let median = { (value: KeyPath<LoadSample, Double>) in
        rounds.map { $0[keyPath: samples][keyPath: value] }.median.text(digits: value == \.cpuMicroseconds ? 1 : 0)
      }
      table.append([name, median(\.requestsPerSecond), median(\.cpuMicroseconds), median(\.p50), median(\.p99)])
    }
    table.append(["4 KiB appended and synced", "", "", rounds.map(\.append).median.text(), ""])
    return table.text
  }

  private func targets(_ rounds: [Round]) -> [Target] {
    let ratio = { (one: (Round) -> Double, other: (Round) -> Double) in rounds.map { one($0) / other($0) }.median }
    let rate = ratio({ $0.durable.requestsPerSecond }, { $0.memory.requestsPerSecond })
    let pipelining = ratio({ $0.pipelined.requestsPerSecond }, { $0.durable.requestsPerSecond })
    // A client that is alone waits for a commit of its own each time.
    let grouping = ratio({ $0.durable.requestsPerSecond }, { $0.alone.requestsPerSecond })
    let wait = ratio({ $0.alone.p50 }, \.append)
    return [
      .atLeast(0.45, " × in memory", "Durable POST, \(Self.connections) clients, requests/s", rate, digits: 2),
      .atLeast(1, " × unpipelined", "Durable POST ×\(Self.depth), \(Self.connections) clients, requests/s", pipelining, digits: 2),
      .atLeast(6, " × a commit each", "Durable POST, \(Self.connections) clients, requests/s", grouping, digits: 1),
      .atMost(2, " × append + sync", "Durable POST, 1 client, p50", wait, digits: 2),
    ]
  }
}
#endif
