public import NavigationAPI

/// One request in the access log. Of the path it has the session id only; it has no body and no address.
public struct AccessEntry: Sendable, Hashable {
  public let requestID: String
  /// The request's `traceparent`, where valid.
  public let traceParent: String?
  public let method: String
  /// The path template; `none` where there is no such resource.
  public let route: String
  /// The session in the path, existing or not.
  public let session: SessionID?
  public let status: Int
  /// Bytes of the response body.
  public let bytes: Int
  /// From the complete request to its response.
  public let microseconds: Int64
  /// The name of the client's key.
  public let client: String?
}
