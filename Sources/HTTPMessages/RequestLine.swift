/// The parsed first line of a request (RFC 9112 §3); how it is read is in `RequestStates.swift`.
struct RequestLine: Sendable {
  let method: HTTPMethod
  let target: RequestTarget
  let version: Version

  /// The minor versions that differ: 1.x above 1 is read as 1.1 (RFC 9110 §2.5).
  enum Version: Sendable {
    case http10
    case http11
  }
}
