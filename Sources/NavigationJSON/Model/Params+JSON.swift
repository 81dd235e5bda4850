import NavigationModel

extension Params {
  /// Brackets that may be open at once within them, so that a tree of any depth leaves room for them in its snapshot.
  package static let maximumDepth = JSONDocument.defaultMaximumDepth

  /// Any object; values are kept as they are written, without whitespace.
  public init(json: JSONValue) throws(BodyRefusal) {
    if json.isDeeper(than: Self.maximumDepth) { throw json.refused("nested more than \(Self.maximumDepth) deep") }
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
