import NavigationJSON

/// Which of back, undo and redo would be handled now.
public struct Can: Hashable, Sendable {
  public var goBack: Bool
  public var undo: Bool
  public var redo: Bool

  public init(goBack: Bool, undo: Bool, redo: Bool) {
    self.goBack = goBack
    self.undo = undo
    self.redo = redo
  }
}

extension Can: JSONBody {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    goBack = try reader.requireBool("goBack")
    undo = try reader.requireBool("undo")
    redo = try reader.requireBool("redo")
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("goBack", goBack)
    writer.member("undo", undo)
    writer.member("redo", redo)
    writer.endObject()
  }
}
