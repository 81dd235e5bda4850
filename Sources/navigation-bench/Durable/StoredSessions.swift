import Glibc

/// Very many sessions in a file, few of them in use.
struct StoredSessions {
  private static let stages = 10
  /// Sessions read for the first time, sequentially.
  private static let firstReads = 5_000
  /// Maximum steps of filling the log; few sessions may leave it short.
  private static let fillingLimit = 100

  /// The store's file, and the log beside it.
  private let file, log: String
  private let count: Int
  private let residents: Int
  /// The paths of all sessions.
  private var sessions: [String] = []

  init(folder: TemporaryFolder, count: Int) {
    file = "\(folder.path)/sessions.db"
    log = file + "-wal"
    self.count = count
    residents = min(10_000, count / 100)
  }

  mutating func measure() throws -> [Target] {
    var server = try start()
    defer { server.process.end() }
    let rates = try create(&server)
    let fullLog = Self.size(log)
    // Uses more sessions than may be resident.
    try change(server, some(2 * residents))
    let memory = try ProcessUsage.of(server.process.pid)
    server.process.end()

    var restarts: [Double] = []
    try restart(&server, &restarts)
    let times = try readFirst(server)
    let logSize = try fillLog(server, to: fullLog)
    server.process.crash()
    try restart(&server, &restarts)
    return report(rates, memory, restarts, logSize, times)
  }

  private func start() throws -> NavigationServer {
    try NavigationServer(["--store", "sqlite:\(file)", "--resident-sessions", "\(residents)"], sessions: 0)
  }

  /// Creates the sessions; returns sessions a second for each tenth.
  private mutating func create(_ server: inout NavigationServer) throws -> [Double] {
    var table = TextTable(columns: ["sessions created", "a second", "the file's MB", "resident MB"])
    var rates: [Double] = []
    for stage in 1...Self.stages {
      let start = MonotonicClock.now()
      try server.createSessions(count / Self.stages)
      rates.append(Double(count / Self.stages) / MonotonicClock.milliseconds(since: start) * 1e3)
      let usage = try ProcessUsage.of(server.process.pid)
      table.append([
        (count / Self.stages * stage).grouped, rates[stage - 1].text(), megabytes(Self.size(file)),
        megabytes(usage.residentBytes),
      ])
    }
    sessions = server.sessions
    writeLine("\n" + table.text, to: 1)
    return rates
  }

  /// About `count` sessions picked at random, each at most once.
  private func some(_ count: Int) -> [String] { Array(Set((0..<count).compactMap { _ in sessions.randomElement() })) }

  /// Makes a transition and its inverse in each session.
  private func change(_ server: NavigationServer, _ sessions: [String]) throws {
    let lanes = min(64, sessions.count)
    let scripts = Workload.showDetailPop.scripts(sessions, connections: lanes)
    try server.run(scripts, lanes, requests: 2 * sessions.count, name: "durable")
  }

  /// Changes sessions until the log, which a start leaves empty, has nearly the size at which it restarts.
  private func fillLog(_ server: NavigationServer, to full: Int) throws -> Int {
    for _ in 0..<Self.fillingLimit where Self.size(log) < full / 4 * 3 { try change(server, some(200)) }
    return Self.size(log)
  }

  /// Starts the server with its files evicted from memory; appends the milliseconds until a session was read.
  private func restart(_ server: inout NavigationServer, _ times: inout [Double]) throws {
    let path = some(1)[0]
    try leaveMemory()
    let begin = MonotonicClock.now()
    server = try start()
    try server.client().ask("GET", path + "/snapshot")
    times.append(MonotonicClock.milliseconds(since: begin))
  }

  /// Reads sessions that are not in memory, sequentially.
  private func readFirst(_ server: NavigationServer) throws -> LatencyHistogram {
    let reads = some(min(Self.firstReads, count / 2))
    let script = LoadScript(reads.flatMap(Workload.getSnapshot.requests))
    return try server.run([script], 1, requests: reads.count, name: "durable").latencies
  }

  private func megabytes(_ bytes: Int) -> String { (Double(bytes) / 1e6).text(digits: 1) }

  private func report(
    _ rates: [Double], _ memory: ProcessUsage, _ restarts: [Double], _ logSize: Int, _ times: LatencyHistogram
  ) -> [Target] {
    let milliseconds = { (share: Double) in times.microseconds(share) / 1e3 }
    var table = TextTable(columns: ["\(count.grouped) sessions stored, \(residents.grouped) in memory", ""])
    table.append([
      "resident, private memory", "\(megabytes(memory.residentBytes)), \(megabytes(memory.privateBytes)) MB",
    ])
    table.append(["first answer after a restart", "\(restarts[0].text()) ms"])
    table.append(["first answer after a crash with a log of \(megabytes(logSize)) MB", "\(restarts[1].text()) ms"])
    table.append([
      "first request to a session at rest, p50, p99, longest",
      "\(milliseconds(0.5).text(digits: 2)), \(milliseconds(0.99).text(digits: 2)), \(milliseconds(1).text(digits: 2)) ms",
    ])
    writeLine("\n" + table.text, to: 1)
    let name = "\(count.grouped) sessions"
    return [
      .atLeast(
        0.8, " × first", "\(name) created, the last tenth's rate", (rates.last ?? 0) / (rates.first ?? 1), digits: 2),
      .atMost(
        200, " MB", "\(name) stored, \(residents.grouped) in use, resident memory", Double(memory.residentBytes) / 1e6),
      .atMost(1_000, " ms", "\(name), restart to the first answer", restarts[0]),
      .atMost(1_000, " ms", "\(name), crash with a full log to the first answer", restarts[1]),
      .atMost(2, " ms", "First request to a session at rest, p99", milliseconds(0.99), digits: 2),
    ]
  }

  private static func size(_ path: String) -> Int {
    var found = stat()
    return stat(path, &found) == 0 ? Int(found.st_size) : 0
  }

  /// Evicts the files from the page cache, as after a restart of the machine.
  private func leaveMemory() throws(BenchmarkFailure) {
    for path in [file, log] where access(path, F_OK) == 0 {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .couldNotWrite(errno) }
      defer { close(descriptor) }
      guard fsync(descriptor) == 0, posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) == 0 else {
        throw .couldNotWrite(errno)
      }
    }
  }
}
