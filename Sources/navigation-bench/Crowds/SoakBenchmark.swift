/// The subcommand `soak`: whether the server's memory stays constant while sessions only change.
struct SoakBenchmark: Benchmark {
  /// Number of stages of equal numbers of requests; the last is compared with the first.
  private static let stages = 10
  /// More than the history stores, so that it is full before the first reading.
  private static let transitionsBefore = 384

  /// Requests in all.
  var requests: Int
  /// Connections in all, each opened for one request and closed.
  var reconnects: Int
  var sessions: Int

  init(_ options: inout CommandLineOptions) throws(CommandLineOptions.WrongUsage) {
    requests = try options.number("requests", 1_000...1_000_000_000, 1_000_000, quick: 10_000)
    reconnects = try options.number("reconnects", 1_000...1_000_000, 10_000, quick: 1_000)
    sessions = try options.number("sessions", 1...1_000, 64, quick: 8)
  }

  func measure() throws -> [Target] {
    Cores.bindLoad()
    let server = try NavigationServer(sessions: sessions)
    defer { server.process.end() }
    // One connection per session, so that each session has one writer.
    let reads = Workload.getSnapshot.scripts(server.sessions, connections: sessions)
    let changes = Workload.showDetailPop.scripts(server.sessions, connections: sessions)
    try server.run(changes, sessions, requests: sessions * Self.transitionsBefore, name: "soak")
    var table = TextTable(columns: [
      "\(sessions) sessions: requests", "connections closed", "private KiB", "resident KiB",
    ])
    var bytes: [Double] = []
    for stage in 1...Self.stages {
      // Half of the requests change a session and half read one; some reads have their own connections.
      let (half, closed) = (requests / Self.stages / 2, reconnects / Self.stages)
      try server.run(changes, sessions, requests: half, name: "soak")
      try server.run(reads, sessions, requests: half - closed, name: "soak")
      try server.run(reads, sessions, pace: .reconnecting, requests: closed, name: "soak")
      let usage = try ProcessUsage.of(server.process.pid)
      bytes.append(Double(usage.privateBytes))
      table.append([
        (2 * half * stage).grouped, (closed * stage).grouped, (usage.privateBytes / 1024).grouped,
        (usage.residentBytes / 1024).grouped,
      ])
    }
    writeLine("\n" + table.text, to: 1)
    let growth = ((bytes.last ?? 0) / (bytes.first ?? 1) - 1) * 100
    return [
      Target(
        name: "Memory after \(requests.grouped) requests against \((requests / Self.stages).grouped)", goal: "± 2 %",
        measured: "\(growth < 0 ? "" : "+")\(growth.text(digits: 1)) %", isMet: abs(growth) <= 2)
    ]
  }
}
