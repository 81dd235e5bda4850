import Navigation
import Synchronization
import Waiting

/// Eviction of residents, and what is freed of those that stay.
extension Resident {
  /// Evicts the session; false if it is in use: its turn is held, or it is pinned.
  func evict() -> Bool {
    state.withLock { state in
      switch state.stage {
      case .deleted, .evicted: return true
      case .creating, .present: break
      }
      if state.turn.isHeld || state.pins > 0 { return false }
      state.stage = .evicted
      return true
    }
  }

  /// Frees what can be written or asked for again, once older records are dropped in memory.
  func dropCaches() {
    state.withLock { state in
      state.representations.removeAll()
      state.session.timeline.forget(through: state.session.tail.start)
      count(&state)
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

  /// Whether a request has used it since `takeUse`.
  var isReferenced: Bool { state.withLock { $0.isReferenced } }

  /// A resident's use since it was last asked for, by the clock's hand or for a notification.
  enum Use {
    /// Used; asking clears the mark.
    case used
    case unused
    /// No longer in memory.
    case gone
  }

  /// Reads and clears the mark of its use.
  func takeUse() -> Use {
    state.withLock { state in
      switch state.stage {
      case .deleted, .evicted: return .gone
      case .creating, .present: break
      }
      defer { state.isReferenced = false }
      return state.isReferenced ? .used : .unused
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
