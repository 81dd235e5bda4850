#if PostgreSQL
import Glibc
import Navigation
import SessionStorage
import Synchronization

/// Writes changes, a batch per statement, until the outcome of each is known.
///
/// If the connection is lost after a batch was sent, it is sent again with the same writers, followed by a barrier.
/// Then each change is written now, was written before, or is superseded.
final class ChangeWriter: Sendable {
  private let node: StoreNode
  private let pool: ConnectionPool
  private let limits: StoreLimits
  private let texts = Mutex(StateTexts())
  private let report: @Sendable (PostgreSQLEvent) -> Void
  /// Milliseconds in which the outcome of a batch has to be known.
  private static let decisionMilliseconds = 5_000

  /// A written attempt, with the position of its record among all of its session, and their bytes.
  typealias Stored = (attempt: ChangeBatch.Attempt, ordinal: Int64, bytes: Int64)

  init(
    _ node: StoreNode, pool: ConnectionPool, limits: StoreLimits,
    report: @escaping @Sendable (PostgreSQLEvent) -> Void
  ) {
    (self.node, self.pool, self.limits, self.report) = (node, pool, limits, report)
  }

  func write(_ writes: [Write]) -> [Written] {
    var written = [Written](repeating: .superseded, count: writes.count)
    let batches = ChangeBatch.sorted(writes, limits) { session, version in
      texts.withLock { $0.text(of: session, at: version) }
    }
    for batch in batches { write(batch, into: &written) }
    var postponed: [(index: Int, id: SessionID, due: Timestamp)] = []
    for (index, write) in writes.enumerated() {
      switch write {
      case .name(let owner, let name):
        written[index] = outcome { () throws(PostgreSQLError) in try self.write(name, of: owner) }
      case .postpone(let id, _, let due): postponed.append((index, id, due))
      case .create, .update, .delete: break
      }
    }
    if !postponed.isEmpty {
      let outcome = outcome { () throws(PostgreSQLError) in try postpone(postponed.map { ($0.id, $0.due) }) }
      for (index, _, _) in postponed { written[index] = outcome }
    }
    return written
  }

  private func outcome(_ write: () throws(PostgreSQLError) -> Written) -> Written {
    do throws(PostgreSQLError) { return try write() } catch { return .failed(StoreError(writing: error)) }
  }

  private func write(_ batch: ChangeBatch, into written: inout [Written]) {
    let stored: [Stored]
    do throws(PostgreSQLError) { stored = try send(batch) } catch {
      if error.kind == .refused, batch.attempts.count > 1 {
        for half in batch.halves { write(half, into: &written) }
        return
      }
      if error.kind == .refused {
        for attempt in batch.attempts { report(.refused(attempt.session, error.message)) }
      }
      for attempt in batch.attempts { written[attempt.index] = .failed(StoreError(writing: error)) }
      return
    }
    for change in stored { written[change.attempt.index] = .committed(place: change.attempt.place) }
    texts.withLock { texts in
      for attempt in stored.map(\.attempt) {
        if let text = attempt.stateText {
          texts.store(text, of: attempt.session, at: attempt.version)
        } else {
          texts.forget(attempt.session)
        }
      }
    }
    node.queueChores(of: stored)
    emptyAnswers(stored)
  }

  /// Sends a batch until its outcome is known. Throws the reason of a failed write, or `doubtful` for an unknown
  /// outcome.
  private func send(_ batch: ChangeBatch) throws(PostgreSQLError) -> [Stored] {
    let (statement, parameters) = batch.statement()
    let deadline = PostgreSQLConnection.milliseconds() + Self.decisionMilliseconds
    var doubt: PostgreSQLError?
    while true {
      do throws(PostgreSQLError) {
        let isAgain = doubt != nil
        let stored = try pool.use { connection throws(PostgreSQLError) in
          let reply = try connection.run(statement, parameters)
          guard isAgain else { return Self.stored(batch, reply) }
          _ = try connection.run(ChangeStatements.barrier)
          return try Self.stored(batch, connection.run(ChangeStatements.attempts, batch.attemptParameters))
        }
        if isAgain {
          node.count { if stored.count == batch.attempts.count { $0.doubtsCommitted += 1 } else { $0.doubtsLost += 1 } }
        }
        return stored
      } catch {
        switch error.kind {
        case .doubtful: doubt = error
        case .contended: node.reportBlockers()
        case .unreachable: break
        case .full, .refused, .foreign, .other: throw doubt ?? error
        }
        guard PostgreSQLConnection.milliseconds() < deadline, !pool.isClosed else {
          if doubt != nil { node.count { $0.doubtsLeft += 1 } }
          throw doubt ?? error
        }
        // Random, so that waiting writers do not retry all at once.
        usleep(UInt32.random(in: 5_000...50_000))
      }
    }
  }

  private static func stored(_ batch: ChangeBatch, _ reply: Reply) -> [Stored] {
    var rows: [SessionID: Reply.Row] = [:]
    for row in reply.rows { if let session = row.id(0) { rows[session] = row } }
    return batch.attempts.compactMap { attempt in
      rows[attempt.session].map { (attempt, $0.int(1), $0.int(2)) }
    }
  }

  /// Evicts a session's oldest answer bodies at once after a large answer. A failure is retried with the next one.
  private func emptyAnswers(_ stored: [Stored]) {
    for change in stored {
      guard let limits = change.attempt.limits, limits.hasLargeAnswer else { continue }
      _ = try? pool.use { connection throws(PostgreSQLError) in
        try connection.run(TrimStatements.answerBodies, change.attempt.session, Int64(limits.answerBytes))
      }
    }
  }

  private func write(_ name: String, of owner: Owner) throws(PostgreSQLError) -> Written {
    let reply = try again { connection throws(PostgreSQLError) in
      try connection.run(ChangeStatements.name, Int64(owner.number), name)
    }
    return reply.rowCount > 0 ? .committed(place: nil) : .superseded
  }

  private func postpone(_ sessions: [(SessionID, Timestamp)]) throws(PostgreSQLError) -> Written {
    var parameters = Parameters()
    let sessions = sessions.sorted { ($0.0.high, $0.0.low) < ($1.0.high, $1.0.low) }
    parameters.array(sessions) { $0.0 }
    parameters.array(sessions) { $0.1.milliseconds }
    _ = try again { connection throws(PostgreSQLError) in
      try connection.run(ChangeStatements.postponement, parameters)
    }
    return .committed(place: nil)
  }

  /// Retries an idempotent statement until it succeeds or the deadline passes.
  private func again(_ body: (PostgreSQLConnection) throws(PostgreSQLError) -> Reply) throws(PostgreSQLError) -> Reply {
    let deadline = PostgreSQLConnection.milliseconds() + Self.decisionMilliseconds
    while true {
      do throws(PostgreSQLError) { return try pool.use(body) } catch {
        guard error.mayPass, PostgreSQLConnection.milliseconds() < deadline, !pool.isClosed else { throw error }
        usleep(UInt32.random(in: 5_000...50_000))
      }
    }
  }
}

extension StoreError {
  init(writing error: PostgreSQLError) {
    switch error.kind {
    case .full: self = .full
    case .doubtful: self = .doubtful(error.outline)
    // This change alone cannot be stored: the request fails, and a retry does not help.
    case .refused: self = .unreadable
    case .unreachable, .contended, .foreign, .other: self = .unavailable(error.outline)
    }
  }

  init(reading error: PostgreSQLError) {
    self = error.kind == .refused ? .unreadable : .unavailable(error.outline)
  }
}

/// A cache of the state texts in the latest rows that this engine wrote, for patches in the next rows.
///
/// Texts of other engines' rows are not in the cache; a row after one of those is whole.
struct StateTexts {
  private struct Latest {
    let version: Version
    let text: [UInt8]
  }

  private var latest: [SessionID: Latest] = [:]
  private var bytes = 0

  /// The most sessions, and bytes of all texts; beyond these the cache is emptied.
  private static let countLimit = 10_000
  private static let byteLimit = 16 << 20

  /// The state text in the row of a version; nil if unknown.
  func text(of session: SessionID, at version: Version) -> [UInt8]? {
    guard let latest = latest[session], latest.version == version else { return nil }
    return latest.text
  }

  mutating func store(_ text: [UInt8], of session: SessionID, at version: Version) {
    if latest.count >= Self.countLimit || bytes + text.count > Self.byteLimit { (latest, bytes) = ([:], 0) }
    guard text.count <= Self.byteLimit else { return forget(session) }
    bytes += text.count
    bytes -= latest.updateValue(Latest(version: version, text: text), forKey: session)?.text.count ?? 0
  }

  mutating func forget(_ session: SessionID) { bytes -= latest.removeValue(forKey: session)?.text.count ?? 0 }
}
#endif
