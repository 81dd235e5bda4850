import NavigationJSON
import NavigationModel

/// What a split view at the root of such a window would be.
public struct ResolveAnswer: Hashable, Sendable {
  /// The split view's own, with every override applied.
  public var traits: Traits
  /// Nil while collapsed: a split view is collapsed where its own horizontal class is compact (SC-1).
  public var columns: Columns?

  /// How the columns of an expanded split view stand.
  public struct Columns: Hashable, Sendable {
    public var displayMode: DisplayMode
    /// Points, beside the secondary.
    public var primaryWidth: Double

    public init(displayMode: DisplayMode, primaryWidth: Double) {
      self.displayMode = displayMode
      self.primaryWidth = primaryWidth
    }
  }

  public init(_ request: ResolveRequest) {
    let own = request.environment.traits
    let rules = request.environment.system.rules
    traits = request.traitOverride?.applied(to: own) ?? own
    switch traits.horizontal {
    case .compact: columns = nil
    case .regular:
      columns = Columns(
        displayMode: Split.automaticMode(in: traits, rules), primaryWidth: Split.automaticPrimaryWidth(in: traits, rules))
    }
  }

  public var isCollapsed: Bool { columns == nil }

  /// Points; collapsed, the primary has the whole width (M5).
  public var primaryColumnWidth: Double { columns?.primaryWidth ?? traits.size.width }
}

extension ResolveAnswer: JSONBody {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    traits = try Traits(members: &reader)
    let collapsed = try reader.require("isCollapsed")
    let isCollapsed = try collapsed.readBool()
    guard isCollapsed == (traits.horizontal == .compact) else {
      throw collapsed.refused("a split view is collapsed where its horizontal class is compact")
    }
    let width = try reader.require("primaryColumnWidth")
    let primaryWidth = try width.readDouble()
    if isCollapsed {
      guard primaryWidth == traits.size.width else { throw width.refused("a collapsed split view's primary has the whole width") }
      columns = nil
    } else {
      columns = Columns(displayMode: try reader.require("displayMode").readWord(DisplayMode.self), primaryWidth: primaryWidth)
    }
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.traits(traits)
    writer.member("isCollapsed", isCollapsed)
    if let columns { writer.word("displayMode", columns.displayMode) }
    writer.member("primaryColumnWidth", primaryColumnWidth)
    writer.endObject()
  }
}
