import Dispatch
import NavigationAPI
import NavigationModel
public import SessionStorage
import Synchronization

/// A durable backend in memory, which a test can stop, and let fail.
public final class TestBackend: DurableBackend {
  private struct Kept {
    var session: StoredSession
    let number: Int64
    /// All of them, oldest first.
    var entries: [HistoryEntry]
  }

  private struct State {
    var sessions: [SessionID: Kept] = [:]
    var due: [SessionID: Timestamp] = [:]
    var names = OwnerNames()
    var creations: [Owner: [StoredAnswer]] = [:]
    var bodies: [[UInt8]] = []
    var fault: StoreError?
    /// What the next write comes to, once it is known; nil where no write waits for that.
    var gate: Gate?
  }

  private final class Gate: Sendable {
    let isOpen = DispatchSemaphore(value: 0)
    let outcome = Mutex(Commit.Outcome.kept)
  }

  private let state = Mutex(State())

  public init() {}

  public func store(limits: StoreLimits = StoreLimits()) throws(StoreError) -> SessionStore {
    try SessionStore(durable: self, limits: limits, uptime: { 0 }, report: { _ in })
  }

  /// From here on writes wait for `release`.
  public func hold() { state.withLock { $0.gate = Gate() } }

  /// Lets the writes come to this, those that wait and those to come.
  public func release(_ outcome: Commit.Outcome) {
    guard let gate = state.withLock({ $0.gate }) else { return }
    gate.outcome.withLock { $0 = outcome }
    gate.isOpen.signal()
  }

  /// All that is asked from here on fails.
  public func fails(with error: StoreError?) { state.withLock { $0.fault = error } }

  private func read<Answer>(_ body: (inout State) throws(StoreError) -> Answer) throws(StoreError) -> Answer {
    try state.withLock { (state) throws(StoreError) in
      if let fault = state.fault { throw fault }
      return try body(&state)
    }
  }

  package var byteCount: Int { 0 }

  package func contents() -> BackendContents {
    state.withLock { state in
      BackendContents(
        sessions: state.sessions.count, lastNumber: state.sessions.values.map(\.number).max() ?? 0, names: state.names)
    }
  }

  package func session(_ id: SessionID) throws(StoreError) -> KeptSession? {
    try read { state in
      state.sessions[id].map { kept in
        var session = kept.session
        if let latest = kept.entries.last { session.history = History(start: latest.revision - 1, latest: latest) }
        return KeptSession(session: session, number: kept.number)
      }
    }
  }

  package func lines(_ query: SessionListQuery, of owner: Owner, below number: Int64, count: Int) throws(StoreError) -> SessionLines {
    let found = try read { state in
      state.sessions.values.filter { $0.session.owner == owner && $0.number < number }.sorted { $0.number > $1.number }
    }
    let lines = found.filter { query.matches(client: $0.session.client, labels: $0.session.labels) }.prefix(count).map(Self.line)
    return SessionLines(lines: lines, next: lines.count == count ? lines.last?.number : nil)
  }

  private static func line(_ kept: Kept) -> SessionLine {
    let session = kept.session
    return SessionLine(
      number: kept.number, id: session.id, client: session.client, labels: session.labels, createdAt: session.createdAt,
      timeToLive: session.timeToLive, moment: .init(revision: session.revision, updatedAt: session.updatedAt))
  }

  package func due(at now: Timestamp, limit: Int) throws(StoreError) -> [SessionLine] {
    try read { state in state.sessions.values.filter { now >= state.due[$0.session.id] ?? now }.prefix(limit).map(Self.line) }
  }

  package func steps(of session: StoredSession, after revision: Int?, limit: Int) throws(HistoryGap) -> [HistoryStep] {
    guard let kept = state.withLock({ $0.sessions[session.id] }) else { throw .failed(.noSuchSession) }
    let entries = kept.entries.filter { $0.revision <= session.revision }
    let start = entries.first.map { $0.revision - 1 } ?? session.revision
    let revision = revision ?? start
    guard revision >= start else { throw .gone(start: start) }
    guard revision <= session.revision else { throw .ahead }
    return History.steps(entries.filter { $0.revision >= revision }, after: revision, limit: limit)
  }

  package func creationAnswers(of owner: Owner) throws(StoreError) -> [StoredAnswer] { try read { $0.creations[owner] ?? [] } }

  package func answerBody(at place: Int64) throws(StoreError) -> [UInt8]? { try read { $0.bodies[Int(place)] } }

  package func write(_ changes: [Change]) throws(StoreError) -> [Int64?] {
    if let gate = state.withLock({ $0.gate }) {
      gate.isOpen.wait()
      gate.isOpen.signal()
      if case .failed(let error) = gate.outcome.withLock({ $0 }) { throw error }
    }
    return try read { (state) throws(StoreError) in
      let before = state
      do throws(StoreError) {
        var places: [Int64?] = []
        for change in changes { places.append(try Self.write(change, to: &state)) }
        return places
      } catch {
        state = before
        throw error
      }
    }
  }

  private static func write(_ change: Change, to state: inout State) throws(StoreError) -> Int64? {
    switch change {
    case .create(let session, let number, let answer):
      guard state.sessions[session.id] == nil else { throw .idTaken }
      state.sessions[session.id] = Kept(session: session, number: number, entries: session.history.entries)
      state.due[session.id] = session.expiresAt
      return answer.map { answer in
        let place = keep(answer, in: &state)
        var kept = answer
        kept.reply = .kept(place)
        state.creations[session.owner, default: []].append(kept)
        return place
      }
    case .update(let update):
      guard var kept = state.sessions[update.after.id] else { throw .noSuchSession }
      kept.session = update.after
      switch update.record {
      case .new: kept.entries += update.after.history.entries.suffix(1)
      case .inPlace: kept.entries = kept.entries.dropLast() + update.after.history.entries.suffix(1)
      case .again, nil: break
      }
      let place = update.answer.map { keep($0, in: &state) }
      if let answer = update.answer, let place { kept.session.answers.settle(answer.key, as: .kept(place)) }
      state.sessions[update.after.id] = kept
      return place
    case .delete(let id, _, _): state.sessions[id] = nil
    case .postpone(let id, _, let due): state.due[id] = due
    case .name(let owner, let name): state.names.give(owner, to: name)
    }
    return nil
  }

  private static func keep(_ answer: StoredAnswer, in state: inout State) -> Int64 {
    if case .packed(let bytes) = answer.packed().reply { state.bodies.append(bytes) }
    return Int64(state.bodies.count - 1)
  }

  package func close() { fails(with: .unavailable("the store is closed")) }
}
