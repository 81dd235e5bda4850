#if PostgreSQL
import Synchronization

/// What an engine's way to the database has come to, for its operator.
final class StoreCounters: Sendable {
  let checks = Atomic<Int>(0)
  /// Batches of which it was not known whether they were written: found written, not written, or never known.
  let doubtsKept = Atomic<Int>(0)
  let doubtsLost = Atomic<Int>(0)
  let doubtsLeft = Atomic<Int>(0)
  let hintsSent = Atomic<Int>(0)
  let hintsHeard = Atomic<Int>(0)
  /// Sessions whose latest state was behind one that had been kept.
  let lostChanges = Atomic<Int>(0)
}
#endif
