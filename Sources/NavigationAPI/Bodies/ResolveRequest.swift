import NavigationJSON
import NavigationModel

/// The body of `POST /v1/resolve`: a layout to compute without a session.
public struct ResolveRequest: Hashable, Sendable {
  public var environment: Environment
  public var style: SplitStyle
  /// Settable members of the split view; missing ones have their defaults.
  public var split: SplitUpdate

  public init(environment: Environment, style: SplitStyle = .classic, split: SplitUpdate = SplitUpdate()) {
    self.environment = environment
    self.style = style
    self.split = split
  }

  /// The trait override of a container around the split view.
  var traitOverride: TraitOverride? { split.traitOverride ?? nil }
}

extension ResolveRequest: JSONBody {
  /// Reads `{"environment", "split"?}`; of a split view its style and its settable members.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    let environment = try Environment(json: try reader.require("environment"))
    self.init(environment: environment)
    if let split = reader.optional("split") {
      var members = try BodyReader(split)
      style = try members.word("style", SplitStyle.self) ?? .classic
      self.split = try SplitUpdate(members: &members)
      try style.refuseForeignMembers(&members, of: .automatic)
      try members.finish()
    }
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("environment")
    environment.write(to: &writer, form: .request)
    if style != .classic || split != SplitUpdate() {
      writer.key("split")
      writer.beginObject()
      if style != .classic { writer.word("style", style) }
      split.writeMembers(to: &writer)
      writer.endObject()
    }
    writer.endObject()
  }
}
