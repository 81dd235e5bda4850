extension TraitOverride: JSONMember {
  /// `{"compactBelowWidth": 1000, "compactWhenTall": true}`, `{"compactBelowHeight": 500}` or both,
  /// `{"horizontalSizeClass": "compact"}` or `{"asWindow": true}`, read whole: the members say which it is.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    if let forced = try reader.word("horizontalSizeClass", SizeClass.self) {
      self = .horizontal(forced)
    } else if let asWindow = reader.optional("asWindow") {
      guard try asWindow.bool() else { throw asWindow.refused("expected true") }
      self = .asWindow
    } else {
      let height = try reader.optional("compactBelowHeight").map(Self.points)
      let width: JSONValue? =
        if height == nil { try reader.require("compactBelowWidth") } else { reader.optional("compactBelowWidth") }
      self = .compactBelow(
        width: try width.map(Self.points) ?? 0, height: height ?? 0,
        orWhenTall: try reader.bool("compactWhenTall") ?? false)
    }
    try reader.finish()
  }

  private static func points(_ value: JSONValue) throws(BodyRefusal) -> Double {
    let points = try value.double()
    guard points >= 0 else { throw value.refused("expected a number of at least 0") }
    return points
  }

  /// A height or a width of 0 is left out, unless nothing else is there.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    switch self {
    case .compactBelow(let width, let height, let orWhenTall):
      if width > 0 || height == 0 { writer.member("compactBelowWidth", width) }
      if height > 0 { writer.member("compactBelowHeight", height) }
      writer.flag("compactWhenTall", orWhenTall)
    case .horizontal(let sizeClass):
      writer.word("horizontalSizeClass", sizeClass)
    case .asWindow:
      writer.member("asWindow", true)
    }
    writer.endObject()
  }
}
