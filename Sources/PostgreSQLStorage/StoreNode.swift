#if PostgreSQL
import Dispatch
import FoundationEssentials
import Glibc
import Navigation
import SessionStorage
import Synchronization

/// One engine among those that share a store: its row, its lease to read, its clock offset and its notifications.
///
/// It updates its row each second as a durable commit, which a replaced primary cannot acknowledge. Without an
/// acknowledgement for five seconds, reads are refused.
final class StoreNode: Sendable {
  /// Milliseconds after the last acknowledged heartbeat in which reads are allowed.
  private static let leaseMilliseconds = 5_000
  private static let heartbeatMilliseconds = 1_000
  /// Milliseconds between two notifications.
  private static let hintMilliseconds = 2
  /// The most milliseconds that the store's clock may be ahead or behind.
  private static let offsetLimit: Int64 = 10_000

  private let id = UUID().uuidString
  let servers: ServerList
  private let name: String
  private let version: String
  private let report: @Sendable (PostgreSQLEvent) -> Void
  /// When the last acknowledged heartbeat was sent, in milliseconds of the monotonic clock.
  private let beat = Atomic<Int>(.min)
  /// Milliseconds by which the store's clock is ahead of this machine's.
  private let offset = Atomic<Int64>(0)
  /// The server process that sends the notifications.
  let process = Atomic<Int32>(0)
  private let state = Mutex(State())
  /// The statistics without heartbeat and clock.
  private let counted = Mutex(SharingFigures())
  private let wake = DispatchSemaphore(value: 0)
  private let queue = DispatchQueue(label: "navigation.postgresql.node", qos: .userInitiated)

  private struct State {
    var isStopped = false
    /// Notifications to send.
    var hints: [(SessionID, Int64)] = []
    var trims: [SessionID: StoreChores.Trim] = [:]
    var wantsSweep = false
    var wantsBlockers = false
    /// The reason that no server may use the store any more.
    var incompatibility: String?
    var failure: String?
  }

  init(
    _ servers: ServerList, _ configuration: PostgreSQLBackend.Configuration,
    report: @escaping @Sendable (PostgreSQLEvent) -> Void
  ) {
    self.servers = servers
    (name, version) = (configuration.node, configuration.version)
    self.report = report
  }

  /// Connects and sends the first heartbeat. Throws if that fails.
  func start() throws(PostgreSQLError) {
    let connection = try servers.connect(waits: true)
    try sendHeartbeat(on: connection)
    _ = try connection.run(TrimStatements.nodes)
    queue.async { [self] in run(connection) }
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    wake.signal()
  }

  private func run(_ first: PostgreSQLConnection) {
    var connection: PostgreSQLConnection? = first
    var chores = StoreChores(self)
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
        try chores.send(hints, on: standing)
        // One statement per turn, so that a long trim does not delay the heartbeat.
        let partial = try chores.trim(trims, on: standing)
        if !partial.isEmpty {
          queueAgain(partial)
          wake.signal()
        }
        if wantsSweep { try chores.sweep(on: standing) }
        if wantsBlockers { try findBlockers(on: standing) }
      } catch {
        if error.endsConnection { connection = nil }
        queueAgain(trims)
        report(failure: error)
        nextBeat = PostgreSQLConnection.milliseconds() + Self.heartbeatMilliseconds / 4
      }
      // Changes made during the pause share one notification.
      if !hints.isEmpty { usleep(UInt32(Self.hintMilliseconds) * 1_000) }
    }
  }

  /// Queues trims that failed or are not complete, except those of sessions with a later one.
  private func queueAgain(_ trims: [SessionID: StoreChores.Trim]) {
    state.withLock { $0.trims.merge(trims) { later, _ in later } }
  }

  private func report(failure error: PostgreSQLError) {
    let isNew = state.withLock { state in
      defer { state.failure = error.description }
      return state.failure == nil
    }
    if isNew { report(.unreachable(error.description)) }
  }

  private func sendHeartbeat(on connection: PostgreSQLConnection) throws(PostgreSQLError) {
    let statement = """
      INSERT INTO nodes(id, name, version, seen) VALUES('\(id)', $1::text, $2::text, clock_timestamp())
      ON CONFLICT (id) DO UPDATE SET seen = clock_timestamp(), name = excluded.name, version = excluded.version
      RETURNING (extract(epoch FROM clock_timestamp()) * 1000)::int8, (SELECT schema FROM meta), (SELECT oldest_reader FROM meta)
      """
    let (sent, clock) = (PostgreSQLConnection.milliseconds(), Self.clock())
    guard let row = try connection.run(statement, name, version).first else {
      throw .init(.other, "the heartbeat has no answer")
    }
    let took = Int64(PostgreSQLConnection.milliseconds() - sent)
    process.store(connection.process, ordering: .relaxed)
    // The reply waits for the standby, so it may arrive seconds after the time that it reports.
    clampOffset(to: row.int(0) - clock - took...row.int(0) - clock)
    let incompatibility: String? =
      switch Schema.Meta(schema: Int(row.int(1)), oldestReader: Int(row.int(2))).use {
      case .open: nil
      case .otherSchema: "its tables have another schema"
      case .incompleteCopy: "it is a copy that is not complete"
      }
    let wasFailing = state.withLock { state in
      defer { (state.failure, state.incompatibility) = (nil, incompatibility) }
      return state.failure != nil
    }
    if wasFailing { report(.reachable) }
    beat.store(sent, ordering: .releasing)
  }

  private func clampOffset(to range: ClosedRange<Int64>) {
    let old = offset.load(ordering: .relaxed)
    let new = min(max(old, range.lowerBound), range.upperBound)
    offset.store(new, ordering: .relaxed)
    if abs(new) > 1_000, abs(old) <= 1_000 { report(.clockOff(milliseconds: new)) }
  }

  private static func clock() -> Int64 { Timestamp(Date()).milliseconds }

  /// Milliseconds by which the store's clock is ahead of this machine's.
  var clockOffset: Int64 { offset.load(ordering: .relaxed) }

  /// Milliseconds since the last acknowledged heartbeat was sent.
  var heartbeatAge: Int {
    let beat = beat.load(ordering: .acquiring)
    return beat == .min ? .max : PostgreSQLConnection.milliseconds() - beat
  }

  var figures: SharingFigures {
    var figures = counted.withLock { $0 }
    let age = heartbeatAge
    figures.heartbeatAge = age == .max ? nil : Double(age) / 1_000
    figures.clockOffset = Double(clockOffset) / 1_000
    return figures
  }

  func count(_ change: (inout SharingFigures) -> Void) { counted.withLock { change(&$0) } }

  var readiness: StoreReadiness {
    let age = heartbeatAge
    if let incompatibility = state.withLock({ $0.incompatibility }) { return .unavailable(incompatibility) }
    // Sent to clients: network errors, which have addresses, go to the log only.
    guard age <= Self.leaseMilliseconds else {
      return .unavailable("the database has acknowledged nothing for \(age / 1_000) s")
    }
    let offset = clockOffset
    guard abs(offset) <= Self.offsetLimit else {
      return .unavailable("this machine's clock is off by \(abs(offset) / 1_000) s")
    }
    return .ready
  }

  func requireReady() throws(StoreError) {
    if case .unavailable(let reason) = readiness { throw .unavailable(reason) }
  }

  /// Queues the notifications of committed changes, and the trims that they require.
  func queueChores(of written: [ChangeWriter.Stored]) {
    state.withLock { state in
      for change in written {
        let (session, count) = (change.attempt.session, change.attempt.version.count)
        state.hints.append((session, count))
        guard let limits = change.attempt.limits, count % RetentionLimits.trimInterval == 0 || limits.hasLargeContent
        else {
          continue
        }
        let trim: StoreChores.Trim = (
          count, change.ordinal - Int64(limits.history.revisions) + 1, change.bytes - Int64(limits.history.bytes)
        )
        // Each write except a replacement has the next ordinal, and the first version is 0.
        let hasReplaced = change.ordinal <= count
        let hasAnswers = change.attempt.place != nil
        if trim.firstOrdinal > 1 || trim.firstBytes > 0 || hasReplaced || hasAnswers { state.trims[session] = trim }
      }
    }
    wake.signal()
  }

  /// Requests a report on the connections that block changes.
  func reportBlockers() {
    state.withLock { $0.wantsBlockers = true }
    wake.signal()
  }

  /// Reports transactions that have written and stayed open for a second. PostgreSQL names blockers only to waiting
  /// queries, and none waits any more.
  private func findBlockers(on connection: PostgreSQLConnection) throws(PostgreSQLError) {
    let statement = """
      SELECT DISTINCT a.pid::int8, a.application_name || ', ' || coalesce(a.state, '') || ' since ' || a.state_change
      FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE l.relation = 'records'::regclass AND l.mode = 'RowExclusiveLock' AND l.granted AND a.pid <> pg_backend_pid()
        AND a.xact_start < clock_timestamp() - interval '1 s'
      """
    let blockers = try connection.run(statement).rows.map { "\($0.int(0)) (\($0.text(1)))" }
    if !blockers.isEmpty { report(.blocked(by: blockers)) }
  }

  /// Requests a sweep of expired deletion marks and old answers to creations.
  func sweep() {
    state.withLock { $0.wantsSweep = true }
    wake.signal()
  }
}

/// An event of an engine's use of the database, for its operator.
public enum PostgreSQLEvent: Hashable, Sendable {
  /// The database is unavailable, for this reason.
  case unreachable(String)
  /// The database is available again.
  case reachable
  /// The offset between this machine's clock and the store's has exceeded a second.
  case clockOff(milliseconds: Int64)
  /// The store has lost an acknowledged change of this session, as a failover to an asynchronous standby may cause.
  case lostChange(SessionID)
  /// Changes timed out on connections with open transactions: their processes, and PostgreSQL's description of them.
  case blocked(by: [String])
  /// The database rejected a change.
  case refused(SessionID, String)
}

/// Listens for writes of other engines; polls periodically for notifications that it missed.
final class StoreListener: Sendable {
  /// Milliseconds between two polls.
  static let pollMilliseconds = 5_000
  /// Milliseconds between two polls while not listening.
  private static let deafPollMilliseconds = 200
  /// Milliseconds after which it checks whether to stop.
  private static let turnMilliseconds = 100

  private let node: StoreNode
  private let notice: @Sendable (StoreNotice) -> Void
  private let isStopped = Atomic<Bool>(false)
  private let isListening = Atomic<Bool>(false)
  private let queue = DispatchQueue(label: "navigation.postgresql.listener", qos: .userInitiated)

  init(_ node: StoreNode, _ notice: @escaping @Sendable (StoreNotice) -> Void) {
    (self.node, self.notice) = (node, notice)
  }

  func start() { queue.async { [self] in run() } }

  func stop() { isStopped.store(true, ordering: .relaxed) }

  var isHealthy: Bool { isListening.load(ordering: .relaxed) }

  private func run() {
    var connection: PostgreSQLConnection?
    var lastPoll = PostgreSQLConnection.milliseconds()
    while !isStopped.load(ordering: .relaxed) {
      do throws(PostgreSQLError) {
        if connection.map(node.servers.isCurrent) != true { connection = nil }
        let standing: PostgreSQLConnection
        if let connection {
          standing = connection
        } else {
          standing = try node.servers.connect()
          try standing.execute("LISTEN \(node.servers.schema)")
          // Polls for writes from before it listened.
          lastPoll = 0
        }
        connection = standing
        isListening.store(true, ordering: .relaxed)
        for (sender, text) in try standing.notifications(within: Self.turnMilliseconds) { handle(text, from: sender) }
      } catch {
        connection = nil
        isListening.store(false, ordering: .relaxed)
        usleep(UInt32(Self.turnMilliseconds) * 1_000)
      }
      let now = PostgreSQLConnection.milliseconds()
      if now - lastPoll >= (connection == nil ? Self.deafPollMilliseconds : Self.pollMilliseconds) {
        lastPoll = now
        notice(.any)
      }
    }
  }

  private func handle(_ text: String, from sender: Int32) {
    // This engine's own notification.
    guard sender != node.process.load(ordering: .relaxed) else { return }
    node.count { $0.hintsReceived += 1 }
    for hint in text.split(separator: ",") {
      guard let session = SessionID(String(hint.prefix { $0 != ":" })) else { continue }
      notice(.session(session))
    }
  }
}
#endif
