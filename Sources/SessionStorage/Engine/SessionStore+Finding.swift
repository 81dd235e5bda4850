public import Navigation

/// A session in memory, found or read.
extension SessionStore {
  /// What a lookup returns: a resident session; pinned if it has just been read.
  struct Lookup {
    let resident: Resident
    private let pin: PinnedResident?

    init(_ resident: Resident) { (self.resident, pin) = (resident, nil) }
    init(_ pin: PinnedResident) { (resident, self.pin) = (pin.resident, pin) }

    /// Looks at the session, which is not evicted meanwhile.
    func withResident<Value>(_ body: (Resident) throws(Resident.Absence) -> Value) throws(Resident.Absence) -> Value {
      try withExtendedLifetime(pin) { () throws(Resident.Absence) in try body(resident) }
    }
  }

  /// The resident session; waits for its read.
  func find(_ id: SessionID, at moment: Moment) async throws(StoreError) -> Lookup {
    while true {
      if case .session(let resident) = directory.find(id) { return Lookup(resident) }
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
      return Lookup(try await read(at: moment) { [self] () throws(StoreError) in try pinned(id) }.get())
    }
    switch try await moment.wait(for: check(id, shared)) {
    case .session(let pinned): return Lookup(pinned)
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
        return try found.withResident { (resident) throws(Resident.Absence) in try body(resident, moment) }
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
}
