import Dispatch
import Navigation
import SeededRandom
public import SessionStorage
import Synchronization

/// The shared table of several engines in a test, each with its own backend.
public final class SharedTable: Sendable {
  private struct State {
    var table: SessionTable
    var listeners: [@Sendable (SessionID) -> Void] = []
    var whims: Whims?
    var heldReply: HeldReply?
    var readiness = StoreReadiness.ready
  }

  /// The reply to the next write, which does not arrive until it is released.
  public final class HeldReply: Sendable {
    let isFree = DispatchSemaphore(value: 0)

    public func release() { isFree.signal() }
  }

  private let state: Mutex<State>
  let checks = Atomic<Int>(0)
  /// What checks pass.
  public let checking = Gate()
  /// Nanoseconds; incremented by each read.
  private let clock: Atomic<Int64>

  private let tellsNews: Bool

  public init(startingAt start: Int64 = 0, tellsNews: Bool = true, limits: StoreLimits = StoreLimits()) {
    self.tellsNews = tellsNews
    clock = Atomic(start)
    state = Mutex(State(table: SessionTable(isShared: true, limits: limits)))
  }

  /// The clock of all engines on the table.
  public func uptime() -> Int64 { clock.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Opens another engine on the table.
  public func store(limits: StoreLimits = StoreLimits()) throws(StoreError) -> SessionStore {
    try SessionStore(durable: SharedTableBackend(self), limits: limits, uptime: uptime, report: { _ in })
  }

  /// Sets the random faults of the table; nil for none.
  public func act(on whims: Whims?) { state.withLock { $0.whims = whims } }

  /// Holds the reply to the next write, by any engine.
  public func holdReply() -> HeldReply {
    let reply = HeldReply()
    state.withLock { $0.heldReply = reply }
    return reply
  }

  public func become(_ readiness: StoreReadiness) { state.withLock { $0.readiness = readiness } }

  var readiness: StoreReadiness { state.withLock { $0.readiness } }

  /// All records of a session by revision, as written.
  public func revisions(of id: SessionID) -> [Int] {
    state.withLock { state in
      (try? state.table.sessions[id]?.history.steps(after: nil, limit: 100_000).map(\.record.revision)) ?? []
    }
  }

  /// Loses the latest write of a session, as a failover may.
  public func lose(_ id: SessionID, to earlier: StoredSession) {
    state.withLock { state in
      state.table.sessions[id]?.session = earlier
      state.table.sessions[id]?.history = earlier.tail
    }
  }

  /// The stored session.
  public func session(_ id: SessionID) -> StoredSession? { state.withLock { $0.table.sessions[id]?.session } }

  func read<Answer>(_ body: (inout SessionTable) throws(StoreError) -> Answer) throws(StoreError) -> Answer {
    try state.withLock { (state) throws(StoreError) in
      if state.whims?.failsToRead() == true { throw .unavailable("a whim") }
      return try body(&state.table)
    }
  }

  func write(_ writes: [Write]) throws(StoreError) -> [Written] {
    let (written, listeners, heldReply) = try state.withLock { (state) throws(StoreError) in
      if state.whims?.failsToWrite() == true { throw .unavailable("a whim") }
      var written: [Written] = []
      for write in writes { written.append(try Self.write(write, &state)) }
      defer { state.heldReply = nil }
      return (written, tellsNews ? state.listeners : [], state.heldReply)
    }
    heldReply?.isFree.wait()
    for (write, written) in zip(writes, written) where written != .superseded {
      if let id = write.session { for listener in listeners { listener(id) } }
    }
    return written
  }

  private static func write(_ write: Write, _ state: inout State) throws(StoreError) -> Written {
    switch write {
    case .create, .update, .delete: if state.whims?.supersedes() == true { return .superseded }
    case .postpone, .name: break
    }
    return try state.table.write(write)
  }

  func listen(_ news: @escaping @Sendable (SessionID) -> Void) { state.withLock { $0.listeners.append(news) } }
}

/// Random faults of a table: each value is one in so many times, or 0 for never.
public struct Whims: Sendable {
  private var random: Seeded
  private let superseding, readFailing, writeFailing: Int

  public init(seed: UInt64, superseding: Int, readFailing: Int = 0, writeFailing: Int = 0) {
    random = Seeded(seed)
    (self.superseding, self.readFailing, self.writeFailing) = (superseding, readFailing, writeFailing)
  }

  private mutating func isTime(_ interval: Int) -> Bool {
    interval > 0 && Int.random(in: 0..<interval, using: &random) == 0
  }

  mutating func supersedes() -> Bool { isTime(superseding) }
  mutating func failsToRead() -> Bool { isTime(readFailing) }
  mutating func failsToWrite() -> Bool { isTime(writeFailing) }
}

extension Write {
  fileprivate var session: SessionID? {
    switch self {
    case .create(let session, _, _): session.id
    case .update(let update): update.head.id
    case .delete(let id, _, _, _): id
    case .postpone, .name: nil
    }
  }
}

/// One engine's backend on a table that other engines write to.
final class SharedTableBackend: SharedBackend {
  private let table: SharedTable

  init(_ table: SharedTable) { self.table = table }

  var readiness: StoreReadiness { table.readiness }
  var receivesNotices: Bool { true }
  var figures: SharingFigures {
    var figures = SharingFigures()
    figures.heartbeatAge = 0
    figures.checks = table.checks.load(ordering: .relaxed)
    return figures
  }
  var writerCount: Int { 2 }
  var readerCount: Int { 2 }

  func contents() throws(StoreError) -> BackendContents { try table.read { $0.contents } }

  func session(_ id: SessionID) throws(StoreError) -> LoadedSession? { try table.read { $0.session(id) } }

  func lines(_ query: SessionListQuery, of owner: Owner, below number: Int64, count: Int) throws(StoreError)
    -> SessionLines
  {
    try table.read { $0.lines(query, of: owner, below: number, count: count) }
  }

  func due(at now: Timestamp, limit: Int) throws(StoreError) -> [SessionLine] {
    try table.read { $0.due(at: now, limit: limit) }
  }

  func steps(
    of session: StoredSession, after revision: Int?, limit: Int, states _: Bool
  ) throws(HistoryGap) -> [HistoryStep] {
    let steps: Result<[HistoryStep], HistoryGap>
    do throws(StoreError) {
      steps = try table.read { table in
        Result { () throws(HistoryGap) in try table.steps(of: session, after: revision, limit: limit) }
      }
    } catch { throw .failed(error) }
    return try steps.get()
  }

  func creationAnswers(of owner: Owner) throws(StoreError) -> [StoredAnswer] {
    try table.read { $0.creationAnswers(of: owner) }
  }

  func answerBody(of _: StoredAnswer, at place: Int64) throws(StoreError) -> [UInt8]? {
    try table.read { $0.answerBody(at: place) }
  }

  func write(_ writes: [Write]) throws(StoreError) -> [Written] { try table.write(writes) }

  func latest(of known: [KnownSession]) throws(StoreError) -> [LatestSession] {
    table.checks.add(1, ordering: .relaxed)
    table.checking.pass()
    return try table.read { table in
      known.map { known in
        guard let loaded = table.session(known.id) else { return .none }
        return loaded.session.version == known.version ? .same : .other(loaded)
      }
    }
  }

  func listen(_ news: @escaping @Sendable (StoreNotice) -> Void) { table.listen { news(.session($0)) } }

  func close() {}
}
