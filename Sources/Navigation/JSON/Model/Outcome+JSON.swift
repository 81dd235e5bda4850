/// By hand, since every answer has one.
extension Outcome {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    let handled = try reader.requireBool("handled")
    let returned = try reader.require("returned").array { (id) throws(BodyRefusal) in try id.id() }
    let blocked = try reader.optional("blocked")?.array(Blocked.init(json:)) ?? []
    let takenBy = try reader.id("takenBy")
    let reopened = try reader.id("reopened")
    let reason = try reader.optional("reason")?.string()
    let steps = try reader.optional("steps")?.array(Transition.init(json:)) ?? []
    try reader.finish()
    self.init(
      isUnhandled: !handled, reason: reason.flatMap(Reason.init(rawValue:)), returned: returned, blocked: blocked,
      takenBy: takenBy, reopened: reopened, steps: steps)
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("handled", handled)
    if let reason { writer.word("reason", reason) }
    writer.array("returned", returned)
    if !blocked.isEmpty { writer.array("blocked", blocked) }
    writer.member("takenBy", takenBy)
    writer.member("reopened", reopened)
    if !steps.isEmpty { writer.array("steps", steps) }
    writer.endObject()
  }
}

extension Outcome.Blocked: MemberBody {
  package static var blank: Self { Self(.automatic, in: .automatic) }

  package mutating func members(_ m: inout some Members) {
    m.required("controller", &controller)
    m.required("in", &holder)
    m.required("by", &reason)
  }
}

extension Move: MemberBody {
  package static var blank: Self { Self(name: "", transitions: []) }

  package mutating func members(_ m: inout some Members) {
    m.required("name", &name)
    m.member(
      { (reader) throws(BodyRefusal) in
        if let several = reader.optional("transitions") {
          transitions = try several.array(Transition.init(json:))
        } else {
          transitions = [try Transition(json: reader.require("transition"))]
        }
      },
      else: {
        if transitions.count == 1 {
          $0.member("transition", transitions[0])
        } else {
          $0.array("transitions", transitions)
        }
      })
    m.list("blocked", &blocked)
    m.member(
      "reason", ifPresent: { (json) throws(BodyRefusal) in reason = Outcome.Reason(rawValue: try json.string()) },
      else: { $0.word("reason", reason) })
  }
}
