import Dispatch
public import Navigation
import Synchronization
public import Waiting

/// The engine: one task at a time changes a session, any number read it.
///
/// Sessions in use are resident, in front of a backend; in memory all are. Every state in memory is committed. All times come from the
/// caller. An expired session is never visible, whether deleted or not. Locks are taken in this order, and none is held
/// while a backend reads: creation answers, a part of the directory, a resident, the commit queue or a backend's own.
public final class SessionStore: Sendable {
  public let limits: StoreLimits
  let storage: Storage
  let directory = ResidentDirectory()
  let ledger: MemoryLedger
  let tables: RouteTables
  let clock = Mutex(ResidentClock())
  let creations = Mutex<[Owner: CreationAnswers]>([:])
  /// The turns of creations with a key, while they are held.
  let creationTurns = Mutex<[CreationKey: Turn]>([:])
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
  let isGathering = Atomic<Bool>(false)
  let redecisionCount = Atomic<Int>(0)
  /// Requests for room since the background thread last finished.
  let evictionRequests = Atomic<Int>(0)
  /// Bytes above the limit of memory up to which sessions grow before room is made again: those left when it was last
  /// made, and a 64th of the limit.
  let toleratedExcess = Atomic<Int>(0)

  /// Where changes are written.
  enum Storage: Sendable {
    case memory(MemoryBackend)
    case durable(Durable)
  }

  /// A durable backend, with its queues.
  struct Durable: Sendable {
    let backend: any DurableBackend
    /// One, or `writerCount` for a shared backend.
    let queues: [CommitQueue]
    let reader = Reader("navigation.reads", threads: readThreads)
    /// Nil if the backend is not shared.
    let shared: Shared?

    func queue(of id: SessionID) -> CommitQueue {
      queues.count == 1 ? queues[0] : queues[Int(truncatingIfNeeded: id.low % UInt64(queues.count))]
    }

    /// Waits until all queued changes are completed.
    func finishWriting() { for queue in queues { queue.finish() } }
  }

  /// A store whose sessions end with the process.
  public convenience init(limits: StoreLimits = StoreLimits()) {
    let ledger = MemoryLedger()
    self.init(.memory(MemoryBackend(ledger)), contents: BackendContents(), ledger: ledger, limits: limits)
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
    let durable = Durable(backend: backend, queues: queues, shared: shared)
    self.init(.durable(durable), contents: try backend.contents(), ledger: MemoryLedger(), limits: limits)
    shared?.backend.listen { [weak self] news in self?.receive(news) }
  }

  private init(_ storage: Storage, contents: BackendContents, ledger: MemoryLedger, limits: StoreLimits) {
    self.limits = limits
    self.storage = storage
    self.ledger = ledger
    tables = RouteTables(ledger)
    names = Mutex(contents.names)
    population = Mutex(
      Shares(limit: limits.sessions, limitOfOne: limits.sessionsOfOwner, held: contents.sessions))
    lastNumber = Atomic(contents.lastNumber)
  }

  var durable: Durable? {
    switch storage {
    case .memory: nil
    case .durable(let durable): durable
    }
  }

  var backend: any Backend {
    switch storage {
    case .memory(let memory): memory
    case .durable(let durable): durable.backend
    }
  }

  /// Lets changes of sessions gather from now on until `beginCommit` is called.
  public func gatherChanges() { isGathering.store(true, ordering: .relaxed) }

  /// Starts writing the gathered changes. Callable from any thread; fast if there are none.
  public func beginCommit() {
    if let durable { for queue in durable.queues { queue.begin() } }
  }

  /// Concurrent reads of requests from a backend.
  private static let readThreads = 4
  /// Concurrent reads from a backend: those of requests, and the sweep's.
  public static let readerLimit = readThreads + 1

  /// The attempts to decide a change before which no other engine changes the session.
  static let attemptLimit = 64

  /// Changes that were decided again, since another engine committed first.
  public var redecisions: Int { redecisionCount.load(ordering: .relaxed) }

  /// Sessions in the store, including those that have expired but are not deleted yet.
  public var count: Int { population.withLock { $0.total } }

  /// The memory in use; slow to compute.
  public var residency: Residency {
    var residency = directory.residency
    if case .memory(let memory) = storage { residency.bytes += memory.byteCount }
    return residency
  }

  /// Waits until all queued changes are completed and surplus sessions are evicted.
  public func finish() {
    durable?.finishWriting()
    durable?.reader.finish()
    durable?.shared?.checks.finish()
    makeRoom()
    evicting.sync {}
  }

  /// Finishes and closes the backend. All later calls of the store fail.
  public func close() {
    finish()
    durable?.backend.close()
  }

  // MARK: A session in memory, found or read

  /// What a lookup returns: a resident session; pinned if it has just been read.
  typealias Lookup = (resident: Resident, pin: PinnedResident?)

  /// The resident session; waits for its read.
  func find(_ id: SessionID, at moment: Moment) async throws(StoreError) -> Lookup {
    while true {
      if case .session(let resident) = directory.find(id) { return (resident, nil) }
      guard let durable else { throw .noSuchSession }
      if let found = try await read(id, durable, at: moment) { return found }
    }
  }

  /// The resident session, after one was not usable. Throws `noSuchSession` if that is the reason.
  func find(_ id: SessionID, after absence: Resident.Absence, at moment: Moment) async throws(StoreError) -> Lookup {
    switch absence {
    case .noSuchSession: throw .noSuchSession
    case .evicted: return try await find(id, at: moment)
    case .stale:
      if let durable, let found = try await read(id, durable, at: moment) { return found }
      return try await find(id, at: moment)
    }
  }

  /// Reads a session; from a shared backend, its latest state. Nil if the caller has to look in memory again.
  private func read(_ id: SessionID, _ durable: Durable, at moment: Moment) async throws(StoreError) -> Lookup? {
    guard let shared = durable.shared else {
      let pin = try await read(at: moment) { [self] () throws(StoreError) in try pinned(id) }.get()
      return (pin.resident, pin)
    }
    switch try await moment.wait(for: check(id, shared)) {
    case .session(let pinned): return (pinned.resident, pinned)
    case .none: throw .noSuchSession
    case .again: return nil
    case .failed(let error): throw error
    }
  }

  /// Reads from the backend: on another thread, but in memory at once. Throws `waitEnded`.
  func read<Value: Sendable, Failure: Error>(
    at moment: Moment, _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(StoreError) -> Result<Value, Failure> {
    guard let durable else { return Result { () throws(Failure) in try body() } }
    return try await moment.wait(for: durable.reader.read { Result { () throws(Failure) in try body() } })
  }

  private func pinned(_ id: SessionID) throws(StoreError) -> PinnedResident {
    while true {
      if let pinned = PinnedResident(try load(id)) { return pinned }
    }
  }

  /// The resident session, read first if it is not in memory, which may block.
  func load(_ id: SessionID) throws(StoreError) -> Resident {
    while true {
      switch directory.find(id) {
      case .session(let session): return session
      case .none(let departures):
        guard let durable else { throw .noSuchSession }
        let now = durable.shared?.uptime() ?? .max
        guard let found = try durable.backend.session(id) else { throw .noSuchSession }
        let session = Resident(sharingRoutes(found.session), number: found.number, isNew: false, checkedAt: now, ledger)
        guard let standing = directory.insert(session, since: departures) else { continue }
        if standing === session {
          admit(session)
          durable.shared?.following.notify(of: id)
        }
        return standing
      }
    }
  }

  /// A session that was read, with the routes that are in memory already.
  func sharingRoutes(_ read: StoredSession) -> StoredSession {
    guard let routes = read.sharedRoutes else { return read }
    var session = read
    session.sharedRoutes = tables.shared(routes, of: read.owner)
    return session
  }

  /// The session's owner, which never changes. Throws as `session` does.
  public func owner(of id: SessionID, at moment: Moment) async throws(StoreError) -> Owner {
    let body = { (resident: Resident, moment: Moment) throws(Resident.Absence) in try resident.owner(at: moment) }
    if let owner = try withResidentNow(id, at: moment, body) { return owner }
    return try await withResident(id, at: moment, body)
  }

  /// The session. Throws `noSuchSession`, `waitEnded`, and the errors of the read.
  public func session(_ id: SessionID, at moment: Moment) async throws(StoreError) -> StoredSession {
    if let session = try residentSession(id, at: moment) { return session }
    return try await withResident(id, at: moment) { (resident, moment) throws(Resident.Absence) in
      try resident.session(at: moment)
    }
  }

  /// The session; nil if that takes a wait. Throws `noSuchSession`.
  public func residentSession(_ id: SessionID, at moment: Moment) throws(StoreError) -> StoredSession? {
    try withResidentNow(id, at: moment) { (resident, moment) throws(Resident.Absence) in
      try resident.session(at: moment)
    }
  }

  /// The cached JSON of the session; nil if there is none. Throws as `session` does.
  public func written(
    _ representation: Representation, of id: SessionID, at moment: Moment
  ) async throws(StoreError) -> WrittenSession? {
    let body = { (resident: Resident, moment: Moment) throws(Resident.Absence) in
      try resident.written(representation, at: moment)
    }
    if let written = try withResidentNow(id, at: moment, body) { return written }
    return try await withResident(id, at: moment, body)
  }

  private typealias Body<Value> = (Resident, Moment) throws(Resident.Absence) -> Value

  /// Looks at a session that is in memory and recent enough, without a wait; nil if it has to be read.
  private func withResidentNow<Value>(_ id: SessionID, at moment: Moment, _ body: Body<Value>) throws(StoreError)
    -> Value?
  {
    guard case .session(let resident) = directory.find(id) else {
      if durable == nil { throw .noSuchSession }
      return nil
    }
    do throws(Resident.Absence) { return try body(resident, moment) } catch {
      switch error {
      case .noSuchSession: throw .noSuchSession
      case .evicted, .stale: return nil
      }
    }
  }

  /// Looks at a session that is recent enough for a reader.
  private func withResident<Value>(_ id: SessionID, at moment: Moment, _ body: Body<Value>) async throws(StoreError)
    -> Value
  {
    var found = try await find(id, at: moment)
    while true {
      let absence: Resident.Absence
      do throws(Resident.Absence) {
        // It is not evicted meanwhile.
        defer { extendLifetime(found.pin) }
        return try body(found.resident, moment)
      } catch { absence = error }
      if case .stale = absence, let near = near(moment), let value = try? body(found.resident, near) { return value }
      found = try await find(id, after: absence, at: moment)
    }
  }

  /// Notes the JSON sent for a session, for the next reader of that revision.
  public func cache(_ bytes: [UInt8], of representation: Representation, _ session: borrowing StoredSession) {
    guard case .session(let resident) = directory.find(session.id) else { return }
    resident.cache(bytes, of: representation, at: session.revision)
  }

  // MARK: Records and lists

  /// Sessions read from the backend at once.
  private static let chunk = 256

  /// The steps after a revision of a session, oldest first; see `History.steps`. Also throws `failed(waitEnded)`.
  ///
  /// - Parameter states: whether the states before and after each step are needed.
  public func steps(
    of session: StoredSession, after revision: Int?, limit: Int, states: Bool, at moment: Moment
  ) async throws(HistoryGap) -> [HistoryStep] {
    if let steps = try steps(inTailOf: session, after: revision, limit: limit) { return steps }
    let steps: Result<[HistoryStep], HistoryGap>
    do throws(StoreError) {
      steps = try await read(at: moment) { [self] () throws(HistoryGap) in
        try backend.steps(of: session, after: revision, limit: limit, states: states)
      }
    } catch { throw .failed(error) }
    return try steps.get()
  }

  /// The steps, if the session itself has them: each but its first record with the state before it.
  public func steps(
    inTailOf session: StoredSession, after revision: Int?, limit: Int
  ) throws(HistoryGap) -> [HistoryStep]? {
    guard let revision, revision > session.tail.start else { return nil }
    return try session.tail.steps(after: revision, limit: limit)
  }

  /// The state of a session at a revision.
  ///
  /// Throws `ahead`, `gone`, `replaced` by a later stage of the same gesture, and the errors of `steps`.
  public func state(
    of session: StoredSession, at revision: Int, _ moment: Moment
  ) async throws(HistoryGap) -> Session {
    if let state = session.state(inTailAt: revision) { return state }
    guard revision < session.revision else { throw .ahead }
    let found = try await steps(of: session, after: revision - 1, limit: 1, states: true, at: moment).first
    if let found, found.record.revision == revision, let state = found.record.state { return state }
    if let later = found?.record, let start = later.gestureStart {
      throw .replaced(by: later.revision, since: start)
    }
    throw .gone(start: (found?.record.revision ?? session.revision) - 1)
  }

  /// One page of an owner's sessions, newest first. A page may have fewer than requested and not be the last. Throws
  /// `waitEnded`, and the errors of the read.
  public func list(
    _ query: SessionListQuery, of owner: Owner, at moment: Moment
  ) async throws(StoreError) -> SessionPage {
    try await read(at: moment) { [self] () throws(StoreError) in try page(query, of: owner, at: moment.now) }.get()
  }

  private func page(_ query: SessionListQuery, of owner: Owner, at now: Timestamp) throws(StoreError) -> SessionPage {
    var page = SessionPage(sessions: [], next: nil)
    var below = query.after.map { Int64(clamping: $0.ordinal) } ?? .max
    /// The cursor if there is one more session to list.
    var end = below
    while true {
      let part = try backend.lines(query, of: owner, below: below, count: Self.chunk)
      for line in part.lines where now < line.expiresAt {
        guard page.sessions.count < query.limit else {
          page.next = Self.cursor(end)
          return page
        }
        page.sessions.append(SessionSummary(line.head, revision: line.revision, updatedAt: line.updatedAt))
        end = line.number
      }
      guard let next = part.next else { return page }
      // The backend scanned many entries without a match.
      guard !part.lines.isEmpty else {
        page.next = Self.cursor(next)
        return page
      }
      below = next
    }
  }

  private static func cursor(_ number: Int64) -> SessionListCursor {
    SessionListCursor(ordinal: UInt64(clamping: number))
  }
}

public struct SessionPage: Sendable {
  public var sessions: [SessionSummary]
  /// The start of the next page; nil on the last.
  public var next: SessionListCursor?
}

extension SessionSummary {
  public init(_ head: SessionHead, revision: Int, updatedAt: Timestamp) {
    self.init(
      id: head.id, client: head.client, labels: head.labels, revision: revision, createdAt: head.createdAt,
      updatedAt: updatedAt, expiresAt: head.expiry(after: updatedAt))
  }
}

/// The time of a request, and how long it waits.
public struct Moment: Sendable {
  public let now: Timestamp
  /// Reads are no older than this, in nanoseconds of the store's `uptime`.
  public let arrival: Int64
  /// Ends the waits of the request.
  public let patience: Patience

  /// - Parameter arrival: without it, any state in memory is recent enough.
  public init(now: Timestamp, arrival: Int64 = .min, patience: Patience = Patience()) {
    (self.now, self.arrival, self.patience) = (now, arrival, patience)
  }

  /// Waits for a value. Throws `waitEnded`.
  func wait<Value>(for promise: Promise<Value>) async throws(StoreError) -> Value {
    do throws(WaitEnd) { return try await patience.wait(for: promise) } catch { throw .waitEnded(error) }
  }
}
