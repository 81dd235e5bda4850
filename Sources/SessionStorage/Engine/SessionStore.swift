import Dispatch
public import Navigation
import Synchronization

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
    let reader = Reader()
    /// Nil if the backend is not shared.
    let shared: Shared?

    /// The queue for all changes of a session.
    func queue(of id: SessionID) -> CommitQueue {
      queues.count == 1 ? queues[0] : queues[Int(truncatingIfNeeded: id.low % UInt64(queues.count))]
    }

    /// Starts writing the gathered changes.
    func beginWriting() { for queue in queues { queue.begin() } }

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
  public func beginCommit() { durable?.beginWriting() }

  /// Concurrent reads from a backend: those of requests, and the sweep's.
  public static let readerLimit = Reader.threadLimit + 1

  /// The attempts to decide a change before which no other engine changes the session.
  static let attemptLimit = 64

  /// Changes that were decided again, since another engine committed first.
  public var redecisions: Int { redecisionCount.load(ordering: .relaxed) }

  /// Sessions in the store, including those that have expired but are not deleted yet.
  public var count: Int { population.withLock { $0.total } }

  /// The memory in use; slow to compute.
  public var residency: Residency {
    let residents = directory.residency
    return Residency(sessions: residents.sessions, bytes: residents.bytes + backend.byteCount)
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
