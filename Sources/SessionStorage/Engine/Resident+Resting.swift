import NavigationAPI
import Synchronization

/// How a session leaves the memory.
extension Resident {
  /// What is found out where it is to leave the memory.
  enum Rest {
    /// It has left.
    case evicted
    /// It is in use: a change of it is queued.
    case busy
    /// The backend has to have this first.
    case dirty(StoredSession, edition: UInt32)
  }

  /// - Parameter edition: that which the backend has by now.
  func rest(written edition: UInt32? = nil, keepsEveryChange: Bool) -> Rest {
    state.withLock { state in
      switch state.stage {
      case .gone, .evicted: return .evicted
      case .coming, .going: return .busy
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

  /// Keeps it in memory until it is unpinned; false where it has left already.
  func pin() -> Bool {
    state.withLock { state in
      if case .evicted = state.stage { return false }
      state.pins += 1
      return true
    }
  }

  func unpin() { state.withLock { $0.pins -= 1 } }

  /// Called as the clock's hand passes.
  func pass() -> Passing {
    state.withLock { state in
      switch state.stage {
      case .gone, .evicted: return .gone
      case .coming, .present, .going: break
      }
      defer { state.isReferenced = false }
      return state.isReferenced ? .used : .unused
    }
  }

  /// Another engine was first: what was decided on it has not happened.
  func supersede() { state.withLock { $0.stage = .evicted } }

  /// The version of what is kept.
  var keptVersion: Version? { state.withLock { Self.keptVersion($0) } }

  private static func keptVersion(_ state: borrowing State) -> Version? {
    if let kept = state.kept { kept.version } else { state.latest.version }
  }

  /// The backend had this version and no other one when it was asked.
  func confirm(_ version: Version?, at moment: Int64) {
    state.withLock { state in
      if Self.keptVersion(state) == version { state.checkedAt = max(state.checkedAt, moment) }
    }
  }

  /// What comes of it where the backend has another state.
  enum Yielding {
    /// It has left the memory.
    case yielded
    /// That state may be its own, whose commit is not told yet.
    case undecided(Commit)
    /// It has changed since the backend was asked.
    case again
  }

  /// - Parameter version: the one that it had when the backend was asked.
  func yield(_ version: Version?) -> Yielding {
    state.withLock { state in
      if let commit = state.commit { return .undecided(commit) }
      guard Self.keptVersion(state) == version else { return .again }
      state.stage = .evicted
      return .yielded
    }
  }
}
