#if PostgreSQL
import Glibc

/// A session's state in an answer, with its time.
struct Sighting: Sendable {
  let path: String
  /// The greatest integer for a deleted session.
  let revision: Int
  /// Nil for an answer without a state.
  let state: StoreReader.State?
  /// Nanoseconds of a monotonic clock: before the request was sent, and after its answer arrived.
  let begin: Int64
  let end: Int64
  /// The number of the answering node.
  let node: Int
  /// Whether it must not be older than any answer before its begin. The answer to a repeated request has its original
  /// state.
  let isFresh: Bool

  static let gone = Int.max

  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
#endif
