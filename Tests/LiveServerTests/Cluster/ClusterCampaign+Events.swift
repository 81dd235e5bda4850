#if PostgreSQL
import Glibc
import StoreKinds

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
