import CReferenceServer
import Dispatch
import Glibc
import Synchronization

/// The subcommand `fairness`: one client's latency for small responses while others keep the server busy, against an
/// idle server.
struct FairnessBenchmark: Benchmark {
  private let crowds: [Crowd]
  /// Requests of each kind, before and during the load.
  private let requests: Int

  init(_ options: inout CommandLineOptions) throws(CommandLineOptions.WrongUsage) {
    requests = try options.number("requests", 10...1_000_000, 1_000, quick: 50)
    crowds = try options.cases(of: Crowd.all, by: \.name)
  }

  /// The permitted latency as a multiple of an idle server's.
  private static let limit = 3.0
  /// Nanoseconds between the requests of the measured client.
  private static let interval: UInt64 = 2_000_000

  func measure() throws -> [Target] {
    Cores.bindLoad()
    var table = TextTable(columns: ["p99 in µs while", "GET /healthz", "idle", "POST transition", "idle", "longest"])
    var targets: [Target] = []
    for crowd in crowds {
      let (idle, busy) = try measure(crowd, NavigationServer(crowd.options))
      let p99 = [busy.health, idle.health, busy.change, idle.change].map { $0.microseconds(0.99) }
      let longest = Double(max(busy.health.maximum, busy.change.maximum)) / 1e3
      table.append([crowd.name] + (p99 + [longest]).map { $0.text() })
      targets.append(.atMost(Self.limit, " × idle", "p99 of /healthz, \(crowd.name)", p99[0] / p99[1], digits: 1))
      targets.append(.atMost(Self.limit, " × idle", "p99 of a POST, \(crowd.name)", p99[2] / p99[3], digits: 1))
    }
    writeLine("\n" + table.text, to: 1)
    return targets
  }

  private func measure(_ crowd: Crowd, _ server: NavigationServer) throws -> (idle: Waits, busy: Waits) {
    defer { server.process.end() }
    let client = try server.client()
    _ = try waits(client, server.transitions, requests / 10)
    let idle = try waits(client, server.transitions, requests)
    let thread = CrowdThread(crowd, server)
    defer {
      server.process.crash()
      thread.waitForEnd()
    }
    thread.waitForBegin()
    let busy = try waits(client, server.transitions, requests)
    guard thread.isUnderWay else { throw BenchmarkFailure.crowdFailed(crowd.name) }
    return (idle, busy)
  }

  /// A client's latencies for GET /healthz and for a small transition.
  private typealias Waits = (health: LatencyHistogram, change: LatencyHistogram)

  /// Measures `count` requests of each kind. A request delayed by a late response counts from its due time.
  private func waits(_ client: Client, _ path: String, _ count: Int) throws -> Waits {
    var waits = Waits(LatencyHistogram(), LatencyHistogram())
    var due = MonotonicClock.now()
    var answered = due
    // Each shown screen is popped again, so that the next call can show it.
    for number in 0..<2 * (count + count % 2) {
      due += Self.interval
      let now = MonotonicClock.now()
      if now < due {
        var pause = timespec(tv_sec: 0, tv_nsec: Int(due - now))
        nanosleep(&pause, nil)
      }
      let start = answered > due ? due : MonotonicClock.now()
      let isChange = number.isMultiple(of: 2)
      if isChange {
        try client.ask("POST", path, body: number.isMultiple(of: 4) ? ExampleSession.showDetail() : ExampleSession.pop)
      } else {
        try client.ask("GET", "/healthz")
      }
      answered = MonotonicClock.now()
      if isChange {
        waits.change.record(nanoseconds: answered - start)
      } else {
        waits.health.record(nanoseconds: answered - start)
      }
    }
    return waits
  }
}

/// A thread that runs a crowd at idle priority.
// SAFETY: the crowd reads only its server's address and session path, which never change; `stage` is atomic.
private final class CrowdThread: @unchecked Sendable {
  private let crowd: Crowd
  private let server: NavigationServer
  private let stage = Atomic<Int>(0)
  private static let (underWay, over) = (1, 2)
  /// SCHED_IDLE of sched.h, which Glibc's module omits: every other thread of the core has priority.
  private static let idlePolicy: CInt = 5

  /// Starts it.
  init(_ crowd: Crowd, _ server: NavigationServer) {
    (self.crowd, self.server) = (crowd, server)
    DispatchQueue.global().async { [self] in run() }
  }

  var isUnderWay: Bool { stage.load(ordering: .acquiring) == Self.underWay }

  func waitForBegin() { while stage.load(ordering: .acquiring) == 0 { usleep(10_000) } }

  /// Waits for the end of the crowd, after its server has ended.
  func waitForEnd() { while stage.load(ordering: .acquiring) != Self.over { usleep(10_000) } }

  private func run() {
    // Both threads share a core, and the measuring thread must not wait for this one.
    benchmark_pin_thread(Cores.load.rawValue)
    var priority = sched_param(sched_priority: 0)
    sched_setscheduler(0, Self.idlePolicy, &priority)
    try? crowd.run(server) { stage.store(Self.underWay, ordering: .releasing) }
    stage.store(Self.over, ordering: .releasing)
  }
}
