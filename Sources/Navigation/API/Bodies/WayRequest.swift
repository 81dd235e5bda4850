/// The body of `POST /v1/sessions/{id}/way`: what a user wants to see.
public struct WayRequest: Hashable, Sendable {
  public var destination: Transition.Destination

  public init(_ destination: Transition.Destination) { self.destination = destination }
}

extension WayRequest: JSONBody, MemberBody {
  package static var empty: Self { Self(.url("")) }

  package mutating func members(_ m: inout some Members) { m.destination(&destination) }
}

/// The fewest steps of a user to it, or why there are none.
public struct Way: Hashable, Sendable {
  /// Why no way is known.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// Every state was seen, and none shows it.
    case exhausted
    /// The search was ended by its bound.
    case states, bytes, time
  }

  /// Nil with a reason.
  public var way: [Finding.Step]?
  public var because: Reason?

  package init(_ found: Result<[Finding.Step], SearchEnd>) {
    switch found {
    case .success(let steps): way = steps
    case .failure(let end):
      because =
        switch end.bound {
        case nil: .exhausted
        case .states: .states
        case .bytes: .bytes
        case .time: .time
        }
    }
  }
}

extension Way: JSONBody {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    let way = try reader.require("way")
    self.way = way.isNull ? nil : try way.array(Finding.Step.init(json:))
    because = try reader.word("because", Reason.self)
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.nullable("way", way)
    writer.word("because", because)
    writer.endObject()
  }
}
