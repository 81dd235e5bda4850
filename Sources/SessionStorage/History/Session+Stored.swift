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
    writeStoredBackground(to: &writer)
  }

  /// Appends the members of what is remembered in the background; none in the foreground.
  func writeStoredBackground(to writer: inout JSONWriter) {
    guard let background else { return }
    writer.key("backgroundEnvironment")
    background.environment.write(to: &writer, form: .stored)
    writer.key("backgroundRoot")
    background.root.write(to: &writer, form: .stored)
  }

  /// The same with another memory.
  func remembering(_ background: Background?) -> Session {
    Session(restored: root, environment: environment, countedIDs: countedIDs, background: background)
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
    let background = try Background(stored: &reader)
    self.init(restored: root, environment: environment, countedIDs: try reader.require("countedIDs").int(), background: background)
  }
}

extension Background {
  /// Nil where the members are not there.
  init?(stored reader: inout JSONObjectReader) throws {
    guard let kept = reader.optional("backgroundEnvironment") else { return nil }
    self.init(environment: try Environment(json: kept), root: try Controller(json: reader.require("backgroundRoot")))
  }
}
