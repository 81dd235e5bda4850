import HTTPMessages
import NavigationAPI
import SessionStorage

/// The context of a request while it is answered.
struct Visit {
  /// When the request had arrived, whole or as far as it decides, in nanoseconds of the configuration's `uptime`.
  var start: Int64
  let requestID: String
  let method: HTTPMethod
  /// The valid `traceparent`; nil where requests are not logged.
  let traceParent: String?
  /// The operation; nil where path and method have none.
  var operation: Operation?
  /// The session in the path; nil without one.
  var session: SessionID?
  /// Whether a worker answers it, so that no other request waits for it.
  var isWithWorker = false
  /// The arrival time, and the fetches made for the request.
  var moment: Moment
  /// The owner whose sessions it may see.
  var owner = Owner.unnamed
  /// The key of the request; nil without one.
  var key: AcceptedKey?
  /// The client's rate-limit standing; nil without a limit.
  var standing: RateLimit.Standing?

  /// Throws `heavy` for heavy work on a shard.
  func requireWorker(_ isHeavy: Bool) throws(Halt) {
    if isHeavy, !isWithWorker { throw .heavy }
  }

  /// A copy for a worker.
  var withWorker: Visit {
    var visit = self
    visit.isWithWorker = true
    return visit
  }
}
