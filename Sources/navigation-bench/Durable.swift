import CReferenceServer
import Glibc

/// Sessions in a file.
enum Durable {
  /// Changes a second × memory, with a commit for many; and one client's median × a synced append, with one for each.
  static func changes(_ run: Run) throws -> [Measured] {
    let files = try run.programs.map { name, path in
      let options = ["--store", "sqlite:\(run.folder)/\(name).db"]
      return Contender(name, try NavigationServer(path, options, sessions: Contender.sessions), workload: .pushPop)
    }
    let memory = Contender("memory", try NavigationServer(run.server, sessions: Contender.sessions), workload: .pushPop)
    let many = try run.byTurns("POST push/pop in a file", (files + [memory]).map { try $0.turn(run) })
    let append = ("append + sync", { try appended(run.folder + "/pages", run.seconds) })
    let one = try run.byTurns("likewise, one client", files.map { try $0.turn(run, connections: 1) } + [append])
    return [many.measured(\.rate, to: "memory"), one.measured(\.p50, to: "append + sync")]
  }

  /// The minimal cost of durability: pages appended to a file on the servers' core, each synced before the next.
  private static func appended(_ path: String, _ seconds: Double) throws -> Sample {
    benchmark_pin_thread(Cores.server.rawValue)
    defer { benchmark_pin_thread(Cores.load.rawValue) }
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    defer { close(file) }
    let page = [UInt8](repeating: 0x61, count: 4_096)
    let end = MonotonicClock.now() + UInt64(seconds * 1e9)
    var times: [UInt64] = []
    repeat {
      let start = MonotonicClock.now()
      guard write(file, page, page.count) == page.count, fdatasync(file) == 0 else {
        throw BenchmarkFailure.system(path, errno)
      }
      times.append(MonotonicClock.now() - start)
    } while MonotonicClock.now() < end
    return Sample(rate: Double(times.count) / seconds, p50: times.microseconds(0.5), p99: times.microseconds(0.99))
  }

  /// Milliseconds from the start of a server to its first answer, without sessions.
  static func start(_ run: Run) throws -> [Measured] {
    try run.each { program in
      let times = try (0..<run.rounds).map { _ in
        let start = MonotonicClock.now()
        let server = try NavigationServer(program, sessions: 0)
        defer { server.process.end() }
        try server.client().fetch("GET", "/healthz")
        return Double(MonotonicClock.now() - start) / 1e6
      }
      return [times.median]
    }
  }

  /// Very many sessions in a file that is not in the page cache: milliseconds from the start to the first answer; then
  /// the p99 of first requests to sessions.
  static func stored(_ run: Run) throws -> [Measured] {
    try run.each { program in
      let count = run.isQuick ? 2_000 : 1_000_000
      let file = "\(run.folder)/\(MonotonicClock.now()).db"
      let options = ["--store", "sqlite:\(file)", "--max-memory-bytes", "536870912"]
      let filled = try NavigationServer(program, options, sessions: count)
      let reads = filled.sessions.shuffled().prefix(min(5_000, count / 4)).map { $0 + "/snapshot" }
      filled.process.end()
      // Evicts it from the page cache, as after a restart of the machine.
      _ = ChildProcess.firstLine(ofScript: "dd of='\(file)' oflag=nocache conv=notrunc,fdatasync count=0 2>&1")
      let start = MonotonicClock.now()
      let server = try NavigationServer(program, options, sessions: 0)
      defer { server.process.end() }
      try server.client().fetch("GET", reads[0])
      let milliseconds = Double(MonotonicClock.now() - start) / 1e6
      let requests = reads.dropFirst().map { request("GET", $0) }
      let times = try Load([server.process.port], [requests]).run(requests: requests.count)
      return [milliseconds, times.microseconds(0.99) / 1e3]
    }
  }
}

/// Servers that share a database, in turn with minimal inserts by `pgbench`. All servers share one core, the load has
/// the other, and the database both.
enum Cluster {
  /// The changes a second of one server and of two, and the database's CPU of one, × pgbench; and the p99 in
  /// milliseconds until a change on one server is seen on the other.
  static func measure(_ run: Run) throws -> [Measured] {
    try run.each { program in
      let database = try DatabaseServer(in: run.folder)
      defer { database.end() }
      // The first server creates the tables and the sessions.
      let nodes = try [2 * Contender.sessions, 0].map { sessions in
        try NavigationServer(program, ["--store", database.uri, "--node", "node-\(sessions)"], sessions: sessions)
      }
      defer { for node in nodes { node.process.end() } }
      let turns = try (1...2).map { count in
        let requests = Workload.pushPop.requests(nodes[0].sessions, connections: count * Contender.connections)
        let load = try Load(nodes.prefix(count).map(\.process.port), requests)
        return ("\(count)", { try load.sample(run, cpu: database.cpuSeconds) })
      }
      let found = try run.byTurns(
        "servers on PostgreSQL; CPU of the database", turns + [("pgbench", { try database.insert(run.seconds) })])
      let delays = try delays(nodes[0].client(), nodes[1].client(), session: nodes[0].sessions[0], run: run)
      let ratios = [(\Sample.rate, "1"), (\.rate, "2"), (\.cpu, "2")].map { found.ratio($0, $1, to: "pgbench") ?? 0 }
      return ratios + [delays.microseconds(0.99) / 1e3]
    }
  }

  /// The nanoseconds from the sending of a change to its event for a client of the other server.
  private static func delays(_ writer: Client, _ reader: Client, session: String, run: Run) throws -> [UInt64] {
    reader.send(request("GET", session + "/events"))
    try reader.wait(for: 1)
    return try (0..<(run.isQuick ? 10 : 1_000)).map { number in
      let start = MonotonicClock.now()
      try writer.fetch("POST", session + "/transitions", body: ExampleSession.pushPop[number % 2])
      try reader.wait(for: 1)
      return MonotonicClock.now() - start
    }
  }
}

/// A PostgreSQL server for a measurement, on a free port with its usual settings; it ends with `end`.
final class DatabaseServer {
  private let process: ChildProcess
  private let folder: String

  init(in parent: String) throws {
    folder = "\(parent)/\(MonotonicClock.now())"
    var port: UInt16 = 0
    close(reference_server_open(&port))
    let script = String(cString: benchmark_database_script())
    process = try ChildProcess("/bin/sh", ["-c", script, "sh", folder, "\(port)"], core: nil)
  }

  func end() { process.end() }

  var uri: String { "postgresql://navigation@127.0.0.1:\(process.port)/postgres" }

  /// CPU seconds of all of its processes so far.
  func cpuSeconds() throws -> Double {
    let text = ChildProcess.text(folder + "/database/postmaster.pid")
    guard let pid = text?.split(separator: "\n").first.flatMap({ pid_t($0) }) else {
      throw BenchmarkFailure.unreadable("postmaster.pid")
    }
    return try ChildProcess.cpuSeconds(ofAllBelow: pid)
  }

  /// The minimal cost of a change: eight clients insert rows, for whole seconds.
  func insert(_ seconds: Double) throws -> Sample {
    let (seconds, before) = (max(1, seconds.rounded()), try cpuSeconds())
    let script = "set -- '\(folder)' '\(uri)' \(Int(seconds))\n" + String(cString: benchmark_inserts_script())
    guard let rate = ChildProcess.firstLine(ofScript: script).flatMap({ Double($0.dropLast()) }), rate > 0 else {
      throw BenchmarkFailure.unreadable("pgbench")
    }
    return Sample(rate: rate, cpu: (try cpuSeconds() - before) * 1e6 / (rate * seconds))
  }
}
