import Dispatch
public import NavigationAPI
import Synchronization

/// Keeps sessions: one thread at a time changes a session, any number read it.
///
/// Those in use are in memory, in front of a backend. What is read is kept. What is changed may be read by the next
/// change before it is kept: whatever was decided is told once that is so. All times come from the caller. What has
/// expired is never seen again, whether it has been removed or not. Locks are taken in this order, and none is held
/// while a backend reads: creation answers, a part of the directory, a resident, the commit queue or a backend's own.
public final class SessionStore: Sendable {
  /// How much it keeps.
  public let limits: StoreLimits
  let backend: any Backend
  /// What every change is written through; nil where what rests is written.
  let durable: Durable?
  let directory = ResidentDirectory()
  let ledger = MemoryLedger()
  let clock = Mutex(ResidentClock())
  let creations = Mutex<[Owner: CreationAnswers]>([:])
  let names: Mutex<OwnerNames>
  /// Held by the one thread that gives a name its number.
  let naming = Mutex(())
  let population: Atomic<Int>
  let lastNumber: Atomic<Int64>
  /// Where sessions are brought to rest, so that no request waits for that.
  let resting = DispatchQueue(label: "navigation.resting", qos: .utility)
  /// Whether changes wait for `beginCommit`.
  private let isGathering = Atomic<Bool>(false)
  /// Times that room was wanted since the background last found none to make.
  let restRequests = Atomic<Int>(0)

  /// A backend that outlives the process, and the ways there and back.
  struct Durable: Sendable {
    let backend: any DurableBackend
    /// One, or as many as a shared backend writes by.
    let queues: [CommitQueue]
    let fetches = FetchQueue()
    let tail: RecordTail
    /// Nil where no other engine writes to it.
    let shared: Shared?

    /// The one that changes of a session wait in, always the same.
    func queue(of id: SessionID) -> CommitQueue {
      queues.count == 1 ? queues[0] : queues[Int(truncatingIfNeeded: id.low % UInt64(queues.count))]
    }

    /// Writes what has gathered.
    func beginWriting() { for queue in queues { queue.begin() } }

    /// Waits until all that was decided is written, or has failed.
    func finishWriting() { for queue in queues { queue.finish() } }
  }

  /// A store whose sessions end with the process.
  public convenience init(limits: StoreLimits = StoreLimits()) {
    self.init(resting: MemoryBackend(limits), limits: limits)
  }

  convenience init(resting backend: MemoryBackend, limits: StoreLimits) {
    self.init(backend, backend.contents(), nil, limits)
  }

  /// - Parameters:
  ///   - uptime: nanoseconds of a clock that never goes back.
  ///   - report: told of each commit, on the store's own thread.
  /// - Throws: what the backend cannot read.
  package convenience init(
    durable backend: any DurableBackend, limits: StoreLimits, uptime: @escaping @Sendable () -> Int64,
    report: @escaping @Sendable (CommitReport) -> Void
  ) throws(StoreError) {
    let shared = (backend as? any SharedBackend).map { Shared(backend: $0, uptime: uptime) }
    let queues = (0..<(shared?.backend.writerCount ?? 1)).map { _ in
      CommitQueue(backend, uptime: uptime, report: report)
    }
    let durable = Durable(backend: backend, queues: queues, tail: RecordTail(limits.history), shared: shared)
    self.init(backend, try backend.contents(), durable, limits)
    shared?.backend.listen { [weak self] news in self?.hear(news) }
  }

  private init(_ backend: any Backend, _ contents: BackendContents, _ durable: Durable?, _ limits: StoreLimits) {
    self.limits = limits
    self.backend = backend
    self.durable = durable
    names = Mutex(contents.names)
    population = Atomic(contents.sessions)
    lastNumber = Atomic(contents.lastNumber)
  }

  /// From here on changes of sessions are not written at once: those of many requests gather until `beginCommit` is
  /// called.
  public func gatherChanges() { isGathering.store(true, ordering: .relaxed) }

  /// Begins to write the changes that have gathered. From any thread; quick where there are none.
  public func beginCommit() { durable?.beginWriting() }

  /// Threads that may read from a backend at once: those of fetches, and the one that looks for what has expired.
  public static let readerLimit = FetchQueue.threadLimit + 1

  /// Sessions in the store, with those that have expired and not been removed.
  public var count: Int { population.load(ordering: .relaxed) }

  /// What it has in memory; takes a while to count.
  public var residency: Residency {
    let residents = directory.residency
    return Residency(sessions: residents.sessions, bytes: residents.bytes, packedBytes: backend.byteCount)
  }

  /// Waits until all that has been decided is written, or has failed, and what has to rest does.
  public func finish() {
    durable?.finishWriting()
    // What has been read stays for as long as it is held.
    durable?.fetches.finish()
    durable?.shared?.checks.finish()
    makeRoom()
    resting.sync {}
  }

  /// Does the same, and lets go of the backend. All that is asked of the store from then on fails.
  public func close() {
    finish()
    durable?.backend.close()
  }

  /// The session in memory. Throws `notAtHand` where it is not there and reading it may take a while.
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

  /// Has the session read; where other engines write, as it is there from now on.
  private func fetch(_ id: SessionID, _ durable: Durable) -> Fetch {
    if let shared = durable.shared { return fetchLatest(id, shared) }
    return durable.fetches.fetch(.session(id)) { [self] in pinned(id) }
  }

  /// What to throw where the session has to be looked for once more, or to be checked first; nil where that is to be
  /// done at once.
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

  /// The session in memory, read first where it is not there, which may take a while.
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
          durable?.shared?.following.tell(of: id)
        }
        return standing
      }
    }
  }

  /// Whose the session is, which never changes. Throws `noSuchSession` and `notAtHand`.
  public func owner(of id: SessionID, at moment: borrowing Moment) throws(StoreError) -> Owner {
    try session(id, at: moment).owner
  }

  /// The session as it is kept. Throws `noSuchSession` and `notAtHand`.
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

  /// What has been written of the session as it is kept; nil where nothing has. Throws `noSuchSession` and `notAtHand`.
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

  /// Takes note of what was written of a session as it was read, for the next reader of that revision.
  public func note(_ bytes: [UInt8], of representation: Representation, _ session: borrowing StoredSession) {
    guard case .session(let resident) = directory.find(session.id) else { return }
    resident.note(bytes, of: representation, at: session.revision)
  }

  /// Changes a session, alone: `change` sees it as the change before left it. Fails with `noSuchSession` and
  /// `notAtHand`.
  ///
  /// `change` is short: it decides on values, and neither encodes nor waits. Where it refuses, it leaves the session as
  /// it is. Only what it did last counts.
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
      return try resident.update(at: moment, limits: isShort ? limits.withoutHistory : limits, change)
    }
    return try resident.update(at: moment, keeping: durable.tail, change) { (update) throws(StoreError) in
      try durable.queue(of: resident.id).add(
        .init(change: .update(update)) { [self] settlement in
          switch settlement.outcome {
          case .kept: resident.keep(update.after, answer: update.answer?.key, settlement)
          case .failed: takeBack(resident)
          case .superseded: supersede(resident)
          }
        }, gathers: isGathering.load(ordering: .relaxed))
    }
  }

  /// Another engine was first.
  func supersede(_ resident: Resident) {
    resident.supersede()
    directory.remove(resident)
  }

  func takeBack(_ resident: Resident) {
    guard !resident.takeBack() else { return }
    forget(resident)
  }

  /// A session is gone.
  func forget(_ resident: Resident) {
    directory.remove(resident)
    population.wrappingSubtract(1, ordering: .relaxed)
  }
}

/// Why a store refused.
public enum StoreError: Error, Hashable, Sendable {
  /// Unknown, deleted or expired.
  case noSuchSession
  /// The store holds this many, as many as it may.
  case sessionLimit(Int)
  /// A session with this id is there already.
  case idTaken
  /// The answer took more room than its session has. The request was accepted as this revision.
  case answerGone(revision: Int)
  /// It is on its way into memory: ask again when that is done. No client sees this.
  case notAtHand(Fetch)
  /// What was kept cannot be read.
  case unreadable
  /// There is no room to keep more.
  case full
  /// What the store keeps things on does not work, for this reason.
  case unavailable(String)
  /// The same, at the last step of keeping a change: it is taken back, and the next process may find it kept.
  case doubtful(String)
}

extension StoreError {
  /// What is wrong, for a line of a log.
  public var text: String {
    switch self {
    case .noSuchSession: "there is no such session"
    case .sessionLimit(let limit): "there are \(limit) sessions"
    case .idTaken: "the id is taken"
    case .answerGone(let revision): "the answer of revision \(revision) is not kept"
    case .notAtHand: "it is being read"
    case .unreadable: "what was kept cannot be read"
    case .full: "there is no room left"
    case .unavailable(let reason), .doubtful(let reason): reason
    }
  }
}

/// What a creation came to.
public enum Creation: Sendable {
  case created
  /// The key had been used: the answer of then.
  case repeated(StoredAnswer)
}

/// What a deletion came to.
public enum Deletion: Hashable, Sendable {
  case deleted
  /// The session has a revision that the condition refuses.
  case refused(revision: Int)
}

/// A part of the list of all sessions.
public struct SessionPage: Sendable {
  public var sessions: [SessionSummary]
  /// Where the next page begins; nil on the last.
  public var next: SessionListCursor?

  public init(sessions: [SessionSummary], next: SessionListCursor?) {
    self.sessions = sessions
    self.next = next
  }
}
