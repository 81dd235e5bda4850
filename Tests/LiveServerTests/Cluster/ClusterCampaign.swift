#if PostgreSQL
import Glibc
import SeededRandom
import StoreKinds
import Testing

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
#endif
