#if SQLite
/// Very many sessions in a file, of which few are used.
struct StoredSessions {
  private static let connections = 64
  private static let stages = 10
  /// Sessions that are read for the first time, one after the other.
  private static let firstReads = 5_000

  /// Steps in which the log gets full; few sessions may leave it short.
  private static let fillingLimit = 100

  private let files: SessionFiles
  private let count: Int
  private let residents: Int

  init(folder: TemporaryFolder, count: Int) {
    files = SessionFiles(path: "\(folder.path)/sessions.db")
    self.count = count
    residents = min(10_000, count / 100)
  }

  func measure() throws -> [Target] {
    var server = try start()
    defer { server.process.end() }
    let rates = try create(server)
    let fullLog = files.logSize
    let memory = try use(server)
    server.process.end()

    var restarts: [Double] = []
    try restart(&server, &restarts)
    let times = try readFirst(server)
    let logSize = try fillLog(server, to: fullLog)
    server.process.crash()
    try restart(&server, &restarts)
    return report(rates, memory, restarts, logSize, times)
  }

  private func start() throws -> NavigationServerProcess {
    try NavigationServerProcess(
      core: ServerCores.server, options: ["--store", "sqlite:\(files.path)", "--resident-sessions", "\(residents)"])
  }

  /// Sessions a second, of each tenth.
  private func create(_ server: NavigationServerProcess) throws -> [Double] {
    var table = TextTable(columns: ["sessions created", "a second", "the file's MB", "resident MB"])
    let script = [RequestBytes("POST", "/v1/sessions", host: server.process.authority, body: ExampleSession.creation).bytes]
    let rates = try (1...Self.stages).map { stage in
      let report = try run(server, [script], count / Self.stages)
      let usage = try ProcessUsage.of(server.process.pid)
      table.append([
        (count / Self.stages * stage).grouped, report.requestsPerSecond.text(), megabytes(files.size), megabytes(usage.residentBytes),
      ])
      return report.requestsPerSecond
    }
    writeLine("\n" + table.text, to: 1)
    return rates
  }

  /// Uses so many sessions that more than those that may be resident were; the memory then.
  private func use(_ server: NavigationServerProcess) throws -> ProcessUsage {
    try change(server, try files.randomSessions(2 * residents, of: count))
    return try ProcessUsage.of(server.process.pid)
  }

  /// A transition in each, and back.
  private func change(_ server: NavigationServerProcess, _ sessions: [String]) throws {
    let host = server.process.authority
    // A lane may end between the two, so that the next change of a session finds a chat open: it opens another one.
    let requests = sessions.map { path in
      [ExampleSession.showDetail("chat-\(UInt32.random(in: 0 ... .max))"), ExampleSession.pop].map {
        RequestBytes("POST", path + "/transitions", host: host, body: $0).bytes
      }
    }
    let lanes = min(Self.connections, sessions.count)
    let scripts = (0..<lanes).map { lane in stride(from: lane, to: requests.count, by: lanes).flatMap { requests[$0] } }
    _ = try run(server, scripts, 2 * sessions.count, connections: lanes)
  }

  /// Changes sessions until the log, which a start leaves empty, has nearly the bytes at which it begins anew.
  private func fillLog(_ server: NavigationServerProcess, to full: Int) throws -> Int {
    for _ in 0..<Self.fillingLimit where files.logSize < full / 4 * 3 { try change(server, try files.randomSessions(200, of: count)) }
    return files.logSize
  }

  /// Starts it with nothing of its files in memory; milliseconds until a session was read.
  private func restart(_ server: inout NavigationServerProcess, _ times: inout [Double]) throws {
    let path = try files.randomSessions(1, of: count)[0]
    try files.leaveMemory()
    let begin = MonotonicClock.now()
    server = try start()
    let answer = try SingleExchange(server.process, "GET", path + "/snapshot")
    guard answer.status == 200 else { throw BenchmarkFailure.unexpectedAnswer(path: path, status: answer.status) }
    times.append(Double(MonotonicClock.now() - begin) / 1e6)
  }

  /// Sessions that are not in memory, one after the other.
  private func readFirst(_ server: NavigationServerProcess) throws -> LatencyHistogram {
    let sessions = try files.randomSessions(min(Self.firstReads, count / 2), of: count)
    let reads = sessions.map { RequestBytes("GET", $0 + "/snapshot", host: server.process.authority).bytes }
    return try run(server, [reads], sessions.count, connections: 1).latencies
  }

  private func run(
    _ server: NavigationServerProcess, _ scripts: [[[UInt8]]], _ requests: Int, connections: Int = connections
  ) throws -> LoadReport {
    let report = try LoadGenerator.run(
      LoadPlan(
        host: server.process.host, port: server.process.port, scripts: scripts, connections: min(connections, requests),
        requests: requests))
    guard report.notSuccessful == 0 else { throw BenchmarkFailure.answersNot2xx(case: "durable", count: report.notSuccessful) }
    return report
  }

  private func megabytes(_ bytes: Int) -> String { (Double(bytes) / 1e6).text(digits: 1) }

  private func report(
    _ rates: [Double], _ memory: ProcessUsage, _ restarts: [Double], _ logSize: Int, _ times: LatencyHistogram
  ) -> [Target] {
    let milliseconds = { (share: Double) in Double(times.quantile(share)) / 1e6 }
    var table = TextTable(columns: ["\(count.grouped) sessions stored, \(residents.grouped) in memory", ""])
    table.append(["resident, private memory", "\(megabytes(memory.residentBytes)), \(megabytes(memory.privateBytes)) MB"])
    table.append(["first answer after a restart", "\(restarts[0].text()) ms"])
    table.append(["first answer after a crash with a log of \(megabytes(logSize)) MB", "\(restarts[1].text()) ms"])
    table.append([
      "first request to a session at rest, p50, p99, longest",
      "\(milliseconds(0.5).text(digits: 2)), \(milliseconds(0.99).text(digits: 2)), \(milliseconds(1).text(digits: 2)) ms",
    ])
    writeLine("\n" + table.text, to: 1)
    let name = "\(count.grouped) sessions"
    return [
      .atLeast(0.8, " × first", "\(name) created, the last tenth's rate", (rates.last ?? 0) / (rates.first ?? 1), digits: 2),
      .atMost(200, " MB", "\(name) stored, \(residents.grouped) in use, resident memory", Double(memory.residentBytes) / 1e6),
      .atMost(1_000, " ms", "\(name), restart to the first answer", restarts[0]),
      .atMost(1_000, " ms", "\(name), crash with a full log to the first answer", restarts[1]),
      .atMost(2, " ms", "First request to a session at rest, p99", milliseconds(0.99), digits: 2),
    ]
  }
}
#endif
