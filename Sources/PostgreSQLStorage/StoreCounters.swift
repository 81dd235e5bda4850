#if PostgreSQL
import SessionStorage
import Synchronization

/// What an engine's way to the database has come to, for its operator.
final class StoreCounters: Sendable {
  private let checks = Mutex((sessions: 0, durations: StoreDurations()))
  /// Batches of which it was not known whether they were written: found written, not written, or never known.
  let doubtsKept = Atomic<Int>(0)
  let doubtsLost = Atomic<Int>(0)
  let doubtsLeft = Atomic<Int>(0)
  let hintsSent = Atomic<Int>(0)
  let hintsHeard = Atomic<Int>(0)
  /// Sessions whose latest state was behind one that had been kept.
  let lostChanges = Atomic<Int>(0)

  /// One question that asked about so many sessions was answered.
  func count(checksOf sessions: Int, nanoseconds: Int64) {
    checks.withLock { checks in
      checks.sessions += sessions
      checks.durations.add(nanoseconds)
    }
  }

  /// What they have come to, but for the heartbeat and the clock.
  var figures: SharingFigures {
    var figures = SharingFigures()
    (figures.checks, figures.checkDurations) = checks.withLock { ($0.sessions, $0.durations) }
    figures.doubtsKept = doubtsKept.load(ordering: .relaxed)
    figures.doubtsLost = doubtsLost.load(ordering: .relaxed)
    figures.doubtsLeft = doubtsLeft.load(ordering: .relaxed)
    figures.hintsSent = hintsSent.load(ordering: .relaxed)
    figures.hintsHeard = hintsHeard.load(ordering: .relaxed)
    figures.revertedSessions = lostChanges.load(ordering: .relaxed)
    return figures
  }
}
#endif
