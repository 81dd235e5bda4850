#if SQLite
import Navigation
public import SessionStorage
import Synchronization

/// A durable backend in a file. One thread writes; readers run concurrently.
public final class SQLiteBackend: DurableBackend {
  private let limits: StoreLimits
  private let file: SessionFile
  private let readers: ReaderPool
  /// Nil once closed.
  private let writer: Mutex<SessionWriter?>
  /// Whether the file was opened without its log, so that changes are missing.
  public var isLogMissing: Bool { file.isLogMissing }
  /// The damage of the log with which the file was opened, so that changes are missing.
  public var logDamage: StoreLog.Damage? { file.logDamage }

  var path: String { file.path }

  /// Opens or creates the file.
  ///
  /// - Throws: the fault of the file, before anything is written.
  public init(path: String, durability: Durability, limits: StoreLimits) throws(StorageFault) {
    self.limits = limits
    file = try SessionFile(path)
    readers = ReaderPool(path, limits)
    do throws(SQLiteError) { writer = Mutex(try SessionWriter(file.writingConnection(durability), limits)) } catch {
      throw StorageFault(error, path: path)
    }
  }

  package func contents() throws(StoreError) -> BackendContents { try readers.read { try $0.contents() } }

  package func session(_ id: SessionID) throws(StoreError) -> LoadedSession? { try readers.read { try $0.session(id) } }

  package func lines(_ query: SessionListQuery, of owner: Owner, below number: Int64, count: Int) throws(StoreError)
    -> SessionLines
  {
    try readers.read { reader in
      try reader.consistently { try reader.lines(query, of: owner, below: number, count: count) }
    }
  }

  package func due(at now: Timestamp, limit: Int) throws(StoreError) -> [SessionLine] {
    try readers.read { reader in try reader.consistently { try reader.due(at: now, limit: limit) } }
  }

  package func steps(
    of session: StoredSession, after revision: Int?, limit: Int, states: Bool
  ) throws(HistoryGap) -> [HistoryStep] {
    let steps: Result<[HistoryStep], HistoryGap>
    do throws(StoreError) {
      steps = try readers.read { reader in
        guard let number = try reader.number(of: session.id) else { throw StoreError.noSuchSession }
        do {
          return .success(
            try reader.steps(
              of: session, number, after: revision, limit: limit, states: states,
              history: limits.history(beside: session.session)))
        } catch let gap as HistoryGap { return .failure(gap) }
      }
    } catch { throw .failed(error) }
    return try steps.get()
  }

  package func creationAnswers(of owner: Owner) throws(StoreError) -> [StoredAnswer] {
    try readers.read { try $0.answers(of: RowKey.scope(of: owner)) }
  }

  package func answerBody(of answer: StoredAnswer, at place: Int64) throws(StoreError) -> [UInt8]? {
    try readers.read { try $0.answerBody(of: answer, at: place) }
  }

  package func write(_ writes: [Write]) throws(StoreError) -> [Written] {
    try writer.withLock { (writer) throws(StoreError) in
      guard let writer else { throw .unavailable("the store is closed") }
      return try writer.write(writes)
    }
  }

  /// Checkpoints the log into the file and deletes it.
  package func close() {
    readers.close()
    writer.withLock { writer in
      writer?.fold()
      writer = nil
    }
    file.release()
  }
}

extension SessionStore {
  /// A durable store in a file.
  ///
  /// - Parameters:
  ///   - uptime: nanoseconds of a monotonic clock.
  ///   - report: receives the report on each commit, on a thread of the store.
  public convenience init(
    _ file: SQLiteBackend, limits: StoreLimits, uptime: @escaping @Sendable () -> Int64,
    report: @escaping @Sendable (CommitReport) -> Void
  ) throws(StorageFault) {
    do throws(StoreError) { try self.init(durable: file, limits: limits, uptime: uptime, report: report) } catch {
      throw .unavailable(path: file.path, detail: error.text)
    }
  }
}

/// A pool of reading connections, which grows to the number in use at once.
final class ReaderPool: Sendable {
  private let path: String
  private let limits: StoreLimits
  /// Nil once closed.
  private let idle = Mutex<[SessionReader]?>([])

  init(_ path: String, _ limits: StoreLimits) { (self.path, self.limits) = (path, limits) }

  /// Reads on this thread. Throws `unavailable` if the file cannot be opened, and the error of `body` as a
  /// `StoreError`.
  func read<Answer>(_ body: (SessionReader) throws -> Answer) throws(StoreError) -> Answer {
    let reader: SessionReader
    if let one = try takeIdle() {
      reader = one
    } else {
      do throws(SQLiteError) { reader = try SessionReader(SQLiteConnection(path, .read), limits) } catch {
        throw StoreError(error)
      }
    }
    let answer = try storeErrors { try body(reader) }
    // A reader that failed is not reused, since its statements are in an unknown state.
    idle.withLock { $0?.append(reader) }
    return answer
  }

  private func takeIdle() throws(StoreError) -> SessionReader? {
    try idle.withLock { (idle) throws(StoreError) in
      guard idle != nil else { throw .unavailable("the store is closed") }
      return idle?.popLast()
    }
  }

  /// Closes the idle connections; one in use is closed when it is returned.
  func close() { idle.withLock { $0 = nil } }
}
#endif
