#if PostgreSQL
import Dispatch
import Glibc
import NavigationAPI
import SessionStorage
import Synchronization

/// One engine among those that share a store: its row, its lease to read, its clock, and what it tells the others.
///
/// It writes its row each second, and waits for that as for any change: a primary that another one has taken the place
/// of cannot say that it did. Without an answer for five seconds nothing is read any more.
final class StoreNode: Sendable {
  /// Milliseconds after the last acknowledged heartbeat for which reads are answered.
  static let leaseMilliseconds = 5_000
  private static let heartbeatMilliseconds = 1_000
  /// Milliseconds between two hints.
  private static let hintMilliseconds = 2
  /// Milliseconds that the store's clock may be ahead or behind.
  private static let offsetLimit: Int64 = 10_000

  let id: String
  let servers: ServerList
  let counters = StoreCounters()
  let release: Release
  private let name: String
  private let version: String
  private let report: @Sendable (PostgreSQLEvent) -> Void
  /// When the last acknowledged heartbeat was sent.
  private let beat = Atomic<Int>(.min)
  /// Milliseconds from this machine's clock to the store's.
  private let offset = Atomic<Int64>(0)
  /// How the store has contents written; by this engine only where it can.
  private let storeFormat = Atomic<Int>(1)
  /// The server's process that tells the others.
  let process = Atomic<Int32>(0)
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)
  private let queue = DispatchQueue(label: "navigation.postgresql.node", qos: .userInitiated)

  private struct State {
    var isStopped = false
    /// What is to be told to others.
    var hints: [(SessionID, Int64)] = []
    var trims: [SessionID: StoreChores.Trim] = [:]
    var wantsSweep = false
    var wantsBlockers = false
    /// What the store says of itself, where this code does not know it.
    var incompatibility: String?
    var failure: String?
  }

  init(
    _ servers: ServerList, _ configuration: PostgreSQLBackend.Configuration,
    report: @escaping @Sendable (PostgreSQLEvent) -> Void
  ) {
    self.servers = servers
    (name, version, release) = (configuration.node, configuration.version, configuration.release)
    self.report = report
    id = Self.newID()
  }

  /// A random UUID.
  private static func newID() -> String {
    let digits = (0..<2).map { _ in UInt64.random(in: .min ... .max) }.map { word in
      String(String(repeating: "0", count: 16) + String(word, radix: 16)).suffix(16)
    }.joined()
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { range in
      String(digits.dropFirst(range.lowerBound).prefix(range.count))
    }
    .joined(separator: "-")
  }

  /// Connects, and writes its row for the first time. Throws where that fails.
  func start() throws(PostgreSQLError) {
    let connection = try servers.connect(waits: true)
    try sendHeartbeat(on: connection)
    _ = try connection.run(TrimStatements.nodes)
    let first = Handed(connection: connection)
    queue.async { [self] in run(first.connection) }
  }

  // SAFETY: the one that hands it over does not use it from then on.
  private struct Handed: @unchecked Sendable { let connection: PostgreSQLConnection }

  func stop() {
    state.withLock { $0.isStopped = true }
    wake.signal()
  }

  private func run(_ first: PostgreSQLConnection) {
    var connection: PostgreSQLConnection? = first
    var chores = StoreChores(servers.schema, counters)
    var nextBeat = PostgreSQLConnection.milliseconds() + Self.heartbeatMilliseconds
    while true {
      _ = wake.wait(timeout: .now() + .milliseconds(max(0, nextBeat - PostgreSQLConnection.milliseconds())))
      let (isStopped, hints, trims, wantsSweep, wantsBlockers) = state.withLock { state in
        defer { (state.hints, state.trims, state.wantsSweep, state.wantsBlockers) = ([], [:], false, false) }
        return (state.isStopped, state.hints, state.trims, state.wantsSweep, state.wantsBlockers)
      }
      if isStopped { return }
      do throws(PostgreSQLError) {
        if connection.map(servers.isCurrent) != true { connection = nil }
        let standing: PostgreSQLConnection
        if let connection { standing = connection } else { standing = try servers.connect(waits: true) }
        connection = standing
        if PostgreSQLConnection.milliseconds() >= nextBeat {
          nextBeat = PostgreSQLConnection.milliseconds() + Self.heartbeatMilliseconds
          try sendHeartbeat(on: standing)
        }
        try chores.tell(hints, on: standing)
        try chores.trim(trims, on: standing)
        if wantsSweep { try chores.sweep(on: standing) }
        if wantsBlockers { try findBlockers(on: standing) }
      } catch {
        if error.endsConnection { connection = nil }
        note(failure: error)
        nextBeat = PostgreSQLConnection.milliseconds() + Self.heartbeatMilliseconds / 4
      }
      // What comes meanwhile goes together.
      if !hints.isEmpty { usleep(UInt32(Self.hintMilliseconds) * 1_000) }
    }
  }

  private func note(failure error: PostgreSQLError) {
    let isNew = state.withLock { state in
      defer { state.failure = error.description }
      return state.failure == nil
    }
    if isNew { report(.unreachable(error.description)) }
  }

  private func sendHeartbeat(on connection: PostgreSQLConnection) throws(PostgreSQLError) {
    let statement = PostgreSQLConnection.Statement(
      name: "heartbeat",
      sql: """
        INSERT INTO nodes(id, name, version, schema, format, seen)
        VALUES('\(id)', $1::text, $2::text, \(release.schema), \(release.format), clock_timestamp())
        ON CONFLICT (id) DO UPDATE SET seen = clock_timestamp(), name = excluded.name, version = excluded.version,
          schema = excluded.schema, format = excluded.format
        RETURNING (extract(epoch FROM clock_timestamp()) * 1000)::int8, (SELECT oldest_reader FROM meta), (SELECT format FROM meta)
        """)
    var parameters = Parameters()
    parameters.add(name)
    parameters.add(version)
    let (sent, clock) = (PostgreSQLConnection.milliseconds(), Self.clock())
    guard let row = try connection.run(statement, parameters).first else {
      throw .other(.init(message: "the heartbeat has no answer"))
    }
    let took = Int64(PostgreSQLConnection.milliseconds() - sent)
    process.store(connection.process, ordering: .relaxed)
    // The answer comes when the standby has it, which may be seconds behind the moment that it tells.
    note(offsetWithin: row.int(0) - clock - took...row.int(0) - clock)
    let incompatibility =
      row.int(1) > release.schema
      ? "a newer version has changed the tables" : row.int(2) > release.format ? "a newer version writes it" : nil
    storeFormat.store(Int(row.int(2)), ordering: .relaxed)
    let wasFailing = state.withLock { state in
      defer { (state.failure, state.incompatibility) = (nil, incompatibility) }
      return state.failure != nil
    }
    beat.store(sent, ordering: .releasing)
    if wasFailing { report(.reachable) }
  }

  /// Keeps what it knew where that may still be so; else it takes what is nearest to it.
  private func note(offsetWithin range: ClosedRange<Int64>) {
    let old = offset.load(ordering: .relaxed)
    let new = min(max(old, range.lowerBound), range.upperBound)
    offset.store(new, ordering: .relaxed)
    if abs(new) > 1_000, abs(old) <= 1_000 { report(.clockOff(milliseconds: new)) }
  }

  private static func clock() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Milliseconds from this machine's clock to the store's.
  var clockOffset: Int64 { offset.load(ordering: .relaxed) }

  /// Milliseconds since the last acknowledged heartbeat was sent.
  var heartbeatAge: Int {
    let beat = beat.load(ordering: .acquiring)
    return beat == .min ? .max : PostgreSQLConnection.milliseconds() - beat
  }

  var figures: SharingFigures {
    var figures = counters.figures
    let age = heartbeatAge
    figures.heartbeatAge = age == .max ? nil : Double(age) / 1_000
    figures.clockOffset = Double(clockOffset) / 1_000
    return figures
  }

  /// Whether the store may be asked.
  var readiness: StoreReadiness {
    let age = heartbeatAge
    if let incompatibility = state.withLock({ $0.incompatibility }) { return .unavailable(incompatibility) }
    // Clients are told: what the network says, with addresses, is for the log.
    guard age <= Self.leaseMilliseconds else {
      return .unavailable("the database has acknowledged nothing for \(age / 1_000) s")
    }
    let offset = clockOffset
    guard abs(offset) <= Self.offsetLimit else {
      return .unavailable("this machine's clock is off by \(abs(offset) / 1_000) s")
    }
    return .ready
  }

  /// Throws where it may not be asked.
  func requireReady() throws(StoreError) {
    if case .unavailable(let reason) = readiness { throw .unavailable(reason) }
  }

  /// What was kept: the others are told, and what is beyond the limits is taken away.
  func note(kept written: [ChangeWriter.Kept]) {
    state.withLock { state in
      for kept in written {
        let (session, count) = (kept.attempt.session, kept.attempt.version.count)
        state.hints.append((session, count))
        guard let limits = kept.attempt.limits, count % KeepingLimits.trimInterval == 0 || limits.hasLargeContent else {
          continue
        }
        let trim = StoreChores.Trim(
          latest: count, firstOrdinal: kept.ordinal - Int64(limits.history.revisions) + 1,
          firstBytes: kept.bytes - Int64(limits.history.bytes))
        // Each write but those in another one's place has the next ordinal, and the first one is version 0.
        let hasReplaced = kept.ordinal <= count
        let hasAnswers = kept.attempt.place != nil
        if trim.firstOrdinal > 1 || trim.firstBytes > 0 || hasReplaced || hasAnswers { state.trims[session] = trim }
      }
    }
    wake.signal()
  }

  /// How contents are to be written.
  var format: Int { min(storeFormat.load(ordering: .relaxed), release.format) }

  /// A change had to wait too long for another one: in a while its operator is told of which connection.
  func reportBlockers() {
    state.withLock { $0.wantsBlockers = true }
    wake.signal()
  }

  /// Those that have written and not committed for a second: PostgreSQL tells only those that wait which ones block
  /// them, and no wait is left.
  private func findBlockers(on connection: PostgreSQLConnection) throws(PostgreSQLError) {
    let statement = PostgreSQLConnection.Statement(
      name: "blockers",
      sql: """
        SELECT DISTINCT a.pid::int8, a.application_name || ', ' || coalesce(a.state, '') || ' since ' || a.state_change
        FROM pg_locks l JOIN pg_stat_activity a USING (pid)
        WHERE l.relation = 'records'::regclass AND l.mode = 'RowExclusiveLock' AND l.granted AND a.pid <> pg_backend_pid()
          AND a.xact_start < clock_timestamp() - interval '1 s'
        """)
    let blockers = try connection.run(statement).rows.map { "\($0.int(0)) (\($0.text(1)))" }
    if !blockers.isEmpty { report(.blocked(by: blockers)) }
  }

  /// Takes away, in a while, what of no session of now is beyond its time.
  func sweep() {
    state.withLock { $0.wantsSweep = true }
    wake.signal()
  }
}

/// What the operator of an engine should know of its way to the database.
public enum PostgreSQLEvent: Hashable, Sendable {
  /// It cannot be asked, for this reason.
  case unreachable(String)
  /// It can again.
  case reachable
  /// This machine's clock and the store's are not together.
  case clockOff(milliseconds: Int64)
  /// The store has lost a change of this session that had been acknowledged, as the failover to an asynchronous standby
  /// may.
  case lostChange(SessionID)
  /// Changes waited too long for connections that have written and do not commit: their processes, and what PostgreSQL
  /// says of them.
  case blocked(by: [String])
  /// A change was refused by the database.
  case refused(SessionID, String)
}
#endif
