#if PostgreSQL
import Foundation
import Glibc
import SeededRandom
import StoreKinds
import Testing

/// The variables of a campaign.
private enum CampaignVariable: String {
  case rounds = "NAVIGATION_CLUSTER_ROUNDS"
  case event = "NAVIGATION_CLUSTER_EVENT"
  case seed = "NAVIGATION_CLUSTER_SEED"

  var value: String? { ProcessInfo.processInfo.environment[rawValue] }
  var number: Int? { value.flatMap { Int($0) } }
}

/// Several servers on a primary and its standby, while one of them fails, is paused or is unreachable.
///
/// It needs the machine for itself: with other tests in parallel its servers would be late, though not wrong. So it
/// runs only if rounds are requested.
@Suite(
  .enabled(
    if: PostgreSQLCluster.isAvailable && CampaignVariable.rounds.value != nil,
    "NAVIGATION_CLUSTER_ROUNDS=each, or a number, asks for it, as .ci/run does"), .serialized)
struct ClusterTests {
  /// One of each kind by default; `Tests/README.md` describes more.
  private static let rounds = CampaignVariable.rounds.number ?? kinds.count
  private static let kinds = ClusterEvent.allCases.filter { kind in
    CampaignVariable.event.value.map { $0 == "\(kind)" } ?? true
  }
  private static let seed = CampaignVariable.seed.number.map { UInt64($0) } ?? 20_261_123

  @Test func `no answered change is lost, executed twice, omitted or out of order`() async throws {
    var campaign = try await ClusterCampaign(seed: Self.seed)
    let (line, faults, isSound) = try await campaign.run(rounds: Self.rounds, of: Self.kinds) {
      print("cluster campaign, seed \(Self.seed): \($0)")
    }
    print("cluster campaign, seed \(Self.seed), in all: \(line)")
    #expect(isSound, "seed \(Self.seed): \(faults.prefix(40).joined(separator: "\n"))")
  }
}

/// The fault of a round.
enum ClusterEvent: String, CaseIterable, Sendable {
  case nodeKilled = "a node is killed"
  case nodeStopped = "a node stands still for a while"
  case connectionsEnded = "the database ends all connections, again and again"
  case nodeCut = "a node's connections are cut, again and again"
  case wayStalled = "the way from a node to the database stands still"
  case answersHeld = "a node does not get the database's answers, again and again"
  case primaryKilled = "the primary is killed, and the standby promoted"
  case primaryStopped = "the primary stands still, the standby is promoted, and the primary goes on"
  case standbyStopped = "the standby stands still for a while"
  case databaseCrashed = "the database crashes and begins anew"
  case changesLost =
    "the database loses what it had acknowledged, since nothing waited for the standby that takes its place"
  case clockOff = "a node's clock is off"
  case crashedAndReplaced =
    "the database crashes without its standby and begins anew, and then the standby takes its place"
}

/// Nodes on one store under load, in rounds with one fault each.
struct ClusterCampaign {
  let pair: PostgreSQLPair
  var nodes: ClusterNodes
  var chance: Seeded
  private let tokens = TokenSource()
  private var audit = ClusterAudit()

  private static let nodeCount = 3
  private static let clients = 24
  private static let sharedSessions = 8
  /// Followers per shared session.
  private static let followers = 4
  /// Answers before and after the fault.
  private static let answers = 60

  init(seed: UInt64) async throws {
    chance = Seeded(seed)
    pair = try await onThread { try PostgreSQLPair() }
    nodes = try await ClusterNodes(Self.nodeCount, on: pair)
  }

  /// Ends with a line of counts, and with all violations.
  ///
  /// - Parameters:
  ///   - kinds: the possible faults; each occurs before any recurs.
  ///   - told: receives a line per round.
  mutating func run(
    rounds: Int, of kinds: [ClusterEvent], told: (String) -> Void
  ) async throws -> (line: String, faults: [String], isSound: Bool) {
    var events: [ClusterEvent] = []
    for _ in 0..<rounds where audit.faults.isEmpty {
      if events.isEmpty { events = kinds.shuffled(using: &chance) }
      let event = events.removeLast()
      do { try await round(event) } catch { audit.note(fault: "\(event.rawValue): \(error)") }
      told("\(event.rawValue): \(audit.line)")
    }
    if audit.faults.isEmpty { try await inspect { try $0.inspectAll($1) } }
    if audit.faults.isEmpty { try await checkAll() }
    await nodes.stop()
    pair.stop()
    return (audit.line, audit.faults, audit.isSound)
  }

  private func checkAll() async throws {
    let check = try await Run(LiveServer.executable, ["check", "--store", pair.uri])
    #expect(check.end == .exit(0), "\(check)")
  }

  private mutating func inspect(_ look: @escaping @Sendable (inout ClusterAudit, StoreReader) throws -> Void)
    async throws
  {
    audit = try await nodes.read { [audit] reader in
      var audit = audit
      try look(&audit, reader)
      return audit
    }
  }

  private mutating func round(_ event: ClusterEvent) async throws {
    let tokens = tokens
    try audit.begin(at: pair.primary)
    let made = try await nodes.read { reader in
      try (0..<Self.sharedSessions).map { _ in
        var attempt = Attempt(tokens.next(), .create)
        attempt.answer = try reader.send(attempt)
        return attempt
      }
    }
    audit.add(made)
    let shared = made.compactMap(\.session)
    if event == .changesLost { try await lose(shared) }
    let round = ClusterRound(ports: nodes.ports, shared: shared, tokens: tokens)
    let seeds = (0..<Self.clients + Self.followers * round.shared.count).map { _ in chance.next() }
    async let traces = Self.load(round, seeds.prefix(Self.clients))
    async let accounts = Self.follow(round, seeds.dropFirst(Self.clients))
    do {
      try await wait(for: Self.answers, in: round)
      try await happen(event, in: round)
      try await nodes.waitUntilReady()
      try await wait(for: Self.answers, in: round)
    } catch {
      round.endLoad()
      round.end(at: Dictionary(uniqueKeysWithValues: round.shared.map { ($0, 0) }))
      throw error
    }
    round.endLoad()
    var all = await traces
    async let mended: Void = onThread { [pair] in try Self.mend(pair, after: event) }
    do {
      if event == .connectionsEnded { try endConnections() }
      all.append(try await finish(round))
    } catch {
      round.end(at: Dictionary(uniqueKeysWithValues: round.shared.map { ($0, 0) }))
      throw error
    }
    audit.add(all, await accounts, of: round)
    try await inspect { try $0.inspect($1) }
    try audit.inspect(pair.primary)
    try await mended
  }

  /// Loads the nodes while the database loses the answered changes.
  private mutating func lose(_ shared: [String]) async throws {
    let round = ClusterRound(ports: nodes.ports, shared: shared, tokens: tokens)
    let seeds = (0..<Self.clients).map { _ in chance.next() }
    async let traces = Self.load(round, seeds)
    let begin: Int64
    do {
      try await wait(for: Self.answers, in: round)
      begin = try await loseChanges()
    } catch {
      round.endLoad()
      throw error
    }
    round.endLoad()
    audit.add(await traces, lostSince: begin)
  }

  /// Makes a last change of each shared session; missed notifications must be recovered without a later one. Sets the
  /// final revisions.
  private func finish(_ round: ClusterRound) async throws -> ClusterClient.Trace {
    let (trace, ends) = try await nodes.read { reader in
      var (trace, ends) = (ClusterClient.Trace(), [String: Int]())
      for path in round.shared {
        var attempt = Attempt(round.tokens.next(), .apply(path), hasKey: true)
        for _ in 0..<1_000 where attempt.answer?.status ?? 503 == 503 { attempt.answer = try reader.send(attempt) }
        ends[path] = try #require(attempt.answer?.revision, "\(path) cannot be changed: \(attempt)")
        trace.attempts.append((Sighting.now(), attempt))
      }
      return (trace, ends)
    }
    round.end(at: ends)
    return trace
  }

  /// Waits for `count` more answered requests; throws if they do not come.
  private func wait(for count: Int, in round: ClusterRound) async throws {
    let wanted = round.answers.load(ordering: .relaxed) + count
    for _ in 0..<3_000 {
      if round.answers.load(ordering: .relaxed) >= wanted { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    try #require(Bool(false), "nothing is answered any more")
  }

  private static func load(_ round: ClusterRound, _ seeds: some Sequence<UInt64>) async -> [ClusterClient.Trace] {
    await each(seeds) { seed in
      var client = ClusterClient(round, seed: seed)
      return client.run()
    }
  }

  private static func follow(_ round: ClusterRound, _ seeds: some Sequence<UInt64>) async -> [Follower.Account] {
    await each(seeds.enumerated()) { index, seed in
      var follower = Follower(of: round.shared[index % round.shared.count], round, seed: seed)
      return follower.run()
    }
  }

  /// Runs `body` for each element in a thread of its own.
  private static func each<Element: Sendable, Value: Sendable>(
    _ elements: some Sequence<Element>, _ body: @escaping @Sendable (Element) -> Value
  ) async -> [Value] {
    await withTaskGroup(of: Value?.self) { group in
      for element in elements { group.addTask { try? await onThread { body(element) } } }
      return await group.reduce(into: []) { if let value = $1 { $0.append(value) } }
    }
  }
}

extension ClusterCampaign {
  /// Causes the event, and returns once recovery can start; `mend` reverts the rest.
  mutating func happen(_ event: ClusterEvent, in round: ClusterRound) async throws {
    switch event {
    case .nodeKilled: try await nodes.restart(draw(0..<nodes.ports.count), after: draw(0..<1_000))
    case .nodeStopped: try await stopNode()
    case .connectionsEnded:
      for _ in 0..<draw(2..<6) {
        try await whileCommitsWait { campaign in try campaign.endConnections() }
        try await pause(0..<500)
      }
    case .nodeCut:
      for _ in 0..<draw(3..<12) {
        try await whileCommitsWait { campaign in for proxy in campaign.nodes.proxies { proxy.cutAll() } }
        try await pause(0..<200)
      }
    case .wayStalled: try await stall(.all, for: 0..<8_000)
    case .answersHeld:
      // The node waits for up to five seconds.
      for _ in 0..<draw(4..<8) {
        try await stall(.answers, for: 1_000..<4_000)
        try await pause(100..<300)
      }
    case .primaryKilled:
      pair.primary.kill()
      try await pause(0..<500)
      try pair.promote()
    case .primaryStopped: try await stopPrimary(round)
    case .standbyStopped:
      pair.standby.signal(SIGSTOP)
      try await pause(0..<8_000)
      pair.standby.signal(SIGCONT)
    case .databaseCrashed: try pair.primary.crashOne(where: Self.isNodes)
    case .crashedAndReplaced: try await replaceCrashed()
    case .clockOff: try await shiftClock()
    // Done before the round.
    case .changesLost: break
    }
  }

  /// Runs `body`; sometimes while the standby is paused, so that commits are pending.
  private mutating func whileCommitsWait(_ body: (Self) throws -> Void) async throws {
    let isLate = Bool.random(using: &chance)
    if isLate {
      pair.standby.signalReceiver(SIGSTOP)
      try await pause(20..<150)
    }
    try body(self)
    if isLate {
      try await pause(20..<300)
      pair.standby.signalReceiver(SIGCONT)
    }
  }

  private static let isNodes = "application_name LIKE 'navigation-server%'"

  func endConnections() throws {
    _ = try pair.primary.query("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE \(Self.isNodes)")
  }

  private mutating func stall(_ stall: PostgreSQLProxy.Stall, for milliseconds: Range<Int>) async throws {
    for proxy in nodes.proxies { proxy.stall(stall) }
    try await pause(milliseconds)
    for proxy in nodes.proxies { proxy.stall(nil) }
  }

  private mutating func stopNode() async throws {
    let number = draw(0..<nodes.ports.count)
    nodes.signal(number, SIGSTOP)
    try await pause(0..<8_000)
    nodes.signal(number, SIGCONT)
  }

  private mutating func stopPrimary(_ round: ClusterRound) async throws {
    let old = pair.primary
    old.signal(SIGSTOP)
    round.beginLeases()
    try await pause(0..<3_000)
    try pair.promote()
    try await pause(0..<5_000)
    old.signal(SIGCONT)
    round.endLeases()
    try await pause(500..<1_500)
  }

  /// After its crash the primary shows commits that no standby has. It is lost before the standby is back.
  private mutating func replaceCrashed() async throws {
    pair.standby.crash()
    try await pause(200..<1_000)
    try pair.primary.crashOne(where: Self.isNodes)
    try await pause(500..<3_000)
    pair.primary.kill()
    try pair.standby.start()
    try pair.promote()
  }

  /// Makes commits wait for a standby again.
  static func mend(_ pair: PostgreSQLPair, after event: ClusterEvent) throws {
    switch event {
    case .primaryKilled, .primaryStopped, .crashedAndReplaced, .changesLost: try pair.mend()
    case .nodeKilled, .nodeStopped, .connectionsEnded, .nodeCut, .wayStalled, .answersHeld, .standbyStopped,
      .databaseCrashed, .clockOff:
      break
    }
  }

  /// Up to 8 seconds: a node beyond 10 is not ready.
  private mutating func shiftClock() async throws {
    let number = draw(0..<nodes.ports.count)
    let milliseconds = draw(2_000..<8_000) * (Bool.random(using: &chance) ? 1 : -1)
    try await nodes.restart(number, clock: ShiftedClock(milliseconds: milliseconds))
    try await nodes.waitUntilReady()
    try await pause(500..<1_500)
    try await nodes.restart(number)
  }

  /// Makes the database lose the changes answered for a while; returns the start of that time.
  mutating func loseChanges() async throws -> Int64 {
    pair.standby.crash()
    let begin = Sighting.now()
    try pair.forgetStandby()
    try await pause(100..<500)
    pair.primary.kill()
    try pair.standby.start()
    try pair.promote()
    return begin
  }

  private mutating func draw(_ range: Range<Int>) -> Int { Int.random(in: range, using: &chance) }

  /// - Parameter range: milliseconds.
  mutating func pause(_ range: Range<Int>) async throws { try await Task.sleep(for: .milliseconds(draw(range))) }
}
#endif
