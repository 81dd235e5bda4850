#if PostgreSQL
import SessionStorage
import Synchronization

/// Statistics of an engine's use of the database, for its operator.
final class StoreCounters: Sendable {
  private let checks = Mutex((sessions: 0, durations: StoreDurations()))
  /// Batches with unknown outcome: found written, found not written, or never found out.
  let doubtsCommitted = Atomic<Int>(0)
  let doubtsLost = Atomic<Int>(0)
  let doubtsLeft = Atomic<Int>(0)
  let hintsSent = Atomic<Int>(0)
  let hintsReceived = Atomic<Int>(0)
  /// Sessions whose latest state was behind one that had been committed.
  let lostChanges = Atomic<Int>(0)

  /// Counts one check of `sessions` sessions.
  func count(checksOf sessions: Int, nanoseconds: Int64) {
    checks.withLock { checks in
      checks.sessions += sessions
      checks.durations.add(nanoseconds)
    }
  }

  /// The figures without heartbeat and clock.
  var figures: SharingFigures {
    var figures = SharingFigures()
    (figures.checks, figures.checkDurations) = checks.withLock { ($0.sessions, $0.durations) }
    figures.doubtsCommitted = doubtsCommitted.load(ordering: .relaxed)
    figures.doubtsLost = doubtsLost.load(ordering: .relaxed)
    figures.doubtsLeft = doubtsLeft.load(ordering: .relaxed)
    figures.hintsSent = hintsSent.load(ordering: .relaxed)
    figures.hintsReceived = hintsReceived.load(ordering: .relaxed)
    figures.revertedSessions = lostChanges.load(ordering: .relaxed)
    return figures
  }
}
#endif
