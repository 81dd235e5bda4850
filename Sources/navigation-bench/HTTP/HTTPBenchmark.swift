import CReferenceServer
import Glibc

/// The subcommand `http`: this server and the reference server under the same load, by turns in one call.
struct HTTPBenchmark {
  /// Pipelined requests of one connection.
  private static let pipelineDepth = 16
  private static let idleConnections = 1_000
  private static let serverCore = 0
  private static let loadCore = 1

  /// Requests of each row, round and server.
  var requests: Int
  var connections: Int
  var rounds: Int
  /// The name of the only row to measure; empty for all.
  var row: String

  /// Nil on wrong usage.
  init?(_ arguments: some Collection<String>) {
    guard let options = CommandLineOptions(arguments, known: ["requests", "connections", "rounds", "row"]),
      let requests = options.number("requests", in: 1_000...1_000_000_000, default: 100_000),
      let connections = options.number("connections", in: 1...1_000, default: 64),
      let rounds = options.number("rounds", in: 1...1_000, default: 5)
    else { return nil }
    self.requests = requests
    self.connections = connections
    self.rounds = rounds
    row = options.text("row", default: "")
    guard row.isEmpty || Self.rows.contains(where: { $0.name == row }) else { return nil }
  }

  /// The exit code.
  func run() -> CInt {
    do {
      try measure()
      return 0
    } catch {
      writeLine("navigation-bench: \(error)", to: 2)
      return 1
    }
  }

  /// One line of the table for each server.
  private struct Row {
    let workload: Workload
    let depth: Int
    var ours: [LoadSample] = []
    var reference: [LoadSample] = []

    var name: String { depth == 1 ? workload.name : "\(workload.name) ×\(depth)" }
  }

  private static var rows: [Row] {
    Workload.allCases.flatMap { [Row(workload: $0, depth: 1), Row(workload: $0, depth: pipelineDepth)] }
  }

  private func measure() throws {
    LoadSocket.raiseDescriptorLimit()
    var server = try NavigationServerProcess(core: Self.serverCore)
    try server.makeSessions(connections)
    var rows = Self.rows.filter { row.isEmpty || $0.name == row }
    let sizes = try Workload.allCases.map { try server.usualAnswerBytes($0) }
    // A container of noncopyable processes is more than three names are worth.
    let snapshot = try Self.reference(sizes[0])
    let transition = try Self.reference(sizes[1])
    let shared = try Self.reference(sizes[2])
    guard benchmark_pin_thread(CInt(Self.loadCore)) == 0 else { throw BenchmarkFailure.couldNotPin(CInt(Self.loadCore)) }
    for round in 0...rounds {
      for index in rows.indices {
        switch rows[index].workload {
        case .snapshot: try measure(&rows[index], round, server, snapshot)
        case .transition: try measure(&rows[index], round, server, transition)
        case .sharedTransition: try measure(&rows[index], round, server, shared)
        }
      }
    }
    report(rows, bodies: sizes, idleBytes: try Self.idleBytesPerConnection())
  }

  private static func reference(_ bodyBytes: Int) throws -> ChildProcess {
    try ChildProcess(arguments: ["reference-server", "--body-bytes", "\(bodyBytes)"], core: serverCore)
  }

  /// One round of a row, whose first server changes from round to round. Round 0 only warms up.
  private func measure(
    _ row: inout Row, _ round: Int, _ server: borrowing NavigationServerProcess, _ reference: borrowing ChildProcess
  ) throws {
    let scripts = row.workload.scripts(server.sessions, host: server.process.authority, run: round * 2 + (row.depth == 1 ? 0 : 1))
    for turn in 0...1 {
      if (round + turn).isMultiple(of: 2) {
        let before = try server.revisions()
        let sample = try LoadSample.take(plan(scripts, server.process, row.depth, round), server.process, row: row.name)
        let made = try server.revisions() - before
        let expected = row.workload.changes ? requestCount(round) : 0
        guard made == expected else { throw BenchmarkFailure.lostRevisions(row: row.name, expected: expected, found: made) }
        if round > 0 { row.ours.append(sample) }
      } else {
        let sample = try LoadSample.take(plan(scripts, reference, row.depth, round), reference, row: row.name)
        if round > 0 { row.reference.append(sample) }
      }
    }
  }

  private func requestCount(_ round: Int) -> Int { round == 0 ? max(connections * Self.pipelineDepth, requests / 10) : requests }

  private func plan(_ scripts: [[[UInt8]]], _ server: borrowing ChildProcess, _ depth: Int, _ round: Int) -> LoadPlan {
    LoadPlan(
      host: server.host, port: server.port, scripts: scripts, connections: connections, depth: depth, requests: requestCount(round))
  }

  /// Resident bytes of a fresh server for each of many connections that have been answered once.
  private static func idleBytesPerConnection() throws -> Double {
    let server = try NavigationServerProcess(core: serverCore)
    let request = RequestBytes("GET", "/healthz", host: server.process.authority).bytes
    var resident: [Int] = []
    // The first connection brings in what the server needs once.
    for count in [1, idleConnections] {
      let plan = LoadPlan(
        host: server.process.host, port: server.process.port, scripts: [[request]], connections: count, requests: count)
      _ = try LoadGenerator.run(plan) { resident.append(ProcessUsage.of(server.process.pid)?.residentBytes ?? 0) }
    }
    return Double(resident[1] - resident[0]) / Double(idleConnections - 1)
  }

  private func report(_ rows: [Row], bodies: [Int], idleBytes: Double) {
    var table = TextTable(columns: ["row", "server", "requests/s", "CPU µs", "p50 µs", "p99 µs", "p99.9 µs", "RSS KiB", "CPU × C"])
    for row in rows {
      let ratio = zip(row.ours, row.reference).map { $0.cpuMicroseconds / $1.cpuMicroseconds }.median
      table.append([row.name, "ours"] + LoadSample.cells(row.ours) + [ratio.text(digits: 2)])
      table.append(["", "C"] + LoadSample.cells(row.reference) + ["1.00"])
    }
    writeLine("\(connections) connections, \(requests) requests a row, medians of \(rounds) rounds; one core for the servers", to: 1)
    writeLine("bytes of a body: " + zip(Workload.allCases, bodies).map { "\($0.name) \($1)" }.joined(separator: "; "), to: 1)
    writeLine(table.text, to: 1)
    writeLine("idle memory of a connection: \(idleBytes.text(digits: 0)) bytes (\(Self.idleConnections) connections)", to: 1)
  }
}
