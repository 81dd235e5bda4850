#if PostgreSQL
import Glibc

/// What an answer said of a session, and when.
struct Sighting: Sendable {
  let path: String
  /// The greatest where it is gone.
  let revision: Int
  /// Nil where the answer has no state.
  let state: StoreReader.State?
  /// Nanoseconds of a clock that never goes back: before the request was sent, and when its answer had come.
  let begin: Int64
  let end: Int64
  /// The number of the node that answered.
  let node: Int
  /// Whether it may show no less than what was answered before it began. What an earlier request had made is answered
  /// as it was.
  let isFresh: Bool

  static let gone = Int.max

  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
#endif
