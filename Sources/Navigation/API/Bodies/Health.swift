/// The body of `GET /healthz` and `/readyz`: whether the server accepts requests.
public enum Health: String, Hashable, Sendable, CaseIterable {
  case ok
  /// It completes open requests and refuses new ones.
  case draining
  /// It cannot reach its store.
  case unavailable
}

extension Health: JSONBody, MemberBody {
  package static var empty: Self { .ok }

  package mutating func members(_ m: inout some Members) { m.required("status", &self) }
}
