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
