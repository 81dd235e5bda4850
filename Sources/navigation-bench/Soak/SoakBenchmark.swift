/// The subcommand `soak`: whether the server's memory stays where it is, for sessions that only change.
struct SoakBenchmark: Benchmark {
  private static let connections = 64
  /// The last stage has served so many times what the first has.
  private static let stages = 10
  /// More than the history keeps, so that it is full before the first look.
  private static let transitionsBefore = 384

  /// Requests in all.
  var requests: Int
  /// Connections in all that are opened for one request and closed.
  var reconnects: Int
  var sessions: Int

  /// Nil on wrong usage.
  init?(_ arguments: some Collection<String>) {
    guard let options = CommandLineOptions(arguments, known: ["requests", "reconnects", "sessions"], flags: ["quick"]),
      let requests = options.number("requests", in: 1_000...1_000_000_000, default: options.has("quick") ? 10_000 : 1_000_000),
      let reconnects = options.number("reconnects", in: 1_000...1_000_000, default: options.has("quick") ? 1_000 : 10_000),
      let sessions = options.number("sessions", in: 1...1_000, default: options.has("quick") ? 8 : Self.connections)
    else { return nil }
    self.requests = requests
    self.reconnects = reconnects
    self.sessions = sessions
  }

  func measure() throws -> [Target] {
    ServerCores.bindLoad()
    var server = try NavigationServerProcess(core: ServerCores.server)
    defer { server.process.end() }
    try server.makeSessions(sessions)
    try run(server, stage: 0, requests: sessions * Self.transitionsBefore, reading: false)
    var table = TextTable(columns: ["\(sessions) sessions: requests", "connections closed", "private KiB", "resident KiB"])
    var bytes: [Double] = []
    for stage in 1...Self.stages {
      // Half of the requests change a session, half read one; some more reads come on connections of their own.
      let each = requests / Self.stages
      let closed = reconnects / Self.stages
      try run(server, stage: stage, requests: each - closed)
      try run(server, stage: stage, requests: closed, pace: .reconnecting)
      let usage = try ProcessUsage.of(server.process.pid)
      bytes.append(Double(usage.privateBytes))
      table.append([
        (each * stage).grouped, (closed * stage).grouped, (usage.privateBytes / 1024).grouped, (usage.residentBytes / 1024).grouped,
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

  /// As many connections as sessions, so that each session has one writer. Those that are closed only read: the next one's request may
  /// overtake a closed one's.
  private func run(
    _ server: NavigationServerProcess, stage: Int, requests: Int, reading: Bool = true, pace: LoadPlan.Pace = .asAnswered
  ) throws {
    let host = server.process.authority
    let reads = Workload.snapshot.scripts(server.sessions, host: host, run: stage)
    let changes = Workload.transition.scripts(server.sessions, host: host, run: stage)
    let both = zip(changes, reads).map { change, read in change.flatMap { reading ? [$0] + read : [$0] } }
    var plan = LoadPlan(
      host: server.process.host, port: server.process.port, scripts: pace == .reconnecting ? reads : both, connections: sessions,
      requests: requests)
    plan.pace = pace
    let report = try LoadGenerator.run(plan)
    guard report.notSuccessful == 0 else { throw BenchmarkFailure.answersNot2xx(case: "soak", count: report.notSuccessful) }
  }
}
