import HTTPMessages
import Navigation
import SessionStorage
import Waiting

/// The context of a request while it is answered.
struct RequestContext: Sendable {
  /// When the request's head had arrived, in nanoseconds of the configuration's `uptime`.
  let start: Int64
  let requestID: String
  let method: HTTPMethod
  /// The valid `traceparent`; nil where requests are not logged.
  let traceParent: String?
  /// The operation; nil where path and method have none.
  var operation: Operation?
  /// The session in the path; nil without one.
  var session: SessionID?
  /// The arrival, and how long the request waits.
  var moment: Moment
  /// The owner whose sessions it may see.
  var owner = Owner.unnamed
  /// The key of the request; nil without one.
  var key: AcceptedKey?
  /// Requests that the client may send at once; nil without a rate limit.
  var remainingRequests: Int?
  /// Ends the waits of the request.
  let patience: Patience
}
