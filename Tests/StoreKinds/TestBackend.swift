import Dispatch
import Navigation
public import SessionStorage
import Synchronization

/// A durable in-memory backend, which a test can pause and let fail.
public final class TestBackend: DurableBackend {
  private struct State {
    var table = SessionTable(isShared: false, limits: StoreLimits())
    var fault: StoreError?
    /// The outcome of the next write, once it is set; nil if writes do not wait for one.
    var hold: Hold?
  }

  private final class Hold: Sendable {
    let isOpen = DispatchSemaphore(value: 0)
    let release = Mutex((outcome: Written.committed(), isOnce: false))
  }

  private let state = Mutex(State())
  /// What reads of sessions pass.
  public let reading = Gate()

  public init() {}

  public func store(limits: StoreLimits = StoreLimits()) throws(StoreError) -> SessionStore {
    try SessionStore(durable: self, limits: limits, uptime: { 0 }, report: { _ in })
  }

  /// Makes writes wait for `release`.
  public func hold() { state.withLock { $0.hold = Hold() } }

  /// Sets the outcome of the waiting or next write; unless it is `once`, of later ones, too.
  package func release(_ outcome: Written, once: Bool = false) {
    guard let hold = state.withLock({ $0.hold }) else { return }
    hold.release.withLock { $0 = (outcome, once) }
    hold.isOpen.signal()
  }

  /// Makes all later calls fail with `error`; nil ends that.
  public func fails(with error: StoreError?) { state.withLock { $0.fault = error } }

  private func read<Answer>(_ body: (inout SessionTable) throws(StoreError) -> Answer) throws(StoreError) -> Answer {
    try state.withLock { (state) throws(StoreError) in
      if let fault = state.fault { throw fault }
      return try body(&state.table)
    }
  }

  package func contents() -> BackendContents { state.withLock { $0.table.contents } }

  package func session(_ id: SessionID) throws(StoreError) -> LoadedSession? {
    reading.pass()
    return try read { $0.session(id) }
  }

  package func lines(_ query: SessionListQuery, of owner: Owner, below number: Int64, count: Int) throws(StoreError)
    -> SessionLines
  {
    try read { $0.lines(query, of: owner, below: number, count: count) }
  }

  package func due(at now: Timestamp, limit: Int) throws(StoreError) -> [SessionLine] {
    try read { $0.due(at: now, limit: limit) }
  }

  package func steps(
    of session: StoredSession, after revision: Int?, limit: Int, states _: Bool
  ) throws(HistoryGap) -> [HistoryStep] {
    let (table, fault) = state.withLock { ($0.table, $0.fault) }
    if let fault { throw .failed(fault) }
    return try table.steps(of: session, after: revision, limit: limit)
  }

  package func creationAnswers(of owner: Owner) throws(StoreError) -> [StoredAnswer] {
    try read { $0.creationAnswers(of: owner) }
  }

  package func answerBody(of _: StoredAnswer, at place: Int64) throws(StoreError) -> [UInt8]? {
    try read { $0.answerBody(at: place) }
  }

  package func write(_ writes: [Write]) throws(StoreError) -> [Written] {
    if let hold = state.withLock({ $0.hold }) {
      hold.isOpen.wait()
      hold.isOpen.signal()
      let (outcome, isOnce) = hold.release.withLock { $0 }
      if isOnce { state.withLock { $0.hold = nil } }
      if case .failed(let error) = outcome { throw error }
    }
    return try read { (table) throws(StoreError) in
      let before = table
      do throws(StoreError) {
        var written: [Written] = []
        for write in writes { written.append(try table.write(write)) }
        return written
      } catch {
        table = before
        throw error
      }
    }
  }

  package func close() { fails(with: .unavailable("the store is closed")) }
}

/// What the calls of a backend pass, and wait at while a test has closed it.
public final class Gate: Sendable {
  private let closed = Mutex<DispatchSemaphore?>(nil)

  private let passing = Atomic<Int>(0)

  /// The calls so far.
  public var calls: Int { passing.load(ordering: .relaxed) }

  public func close() { closed.withLock { $0 = DispatchSemaphore(value: 0) } }

  public func open() {
    closed.withLock { closed in
      defer { closed = nil }
      return closed
    }?.signal()
  }

  func pass() {
    passing.add(1, ordering: .relaxed)
    guard let closed = closed.withLock({ $0 }) else { return }
    closed.wait()
    closed.signal()
  }
}
