import HTTPMessages
import NavigationAPI
import SessionStorage

/// What becomes known about a request while it is answered, beside the answer.
struct Visit {
  /// When it had come, whole or as far as it decides, in nanoseconds of the configuration's `uptime`.
  var start: Int64
  let requestID: String
  let method: HTTPMethod
  /// What it says of its place in a trace; nil where requests are not logged.
  let traceParent: String?
  /// The operation that it leads to; nil where it leads to none.
  var operation: Operation?
  /// The session in its path; nil where that has none.
  var session: SessionID?
  /// Whether a worker answers it, which no other request waits for.
  var isWithWorker = false
  /// When it came, and what has been fetched for it.
  var moment: Moment
  /// Whose sessions it may see.
  var owner = Owner.everybody
  /// Where its client stands; nil where requests are not limited.
  var standing: RateLimit.Standing?

  /// Throws `heavy` where that is so and a shard answers.
  func requireWorker(_ isHeavy: Bool) throws(Halt) {
    if isHeavy, !isWithWorker { throw .heavy }
  }

  /// The same visit of a worker.
  var withWorker: Visit {
    var visit = self
    visit.isWithWorker = true
    return visit
  }
}
