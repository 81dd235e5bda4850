public import NavigationAPI

/// One request, as a log of requests has it. It has no path but for the session's id, no body and no address.
public struct AccessEntry: Sendable, Hashable {
  public let requestID: String
  /// The request's `traceparent`, where it is one.
  public let traceParent: String?
  public let method: String
  /// The template of the path; `none` where it leads nowhere.
  public let route: String
  /// The session in the path, whether or not it is there.
  public let session: SessionID?
  public let status: Int
  /// Bytes of the answer's body.
  public let bytes: Int
  /// From the whole request to its answer.
  public let microseconds: Int64
  /// The name of the client's key.
  public let client: String?
}
