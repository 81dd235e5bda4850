import NavigationModel

extension Params {
  /// Any object; values are kept as they are written, without whitespace.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader: JSONObjectReader
    do { reader = try json.object() } catch { throw .json(error) }
    let members = reader.members
    self.init()
    self.members.reserveCapacity(members.count)
    for (name, value) in members { self.members.append(Member(name: name, json: value.compactText())) }
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for member in members {
      writer.key(member.name)
      writer.raw(member.json)
    }
    writer.endObject()
  }
}
