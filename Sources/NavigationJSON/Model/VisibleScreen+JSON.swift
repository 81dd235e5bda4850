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
    writer.visibleScreen(id, column, isPlaceholder: isPlaceholder) { writer in
      for container in containers { container.write(to: &writer) }
    }
  }
}

/// The screens on display, as `visible` shows them.
package protocol VisibleScreens {
  /// Appends the array.
  func writeVisible(to writer: inout JSONWriter)
}

extension [VisibleScreen]: VisibleScreens {
  package func writeVisible(to writer: inout JSONWriter) {
    writer.beginArray()
    for screen in self { screen.write(to: &writer) }
    writer.endArray()
  }
}

/// Written as they are on display: no `VisibleScreen` is made.
extension Display: VisibleScreens {
  package func writeVisible(to writer: inout JSONWriter) {
    writer.beginArray()
    forEachVisible { leaf in
      writer.visibleScreen(leaf.id, leaf.column, isPlaceholder: leaf.isPlaceholder) { writer in
        forEachContainer(around: leaf) { $0.write(to: &writer) }
      }
    }
    writer.endArray()
  }
}

extension JSONWriter {
  @inline(__always)
  fileprivate mutating func visibleScreen(
    _ id: ControllerID, _ column: Column?, isPlaceholder: Bool, _ writeContainers: (inout JSONWriter) -> Void
  ) {
    beginObject()
    member("id", id)
    key("in")
    beginArray()
    writeContainers(&self)
    endArray()
    word("column", column)
    flag("placeholder", isPlaceholder)
    endObject()
  }
}
