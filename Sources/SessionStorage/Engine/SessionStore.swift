import Dispatch
public import NavigationAPI
import Synchronization

/// The engine: one thread at a time changes a session, any number read it.
///
/// Sessions in use are resident, in front of a backend. Reads see committed states. The next change may build on an
/// uncommitted one; each result is answered once committed. All times come from the caller. An expired session is never
/// visible, whether deleted or not. Locks are taken in this order, and none is held while a backend reads: creation
/// answers, a part of the directory, a resident, the commit queue or a backend's own.
public final class SessionStore: Sendable {
  public let limits: StoreLimits
  let backend: any Backend
  /// Receives every change; nil if the backend stores evicted sessions only.
  let durable: Durable?
  let directory = ResidentDirectory()
  let ledger: MemoryLedger
  let clock = Mutex(ResidentClock())
  let creations = Mutex<[Owner: CreationAnswers]>([:])
  let names: Mutex<OwnerNames>
  /// Held by the thread that assigns a number to a name.
  let naming = Mutex(())
  let population: Mutex<Shares>
  let lastNumber: Atomic<Int64>
  /// The unreadable sessions that are deleted, or about to be.
  let removals = Mutex<Set<SessionID>>([])
  /// Where sessions are evicted, so that no request waits.
  let evicting = DispatchQueue(label: "navigation.evicting", qos: .utility)
  /// Whether changes wait for `beginCommit`.
  private let isGathering = Atomic<Bool>(false)
  /// Requests for room since the background thread last finished.
  let evictionRequests = Atomic<Int>(0)

  /// A durable backend, with its queues.
  struct Durable: Sendable {
    let backend: any DurableBackend
    /// One, or `writerCount` for a shared backend.
    let queues: [CommitQueue]
    let fetches = FetchQueue()
    let tail: RecordTail
    /// Nil if the backend is not shared.
    let shared: Shared?

    /// The queue for all changes of a session.
    func queue(of id: SessionID) -> CommitQueue {
      queues.count == 1 ? queues[0] : queues[Int(truncatingIfNeeded: id.low % UInt64(queues.count))]
    }

    /// Starts writing the gathered changes.
    func beginWriting() { for queue in queues { queue.begin() } }

    /// Waits until all queued changes are settled.
    func finishWriting() { for queue in queues { queue.finish() } }
  }

  /// A store whose sessions end with the process.
  public convenience init(limits: StoreLimits = StoreLimits()) {
    self.init(evictingTo: MemoryBackend(limits), limits: limits)
  }

  convenience init(evictingTo backend: MemoryBackend, limits: StoreLimits) {
    self.init(backend, backend.contents(), nil, backend.ledger, limits)
  }

  /// - Parameters:
  ///   - uptime: nanoseconds of a monotonic clock.
  ///   - report: receives the report on each commit, on a thread of the store.
  /// - Throws: the backend's read error.
  package convenience init(
    durable backend: any DurableBackend, limits: StoreLimits, uptime: @escaping @Sendable () -> Int64,
    report: @escaping @Sendable (CommitReport) -> Void
  ) throws(StoreError) {
    let shared = (backend as? any SharedBackend).map { Shared(backend: $0, uptime: uptime) }
    let queues = (0..<(shared?.backend.writerCount ?? 1)).map { _ in
      CommitQueue(backend, uptime: uptime, report: report)
    }
    let durable = Durable(backend: backend, queues: queues, tail: RecordTail(limits.history), shared: shared)
    self.init(backend, try backend.contents(), durable, MemoryLedger(), limits)
    shared?.backend.listen { [weak self] news in self?.receive(news) }
  }

  private init(
    _ backend: any Backend, _ contents: BackendContents, _ durable: Durable?, _ ledger: MemoryLedger,
    _ limits: StoreLimits
  ) {
    self.limits = limits
    self.backend = backend
    self.durable = durable
    self.ledger = ledger
    names = Mutex(contents.names)
    population = Mutex(
      Shares(limit: limits.sessions, limitOfOne: limits.sessionsOfOwner, held: contents.sessions))
    lastNumber = Atomic(contents.lastNumber)
  }

  /// Lets changes of sessions gather from now on until `beginCommit` is called.
  public func gatherChanges() { isGathering.store(true, ordering: .relaxed) }

  /// Starts writing the gathered changes. Callable from any thread; fast if there are none.
  public func beginCommit() { durable?.beginWriting() }

  /// Concurrent reads from a backend: those of fetches, and the sweep's.
  public static let readerLimit = FetchQueue.threadLimit + 1

  /// Sessions in the store, including those that have expired but are not deleted yet.
  public var count: Int { population.withLock { $0.total } }

  /// The memory in use; slow to compute.
  public var residency: Residency {
    let residents = directory.residency
    return Residency(sessions: residents.sessions, bytes: residents.bytes, packedBytes: backend.byteCount)
  }

  /// Waits until all queued changes are settled and surplus sessions are evicted.
  public func finish() {
    durable?.finishWriting()
    // Fetched sessions are pinned until the fetches are released.
    durable?.fetches.finish()
    durable?.shared?.checks.finish()
    makeRoom()
    evicting.sync {}
  }

  /// Finishes and closes the backend. All later calls of the store fail.
  public func close() {
    finish()
    durable?.backend.close()
  }

  /// The resident session. Throws `notAtHand` if it has to be read from a durable backend.
  func resident(_ id: SessionID, at moment: borrowing Moment) throws(StoreError) -> Resident {
    guard let durable else { return try load(id) }
    if case .session(let resident) = directory.find(id) { return resident }
    switch moment.finding(.session(id)) {
    case .resident(nil)?: throw .noSuchSession
    case .failed(let error)?: throw error
    case .resident?, .steps?, .gap?, .page?, .bytes?, .there?, nil: break
    }
    throw .notAtHand(fetch(id, durable))
  }

  /// Queues a read of the session; from a shared backend, of its latest state.
  private func fetch(_ id: SessionID, _ durable: Durable) -> Fetch {
    if let shared = durable.shared { return fetchLatest(id, shared) }
    return durable.fetches.fetch(.session(id)) { [self] in pinned(id) }
  }

  /// The error for an absence; nil if the caller should retry at once.
  func error(_ absence: Resident.Absence, _ id: SessionID, _ moment: borrowing Moment) -> StoreError? {
    switch absence {
    case .noSuchSession: return .noSuchSession
    case .evicted: return nil
    case .stale:
      if case .failed(let error)? = moment.finding(.session(id)) { return error }
      return durable.map { .notAtHand(fetch(id, $0)) }
    }
  }

  func pinned(_ id: SessionID) -> Fetch.Finding {
    while true {
      do throws(StoreError) {
        if let pinned = PinnedResident(try load(id)) { return .resident(pinned) }
      } catch { return error == .noSuchSession ? .resident(nil) : .failed(error) }
    }
  }

  /// The resident session, read first if it is not in memory, which may block.
  func load(_ id: SessionID) throws(StoreError) -> Resident {
    while true {
      switch directory.find(id) {
      case .session(let session): return session
      case .none(let departures):
        let now = durable?.shared?.uptime() ?? .max
        guard let found = try backend.session(id) else { throw .noSuchSession }
        let session = Resident(found.session, number: found.number, isNew: false, checkedAt: now, ledger)
        guard let standing = directory.insert(session, since: departures) else { continue }
        if standing === session {
          admit(session)
          durable?.shared?.following.notify(of: id)
        }
        return standing
      }
    }
  }

  /// The session's owner, which never changes. Throws `noSuchSession` and `notAtHand`.
  public func owner(of id: SessionID, at moment: borrowing Moment) throws(StoreError) -> Owner {
    try session(id, at: moment).owner
  }

  /// The committed session. Throws `noSuchSession` and `notAtHand`.
  public func session(_ id: SessionID, at moment: borrowing Moment) throws(StoreError) -> StoredSession {
    while true {
      let resident = try resident(id, at: moment)
      do throws(Resident.Absence) { return try resident.session(at: moment) } catch {
        if case .stale = error, let near = near(moment), let session = try? resident.session(at: near) {
          return session
        }
        if let error = self.error(error, id, moment) { throw error }
      }
    }
  }

  /// The cached JSON of the committed session; nil if there is none. Throws `noSuchSession` and `notAtHand`.
  public func written(
    _ representation: Representation, of id: SessionID, at moment: borrowing Moment
  ) throws(StoreError) -> WrittenSession? {
    while true {
      let resident = try resident(id, at: moment)
      do throws(Resident.Absence) { return try resident.written(representation, at: moment) } catch {
        if case .stale = error, let near = near(moment), let written = try? resident.written(representation, at: near) {
          return written
        }
        if let error = self.error(error, id, moment) { throw error }
      }
    }
  }

  /// Notes the JSON sent for a session, for the next reader of that revision.
  public func note(_ bytes: [UInt8], of representation: Representation, _ session: borrowing StoredSession) {
    guard case .session(let resident) = directory.find(session.id) else { return }
    resident.note(bytes, of: representation, at: session.revision)
  }

  /// Changes a session exclusively: `change` receives the state after the previous change.
  ///
  /// `change` is short: it decides on values, and neither encodes nor blocks. To refuse, it leaves the session
  /// unchanged. It may be called again; only the last call counts. Fails with `noSuchSession` and `notAtHand`.
  public func update(_ id: SessionID, at moment: borrowing Moment, _ change: (inout StoredSession) -> Void) -> Decided<
    Void
  > {
    while true {
      let resident: Resident
      do throws(StoreError) { resident = try self.resident(id, at: moment) } catch {
        return Decided(.failure(error), commit: nil)
      }
      do throws(Resident.Absence) { return try update(resident, at: moment, change) } catch {
        if let error = self.error(error, id, moment) { return Decided(.failure(error), commit: nil) }
      }
    }
  }

  private func update(
    _ resident: Resident, at moment: borrowing Moment, _ change: (inout StoredSession) -> Void
  ) throws(Resident.Absence) -> Decided<Void> {
    guard let durable else {
      let limits = isShort(for: resident.owner) ? limits.withoutHistory : limits
      return try resident.update(at: moment, limits: limits, change)
    }
    return try resident.update(at: moment, retaining: durable.tail, change) { (update) throws(StoreError) in
      try durable.queue(of: resident.id).add(
        .init(change: .update(update)) { [self] settlement in
          switch settlement.outcome {
          case .committed: resident.complete(update.after, answer: update.answer?.key, settlement)
          case .failed: rollBack(resident)
          case .superseded: supersede(resident)
          }
        }, gathers: isGathering.load(ordering: .relaxed))
    }
  }

  /// Evicts a session after another engine committed first.
  func supersede(_ resident: Resident) {
    resident.supersede()
    directory.remove(resident)
  }

  func rollBack(_ resident: Resident) {
    guard !resident.rollBack() else { return }
    forget(resident)
  }

  /// Removes a deleted session.
  func forget(_ resident: Resident) {
    directory.remove(resident)
    population.withLock { $0.giveBack(for: resident.owner) }
  }
}

/// The error of a store.
public enum StoreError: Error, Hashable, Sendable {
  /// Unknown, deleted or expired.
  case noSuchSession
  /// The store, or the owner, has as many sessions as it may.
  case sessionLimit(Shares.Refusal)
  /// A session with this id exists.
  case idTaken
  /// The answer was evicted, since it exceeded the room of its session. The request was accepted as this revision.
  case answerGone(revision: Int)
  /// Not in memory: ask again when the fetch is done. Never reaches a client.
  case notAtHand(Fetch)
  /// The stored data cannot be read.
  case unreadable
  /// The data of one session cannot be read.
  case damaged(Remains)
  /// No room to store more.
  case full
  /// The storage does not work, for this reason.
  case unavailable(String)
  /// Commit failed after its last write, for this reason. Rolled back here; may reappear after a crash.
  case doubtful(String)
}

extension StoreError {
  /// The description for a log line.
  public var text: String {
    switch self {
    case .noSuchSession: "there is no such session"
    case .sessionLimit(.ofAll(let limit)), .sessionLimit(.ofOne(let limit)): "there are \(limit) sessions"
    case .idTaken: "the id is taken"
    case .answerGone(let revision): "the answer of revision \(revision) was evicted"
    case .notAtHand: "the session is being read"
    case .unreadable, .damaged: "stored data cannot be read"
    case .full: "there is no room left"
    case .unavailable(let reason), .doubtful(let reason): reason
    }
  }
}

/// The outcome of a creation.
public enum Creation: Sendable {
  case created
  /// The key had been used; the earlier answer.
  case repeated(StoredAnswer)
}

/// The outcome of a deletion.
public enum Deletion: Hashable, Sendable {
  case deleted
  /// The condition rejects the session's revision.
  case refused(revision: Int)
}

/// A page of a list of sessions.
public struct SessionPage: Sendable {
  public var sessions: [SessionSummary]
  /// The start of the next page; nil on the last.
  public var next: SessionListCursor?

  public init(sessions: [SessionSummary], next: SessionListCursor?) {
    self.sessions = sessions
    self.next = next
  }
}
