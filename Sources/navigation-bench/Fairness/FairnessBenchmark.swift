import Glibc

/// The subcommand `fairness`: what one client waits for small answers while others keep the server busy, against an idle server.
struct FairnessBenchmark: Benchmark {
  private let crowds: [Crowd]
  /// Requests of each kind, before and during.
  private let requests: Int

  /// Nil on wrong usage.
  init?(_ arguments: some Collection<String>) {
    guard let options = CommandLineOptions(arguments, known: ["case", "requests"], flags: ["quick"]),
      let requests = options.number("requests", in: 10...1_000_000, default: options.has("quick") ? 50 : 1_000)
    else { return nil }
    let name = options.text("case", default: "")
    crowds = Crowd.all.filter { $0.name.hasPrefix(name) }
    self.requests = requests
    guard !crowds.isEmpty else { return nil }
  }

  /// Times the latency of an idle server.
  private static let limit = 3.0

  func measure() throws -> [Target] {
    ServerCores.bindLoad()
    var table = TextTable(columns: ["p99 in µs while", "GET /healthz", "idle", "POST transition", "idle", "longest"])
    var targets: [Target] = []
    for crowd in crowds {
      let server = try AttackedServer(options: crowd.options)
      let (idle, busy) = try measure(crowd, server)
      let p99 = [busy.health, idle.health, busy.change, idle.change].map { Double($0.quantile(0.99)) / 1e3 }
      let longest = Double(max(busy.health.maximum, busy.change.maximum)) / 1e3
      table.append([crowd.name] + (p99 + [longest]).map { $0.text() })
      targets.append(.atMost(Self.limit, " × idle", "p99 of /healthz, \(crowd.name)", p99[0] / p99[1], digits: 1))
      targets.append(.atMost(Self.limit, " × idle", "p99 of a POST, \(crowd.name)", p99[2] / p99[3], digits: 1))
    }
    writeLine("\n" + table.text, to: 1)
    return targets
  }

  private func measure(_ crowd: Crowd, _ server: AttackedServer) throws -> (idle: Waits, busy: Waits) {
    defer { server.process.end() }
    let client = try SteadyClient(server)
    _ = try client.waits(requests / 10)
    let idle = try client.waits(requests)
    let thread = try CrowdThread(crowd, server)
    defer {
      server.process.crash()
      thread.waitForEnd()
    }
    thread.waitForBegin()
    let busy = try client.waits(requests)
    guard thread.isUnderWay else { throw BenchmarkFailure.crowdFailed(crowd.name) }
    return (idle, busy)
  }
}
