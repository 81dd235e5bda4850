import Navigation

/// A session's state as JSON that only this module reads.
extension Session {
  /// The state as text, without the id counter: it changes far from all else, which would widen each splice.
  func storedText() -> [UInt8] {
    var writer = JSONWriter(reserving: 2_048)
    writer.beginObject()
    writer.key("environment")
    environment.write(to: &writer, form: .snapshot)
    writer.key("root")
    root.write(to: &writer, form: .snapshot)
    if let conditions {
      writer.key("holding")
      writer.int(Int(conditions.holding.rawValue))
      writer.member("parked", conditions.parked)
    }
    writer.endObject()
    return writer.bytes
  }

  /// Reads the value that `storedText` wrote.
  init(stored json: JSONValue, countedIDs: Int) throws {
    var reader = try json.object()
    let environment = try Environment(json: reader.require("environment"))
    let root = try Controller(json: reader.require("root"))
    let conditions = try reader.optional("holding").map { json in
      AppConditions(
        holding: ConditionSet(rawValue: UInt32(try json.int(in: 0...Int(UInt32.max)))),
        parked: try reader.optional("parked").map(ParkedLink.init(json:)))
    }
    self.init(restored: root, environment: environment, countedIDs: countedIDs, conditions: conditions)
  }
}

extension JSONDocument {
  /// Reads text of this module; members that were added since are skipped.
  init(stored text: [UInt8]) throws(BodyRefusal) {
    try self.init(text, unknownMembers: .skip, maximumDepth: Self.treeDepth)
  }
}
