/// The body of `POST /v1/resolve`: a layout to compute without a session, in one window or in several.
public struct ResolveRequest: Hashable, Sendable {
  /// Environments of one request.
  public static let environmentCounts = 1...64

  /// At least one.
  public private(set) var environments: [Environment]
  /// Whether the answer has `results`, one for each.
  public private(set) var isOfSeveral: Bool
  public var style: SplitStyle
  /// Settable members of the split view; missing ones have their defaults.
  public var split: SplitUpdate
  /// Of a tab bar in its place, `mode` and `sidebar`.
  public var tabBar = TabBarForm()
  /// Whether the inspector of a column style is shown.
  public var isInspectorShown = false

  public init(environment: Environment, style: SplitStyle = .classic, split: SplitUpdate = SplitUpdate()) {
    self.environments = [environment]
    isOfSeveral = false
    self.style = style
    self.split = split
  }

  /// Nil unless their number is in `environmentCounts`.
  public init?(environments: [Environment], style: SplitStyle = .classic, split: SplitUpdate = SplitUpdate()) {
    guard Self.environmentCounts.contains(environments.count) else { return nil }
    self.environments = environments
    isOfSeveral = true
    self.style = style
    self.split = split
  }

  /// The trait override of a container around the split view.
  var traitOverride: TraitOverride? { split.traitOverride ?? nil }

  /// The orientations that the app supports.
  var orientations: SplitDelegate.SupportedInterfaceOrientations {
    split.delegate?.supportedInterfaceOrientations ?? split.delegateFrom?.delegate.supportedInterfaceOrientations
      ?? .system
  }
}

extension ResolveRequest: JSONBody {
  /// Reads `{"environment" or "environments", "split"?}`; of a split view its style and its settable members.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    self = try Self.windows(&reader)
    if let split = reader.optional("split") {
      var members = try split.object()
      style = try members.word("style", SplitStyle.self) ?? .classic
      self.split = try SplitUpdate(members: &members)
      try style.refuseForeignMembers(&members, of: .automatic)
      if let shown = members.optional("isInspectorShown") {
        if style == .classic { throw shown.refused(.wrongStyle(.automatic)) }
        isInspectorShown = try shown.bool()
      }
      try members.finish()
    }
    if let tabBar = reader.optional("tabBar") {
      var members = try tabBar.object()
      self.tabBar.placeMembers(&members)
      try members.finish()
    }
    try reader.finish()
  }

  private static func windows(_ reader: inout JSONObjectReader) throws(BodyRefusal) -> ResolveRequest {
    guard let several = reader.optional("environments") else {
      return ResolveRequest(environment: try Environment(json: try reader.require("environment")))
    }
    if reader.optional("environment") != nil {
      throw reader.object.refused("expected only one of \"environment\" and \"environments\"")
    }
    guard let request = ResolveRequest(environments: try several.array(Environment.init(json:))) else {
      throw several.refused("expected \(environmentCounts.lowerBound) to \(environmentCounts.upperBound) environments")
    }
    return request
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    if isOfSeveral {
      writer.array("environments", environments)
    } else {
      writer.member("environment", environments[0])
    }
    if style != .classic || split != SplitUpdate() || isInspectorShown {
      writer.key("split")
      writer.beginObject()
      if style != .classic { writer.word("style", style) }
      split.writeMembers(to: &writer)
      writer.flag("isInspectorShown", isInspectorShown)
      writer.endObject()
    }
    if tabBar != TabBarForm() {
      writer.key("tabBar")
      writer.beginObject()
      var tabBar = tabBar
      tabBar.placeMembers(&writer)
      writer.endObject()
    }
    writer.endObject()
  }
}
