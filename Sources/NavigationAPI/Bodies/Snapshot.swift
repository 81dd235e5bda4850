import NavigationJSON
import NavigationModel

/// A session as the body that makes it again: `{"schema": 1, "environment": …, "root": …}`.
public struct Snapshot: Hashable, Sendable {
  /// The schema that this version writes, and the newest that it reads.
  public static let schema = 1

  public var environment: Environment
  public var root: Controller

  public init(environment: Environment, root: Controller) {
    self.environment = environment
    self.root = root
  }
}

extension Snapshot: JSONBody {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(try Self.upToDate(json))
    _ = reader.optional("schema")
    let environment = try Environment(json: try reader.require("environment"))
    let root = try Controller(json: try reader.require("root"))
    try reader.finish()
    self.init(environment: environment, root: root)
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("schema", Self.schema)
    writer.key("environment")
    environment.write(to: &writer, form: .snapshot)
    writer.key("root")
    root.write(to: &writer, form: .snapshot)
    writer.endObject()
  }
}
