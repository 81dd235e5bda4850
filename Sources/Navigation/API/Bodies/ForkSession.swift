/// The body of `POST /v1/sessions/{id}/fork`, which copies a session.
public struct ForkSession: Hashable, Sendable {
  /// The revision to copy; nil: the current one.
  public var revision: Int?

  public init(revision: Int? = nil) { self.revision = revision }
}

extension ForkSession: JSONBody, MemberBody {
  package static var empty: Self { Self() }

  package mutating func members(_ m: inout some Members) {
    m.member(
      "revision", ifPresent: { (json) throws(BodyRefusal) in revision = try json.int(atLeast: 0) },
      else: { $0.member("revision", revision) })
  }
}
