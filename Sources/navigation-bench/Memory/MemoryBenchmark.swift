import Glibc
import SessionStorage

/// The subcommand `memory`: what a session at rest costs, and what it costs to use it.
struct MemoryBenchmark: Benchmark {
  var sessions: Int
  var requests: Int

  /// Nil on wrong usage.
  init?(_ arguments: some Collection<String>) {
    guard let options = CommandLineOptions(arguments, known: ["sessions", "requests"], flags: ["quick"]),
      let sessions = options.number("sessions", in: 100...100_000_000, default: options.has("quick") ? 2_000 : 1_000_000),
      let requests = options.number("requests", in: 100...10_000_000, default: options.has("quick") ? 500 : 200_000)
    else { return nil }
    (self.sessions, self.requests) = (sessions, requests)
  }

  /// Sessions in use where few are: one of a hundred, 10,000 of a million.
  private var few: Int { sessions / 100 }

  func measure() throws -> [Target] {
    // The first one, since memory that is free again would not be counted.
    let (bytes, resting) = try atRest()
    let resident = try cost(of: Self.residentSessions)
    var table = TextTable(columns: ["two tabs in the primary column, a detail open", "GET", "POST"])
    table.append(row("\(Self.residentSessions) sessions", resident, of: resident))
    var targets = [Target.atMost(1_000, " B", "\(sessions.grouped) sessions at rest, memory of each", bytes)]
    for count in [sessions / 10, sessions] {
      let cost = try cost(of: count)
      table.append(row("\(count.grouped) sessions at random, usual limits", cost, of: resident))
      targets += Self.targets("\(count.grouped) sessions at random", cost, of: resident)
    }
    table.append(row("\(sessions.grouped) sessions at random, \(self.few.grouped) in use", resting, of: resident))
    writeLine(table.text, to: 1)
    return targets
  }

  /// So few that all are in use, and most in the processor's cache.
  private static let residentSessions = 64

  /// Nearly all at rest: the memory of each, and what access costs.
  private func atRest() throws -> (bytes: Double, cost: SessionCrowd.Cost) {
    let crowd = try SessionCrowd(sessions, StoreLimits(sessions: sessions, residentSessions: few))
    return (crowd.bytesOfEach, try crowd.cost(requests))
  }

  /// What access costs to so many in a server without options, whose limit is the memory.
  private func cost(of count: Int) throws -> SessionCrowd.Cost {
    let memory = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    return try SessionCrowd(count, StoreLimits(sessions: count, memoryBytes: memory / 5 * 3)).cost(requests)
  }

  private static func targets(_ name: String, _ cost: SessionCrowd.Cost, of resident: SessionCrowd.Cost) -> [Target] {
    let (get, post) = cost.ratios(to: resident)
    return [
      .atMost(2.5, " × in use", "GET snapshot, \(name)", get, digits: 1),
      .atMost(2.5, " × in use", "POST transition, \(name)", post, digits: 1),
    ]
  }

  private func row(_ name: String, _ cost: SessionCrowd.Cost, of resident: SessionCrowd.Cost) -> [String] {
    let (get, post) = cost.ratios(to: resident)
    return [
      name, "\(cost.getting.text(digits: 1)) µs, × \(get.text(digits: 1))", "\(cost.posting.text(digits: 1)) µs, × \(post.text(digits: 1))",
    ]
  }
}
