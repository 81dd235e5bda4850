import Navigation
import Synchronization
import Waiting

/// Eviction of residents.
extension Resident {
  /// The outcome of an eviction attempt.
  enum Eviction {
    /// Evicted.
    case evicted
    /// In use: its turn is held, or it is pinned.
    case busy
    /// To be written to the backend first.
    case dirty(StoredSession, edition: UInt32)
  }

  /// - Parameter edition: the edition that has been written to the backend.
  func evict(written edition: UInt32? = nil, keepsEveryChange: Bool) -> Eviction {
    state.withLock { state in
      switch state.stage {
      case .deleted, .evicted: return .evicted
      case .creating, .present: break
      }
      if state.turn.isHeld || state.pins > 0 { return .busy }
      if !keepsEveryChange {
        if let edition, edition == state.edition { state.isDirty = false }
        if state.isDirty { return edition == nil ? .dirty(state.session, edition: state.edition) : .busy }
      }
      state.stage = .evicted
      return .evicted
    }
  }

  /// Prevents eviction until `unpin`; false if already evicted.
  func pin() -> Bool {
    state.withLock { state in
      if case .evicted = state.stage { return false }
      state.pins += 1
      return true
    }
  }

  func unpin() { state.withLock { $0.pins -= 1 } }

  /// Whether a request has used it since `pass`.
  var isReferenced: Bool { state.withLock { $0.isReferenced } }

  /// Called when the clock's hand passes.
  func pass() -> Passing {
    state.withLock { state in
      switch state.stage {
      case .deleted, .evicted: return .gone
      case .creating, .present: break
      }
      defer { state.isReferenced = false }
      return state.isReferenced ? .used : .unused
    }
  }

  /// Evicts the session after another engine committed first.
  func supersede() { state.withLock { $0.stage = .evicted } }

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

/// A session that is not evicted as long as this is held: from its read until its task has looked.
final class PinnedResident: Sendable {
  let resident: Resident

  /// Nil if it is already evicted.
  init?(_ resident: Resident) {
    guard resident.pin() else { return nil }
    self.resident = resident
  }

  deinit { resident.unpin() }
}
