extension TraitOverride: JSONMember {
  /// `{"compactBelowWidth": 1000, "compactWhenTall": true}` or `{"horizontalSizeClass": "compact"}`, or
  /// `{"asWindow": true}`, read whole: the members say which it is.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    if let forced = try reader.word("horizontalSizeClass", SizeClass.self) {
      self = .horizontal(forced)
    } else if let asWindow = reader.optional("asWindow") {
      guard try asWindow.bool() else { throw asWindow.refused("expected true") }
      self = .asWindow
    } else {
      let value = try reader.require("compactBelowWidth")
      let width = try value.double()
      guard width >= 0 else { throw value.refused("expected a number of at least 0") }
      self = .compactBelow(width: width, orWhenTall: try reader.bool("compactWhenTall") ?? false)
    }
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    switch self {
    case .compactBelow(let width, let orWhenTall):
      writer.member("compactBelowWidth", width)
      writer.flag("compactWhenTall", orWhenTall)
    case .horizontal(let sizeClass):
      writer.word("horizontalSizeClass", sizeClass)
    case .asWindow:
      writer.member("asWindow", true)
    }
    writer.endObject()
  }
}
