import NavigationAPI
import NavigationJSON
import NavigationModel

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

  /// The state as text, without the ids that were counted: those change far from all else.
  func storedText() -> [UInt8] {
    var writer = JSONWriter(reserving: 2_048)
    writer.beginObject()
    writeTree(to: &writer)
    writer.endObject()
    return writer.bytes
  }

  /// Bytes of the state as packed JSON.
  var packedByteCount: Int {
    var writer = JSONWriter(reserving: jsonBytesAtMost)
    writeStored(to: &writer)
    return PackedJSON.pack(writer.bytes).count
  }

  /// The state as a document, for patches.
  package func storedDocument() throws(JSONError) -> JSONDocument {
    var writer = JSONWriter(reserving: 2_048)
    writeStored(to: &writer)
    return try JSONDocument(stored: writer.bytes)
  }

  /// Throws where the value is not what `writeStored` wrote; members beside it are passed over.
  package init(stored json: JSONValue) throws {
    var reader = try json.object()
    try self.init(stored: json, countedIDs: reader.require("countedIDs").int())
  }

  /// The same of what `storedText` wrote.
  init(stored json: JSONValue, countedIDs: Int) throws {
    var reader = try json.object()
    var environment = try Environment(json: reader.require("environment"))
    // An older version kept the state of before beside it, to come back to; what happened in the background stays now.
    if reader.optional("backgroundEnvironment") != nil { environment.isInBackground = true }
    let root = try Controller(json: reader.require("root"))
    self.init(restored: root, environment: environment, countedIDs: countedIDs)
  }
}

extension JSONDocument {
  /// Of what this module wrote, or a newer version of it.
  init(stored text: [UInt8]) throws(JSONError) {
    try self.init(text, unknownMembers: .skip, maximumDepth: Self.treeDepth)
  }
}
