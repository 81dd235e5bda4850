#if SQLite
public import NavigationAPI
import NavigationModel
public import SessionStorage
import Synchronization

/// Sessions in a file, which outlive the process. Those in use are in memory as well.
///
/// Decisions are taken in memory, queued, and written together by one thread; whoever asked is told after the commit. Locks are taken in
/// this order, and none is held while the file is read or written: creation answers, a part of the directory, a session, the commit queue.
public final class SQLiteStore: SessionStore {
  public let limits: StoreLimits
  let file: SessionFile
  let directory: ResidentDirectory
  let readers: ReaderPool
  let queue: CommitQueue
  let creationLogs = Mutex<[Owner: CreationLog]>([:])
  let names: Mutex<OwnerNames>
  /// Held by the one thread that gives a name its number.
  let naming = Mutex(())
  let population: Atomic<Int>
  let lastNumber: Atomic<Int64>
  /// The owners of an older file that had numbers alone until now.
  public var namedOwners: [NamedOwner] { file.namedOwners }

  /// Opens the file, or makes it.
  ///
  /// - Parameters:
  ///   - lines: the names of the key file, line by line, for a file of before there were names in it.
  ///   - uptime: nanoseconds of a clock that never goes back.
  ///   - report: told of each commit, on the store's own thread.
  /// - Throws: what is wrong with the file. Nothing has been written then.
  public init(
    path: String, durability: Durability, limits: StoreLimits = StoreLimits(), naming lines: [String] = [],
    uptime: @escaping @Sendable () -> Int64 = { 0 }, report: @escaping @Sendable (CommitReport) -> Void = { _ in }
  ) throws(StorageFault) {
    self.limits = limits
    file = try SessionFile(path, naming: lines)
    readers = ReaderPool(path)
    directory = ResidentDirectory(capacity: limits.residentSessions)
    do throws(SQLiteError) {
      let connection = try file.writingConnection(durability)
      let reader = try SessionReader(connection)
      let known = try reader.population()
      names = Mutex(try reader.ownerNames())
      population = Atomic(known.count)
      lastNumber = Atomic(known.last)
      queue = CommitQueue(try SessionWriter(connection, limits), uptime: uptime, report: report)
    } catch { throw StorageFault(error, path: path) }
  }

  public var count: Int { population.load(ordering: .relaxed) }
  public var residency: Residency { directory.residency }

  /// Waits until all that has been decided is written, or has failed.
  public func finish() { queue.finish() }

  /// Does the same, and leaves one file, with none beside it. All that is asked of the store from then on fails.
  public func close() {
    readers.close()
    queue.close()
    file.release()
  }

  /// Whether the file was opened without the log that belongs to it: changes are missing.
  public var isLogMissing: Bool { file.isLogMissing }

  /// The session in memory, read first where it is not there.
  func resident(_ id: SessionID) throws(StoreError) -> ResidentSession {
    while true {
      switch directory.find(id) {
      case .session(let session): return session
      case .none(let departures):
        guard let found = try readers.read({ try $0.session(id) }) else { throw .noSuchSession }
        let session = ResidentSession(found.session, number: found.number, isNew: false, history: limits.history)
        if let standing = directory.insert(session, since: departures) { return standing }
      }
    }
  }

  public func owner(of id: SessionID, at now: Timestamp) throws(StoreError) -> Owner { try session(id, at: now).owner }

  public func session(_ id: SessionID, at now: Timestamp) throws(StoreError) -> StoredSession {
    while true {
      let resident = try resident(id)
      do throws(ResidentSession.Absence) { return try resident.session(at: now) } catch {
        switch error {
        case .noSuchSession: throw .noSuchSession
        case .hibernated: continue
        }
      }
    }
  }

  public func update<Answer: Sendable>(
    _ id: SessionID, at now: Timestamp, _ change: (inout StoredSession) -> Answer
  ) -> Decided<Answer> {
    while true {
      let resident: ResidentSession
      do throws(StoreError) { resident = try self.resident(id) } catch { return Decided(.failure(error), commit: nil) }
      let decided = resident.update(at: now, change) { (update, after) throws(StoreError) in
        try queue.add(
          .init(change: .update(update, number: resident.number)) { [self] outcome, place in
            switch outcome {
            case .kept: resident.keep(after, answer: update.answer?.key, at: place)
            case .failed: takeBack(resident)
            }
          })
      }
      if let decided { return decided }
    }
  }

  func takeBack(_ resident: ResidentSession) {
    guard !resident.takeBack() else { return }
    directory.remove(resident)
    population.wrappingSubtract(1, ordering: .relaxed)
  }
}
#endif
