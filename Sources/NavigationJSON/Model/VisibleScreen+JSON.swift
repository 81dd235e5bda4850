import NavigationModel

extension VisibleScreen {
  /// `{"id", "in", "column"?, "placeholder"?}`.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    let id = try reader.requireID("id")
    let containers = try reader.require("in").readArray { (id) throws(BodyRefusal) in try id.readID() }
    let column = try reader.word("column", Column.self)
    let isPlaceholder = try reader.bool("placeholder") ?? false
    try reader.finish()
    self.init(id: id, containers: containers, column: column, isPlaceholder: isPlaceholder)
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("id", id)
    writer.key("in")
    writer.ids(containers)
    writer.word("column", column)
    writer.flag("placeholder", isPlaceholder)
    writer.endObject()
  }
}
