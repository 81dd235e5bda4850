import Dispatch
public import Navigation
import Synchronization
import Waiting

/// Support for backends that several engines write to.
///
/// The backend compares versions at each write; a superseded change is decided again. A read, or an answer that changes
/// nothing, needs a check or a commit that started after the request's arrival.
extension SessionStore {
  struct Shared: Sendable {
    let backend: any SharedBackend
    let uptime: @Sendable () -> Int64
    let checks: CheckQueue
    let following = Following()

    init(backend: any SharedBackend, uptime: @escaping @Sendable () -> Int64) {
      (self.backend, self.uptime) = (backend, uptime)
      checks = CheckQueue(threads: backend.readerCount)
    }
  }

  /// The sessions whose notifications are awaited.
  final class Following: Sendable {
    let sessions = Mutex<Set<SessionID>>([])
    let notice = Mutex<(@Sendable (SessionID) -> Void)?>(nil)

    func isFollowed(_ id: SessionID) -> Bool { sessions.withLock { $0.contains(id) } }

    /// Notifies that a state of the session was read from the backend, or that the session is gone.
    func notify(of id: SessionID) {
      if isFollowed(id) { notice.withLock { $0 }?(id) }
    }
  }

  /// Whether other engines write to the backend.
  public var isShared: Bool { durable?.shared != nil }

  /// Sets the callback for sessions that another engine has changed, called once the state is in memory. To be called
  /// once, at start.
  public func listen(_ notice: @escaping @Sendable (SessionID) -> Void) {
    durable?.shared?.following.notice.withLock { $0 = notice }
  }

  /// Enables notifications for a session.
  public func follow(_ id: SessionID) { durable?.shared?.following.sessions.withLock { _ = $0.insert(id) } }

  public func unfollow(_ id: SessionID) { durable?.shared?.following.sessions.withLock { _ = $0.remove(id) } }

  public var readiness: StoreReadiness { durable?.shared?.backend.readiness ?? .ready }

  /// Nil if the backend is not shared.
  public var sharing: SharingFigures? { durable?.shared?.backend.figures }

  /// The moment for a read that may lag behind other engines; nil if it may not.
  func near(_ moment: Moment) -> Moment? {
    guard limits.readsNear, let shared = durable?.shared, shared.backend.receivesNotices else { return nil }
    return Moment(now: moment.now, arrival: moment.arrival - Self.nearNanoseconds, patience: moment.patience)
  }

  private static let nearNanoseconds: Int64 = 1_000_000_000

  /// Handles a notification of a write by any engine: checks the sessions concerned that are followed, or were used
  /// here since the last one.
  ///
  /// One that is resident and not used stays as it is: its next request has it checked, and the change that other
  /// engines make of it costs this one nothing.
  func receive(_ notice: StoreNotice) {
    guard let shared = durable?.shared else { return }
    switch notice {
    case .session(let id):
      if shared.following.isFollowed(id) || takeUse(of: id) { _ = check(id, shared) }
    case .any:
      for id in shared.following.sessions.withLock({ $0 }) { _ = check(id, shared) }
    }
  }

  /// Whether a request has used the session since this was last asked.
  private func takeUse(of id: SessionID) -> Bool {
    if case .session(let resident) = directory.find(id), case .used = resident.takeUse() { true } else { false }
  }

  /// Asks for the latest state of a session.
  func check(_ id: SessionID, _ shared: Shared) -> Promise<CheckQueue.Finding> {
    shared.checks.check(id) { [self] wanted in check(wanted, shared) }
  }

  private func check(_ wanted: [SessionID: Promise<CheckQueue.Finding>], _ shared: Shared) {
    let asked = wanted.map { id, finding in Asked(id, standing: directory.find(id), finding: finding) }
    let now = shared.uptime()
    do throws(StoreError) {
      let latest = try shared.backend.latest(of: asked.map(\.known))
      for (asked, latest) in zip(asked, latest) { handle(latest, asked, following: shared.following, at: now) }
    } catch {
      for asked in asked { asked.finding.fulfil(.failed(error)) }
    }
  }

  /// A query, and the resident at the time of the query.
  private struct Asked {
    let known: KnownSession
    let standing: ResidentDirectory.Finding
    let finding: Promise<CheckQueue.Finding>

    init(_ id: SessionID, standing: ResidentDirectory.Finding, finding: Promise<CheckQueue.Finding>) {
      (self.standing, self.finding) = (standing, finding)
      switch standing {
      case .session(let resident): known = (id, resident.version)
      case .none: known = (id, nil)
      }
    }

    /// Ends the query with a session, unless it is evicted already.
    func end(with resident: Resident?) {
      finding.fulfil(resident.flatMap(PinnedResident.init).map { .session($0) } ?? .again)
    }
  }

  private func handle(_ latest: LatestSession, _ asked: Asked, following: Following, at now: Int64) {
    switch (latest, asked.standing) {
    case (.same, .session(let resident)):
      resident.confirm(asked.known.version, at: now)
      asked.end(with: resident)
    case (.other(let loaded), .none(let departures)):
      let resident = Resident(
        sharingRoutes(loaded.session), number: loaded.number, isNew: false, checkedAt: now, ledger)
      let standing = directory.insert(resident, since: departures)
      if standing === resident { admit(resident) }
      following.notify(of: resident.id)
      asked.end(with: standing)
    case (.none, .none):
      following.notify(of: asked.known.id)
      asked.finding.fulfil(.none)
    case (.other(let loaded), .session(let resident)):
      replace(resident, by: loaded, asked, following: following, at: now)
    case (.none, .session(let resident)): replace(resident, by: nil, asked, following: following, at: now)
    case (.failed(let error), _): asked.finding.fulfil(.failed(error))
    // `same` cannot answer a query without a version.
    case (.same, .none): asked.finding.fulfil(.again)
    }
  }

  private func replace(
    _ resident: Resident, by loaded: LoadedSession?, _ asked: Asked, following: Following, at now: Int64
  ) {
    let isUsed = resident.isReferenced
    switch resident.yield(asked.known.version) {
    case .yielded: break
    case .undecided(let end):
      return end.whenKnown { isCommitted in
        if isCommitted { resident.confirm(loaded?.session.version, at: now) }
        asked.finding.fulfil(.again)
      }
    case .again: return asked.finding.fulfil(.again)
    }
    guard let loaded else {
      directory.remove(resident)
      following.notify(of: resident.id)
      return asked.finding.fulfil(.none)
    }
    let session = Resident(
      sharingRoutes(loaded.session), number: loaded.number, isNew: false, isReferenced: isUsed, checkedAt: now, ledger)
    guard directory.replace(resident, by: session) else { return asked.finding.fulfil(.again) }
    admit(session)
    following.notify(of: session.id)
    asked.end(with: session)
  }
}

/// What another engine may do to a resident.
extension Resident {
  var version: Version? { state.withLock { $0.session.version } }

  /// Records that `version` was the backend's latest at `moment`, unless it is another engine's.
  func confirm(_ version: Version?, at moment: Int64) {
    state.withLock { state in
      guard let version, let own = state.session.version else { return }
      // All versions from the first known one to the present one are this engine's: each followed from the one before.
      guard own == version || own.count > version.count else { return }
      state.checkedAt = max(state.checkedAt, moment)
    }
  }

  /// The outcome when the backend has another state.
  enum Yielding {
    /// Evicted.
    case yielded
    /// That state may stem from the change whose turn it is; fulfilled at its end, with whether it was committed.
    case undecided(Promise<Bool>)
    /// Changed since the backend was asked.
    case again
  }

  /// - Parameter version: the resident's version when the backend was asked.
  func yield(_ version: Version?) -> Yielding {
    state.withLock { state in
      if let end = state.turn.awaitEnd() { return .undecided(end) }
      guard state.session.version == version else { return .again }
      state.stage = .evicted
      return .yielded
    }
  }
}
