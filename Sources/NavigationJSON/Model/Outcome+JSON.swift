import NavigationModel

extension Outcome {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    let handled = try reader.requireBool("handled")
    let returned = try reader.require("returned").array { (id) throws(BodyRefusal) in try id.id() }
    let blocked = try Self.blocked(&reader)
    let takenBy = try reader.id("takenBy")
    let reopened = try reader.id("reopened")
    let reason = try reader.optional("reason")?.string()
    let steps = try reader.optional("steps")?.array(Transition.init(json:)) ?? []
    try reader.finish()
    self.init(
      isUnhandled: !handled, reason: reason.flatMap(Reason.init(rawValue:)), returned: returned, blocked: blocked,
      takenBy: takenBy, reopened: reopened, steps: steps)
  }

  /// A record of before there was `blocked` has `blockedBy` alone.
  private static func blocked(_ reader: inout JSONObjectReader) throws(BodyRefusal) -> [Blocked] {
    let first = try reader.id("blockedBy")
    guard let blocked = reader.optional("blocked") else { return first.map { [Blocked($0, in: nil)] } ?? [] }
    return try blocked.array(Blocked.init(json:))
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("handled", handled)
    if let reason { writer.word("reason", reason) }
    writer.array("returned", returned)
    writer.member("blockedBy", blockedBy)
    if !blocked.isEmpty { writer.array("blocked", blocked) }
    writer.member("takenBy", takenBy)
    writer.member("reopened", reopened)
    if !steps.isEmpty {
      writer.key("steps")
      writer.array(steps)
    }
    writer.endObject()
  }
}

extension Outcome.Blocked: MemberBody {
  package static var blank: Self { Self(.automatic, in: nil) }

  package mutating func members(_ m: JSONArchive) {
    m.required("controller", &controller)
    m.optional("in", &holder)
    m.required("by", &reason)
  }
}

extension Move: JSONMember {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    let name = try reader.requireString("name")
    let transitions: [Transition]
    if let several = reader.optional("transitions") {
      transitions = try several.array(Transition.init(json:))
    } else {
      transitions = [try Transition(json: reader.require("transition"))]
    }
    let blocked = try reader.optional("blocked")?.array(Outcome.Blocked.init(json:)) ?? []
    try reader.finish()
    self.init(name: name, transitions: transitions, blocked: blocked)
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", name)
    writer.steps(transitions)
    if !blocked.isEmpty { writer.array("blocked", blocked) }
    writer.endObject()
  }
}

extension JSONWriter {
  /// A request's own member: `transition`, or `transitions` for several.
  fileprivate mutating func steps(_ transitions: [Transition]) {
    if transitions.count == 1 {
      key("transition")
      transitions[0].write(to: &self)
    } else {
      key("transitions")
      array(transitions)
    }
  }

  fileprivate mutating func array(_ transitions: [Transition]) {
    beginArray()
    for transition in transitions { transition.write(to: &self) }
    endArray()
  }
}
