import NavigationModel

extension Move: JSONWritable {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    let name = try reader.requireString("name")
    let transition = try Transition(json: reader.require("transition"))
    let blocked = try reader.optional("blocked")?.array(Outcome.Blocked.init(json:)) ?? []
    try reader.finish()
    self.init(name: name, transition: transition, blocked: blocked)
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", name)
    writer.key("transition")
    transition.write(to: &writer)
    if !blocked.isEmpty { writer.array("blocked", blocked) }
    writer.endObject()
  }
}
