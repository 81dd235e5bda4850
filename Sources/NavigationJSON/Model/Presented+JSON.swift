import NavigationModel

extension Presented {
  /// `{"style"?, "child"}`.
  init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    let style = try reader.word("style", PresentationStyle.self) ?? .pageSheet
    let child = try Controller(json: try reader.require("child"))
    try reader.finish()
    self.init(style, child)
  }

  /// In a session besides what the style is in the window that there is.
  func write(to writer: inout JSONWriter, form: WrittenForm) {
    writer.beginObject()
    writer.word("style", style)
    switch form {
    case .request, .snapshot: break
    case .session(_, let window): writer.word("adaptedStyle", style.adapted(to: window))
    }
    writer.key("child")
    child.write(to: &writer, form: form.presented(in: style))
    writer.endObject()
  }
}
