import Navigation

/// A session's state as JSON that only this module reads.
extension Session {
  /// Appends the object.
  package func writeStored(to writer: inout JSONWriter) {
    writer.beginObject()
    writeStoredMembers(to: &writer)
    writer.endObject()
  }

  func writeStoredMembers(to writer: inout JSONWriter) {
    writeTree(to: &writer)
    writer.member("countedIDs", countedIDs)
  }

  private func writeTree(to writer: inout JSONWriter) {
    writer.key("environment")
    environment.write(to: &writer, form: .snapshot)
    writer.key("root")
    root.write(to: &writer, form: .snapshot)
  }

  /// The state as text, without the id counter: it changes far from all else, which would widen each splice.
  func storedText() -> [UInt8] {
    var writer = JSONWriter(reserving: 2_048)
    writer.beginObject()
    writeTree(to: &writer)
    writer.endObject()
    return writer.bytes
  }

  /// The state as a document, for patches.
  package func storedDocument() throws(BodyRefusal) -> JSONDocument {
    var writer = JSONWriter(reserving: 2_048)
    writeStored(to: &writer)
    return try JSONDocument(stored: writer.bytes)
  }

  /// Throws if the value is not from `writeStored`; unknown members are skipped.
  package init(stored json: JSONValue) throws {
    var reader = try json.object()
    try self.init(stored: json, countedIDs: reader.require("countedIDs").int())
  }

  /// Reads the value that `storedText` wrote.
  init(stored json: JSONValue, countedIDs: Int) throws {
    var reader = try json.object()
    let environment = try Environment(json: reader.require("environment"))
    let root = try Controller(json: reader.require("root"))
    self.init(restored: root, environment: environment, countedIDs: countedIDs)
  }
}

extension JSONDocument {
  /// Reads text of this module, or of a newer version.
  init(stored text: [UInt8]) throws(BodyRefusal) {
    try self.init(text, unknownMembers: .skip, maximumDepth: Self.treeDepth)
  }
}
