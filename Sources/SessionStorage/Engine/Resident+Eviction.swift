import NavigationAPI
import Synchronization

/// Eviction of residents.
extension Resident {
  /// The outcome of an eviction attempt.
  enum Eviction {
    /// Evicted.
    case evicted
    /// In use: a change is queued, or it is pinned.
    case busy
    /// To be written to the backend first.
    case dirty(StoredSession, edition: UInt32)
  }

  /// - Parameter edition: the edition that has been written to the backend.
  func evict(written edition: UInt32? = nil, keepsEveryChange: Bool) -> Eviction {
    state.withLock { state in
      switch state.stage {
      case .deleted, .evicted: return .evicted
      case .creating, .deleting: return .busy
      case .present: break
      }
      if state.pending > 0 || state.pins > 0 { return .busy }
      if !keepsEveryChange {
        if let edition, edition == state.edition { state.isDirty = false }
        if state.isDirty { return edition == nil ? .dirty(state.latest, edition: state.edition) : .busy }
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
      case .creating, .present, .deleting: break
      }
      defer { state.isReferenced = false }
      return state.isReferenced ? .used : .unused
    }
  }

  /// Evicts the session after another engine committed first; what was decided on it is rolled back.
  func supersede() { state.withLock { $0.stage = .evicted } }

  /// The committed version.
  var committedVersion: Version? { state.withLock { Self.committedVersion($0) } }

  private static func committedVersion(_ state: borrowing State) -> Version? {
    if let committed = state.committed { committed.version } else { state.latest.version }
  }

  /// Records that `version` was the backend's latest at `moment`, unless it is another engine's.
  func confirm(_ version: Version?, at moment: Int64) {
    state.withLock { state in
      guard let version, let committed = Self.committedVersion(state) else { return }
      // All versions from the first known one to the committed one are this engine's: each followed from the one before.
      guard committed == version || committed.count > version.count else { return }
      state.checkedAt = max(state.checkedAt, moment)
    }
  }

  /// The outcome when the backend has another state.
  enum Yielding {
    /// Evicted.
    case yielded
    /// That state may stem from this pending commit.
    case undecided(Commit)
    /// Changed since the backend was asked.
    case again
  }

  /// - Parameter version: the resident's version when the backend was asked.
  func yield(_ version: Version?) -> Yielding {
    state.withLock { state in
      if let commit = state.commit { return .undecided(commit) }
      guard Self.committedVersion(state) == version else { return .again }
      state.stage = .evicted
      return .yielded
    }
  }
}
