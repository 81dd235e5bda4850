#if PostgreSQL
import Dispatch
import Glibc
import Navigation
public import SessionStorage
import Synchronization

/// A backend in a database that several engines share.
public final class PostgreSQLBackend: SharedBackend {
  private let limits: StoreLimits
  private let node: StoreNode
  private let readers: ConnectionPool
  private let writers: ConnectionPool
  private let writer: ChangeWriter
  private let listener = Mutex<StoreListener?>(nil)
  private let report: @Sendable (PostgreSQLEvent) -> Void
  package let writerCount: Int
  package let readerCount: Int
  /// Whether commits wait for a standby; without one, a failure of the primary's disk loses the latest commits.
  public let hasSynchronousStandby: Bool

  public struct Configuration: Sendable {
    public var durability = Durability.full
    /// Connections for writing, and as many for reading.
    public var connections = 2
    public var node: String
    /// The version of this program.
    public var version: String

    public init(node: String, version: String) { (self.node, self.version) = (node, version) }
  }

  /// Connects, and creates the store if there is none.
  ///
  /// - Throws: the fault of the database.
  public init(
    _ address: PostgreSQLAddress, _ configuration: Configuration, limits: StoreLimits,
    report: @escaping @Sendable (PostgreSQLEvent) -> Void = { _ in }
  ) throws(PostgreSQLFault) {
    self.limits = limits
    self.report = report
    (writerCount, readerCount) = (configuration.connections, configuration.connections)
    let servers = ServerList(
      address, isDurable: configuration.durability == .full, name: "navigation-server \(configuration.node)")
    node = StoreNode(servers, configuration, report: report)
    readers = ConnectionPool(servers, limit: configuration.connections, showsReplicated: true)
    writers = ConnectionPool(servers, limit: configuration.connections, showsReplicated: false)
    writer = ChangeWriter(node, pool: writers, limits: limits, report: report)
    let connection = try servers.openStore(creates: true).0
    do throws(PostgreSQLError) {
      let standby = "SELECT current_setting('synchronous_standby_names') <> ''"
      hasSynchronousStandby = try connection.run(standby).first?.bool(0) ?? false
      try node.start()
    } catch { throw PostgreSQLFault(error, address) }
  }

  deinit { close() }

  /// Reads while the lease is valid; retries on another connection if one is lost, up to a deadline.
  private func read<Answer>(_ body: (StoreReader) throws -> Answer) throws(StoreError) -> Answer {
    let deadline = PostgreSQLConnection.milliseconds() + PostgreSQLConnection.replyMilliseconds
    while true {
      try node.requireReady()
      let result: Result<Answer, StoreError>
      do throws(PostgreSQLError) {
        result = try readers.use { connection throws(PostgreSQLError) in
          try Self.result(body, StoreReader(connection: connection, limits: limits))
        }
      } catch {
        guard error.mayPass, !readers.isClosed, PostgreSQLConnection.milliseconds() < deadline else {
          throw StoreError(reading: error)
        }
        usleep(UInt32.random(in: 5_000...50_000))
        continue
      }
      // The server may have been replaced during the read.
      try node.requireReady()
      return try result.get()
    }
  }

  /// Runs `body`; errors in the rows are returned, and errors of the connection thrown.
  private static func result<Answer>(
    _ body: (StoreReader) throws -> Answer, _ reader: StoreReader
  ) throws(PostgreSQLError) -> Result<Answer, StoreError> {
    do { return .success(try body(reader)) } catch let error as PostgreSQLError { throw error } catch {
      return .failure(error as? StoreError ?? .unreadable)
    }
  }

  package func contents() throws(StoreError) -> BackendContents { try read { try $0.contents() } }

  package func session(_ id: SessionID) throws(StoreError) -> LoadedSession? {
    try read { try $0.latest(of: [(id, nil)])[0]?.get() ?? nil }
  }

  package func lines(_ query: SessionListQuery, of owner: Owner, below number: Int64, count: Int) throws(StoreError)
    -> SessionLines
  {
    try read { try $0.lines(query, of: owner, below: number, count: count) }
  }

  package func due(at now: Timestamp, limit: Int) throws(StoreError) -> [SessionLine] {
    node.sweep()
    return try read { try $0.due(at: now, limit: limit) }
  }

  package func steps(
    of session: StoredSession, after revision: Int?, limit: Int, states: Bool
  ) throws(HistoryGap) -> [HistoryStep] {
    let history = limits.history(beside: session.session)
    let steps: Result<[HistoryStep], HistoryGap>
    do throws(StoreError) {
      steps = try read { reader in
        func read() throws -> Result<[HistoryStep], HistoryGap> {
          do {
            return .success(
              try reader.steps(of: session, after: revision, limit: limit, states: states, history))
          } catch let gap as HistoryGap { return .failure(gap) }
        }
        // Records may have been trimmed between the two queries.
        do { return try read() } catch StoreError.unreadable { return try read() }
      }
    } catch { throw .failed(error) }
    return try steps.get()
  }

  package func creationAnswers(of owner: Owner) throws(StoreError) -> [StoredAnswer] {
    try read { try $0.creationAnswers(of: owner) }
  }

  package func answerBody(of answer: StoredAnswer, at place: Int64) throws(StoreError) -> [UInt8]? {
    try read { try $0.answerBody(of: answer, at: place) }
  }

  package func write(_ writes: [Write]) throws(StoreError) -> [Written] {
    try node.requireReady()
    return writer.write(writes)
  }

  package func latest(of known: [KnownSession]) throws(StoreError) -> [LatestSession] {
    let start = DispatchTime.now().uptimeNanoseconds
    let found = try read { try $0.latest(of: known) }
    node.count {
      $0.checks += known.count
      $0.checkDurations.add(Int64(DispatchTime.now().uptimeNanoseconds - start))
    }
    return known.enumerated().map { index, known in
      switch found[index] {
      case nil: return known.version == nil ? .none : .same
      case .failure(let error)?: return .failed(error)
      case .success(nil)?: return .none
      case .success(let loaded?)?:
        if let before = known.version, let now = loaded.session.version, now.count < before.count {
          node.count { $0.revertedSessions += 1 }
          report(.lostChange(known.id))
        }
        return .other(loaded)
      }
    }
  }

  package func listen(_ notice: @escaping @Sendable (StoreNotice) -> Void) {
    let listener = StoreListener(node, notice)
    self.listener.withLock { $0 = listener }
    listener.start()
  }

  package var readiness: StoreReadiness { node.readiness }

  package var receivesNotices: Bool { listener.withLock { $0?.isHealthy ?? false } }

  package var figures: SharingFigures { node.figures }

  /// Milliseconds by which the store's clock is ahead of this machine's.
  public var clockOffset: Int64 { node.clockOffset }

  package func close() {
    listener.withLock { $0?.stop() }
    node.stop()
    readers.close()
    writers.close()
  }
}

extension SessionStore {
  /// A store that other engines share.
  ///
  /// - Parameters:
  ///   - uptime: nanoseconds of a monotonic clock.
  ///   - report: receives the report on each commit, on threads of the store.
  public convenience init(
    _ database: PostgreSQLBackend, limits: StoreLimits, uptime: @escaping @Sendable () -> Int64,
    report: @escaping @Sendable (CommitReport) -> Void
  ) throws(PostgreSQLFault) {
    do throws(StoreError) { try self.init(durable: database, limits: limits, uptime: uptime, report: report) } catch {
      throw .unavailable(address: "", detail: error.text)
    }
  }
}
#endif
