import Navigation
import Synchronization
import Waiting

/// Changes of a resident session.
extension Resident {
  /// What comes of taking the turn.
  enum Entrance<Value> {
    /// The turn is the caller's.
    case entered(Value)
    /// Another has it: the caller's comes with this, and then `enter` is called again.
    case waits(Promise<Void>)
    /// Another has it, and the caller does not wait for it.
    case held
  }

  /// What the caller has of a turn before it enters.
  enum Claim { case none, willWait, turn }

  /// Takes the turn, if it is free, and looks at the session under its lock. Throws without the turn.
  ///
  /// - Parameter claim: `turn` if the turn is the caller's already.
  func enter<Value>(
    _ claim: Claim, at moment: Moment, _ look: (inout State) throws(Absence) -> Value
  ) throws(Absence) -> Entrance<Value> {
    var woken: Turn.Woken?
    defer { woken?.wake() }
    return try state.withLock { (state) throws(Absence) in
      do throws(Absence) { try Self.requireChangeable(&state, moment) } catch {
        if claim == .turn { woken = state.turn.giveBack() }
        throw error
      }
      switch claim {
      case .turn: break
      case .none: if !state.turn.takeIfFree() { return .held }
      case .willWait: if let waiter = state.turn.take() { return .waits(waiter) }
      }
      do throws(Absence) { return .entered(try look(&state)) } catch {
        woken = state.turn.giveBack()
        throw error
      }
    }
  }

  /// Throws unless the session is there and has not expired.
  private static func requireChangeable(_ state: inout State, _ moment: Moment) throws(Absence) {
    try requirePresent(&state)
    guard moment.now >= state.session.expiresAt else { return }
    try state.requireFresh(moment)
    throw .noSuchSession
  }

  /// Stops waiting for the turn, which is given back if it has come.
  func leave(_ waiter: Promise<Void>) {
    if !state.withLock({ $0.turn.leave(waiter) }) { giveTurn() }
  }

  /// Decides a change; the turn is given back if nothing is new. Throws `stale` if an answer needs a check first.
  func decide(_ change: any SessionChange, _ claim: Claim, at moment: Moment) throws(Absence) -> Entrance<Decided> {
    var woken: Turn.Woken?
    defer { woken?.wake() }
    return try enter(claim, at: moment) { (state) throws(Absence) in
      let decided = change.decide(state.session)
      switch decided {
      case .nothing:
        try state.requireFresh(moment)
        woken = state.turn.giveBack()
      case .change, .long: break
      }
      return decided
    }
  }

  /// The session, while the caller has the turn.
  var held: StoredSession { state.withLock { $0.session } }

  /// Makes a committed change, and ends its turn.
  ///
  /// - Parameters:
  ///   - place: that of its answer.
  ///   - start: when the backend received it.
  ///   - limits: those of the answers that stay in memory.
  func make(
    _ change: Change, version: Version?, at place: Int64?, since start: Int64, limits: StoreLimits
  ) -> Turn.Woken {
    state.withLock { state in
      state.session.make(change, at: place, tail: limits.tailCount)
      if let version { state.session.version = version }
      if change.answer != nil, place == nil {
        state.session.answers.trim(to: limits.answerBytes(beside: state.session.session))
      }
      state.checkedAt = max(state.checkedAt, start)
      state.representations.removeAll()
      count(&state)
      return state.turn.giveBack(isCommitted: true)
    }
  }

  /// Makes a new session present, once its creation is stored.
  func appear(at start: Int64) {
    state.withLock { state in
      state.stage = .present
      state.checkedAt = max(state.checkedAt, start)
    }
  }

  /// Completes a deletion. Releases the content at once, since the clock may hold the resident for long.
  func leave() {
    state.withLock { state in
      state.stage = .deleted
      state.session = StoredSession(
        head, Self.nothing, latest: Self.noRecord, tail: History(after: -1),
        timeline: Timeline(after: -1, present: 0), gesture: nil, routes: nil)
      state.representations.removeAll()
      ledger.add(-state.counted, of: owner)
      state.counted = 0
    }
  }

  /// Placeholders for the content of a deleted session; never read.
  private static let noRecord = Record(
    revision: 0, at: Timestamp(milliseconds: 0), can: Can(goBack: false, undo: false, redo: false), gestureStart: nil,
    bytes: [], state: nil, isShared: true)
  private static let nothing = Session(
    restored: Controller(id: "deleted", content: .screen(Screen(route: "deleted"))), environment: Environment(),
    countedIDs: 0)

  /// The outcome for a sweep.
  enum Expiry {
    case taken(Version?)
    /// It has not expired, or its turn is held.
    case refused
    /// To be looked up again.
    case evicted
  }

  func takeTurnIfExpired(at now: Timestamp) -> Expiry {
    state.withLock { state in
      switch state.stage {
      case .evicted: return .evicted
      case .creating, .deleted: return .refused
      case .present:
        guard now >= state.session.expiresAt, state.turn.takeIfFree() else { return .refused }
        return .taken(state.session.version)
      }
    }
  }

  func giveTurn(isCommitted: Bool = false) { state.withLock { $0.turn.giveBack(isCommitted: isCommitted) }.wake() }

  /// Gives the turn back without a change; false if an answer needs a check first.
  func giveTurn(unchangedAt moment: Moment) -> Bool {
    let (isFresh, woken) = state.withLock { ($0.checkedAt >= moment.arrival, $0.turn.giveBack()) }
    woken.wake()
    return isFresh
  }
}

/// The order of changes: one at a time, first come, first served.
///
/// A task waits for its turn without a lock. It holds one turn at a time, over a commit or a long decision.
struct Turn {
  private(set) var isHeld = false
  private var waiters: [Promise<Void>] = []
  /// Fulfilled when the present holder gives the turn back, with whether its change was committed.
  private var end: Promise<Bool>?

  mutating func takeIfFree() -> Bool {
    guard !isHeld else { return false }
    isHeld = true
    return true
  }

  /// Takes the turn; a promise if the caller has to wait for it.
  mutating func take() -> Promise<Void>? {
    if takeIfFree() { return nil }
    let waiter = Promise<Void>()
    waiters.append(waiter)
    return waiter
  }

  /// Removes a waiter that waits no longer; false if the turn is its own already.
  mutating func leave(_ waiter: Promise<Void>) -> Bool {
    guard let index = waiters.firstIndex(where: { $0 === waiter }) else { return false }
    waiters.remove(at: index)
    return true
  }

  /// The end of the present turn; nil if the turn is free.
  mutating func awaitEnd() -> Promise<Bool>? {
    guard isHeld else { return nil }
    let promise = end ?? Promise()
    end = promise
    return promise
  }

  /// Gives the turn to the next waiter, if any.
  ///
  /// - Returns: those to wake, outside the lock.
  mutating func giveBack(isCommitted: Bool = false) -> Woken {
    let next = waiters.isEmpty ? nil : waiters.removeFirst()
    isHeld = next != nil
    defer { end = nil }
    return Woken(end: end, next: next, isCommitted: isCommitted)
  }

  /// Those concerned by the end of a turn.
  struct Woken {
    fileprivate let end: Promise<Bool>?
    fileprivate let next: Promise<Void>?
    fileprivate let isCommitted: Bool

    func wake() {
      end?.fulfil(isCommitted)
      next?.fulfil(())
    }
  }
}
