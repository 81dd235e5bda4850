/// The servers that run for one case, side by side, each as long as it is asked nothing waiting.
struct CaseField {
  let answer: FixedAnswer
  private let item: HTTPCase
  private let ours: NavigationServerProcess
  private let servers: [(contender: Contender, process: ChildProcess)]
  private let connections: Int
  private let requests: Int

  /// `contenders` must have ours among them.
  init(_ item: HTTPCase, _ contenders: [Contender], connections: Int, requests: Int) throws {
    var ours = try NavigationServerProcess(core: ServerCores.server)
    try ours.makeSessions(connections)
    let answer = try ours.usualAnswer(item.workload)
    let own = ours.process
    servers = try contenders.map { ($0, $0 == .ours ? own : try $0.start(answer)) }
    self.ours = ours
    self.answer = answer
    self.item = item
    self.connections = connections
    self.requests = requests
  }

  /// Ends all servers.
  func end() { for server in servers { server.process.end() } }

  /// Each as fast as it can, by turns. Round 0 warms up.
  func closedLoop(_ rounds: Int) throws -> CaseResult {
    try byTurns(rounds, item.name) { round, _, process in
      var plan = plan(process, run: round)
      plan.depth = item.depth
      plan.pace = item.reconnects ? .reconnecting : .asAnswered
      return try LoadSample.take(plan, process, name: item.name)
    }
  }

  /// Each at half of what it has shown it can do.
  func halfLoad(_ maximum: CaseResult, _ rounds: Int) throws -> CaseResult {
    try byTurns(rounds, "\(item.name), half load") { round, contender, process in
      var plan = plan(process, run: 2_000 + round)
      plan.pace = .constant(perSecond: max(1, (maximum.median(\.requestsPerSecond, contender) ?? 1) / 2))
      return try LoadSample.take(plan, process, name: item.name)
    }
  }

  /// The same by wrk.
  func wrk(_ path: String, _ rounds: Int) throws -> CaseResult {
    let seconds = requests < 10_000 ? 1 : 2
    return try byTurns(min(rounds, 5), "\(item.name), by wrk", countsRevisions: false) { round, _, process in
      let load = WrkLoad(path: path, connections: connections, seconds: seconds)
      let scripts = item.workload.scripts(ours.sessions, host: process.authority, run: 4_000 + round)
      return try LoadSample.take(process) { try load.run(process, scripts, name: item.name) }
    }
  }

  private func byTurns(
    _ rounds: Int, _ name: String, countsRevisions: Bool = true, _ sample: (Int, Contender, ChildProcess) throws -> LoadSample
  ) throws -> CaseResult {
    var result = CaseResult(name: name)
    for round in 0...rounds {
      for (contender, process) in servers {
        let counts = countsRevisions && contender == .ours
        let before = counts ? try ours.revisions() : 0
        let taken = try sample(round, contender, process)
        let made = counts ? try ours.revisions() - before : 0
        let expected = counts && item.workload.changes ? requests : 0
        guard made == expected else { throw BenchmarkFailure.lostRevisions(case: name, expected: expected, found: made) }
        if round > 0 { result.append(taken, of: contender) }
      }
    }
    return result
  }

  private func plan(_ server: ChildProcess, run: Int) -> LoadPlan {
    let scripts = item.workload.scripts(ours.sessions, host: server.authority, run: run)
    return LoadPlan(host: server.host, port: server.port, scripts: scripts, connections: connections, requests: requests)
  }

  /// Another process of the same kind, which has served nobody, and a request that it answers.
  func fresh(_ contender: Contender) throws -> (ChildProcess, [UInt8]) {
    var session = ours.sessions[0]
    let process: ChildProcess
    switch contender {
    case .ours:
      var server = try NavigationServerProcess(core: ServerCores.server)
      try server.makeSessions(1)
      session = server.sessions[0]
      process = server.process
    case .c, .nginx, .node: process = try contender.start(answer)
    }
    return (process, RequestBytes("GET", session + "/snapshot", host: process.authority).bytes)
  }
}
