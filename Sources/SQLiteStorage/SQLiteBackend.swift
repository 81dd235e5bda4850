#if SQLite
import NavigationAPI
public import SessionStorage
import Synchronization

/// Sessions in a file, which outlive the process. One thread writes; readers go on beside it.
public final class SQLiteBackend: DurableBackend {
  private let limits: StoreLimits
  private let file: SessionFile
  private let readers: ReaderPool
  /// Nil once it is closed.
  private let writer: Mutex<SessionWriter?>
  /// The owners of an older file that had numbers alone until now.
  public var namedOwners: [NamedOwner] { file.namedOwners }
  /// Whether the file was opened without the log that belongs to it: changes are missing.
  public var isLogMissing: Bool { file.isLogMissing }

  var path: String { file.path }

  /// Opens the file, or makes it.
  ///
  /// - Parameter lines: the names of the key file, line by line, for a file of before there were names in it.
  /// - Throws: what is wrong with the file. Nothing has been written then.
  public init(path: String, durability: Durability, limits: StoreLimits, naming lines: [String] = [])
    throws(StorageFault)
  {
    self.limits = limits
    file = try SessionFile(path, naming: lines)
    readers = ReaderPool(path)
    do throws(SQLiteError) { writer = Mutex(try SessionWriter(file.writingConnection(durability), limits)) } catch {
      throw StorageFault(error, path: path)
    }
  }

  package var byteCount: Int { 0 }

  package func contents() throws(StoreError) -> BackendContents { try readers.read { try $0.contents() } }

  package func session(_ id: SessionID) throws(StoreError) -> KeptSession? { try readers.read { try $0.session(id) } }

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

  package func steps(of session: StoredSession, after revision: Int?, limit: Int) throws(HistoryGap) -> [HistoryStep] {
    let steps: Result<[HistoryStep], HistoryGap>
    do throws(StoreError) {
      steps = try readers.read { reader in
        guard let number = try reader.number(of: session.id) else { throw StoreError.noSuchSession }
        do {
          return .success(
            try reader.steps(
              of: number, after: revision, upTo: session.revision, limit: limit,
              history: limits.history(beside: session.session)))
        } catch let gap as HistoryGap { return .failure(gap) }
      }
    } catch { throw .failed(error) }
    return try steps.get()
  }

  package func creationAnswers(of owner: Owner) throws(StoreError) -> [StoredAnswer] {
    try readers.read { try $0.answers(of: RowKey.scope(of: owner)) }
  }

  package func answerBody(of _: StoredAnswer, at place: Int64) throws(StoreError) -> [UInt8]? {
    try readers.read { try $0.answerBody(at: place) }
  }

  package func write(_ changes: [Change]) throws(StoreError) -> [Written] {
    try writer.withLock { (writer) throws(StoreError) in
      guard let writer else { throw .unavailable("the store is closed") }
      return try writer.write(changes)
    }
  }

  /// Brings the log into the file, so that one file is left, with none beside it.
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
  /// A store in a file, which outlives the process.
  ///
  /// - Parameters:
  ///   - uptime: nanoseconds of a clock that never goes back.
  ///   - report: told of each commit, on the store's own thread.
  public convenience init(
    _ file: SQLiteBackend, limits: StoreLimits, uptime: @escaping @Sendable () -> Int64,
    report: @escaping @Sendable (CommitReport) -> Void
  ) throws(StorageFault) {
    do throws(StoreError) { try self.init(durable: file, limits: limits, uptime: uptime, report: report) } catch {
      throw .unavailable(path: file.path, detail: error.text)
    }
  }
}

/// Connections that read, as many as are in use at once.
final class ReaderPool: Sendable {
  private let path: String
  /// Nil once the pool is closed.
  private let idle = Mutex<[SessionReader]?>([])

  init(_ path: String) { self.path = path }

  /// Reads on this thread. Throws `unavailable` where the file cannot be opened, and what `body` throws, as far as the
  /// store's errors go.
  func read<Answer>(_ body: (SessionReader) throws -> Answer) throws(StoreError) -> Answer {
    let reader: SessionReader
    if let one = try takeIdle() {
      reader = one
    } else {
      do throws(SQLiteError) { reader = try SessionReader(SQLiteConnection(path, .read)) } catch {
        throw StoreError(error)
      }
    }
    let answer = try storeErrors { try body(reader) }
    // One that has failed is not used again: what it is in the middle of is not known.
    idle.withLock { $0?.append(reader) }
    return answer
  }

  private func takeIdle() throws(StoreError) -> SessionReader? {
    try idle.withLock { (idle) throws(StoreError) in
      guard idle != nil else { throw .unavailable("the store is closed") }
      return idle?.popLast()
    }
  }

  /// Lets go of the connections; one that is in use goes when it is given back.
  func close() { idle.withLock { $0 = nil } }
}
#endif
