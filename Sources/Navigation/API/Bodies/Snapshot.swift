/// A session as the body that creates it again: `{"schema": 1, "environment": …, "root": …, "countedIds": 3}`.
public struct Snapshot: Hashable, Sendable {
  public static let schema = 1
  /// Valid counts of ids assigned by a session's own counter.
  public static let countsOfIDs = 0...1_000_000_000_000

  public var environment: Environment
  public var root: Controller
  /// Ids assigned by the session's own counter; nil without `schema`: the tree appears for the first time.
  public var countedIDs: Int?
  /// The app's routes; nil without.
  public var routes: ScreenRoutes?
  /// Which conditions of the routes hold, and the link that waits; nil: none.
  public var conditions: AppConditions?

  public init(
    environment: Environment, root: Controller, countedIDs: Int?, routes: ScreenRoutes? = nil,
    conditions: AppConditions? = nil
  ) {
    self.environment = environment
    self.root = root
    self.countedIDs = countedIDs
    self.routes = routes
    self.conditions = conditions
  }

  /// The current state of a session.
  public init(_ session: Session, routes: ScreenRoutes? = nil) {
    self.init(
      environment: session.environment, root: session.root, countedIDs: session.countedIDs, routes: routes,
      conditions: session.conditions)
  }
}

extension Snapshot: JSONBody {
  public static var requestDepth: Int { JSONDocument.treeDepth }

  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try Self.checked(json).object()
    let isRestored = reader.optional("schema") != nil
    environment = try Environment(json: try reader.require("environment"))
    root = try Controller(json: try reader.require("root"))
    countedIDs = isRestored ? try Self.countedIDs(&reader) : nil
    routes = try ScreenRoutes(members: &reader)
    conditions = try AppConditions(members: &reader, of: routes)
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
  }

  /// Without `countedIDs` a tree alone.
  func writeMembers(to writer: inout JSONWriter) {
    if countedIDs != nil { writer.member("schema", Self.schema) }
    writer.key("environment")
    environment.write(to: &writer, form: .snapshot)
    writer.key("root")
    root.write(to: &writer, form: countedIDs == nil ? .request : .snapshot)
    writer.member("countedIds", countedIDs)
    routes?.writeMembers(to: &writer, conditions)
  }

  /// The body, which has the members of a snapshot only with `schema`. Throws `unknownSchema` before anything else is
  /// read.
  static func checked(_ json: JSONValue) throws(BodyRefusal) -> JSONValue {
    var reader = try json.object()
    guard let value = reader.optional("schema") else { return json }
    guard value.kind == .number else { throw value.refused("expected the number \(schema)") }
    guard (try? value.int()) == schema else { throw .unknownSchema(pointer: value.pointer) }
    return json.unknownMembers == .refuse ? json.reading(.refuseInSnapshot) : json
  }

  /// The members that only a snapshot has.
  static let ownMembers: [StaticString] = ["countedIds", "parked"]

  static func countedIDs(_ reader: inout JSONObjectReader) throws(BodyRefusal) -> Int {
    try reader.optional("countedIds")?.int(in: countsOfIDs) ?? 0
  }
}
