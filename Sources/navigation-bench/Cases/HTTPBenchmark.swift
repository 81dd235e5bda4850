/// The subcommand `http`: this server and others in turn under one load, and the memory of idle connections.
struct HTTPBenchmark: Benchmark {
  /// Milliseconds of a round of one server.
  var milliseconds: Int
  var rounds: Int
  /// Number of idle connections.
  var idleConnections: Int
  var cases: [Case]

  init(_ options: inout CommandLineOptions) throws(CommandLineOptions.WrongUsage) {
    milliseconds = try options.number("milliseconds", 1...100_000, 500, quick: 5)
    rounds = try options.number("rounds", 1...1_000, 7, quick: 1)
    idleConnections = try options.number("idle", 2...10_000, 10_000, quick: 500)
    cases = try options.cases(
      of: options.isQuick ? Case.http(many: 1_000, busy: 8) : Case.http(many: 100_000), by: \.name)
  }

  func measure() throws -> [Target] {
    Cores.bindLoad()
    if Contender.nodePath == nil { writeLine("navigation-bench: Node is not installed and left out", to: 2) }
    writeLine("Rounds of \(milliseconds) ms, the servers by turns; medians of rounds: \(rounds)", to: 1)
    writeLine(
      "Runnable tasks of the machine, the minute before: \(ProcessUsage.machineLoad). Others' work makes latencies long.",
      to: 1)
    let runner = CaseRunner(milliseconds: milliseconds, rounds: rounds)
    return try cases.flatMap { try runner.measure($0) } + [try idle()]
  }

  /// The memory of a connection that has been answered once and is idle.
  private func idle() throws -> Target {
    // A separate server: free memory of a busy one would hide the cost of a connection.
    let server = try NavigationServer()
    defer { server.process.end() }
    // The first connection allocates what the server needs once.
    let bytes = try [1, idleConnections].map { count in
      let load = try LoadGenerator(
        LoadPlan(
          server: server.process.address, scripts: Workload.getSnapshot.scripts(server.sessions, connections: 1),
          connections: count, requests: count))
      _ = try load.run()
      return try withExtendedLifetime(load) { Double(try ProcessUsage.of(server.process.pid).privateBytes) }
    }
    return .atMost(512, " B", "An idle connection, private memory", (bytes[1] - bytes[0]) / Double(idleConnections - 1))
  }
}
