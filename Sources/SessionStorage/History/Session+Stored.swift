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
    environment.write(to: &writer, form: .stored)
    writer.key("root")
    root.write(to: &writer, form: .stored)
    writer.member("countedIDs", countedIDs)
    if let background {
      writer.key("backgroundEnvironment")
      background.environment.write(to: &writer, form: .stored)
      writer.key("backgroundRoot")
      background.root.write(to: &writer, form: .stored)
    }
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
    let environment = try Environment(json: reader.require("environment"))
    let root = try Controller(json: reader.require("root"))
    var background: Background?
    if let kept = reader.optional("backgroundEnvironment") {
      background = Background(
        environment: try Environment(json: kept), root: try Controller(json: reader.require("backgroundRoot")))
    }
    self.init(restored: root, environment: environment, countedIDs: try reader.require("countedIDs").int(), background: background)
  }
}
