/// The subcommand `http`: this server and others under the same load, by turns in one call.
struct HTTPBenchmark: Benchmark {
  /// Requests of each round and server.
  var requests: Int
  var connections: Int
  var rounds: Int
  /// Connections that are kept idle.
  var idleConnections: Int
  var cases: [HTTPCase]

  /// Nil on wrong usage.
  init?(_ arguments: some Collection<String>) {
    let known: Set = ["requests", "connections", "rounds", "idle", "case"]
    guard let options = CommandLineOptions(arguments, known: known, flags: ["quick"]) else { return nil }
    let isQuick = options.has("quick")
    guard let requests = options.number("requests", in: 1_000...1_000_000_000, default: isQuick ? 1_000 : 20_000),
      let connections = options.number("connections", in: 1...1_000, default: 64),
      let rounds = options.number("rounds", in: 1...1_000, default: isQuick ? 1 : 11),
      let idle = options.number("idle", in: 2...10_000, default: isQuick ? 500 : 10_000)
    else { return nil }
    self.requests = requests
    self.connections = connections
    self.rounds = rounds
    idleConnections = idle
    let name = options.text("case", default: "")
    cases = HTTPCase.all.filter { name.isEmpty || $0.name == name }
    if cases.isEmpty { return nil }
  }

  func measure() throws -> [Target] {
    ServerCores.bindLoad()
    let contenders = Contender.installed()
    guard contenders.contains(.ours) else { throw BenchmarkFailure.noServerBesideThis }
    writeLine("\(connections) connections, \(requests.grouped) requests a round, the servers by turns; medians of rounds: \(rounds)", to: 1)
    writeLine("Runnable tasks of the machine, the minute before: \(ProcessUsage.machineLoad). Others' work makes latencies long.", to: 1)
    var targets: [Target] = []
    for item in cases {
      let field = try CaseField(item, contenders, connections: connections, requests: item.requests(requests))
      defer { field.end() }
      writeLine("\nAn answer's body has \(field.answer.bodyBytes.grouped) bytes.\n", to: 1)
      let result = try field.closedLoop(rounds)
      writeLine(result.table, to: 1)
      var half: CaseResult?
      if item.hasWrk, let wrk = InstalledProgram.path("wrk") { writeLine("\n" + (try field.wrk(wrk, rounds)).table, to: 1) }
      if item.hasHalfLoad {
        let result = try field.halfLoad(result, rounds)
        writeLine("\n" + result.latencyTable, to: 1)
        half = result
      }
      targets += item.targets(result, half)
      if item.name == HTTPCase.all[0].name { targets += try measureIdle(field, contenders) }
    }
    return targets
  }

  private func measureIdle(_ field: CaseField, _ contenders: [Contender]) throws -> [Target] {
    var table = TextTable(columns: ["\(idleConnections.grouped) idle connections", "KiB with 1", "bytes each"])
    var targets: [Target] = []
    for contender in contenders {
      // A server of its own, since what a busy one has at hand would hide what a connection takes.
      let (server, request) = try field.fresh(contender)
      defer { server.end() }
      let idle = try IdleMemory(server, request: request, connections: idleConnections)
      table.append([contender.name, (idle.before / 1024).grouped, idle.bytesPerConnection.text()])
      if contender == .ours { targets.append(.atMost(512, " B", "An idle connection, private memory", idle.bytesPerConnection)) }
    }
    writeLine("\n" + table.text, to: 1)
    return targets
  }
}

extension Int {
  /// With commas between thousands.
  var grouped: String { Double(self).text() }
}
