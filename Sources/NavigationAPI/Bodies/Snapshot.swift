import NavigationJSON
import NavigationModel

/// A session as the body that creates it again: `{"schema": 2, "environment": …, "root": …, "countedIds": 3}`.
public struct Snapshot: Hashable, Sendable {
  /// The schema that this version writes, and the newest that it reads.
  public static let schema = 2
  /// Valid counts of ids assigned by a session's own counter.
  public static let countsOfIDs = 0...1_000_000_000_000

  public var environment: Environment
  public var root: Controller
  /// Ids assigned by the session's own counter; nil for schema 1, whose tree appears for the first time.
  public var countedIDs: Int?

  public init(environment: Environment, root: Controller, countedIDs: Int?) {
    self.environment = environment
    self.root = root
    self.countedIDs = countedIDs
  }

  /// The current state of a session.
  public init(_ session: Session) {
    self.init(environment: session.environment, root: session.root, countedIDs: session.countedIDs)
  }
}

extension Snapshot: JSONBody {
  public static var requestDepth: Int { JSONDocument.treeDepth }

  public init(json: JSONValue) throws(BodyRefusal) {
    let json = try Self.upToDate(json)
    var reader = try json.object()
    let isRestored = reader.optional("schema") != nil
    environment = try Environment(json: try reader.require("environment"))
    root = try Controller(json: try reader.require("root"))
    countedIDs = isRestored ? try Self.countedIDs(&reader) : nil
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
  }

  /// Writes schema 1, a tree only, if `countedIDs` is nil.
  func writeMembers(to writer: inout JSONWriter) {
    if countedIDs != nil { writer.member("schema", Self.schema) }
    writer.key("environment")
    environment.write(to: &writer, form: .snapshot)
    writer.key("root")
    root.write(to: &writer, form: countedIDs == nil ? .request : .snapshot)
    writer.member("countedIds", countedIDs)
  }

  static func countedIDs(_ reader: inout JSONObjectReader) throws(BodyRefusal) -> Int {
    try reader.optional("countedIds")?.int(in: countsOfIDs) ?? 0
  }
}
