import Glibc

/// The subcommand `cluster`: one to four servers on one database, in turn with a file and with minimal inserts by
/// `pgbench`.
struct ClusterBenchmark: Benchmark {
  /// Milliseconds of a round of one load.
  var milliseconds: Int
  var rounds: Int
  /// The folder for the database's files.
  var folder: String

  init(_ options: inout CommandLineOptions) throws(CommandLineOptions.WrongUsage) {
    milliseconds = try options.number("milliseconds", 1...100_000, 2_000, quick: 50)
    rounds = try options.number("rounds", 1...1_000, 5, quick: 1)
    folder = options.text("folder", "/var/tmp")
  }

  func measure() throws -> [Target] {
    Cores.bindLoad()
    writeLine("Rounds of \(milliseconds) ms by turns; medians of rounds: \(rounds)", to: 1)
    writeLine(
      "Runnable tasks of the machine, the minute before: \(ProcessUsage.machineLoad). Others' work makes latencies long.",
      to: 1)
    let database = try DatabaseServer(in: folder)
    let files = try TemporaryFolder(in: folder)
    defer { files.remove() }
    var nodes = try (1...4).map { number in
      // The first server creates the tables and the sessions.
      try NavigationServer(
        ["--store", database.uri, "--node", "node-\(number)"], sessions: number == 1 ? 4 * ClusterLoad.sessions : 0)
    }
    let file = try NavigationServer(["--store", "sqlite:\(files.path)/sessions.db"], sessions: ClusterLoad.sessions)
    defer { for node in nodes + [file] { node.process.end() } }
    let result = try byTurns(database, nodes, file)
    writeLine("\n" + result.table, to: 1)
    let old = try besideOldSnapshot(database, nodes[0])
    let delivery = try ClusterDelivery(from: nodes[0], to: nodes[1]).measure(milliseconds: milliseconds)
    let failures = try ClusterChanges.kill(nodes.removeLast(), beside: nodes[0], sessions: nodes[0].sessions)
    let seconds = try ClusterChanges.add(database, beside: nodes[0])
    return result.targets + [
      .atMost(
        1.5, " × before", "A change, 1 node, beside a snapshot of \(snapshotRounds) rounds: database CPU", old,
        digits: 2),
      .atMost(
        1, " × p50 of a change", "News on the other node behind the answer, p50",
        delivery / max(1, result.median(\.p50, .single)), digits: 2),
      .atMost(1, "", "A node is killed: failed requests of one of its connections", Double(failures)),
      .atMost(5, " s", "A node is added under load: its share after", seconds, digits: 1),
    ]
  }

  /// Rounds of changes for which the snapshot is held.
  private var snapshotRounds: Int { 6 * rounds }

  /// The database's CPU of a change beside a transaction that has had an old snapshot open for a while, as a dump has,
  /// divided by that of a change before it.
  private func besideOldSnapshot(_ database: DatabaseServer, _ node: NavigationServer) throws -> Double {
    let change = { () throws in try ask(.own(nodes: 1), [node], node.sessions, database).database }
    let before = try (0..<3).map { _ in try change() }.median
    let snapshot = try database.holdSnapshot()
    defer { snapshot.end() }
    let beside = try (0..<snapshotRounds).map { _ in try change() }
    return beside.suffix(3).map { $0 }.median / before
  }

  /// The first round warms up.
  private func byTurns(_ database: DatabaseServer, _ nodes: [NavigationServer], _ file: NavigationServer) throws
    -> ClusterResult
  {
    var result = ClusterResult()
    var bytes = 0.0
    for round in 0...rounds {
      for load in ClusterLoad.all {
        let sample: ClusterSample
        switch load {
        case .insert(let clients):
          bytes = Double(try database.query("SELECT avg(length(content)) FROM navigation.records")) ?? bytes
          sample = try insert(database, Int(bytes), clients)
        case .file: sample = try ask(load, [file], file.sessions, nil)
        case .own, .single, .oneSession, .unshared, .tenthShared, .allShared, .reads:
          sample = try ask(load, Array(nodes.prefix(load.nodes)), nodes[0].sessions, database)
        }
        if round > 0 { result.samples[load, default: []].append(sample) }
      }
    }
    writeLine("A record has \(bytes.text()) bytes on the average", to: 1)
    return result
  }

  private func insert(_ database: DatabaseServer, _ bytes: Int, _ clients: Int) throws -> ClusterSample {
    let seconds = Double(milliseconds) / 1_000
    let before = try database.cpuSeconds()
    let rate = try database.insert(bytes: bytes, clients: clients, seconds: seconds)
    let cpu = try database.cpuSeconds() - before
    return ClusterSample(
      rate: rate, database: cpu * 1e6 / (rate * max(1, seconds.rounded())), p50: Double(clients) * 1e6 / rate)
  }

  private func ask(
    _ load: ClusterLoad, _ servers: [NavigationServer], _ sessions: [String], _ database: DatabaseServer?
  ) throws -> ClusterSample {
    var plan = LoadPlan(
      server: servers[0].process.address, scripts: load.scripts(sessions), connections: load.connections)
    plan.others = servers.dropFirst().map(\.process.address)
    plan.seconds = Double(milliseconds) / 1_000
    let used = { () throws in
      (try database?.cpuSeconds() ?? 0, try servers.map { try ProcessUsage.of($0.process.pid).cpuSeconds }.reduce(0, +))
    }
    let before = try used()
    let report = try LoadGenerator.run(plan)
    let after = try used()
    guard report.notSuccessful == 0 else {
      throw BenchmarkFailure.answersNot2xx(case: load.name, count: report.notSuccessful)
    }
    let each = 1e6 / Double(report.requests)
    return ClusterSample(
      rate: report.requestsPerSecond, database: (after.0 - before.0) * each, servers: (after.1 - before.1) * each,
      p50: report.latencies.microseconds(0.5))
  }
}
