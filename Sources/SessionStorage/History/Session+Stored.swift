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

  /// The oldest record format whose readers know every member and word of the state. 2 has the device's own orientation,
  /// the state of an unfolded window, a half upright, and the words of `hasNewWords`.
  package var recordFormat: Int {
    if environment.heldOrientation != nil || environment.unfoldedMultitasking != nil { return 2 }
    if case .device(_, .portrait, .half) = environment.place { return 2 }
    return root.hasNewWords ? 2 : 1
  }

  /// Throws if the value is not from `writeStored`; unknown members are skipped.
  package init(stored json: JSONValue) throws {
    var reader = try json.object()
    try self.init(stored: json, countedIDs: reader.require("countedIDs").int())
  }

  /// Reads the value that `storedText` wrote.
  init(stored json: JSONValue, countedIDs: Int) throws {
    var reader = try json.object()
    var environment = try Environment(json: reader.require("environment"))
    // Older versions also stored the state from before the background; changes made in the background now remain.
    if reader.optional("backgroundEnvironment") != nil { environment.isInBackground = true }
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
