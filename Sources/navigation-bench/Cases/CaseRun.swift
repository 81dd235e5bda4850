/// The results of one run against one server; times in microseconds.
struct LoadSample {
  var requestsPerSecond = 0.0
  /// The server's CPU time per request, in user mode and in the kernel.
  var cpuMicroseconds = 0.0
  var p50 = 0.0
  var p99 = 0.0
  /// Mean bytes of a response.
  var bytes = 0.0
}

/// The samples of one case, one per round for each server.
struct CaseResult {
  let name: String
  fileprivate(set) var samples: [Contender: [LoadSample]] = [:]

  /// The median of all rounds; nil without any.
  func median(_ value: KeyPath<LoadSample, Double>, _ contender: Contender) -> Double? {
    samples[contender].map { $0.map { $0[keyPath: value] }.median }
  }

  /// The median of the ratios of each round, in which both servers share the noise.
  func ratio(_ value: KeyPath<LoadSample, Double>, _ contender: Contender = .ours, to other: Contender) -> Double? {
    guard let own = samples[contender], let others = samples[other] else { return nil }
    return zip(own, others).map { $0[keyPath: value] / $1[keyPath: value] }.median
  }

  /// A row per server.
  var table: String {
    let reference = samples[.c] == nil ? Contender.ours : .c
    let unit = "× " + reference.name
    var table = TextTable(columns: [name, "requests/s", unit, "CPU µs", unit, "p50 µs", "p99 µs", "bytes"])
    for contender in Contender.all where samples[contender] != nil {
      let cell = { (value: KeyPath<LoadSample, Double>, digits: Int) in
        median(value, contender)?.text(digits: digits) ?? ""
      }
      let quotient = { (value: KeyPath<LoadSample, Double>) in
        ratio(value, contender, to: reference)?.text(digits: 2) ?? ""
      }
      table.append([
        contender.name, cell(\.requestsPerSecond, 0), quotient(\.requestsPerSecond), cell(\.cpuMicroseconds, 2),
        quotient(\.cpuMicroseconds),
        cell(\.p50, 0), cell(\.p99, 0), cell(\.bytes, 0),
      ])
    }
    return table.text
  }
}

/// Runs cases: the servers run side by side and are measured in turn, while the others idle.
final class CaseRunner {
  private let seconds: Double
  private let rounds: Int
  /// The folder for the files of durable servers.
  private let folder: TemporaryFolder?
  /// Our servers, reused by cases with equal options.
  private var ours: [String: NavigationServer] = [:]

  init(milliseconds: Int, rounds: Int, folder: TemporaryFolder? = nil) {
    (self.seconds, self.rounds, self.folder) = (Double(milliseconds) / 1_000, rounds, folder)
  }

  deinit { for server in ours.values { server.process.end() } }

  /// A server of a case, and its load.
  private struct Entry {
    let contender: Contender
    let server: ChildProcess
    let scripts: [LoadScript]
  }

  /// Prints the results, and returns those with a target.
  func measure(_ item: Case) throws -> [Target] {
    let server = try server(item, isUsual: false)
    let scripts = item.workload.scripts(server.sessions, connections: item.clients, depth: item.depth)
    if item.isBusy { try server.run(scripts, item.clients, depth: 16, requests: item.sessions * 256, name: item.name) }
    let own = Entry(contender: .ours, server: server.process, scripts: scripts)
    // The other servers' responses have the mean length of ours in a first round.
    let client = try server.client()
    var head = ""
    for request in item.workload.requests(server.sessions[0]) {
      client.send(request)
      head = try client.successful(item.name).head
    }
    let answer = FixedAnswer(head: head, bytes: Int(try sample(own, item).bytes.rounded()))
    let entries = try item.contenders.compactMap { contender -> Entry? in
      switch contender {
      case .ours, .alone, .disk:
        return Entry(contender: contender, server: server.process, scripts: scripts)
      case .usual:
        let usual = try self.server(item, isUsual: true)
        let scripts = item.workload.scripts(usual.sessions, connections: item.clients, depth: item.depth)
        return Entry(contender: contender, server: usual.process, scripts: scripts)
      case .c, .smallBuffer, .spinning, .node:
        return try contender.start(answer).map { Entry(contender: contender, server: $0, scripts: scripts) }
      }
    }
    let full = try byTurns(item, item.name, entries) { try sample($0, item) }
    writeLine("\n" + full.table, to: 1)
    return item.goals.compactMap { $0.target(full) } + (item.hasHalfLoad ? try halfLoad(item, entries, full) : [])
  }

  /// Measures each server at half of its maximum rate.
  private func halfLoad(_ item: Case, _ entries: [Entry], _ full: CaseResult) throws -> [Target] {
    let entries = entries.filter { $0.contender == .ours || $0.contender == .c }
    let half = try byTurns(item, item.name + ", half load", entries) { entry in
      try sample(entry, item, perSecond: max(1, (full.median(\.requestsPerSecond, entry.contender) ?? 2) / 2))
    }
    writeLine("\n" + half.table, to: 1)
    guard let cpu = half.ratio(\.cpuMicroseconds, to: .c), let before = full.ratio(\.cpuMicroseconds, to: .c),
      let p99 = half.ratio(\.p99, to: .c)
    else { return [] }
    return [
      .atMost(1.1, " × C's", "\(half.name): CPU a request ÷ at full load", cpu / before, digits: 2),
      .atMost(2, " × C", "\(half.name): p99", p99, digits: 2),
    ]
  }

  /// One of our servers with sessions and the case's options.
  private func server(_ item: Case, isUsual: Bool) throws -> NavigationServer {
    var options: [String] = []
    if !isUsual, let resident = item.resident { options += ["--resident-sessions", "\(resident)"] }
    if !isUsual, item.isDurable, let folder { options += ["--store", "sqlite:\(folder.path)/\(item.sessions).db"] }
    let key = "\(options) \(item.sessions) \(item.isBusy)"
    if let found = ours[key] { return found }
    let made = try NavigationServer(options, sessions: item.sessions)
    ours[key] = made
    return made
  }

  /// The first round warms up.
  private func byTurns(_ item: Case, _ name: String, _ entries: [Entry], _ sample: (Entry) throws -> LoadSample) throws
    -> CaseResult
  {
    var result = CaseResult(name: name)
    for round in 0...rounds {
      for entry in entries {
        let taken = try sample(entry)
        if round > 0 { result.samples[entry.contender, default: []].append(taken) }
      }
    }
    return result
  }

  /// Measures one server for a round, at a constant rate or at its maximum.
  private func sample(_ entry: Entry, _ item: Case, perSecond: Double? = nil) throws -> LoadSample {
    if entry.contender == .disk, let folder {
      let times = try Cores.onServerCore { try AppendingFile(folder.path + "/pages").append(for: seconds) }
      return LoadSample(
        requestsPerSecond: Double(times.total) / seconds, p50: times.microseconds(0.5), p99: times.microseconds(0.99))
    }
    let connections = entry.contender == .alone ? 1 : item.clients
    var plan = LoadPlan(server: entry.server.address, scripts: entry.scripts, connections: connections)
    plan.depth = item.depth
    plan.pace = perSecond.map { .constant(perSecond: $0) } ?? .asAnswered
    plan.seconds = seconds
    let before = try ProcessUsage.of(entry.server.pid)
    let report = try LoadGenerator.run(plan)
    let cpu = try ProcessUsage.of(entry.server.pid).cpuSeconds - before.cpuSeconds
    guard report.notSuccessful == 0 else {
      throw BenchmarkFailure.answersNot2xx(case: item.name, count: report.notSuccessful)
    }
    let requests = Double(report.requests)
    let sample = LoadSample(
      requestsPerSecond: report.requestsPerSecond, cpuMicroseconds: cpu * 1e6 / requests,
      p50: report.latencies.microseconds(0.5),
      p99: report.latencies.microseconds(0.99), bytes: Double(report.bytes) / requests)
    for value in [sample.requestsPerSecond, sample.cpuMicroseconds, sample.p50] where !(value > 0 && value.isFinite) {
      throw BenchmarkFailure.nonsense("\(item.name), \(entry.contender.name): \(sample)", value)
    }
    return sample
  }
}
