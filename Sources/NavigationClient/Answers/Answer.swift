/// An answer about one session.
public struct Answer<Body: Sendable>: Sendable {
  public var body: Body
  /// The session's revision, from the `ETag`; the next request can make it a condition.
  public var revision: Int
  /// An earlier request with the same idempotency key was carried out, and this is what it was answered.
  public var isReplayed: Bool

  public init(body: Body, revision: Int, isReplayed: Bool = false) {
    self.body = body
    self.revision = revision
    self.isReplayed = isReplayed
  }
}

extension Answer: Equatable where Body: Equatable {}
