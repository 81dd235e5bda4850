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
    writer.key("environment")
    environment.write(to: &writer, form: .snapshot)
    writer.key("root")
    root.write(to: &writer, form: .snapshot)
    writer.member("countedIDs", countedIDs)
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
    return try JSONDocument(writer.bytes, unknownMembers: .skip, maximumDepth: JSONDocument.treeDepth)
  }

  /// Throws where the value is not what `writeStored` wrote; members beside it are passed over.
  package init(stored json: JSONValue) throws {
    var reader = try json.object()
    var environment = try Environment(json: reader.require("environment"))
    // An older version kept the state of before beside it, to come back to; what happened in the background stays now.
    if reader.optional("backgroundEnvironment") != nil { environment.isInBackground = true }
    let root = try Controller(json: reader.require("root"))
    self.init(restored: root, environment: environment, countedIDs: try reader.require("countedIDs").int())
  }
}
