import CReferenceServer
import Glibc

/// The subcommand `baseline`: the load generator against the reference server, which shows what the two cost by themselves.
struct Baseline {
  var connections: Int
  var depth: Int
  var requests: Int
  var bodyBytes: Int
  /// Whether the server and the generator get a core each.
  var isPinned: Bool

  /// Nil on wrong usage.
  init?(_ arguments: some Collection<String>) {
    guard let options = CommandLineOptions(arguments, known: ["connections", "depth", "requests", "body-bytes", "pinned"]),
      let connections = options.number("connections", in: 1...10_000, default: 64),
      let depth = options.number("depth", in: 1...1_000, default: 1),
      let requests = options.number("requests", in: 1...1_000_000_000, default: 500_000),
      let bodyBytes = options.number("body-bytes", in: 0...(1 << 30), default: 128),
      let pinned = options.number("pinned", in: 0...1, default: 1)
    else { return nil }
    self.connections = connections
    self.depth = depth
    self.requests = requests
    self.bodyBytes = bodyBytes
    isPinned = pinned == 1
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

  private func measure() throws {
    var server = try ChildProcess(arguments: ["reference-server", "--body-bytes", "\(bodyBytes)"], core: isPinned ? 0 : nil)
    if isPinned, benchmark_pin_thread(1) != 0 { writeLine("navigation-bench: no second core for the load", to: 2) }
    let request = RequestBytes("GET", "/v1/sessions/0", host: server.authority).bytes
    var plan = LoadPlan(host: server.host, port: server.port, scripts: [[request]], connections: connections, requests: 0)
    plan.depth = depth
    // Warm: sockets, caches, branch predictors.
    plan.requests = max(1, requests / 10)
    _ = try LoadGenerator.run(plan)
    plan.requests = requests
    let before = ProcessUsage.of(server.pid)
    let own = ProcessUsage.of(getpid())
    let report = try LoadGenerator.run(plan)
    guard let before, let own, let after = ProcessUsage.of(server.pid), let ownAfter = ProcessUsage.of(getpid()) else { return }
    let ended = server.end()
    print(report, cpu: after.cpuSeconds - before.cpuSeconds, ownCPU: ownAfter.cpuSeconds - own.cpuSeconds, after)
    if ended != -SIGTERM { writeLine("navigation-bench: the server ended with \(ended)", to: 2) }
  }

  private func print(_ report: LoadReport, cpu: Double, ownCPU: Double, _ usage: ProcessUsage) {
    let perRequest = { (seconds: Double) in rounded(seconds * 1e6 / Double(max(1, report.requests))) }
    let micros = { (share: Double) in rounded(Double(report.latencies.quantile(share)) / 1000) }
    for line in [
      "connections \(connections), depth \(depth), body \(bodyBytes) bytes, pinned \(isPinned)",
      "requests \(report.requests), not 2xx \(report.notSuccessful), seconds \(rounded(report.seconds))",
      "requests/s \(Int(report.requestsPerSecond))",
      "CPU us/request: server \(perRequest(cpu)), load \(perRequest(ownCPU))",
      "latency us: p50 \(micros(0.5)), p99 \(micros(0.99)), p99.9 \(micros(0.999)), max \(rounded(Double(report.latencies.maximum) / 1000))",
      "server memory KiB: resident \(usage.residentBytes / 1024), private \(usage.privateBytes / 1024)",
    ] { writeLine(line, to: 1) }
  }

  /// Two decimals.
  private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
