public import NavigationAPI
import NavigationJSON
import Synchronization

/// Sessions in memory, gone with the process. Those that nobody uses are packed.
///
/// Locks are taken in this order, and none is held while something is encoded: creation answers, a part of the directory,
/// orders or calendar or residents, an entry.
public final class MemoryStore: SessionStore {
  public let limits: StoreLimits
  let directory = EntryDirectory()
  /// One for each owner, whose list neither shows nor passes over the others' sessions.
  let orders = Mutex<[Owner: CreationOrder]>([:])
  let calendar = Mutex(ExpiryCalendar())
  private let residents: Mutex<Residents<SessionEntry>>
  private let creationAnswers = Mutex<[Owner: CreationAnswers]>([:])
  private let names = Mutex(OwnerNames())
  private let population = Atomic<Int>(0)
  /// Of the sessions at rest.
  private let packedBytes = PackedBytes()

  public init(limits: StoreLimits = StoreLimits()) {
    self.limits = limits
    residents = Mutex(Residents(capacity: limits.residentSessions))
  }

  public var count: Int { population.load(ordering: .relaxed) }

  /// The list is copied under its lock and looked at without it.
  public var residency: Residency {
    var residency = Residency(packedBytes: packedBytes.value)
    for bytes in residents.withLock({ $0.entries }).lazy.compactMap(\.byteCountInUse) {
      residency.sessions += 1
      residency.bytes += bytes
    }
    return residency
  }

  public func create(_ session: StoredSession, answer: StoredAnswer?) -> Decided<Creation> {
    Decided { () throws(StoreError) in try creation(of: session, answer) }
  }

  private func creation(of session: StoredSession, _ answer: StoredAnswer?) throws(StoreError) -> Creation {
    let entry: SessionEntry
    if let answer {
      let outcome = creationAnswers.withLock { answers -> Result<(SessionEntry?, StoredAnswer?), StoreError> in
        if let earlier = answers[session.owner]?.answer(for: answer.key) { return .success((nil, earlier)) }
        return Result { () throws(StoreError) in
          let entry = try insert(session)
          answers[session.owner, default: CreationAnswers()].append(answer)
          return (entry, nil)
        }
      }
      let (made, earlier) = try outcome.get()
      if let earlier { return .repeated(earlier) }
      guard let made else { throw .idTaken }
      entry = made
    } else {
      entry = try insert(session)
    }
    calendar.withLock { $0.put(entry, at: session.expiresAt) }
    admit(entry)
    return .created
  }

  private func insert(_ session: StoredSession) throws(StoreError) -> SessionEntry {
    guard population.wrappingAdd(1, ordering: .relaxed).newValue <= limits.sessions else {
      population.wrappingSubtract(1, ordering: .relaxed)
      throw .sessionLimit(limits.sessions)
    }
    let entry = directory.insert(session.id) {
      orders.withLock { $0[session.owner, default: CreationOrder()].append(session) }
    }
    guard let entry else {
      population.wrappingSubtract(1, ordering: .relaxed)
      throw .idTaken
    }
    return entry
  }

  /// Lets an entry stay unpacked, and packs the one that goes for it.
  private func admit(_ entry: SessionEntry) {
    residents.withLock { $0.admit(entry) }
    while let outgoing = residents.withLock({ $0.surplus() }) {
      guard !outgoing.rest(limits, packedBytes) else { continue }
      // It was changed while it was being packed, so that it is in use after all.
      return residents.withLock { $0.admit(outgoing) }
    }
  }

  public func creationAnswer(for key: IdempotencyKey, of owner: Owner) -> Decided<StoredAnswer>? {
    creationAnswers.withLock { $0[owner]?.answer(for: key) }.map { Decided(.success($0), commit: nil) }
  }

  public func body(of answer: StoredAnswer) throws(StoreError) -> [UInt8] {
    try answer.readBody()
  }

  public func owner(named name: String) throws(StoreError) -> Owner {
    try names.withLock { (names) throws(StoreError) in
      if let known = names[name] { return known }
      guard let owner = names.next() else { throw .full }
      names.give(owner, to: name)
      return owner
    }
  }

  public var hasNamedOwners: Bool { names.withLock { !$0.isEmpty } }

  public func owner(of id: SessionID, at now: Timestamp) throws(StoreError) -> Owner {
    guard let entry = directory[id], entry.isAlive(at: now) else { throw .noSuchSession }
    return entry.owner
  }

  public func session(_ id: SessionID, at now: Timestamp) throws(StoreError) -> StoredSession {
    try use(id, at: now) { $0 }
  }

  public func steps(of session: StoredSession, after revision: Int?, limit: Int) throws(HistoryGap) -> [HistoryStep] {
    try session.history.steps(after: revision, limit: limit)
  }

  public func update<Answer: Sendable>(
    _ id: SessionID, at now: Timestamp, _ change: (inout StoredSession) -> Answer
  ) -> Decided<Answer> {
    Decided { () throws(StoreError) in try use(id, at: now, change) }
  }

  private func use<Answer: Sendable>(
    _ id: SessionID, at now: Timestamp, _ change: (inout StoredSession) -> Answer
  ) throws(StoreError) -> Answer {
    guard let entry = directory[id] else { throw .noSuchSession }
    while true {
      do throws(SessionEntry.Absence) {
        return try entry.use(at: now, limits: limits, change)
      } catch {
        guard case .atRest(let packed, let revision, let edition) = error else { throw .noSuchSession }
        if entry.wake(try packed.unpacked(revision: revision), edition: edition, packedBytes) { admit(entry) }
      }
    }
  }

  public func settle(_ key: IdempotencyKey, of session: SessionID, as bytes: [UInt8]) {
    directory[session]?.settle(key, as: .packed(PackedJSON.pack(bytes).exact), limits: limits)
  }

  public func settleCreation(_ key: IdempotencyKey, of owner: Owner, as bytes: [UInt8]) {
    let reply = StoredAnswer.Reply.packed(PackedJSON.pack(bytes).exact)
    creationAnswers.withLock { $0[owner]?.settle(key, as: reply) }
  }

  public func delete(_ id: SessionID, at now: Timestamp, if condition: (Int) -> Bool) -> Decided<Deletion> {
    Decided { () throws(StoreError) in
      guard let entry = directory[id], let deletion = entry.delete(at: now, packedBytes, if: condition) else { throw .noSuchSession }
      if deletion == .deleted {
        forget(entry)
        calendar.withLock { $0.noteGone() }
      }
      return deletion
    }
  }

  /// Takes an entry that has just gone out of the directory.
  private func forget(_ entry: SessionEntry) {
    directory.remove(entry.id)
    population.wrappingSubtract(1, ordering: .relaxed)
    orders.withLock { $0[entry.owner]?.noteGone() }
  }

  public func removeExpired(at now: Timestamp) -> [SessionID] {
    for entry in residents.withLock({ $0.idle(at: now) }) where !entry.rest(limits, packedBytes) {
      residents.withLock { $0.admit(entry) }
    }
    var removed: [SessionID] = []
    for entry in calendar.withLock({ $0.takeDue(at: now) }) {
      switch entry.age(at: now, packedBytes) {
      case .gone: break
      case .expires(let expiry): calendar.withLock { $0.put(entry, at: expiry) }
      case .expired:
        forget(entry)
        removed.append(entry.id)
      }
    }
    return removed
  }
}
