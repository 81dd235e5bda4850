/// Converts a body of one schema to the next: the only code with knowledge of older schemas.
public struct SnapshotMigration: Sendable {
  /// The schema that it reads; it writes the next one.
  public var schema: Int
  public var rewrite: @Sendable (JSONValue, inout JSONWriter) throws(BodyRefusal) -> Void

  public init(
    from schema: Int, _ rewrite: @escaping @Sendable (JSONValue, inout JSONWriter) throws(BodyRefusal) -> Void
  ) {
    self.schema = schema
    self.rewrite = rewrite
  }

  /// One for each schema before the current one.
  public static let all = [SnapshotMigration(from: 1, appearing)]
}

extension SnapshotMigration {
  /// Schema 1 has no layout state: it becomes a body without a schema, whose tree appears for the first time. A column
  /// style might have `flattenOnCollapse`, which had no effect.
  private static func appearing(_ json: JSONValue, _ writer: inout JSONWriter) throws(BodyRefusal) {
    var reader = try json.object()
    writer.beginObject()
    for (name, value) in reader.members where name != "schema" {
      writer.key(name)
      try copyTree(value, to: &writer)
    }
    writer.endObject()
  }

  /// Copies the tree; visits everything but the app's own `params`.
  private static func copyTree(_ json: JSONValue, to writer: inout JSONWriter) throws(BodyRefusal) {
    switch json.kind {
    case .null, .bool, .number, .string: writer.raw(json.compactText())
    case .array:
      writer.beginArray()
      for element in try json.elements { try copyTree(element, to: &writer) }
      writer.endArray()
    case .object:
      var reader = try json.object()
      let nests = try isColumnStyle(json)
      writer.beginObject()
      for (name, value) in reader.members {
        writer.key(name)
        if name == "params" {
          writer.raw(value.compactText())
        } else if nests, name == "behavior", value.kind == .object {
          try copy(value, without: "flattenOnCollapse", to: &writer)
        } else {
          try copyTree(value, to: &writer)
        }
      }
      writer.endObject()
    }
  }

  private static func copy(_ json: JSONValue, without left: String, to writer: inout JSONWriter) throws(BodyRefusal) {
    var reader = try json.object()
    writer.beginObject()
    for (name, value) in reader.members where name != left {
      writer.key(name)
      try copyTree(value, to: &writer)
    }
    writer.endObject()
  }

  private static func isColumnStyle(_ json: JSONValue) throws(BodyRefusal) -> Bool {
    var reader = try json.object()
    guard let style = reader.optional("style"), style.kind == .string else { return false }
    return try style.string() != "classic"
  }
}

extension Snapshot {
  /// The body in the current schema; without `schema` its tree appears for the first time. Throws `newerSchema` for a
  /// schema beyond this version's before anything else is read.
  static func upToDate(
    _ json: JSONValue, schema newest: Int = schema, _ migrations: [SnapshotMigration] = SnapshotMigration.all
  ) throws(BodyRefusal) -> JSONValue {
    var reader = try json.object()
    guard let value = reader.optional("schema") else { return json }
    let schema = try value.int(atLeast: 1)
    guard schema <= newest else { throw .newerSchema(schema, pointer: value.pointer) }
    guard let migration = migrations.first(where: { $0.schema == schema }) else {
      guard json.unknownMembers == .refuse else { return json }
      return json.reading(.refuseInSnapshot)
    }
    var writer = JSONWriter()
    try migration.rewrite(json, &writer)
    let document = try JSONDocument(
      writer.bytes, unknownMembers: json.unknownMembers, maximumDepth: JSONDocument.treeDepth)
    return try upToDate(document.root, schema: newest, migrations)
  }
}
