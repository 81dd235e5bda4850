import NavigationJSON
import NavigationModel

/// What is to be worked out without a session: `POST /v1/resolve`.
public struct ResolveRequest: Hashable, Sendable {
  public var environment: Environment
  /// What a container around the split view does to its traits.
  public var traitOverride: TraitOverride?

  public init(environment: Environment, traitOverride: TraitOverride? = nil) {
    self.environment = environment
    self.traitOverride = traitOverride
  }
}

extension ResolveRequest: JSONBody {
  /// `{"environment", "split"?}`, of a split view its settable members: in this version `traitOverride`.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    let environment = try Environment(json: try reader.require("environment"))
    let traitOverride = try reader.optional("split").flatMap(Self.traitOverride)
    try reader.finish()
    self.init(environment: environment, traitOverride: traitOverride)
  }

  private static func traitOverride(ofSplit json: JSONValue) throws(BodyRefusal) -> TraitOverride? {
    var reader = try BodyReader(json)
    let traitOverride = try reader.optional("traitOverride").map(TraitOverride.init(json:))
    try reader.finish()
    return traitOverride
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("environment")
    environment.write(to: &writer, form: .snapshot)
    if let traitOverride {
      writer.key("split")
      writer.beginObject()
      writer.key("traitOverride")
      traitOverride.write(to: &writer)
      writer.endObject()
    }
    writer.endObject()
  }
}
