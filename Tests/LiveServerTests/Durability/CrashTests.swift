#if SQLite
import Foundation
import Glibc
import NavigationClient
import SeededRandom
import Synchronization
import Testing

/// The file after servers that end under load.
@Suite(.serialized) struct CrashTests {
  /// The number of killed servers; `Tests/README.md` describes more.
  private static let rounds = TestLength.steps(50, or: "NAVIGATION_CRASH_ROUNDS")
  private static let seed =
    ProcessInfo.processInfo.environment["NAVIGATION_CRASH_SEED"].flatMap { UInt64($0) } ?? 20_261_121

  @Test func `a kill loses no answered change, and duplicates none`() async throws {
    var campaign = try CrashCampaign(.kill, seed: Self.seed)
    let (counts, faults) = try await campaign.run(rounds: Self.rounds)
    print("crash campaign, seed \(Self.seed): \(counts)")
    #expect(faults.isEmpty, "seed \(Self.seed): \(faults.joined(separator: "\n"))")
    #expect(counts.lost == 0 && counts.doubled == 0 && counts.acknowledged > counts.rounds * 10)
  }

  @Test(.enabled(if: Disk.hasCompiler, Disk.needsCompiler))
  func `a power failure loses no answered change, and is no damage`() async throws {
    var campaign = try await CrashCampaign(.power(Disk()), seed: Self.seed)
    let (counts, faults) = try await campaign.run(rounds: Self.rounds / 2)
    print("power campaign, seed \(Self.seed): \(counts)")
    #expect(faults.isEmpty, "seed \(Self.seed): \(faults.joined(separator: "\n"))")
    #expect(counts.lost == 0 && counts.doubled == 0 && counts.acknowledged > counts.rounds * 10)
  }

  @Test func `a stop under load answers all committed changes`() async throws {
    var campaign = try CrashCampaign(.stop, seed: Self.seed)
    let (counts, faults) = try await campaign.run(rounds: 3)
    #expect(faults.isEmpty, "seed \(Self.seed): \(counts): \(faults.joined(separator: "\n"))")
    #expect(counts.present == 0 && counts.acknowledged > 30)
  }

  @Test(.enabled(if: Disk.hasCompiler, Disk.needsCompiler), arguments: [Disk.Faults.writes, .syncs])
  func `with a failing disk refused changes are not stored, and answered ones are`(_ what: Disk.Faults) async throws {
    var campaign = try await CrashCampaign(.fault(Disk(), what), seed: Self.seed)
    let (counts, faults) = try await campaign.run(rounds: 5)
    #expect(faults.isEmpty, "seed \(Self.seed): \(counts): \(faults.joined(separator: "\n"))")
    #expect(counts.refused + counts.doubtful > 5 && counts.acknowledged > 50)
  }
}

/// Successive servers on one file, each of which ends under load.
struct CrashCampaign {
  enum End: Sendable {
    /// SIGKILL at any moment.
    case kill
    /// SIGTERM: begun requests are answered.
    case stop
    /// SIGKILL at any moment, and writes that were not synced are lost, or torn.
    case power(Disk)
    /// SIGKILL after the disk has failed, and possibly before it works again.
    case fault(Disk, Disk.Faults)
  }

  private let folder: TemporaryDirectory
  private let end: End
  private let tokens = TokenSource()
  private var chance: Seeded
  private var audit: CrashAudit

  /// Concurrent clients.
  private static let clients = 6
  /// The number of answers before the end of a server.
  private static let answers = 10...120
  /// A further delay in microseconds, so that the end does not always follow an answer directly.
  private static let delay: ClosedRange<UInt32> = 0...4_000

  init(_ end: End, seed: UInt64) throws {
    folder = try TemporaryDirectory()
    self.end = end
    chance = Seeded(seed)
    switch end {
    case .kill, .power, .fault: audit = CrashAudit(answersAll: false)
    case .stop: audit = CrashAudit(answersAll: true)
    }
  }

  private var options: [String] {
    ["--store", "sqlite:\(folder.path)/sessions.db", "--durability", "full", "--log-level", "error"]
  }

  /// Returns the counts, and descriptions of all violations.
  mutating func run(rounds: Int) async throws -> (counts: CrashAudit.Counts, faults: [String]) {
    for _ in 0..<rounds where audit.faults.isEmpty {
      let failure = try powerFailure
      let server = try await start()
      try await inspect(server) { try $0.inspect($1) }
      audit.add(try await load(server))
      try failure?.strike(with: &chance)
      audit.counts.rounds += 1
    }
    let server = try await start()
    try await inspect(server) { try $0.inspectAll($1) }
    #expect(await server.stop() == .exit(0))
    let check = try await Run(LiveServer.executable, ["check"] + options)
    return (audit.counts, audit.faults + (check.end == .exit(0) ? [] : [check.output + check.error]))
  }

  private func start() async throws -> LiveServer {
    switch end {
    case .kill, .stop: return try await LiveServer(options)
    case .power(let disk): return try await disk.server(options, recordsWrites: true)
    case .fault(let disk, _):
      disk.fail([])
      return try await disk.server(options)
    }
  }

  /// The failure that is to end a round, from the files before its start.
  private var powerFailure: PowerFailure? {
    get throws {
      guard case .power(let disk) = end else { return nil }
      return try PowerFailure(path: folder.path + "/sessions.db", writes: disk.writesPath)
    }
  }

  private mutating func inspect(
    _ server: LiveServer, _ look: @escaping @Sendable (inout CrashAudit, StoreReader) throws -> Void
  ) async throws {
    audit = try await server.raw { [audit] connection in
      var audit = audit
      try look(&audit, StoreReader(connection: connection))
      return audit
    }
  }

  /// Loads a server until its end; returns the clients' requests.
  private mutating func load(_ server: LiveServer) async throws -> [Attempt] {
    let tokens = tokens
    let shared = try await server.raw { connection in
      try (0..<2).map { _ in
        var attempt = Attempt(tokens.next(), .create)
        attempt.answer = try StoreReader(connection: connection).send(attempt)
        return attempt
      }
    }
    let count = Int.random(in: Self.answers, using: &chance)
    let delay = UInt32.random(in: Self.delay, using: &chance)
    let ending = Trigger(count) { [end, child = server.child] in
      usleep(delay)
      switch end {
      case .kill, .power, .fault: child.signal(SIGKILL)
      case .stop: child.signal(SIGTERM)
      }
    }
    let triggers = [ending] + faults(before: count)
    let seeds = (0..<Self.clients).map { _ in chance.next() }
    let paths = shared.compactMap(\.session)
    let attempts = try await withThrowingTaskGroup(of: [Attempt].self) { group in
      for seed in seeds {
        group.addTask {
          try await onThread { [port = server.port] in
            var client = LoadClient(shared: paths, tokens: tokens, seed: seed)
            return client.run(port: port) { for trigger in triggers { trigger.count() } }
          }
        }
      }
      return try await group.reduce(into: shared) { $0 += $1 }
    }
    let wanted: Child.End =
      switch end {
      case .kill, .power, .fault: .signal(SIGKILL)
      case .stop: .exit(0)
      }
    #expect(await server.child.ended() == wanted)
    return attempts
  }

  /// Triggers that make the disk fail before the end, and possibly work again later.
  private mutating func faults(before count: Int) -> [Trigger] {
    switch end {
    case .kill, .stop, .power: return []
    case .fault(let disk, let faults):
      let first = Int.random(in: 1...count, using: &chance)
      let last = first + Int.random(in: 1...count, using: &chance)
      return [Trigger(first) { disk.fail(faults) }, Trigger(last) { disk.fail([]) }]
    }
  }
}

/// Acts once, on its own thread, when its count is reached.
private final class Trigger: Sendable {
  private let rest: Atomic<Int>
  private let act: @Sendable () -> Void

  init(_ count: Int, _ act: @escaping @Sendable () -> Void) {
    rest = Atomic(count)
    self.act = act
  }

  func count() { if rest.subtract(1, ordering: .relaxed).newValue == 0 { Thread.detachNewThread(act) } }
}
#endif
