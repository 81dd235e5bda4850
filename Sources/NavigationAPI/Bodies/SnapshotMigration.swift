import NavigationJSON

/// What makes a body of one schema a body of the next: the only place that knows what an older schema looked like.
public struct SnapshotMigration: Sendable {
  /// The schema that it reads; it writes the next one.
  public var schema: Int
  public var rewrite: @Sendable (JSONValue, inout JSONWriter) throws(BodyRefusal) -> Void

  public init(from schema: Int, _ rewrite: @escaping @Sendable (JSONValue, inout JSONWriter) throws(BodyRefusal) -> Void) {
    self.schema = schema
    self.rewrite = rewrite
  }

  /// One for each schema before the present one. The present one is the first.
  public static let all: [SnapshotMigration] = []
}

extension Snapshot {
  /// The body in the present schema. Throws `newerSchema` where `schema` is beyond what this version knows, before anything else is read.
  static func upToDate(
    _ json: JSONValue, schema newest: Int = schema, _ migrations: [SnapshotMigration] = SnapshotMigration.all
  ) throws(BodyRefusal) -> JSONValue {
    var reader = try BodyReader(json)
    guard let value = reader.optional("schema") else { return json }
    let schema = try value.readInt(atLeast: 1)
    guard schema <= newest else { throw .newerSchema(schema, pointer: value.pointer) }
    guard let migration = migrations.first(where: { $0.schema == schema }) else { return json }
    var writer = JSONWriter()
    try migration.rewrite(json, &writer)
    return try upToDate(document(writer.bytes), schema: newest, migrations)
  }

  private static func document(_ bytes: [UInt8]) throws(BodyRefusal) -> JSONValue {
    do { return try JSONDocument(bytes).root } catch { throw .json(error) }
  }
}
