/// The body of `POST /v1/resolve`: a layout to compute without a session, in one window or in several.
public struct ResolveRequest: Hashable, Sendable, JSONBody {
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
    self.init(environment: environments[0], style: style, split: split)
    (self.environments, isOfSeveral) = (environments, true)
  }

  /// The trait override of a container around the split view.
  var traitOverride: TraitOverride? { split.traitOverride ?? nil }

  /// The orientations that the app supports.
  var orientations: SplitDelegate.SupportedInterfaceOrientations {
    split.delegate?.supportedInterfaceOrientations ?? split.delegateFrom?.delegate.supportedInterfaceOrientations
      ?? .system
  }

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
      writer.object("split") { writer in
        if style != .classic { writer.word("style", style) }
        split.writeMembers(to: &writer)
        writer.flag("isInspectorShown", isInspectorShown)
      }
    }
    if tabBar != TabBarForm() {
      writer.object("tabBar") { writer in
        var tabBar = tabBar
        tabBar.placeMembers(&writer)
      }
    }
    writer.endObject()
  }
}

/// The layout of a split view at the root of a window.
public struct ResolveAnswer: Hashable, Sendable, JSONBody {
  /// The split view's own traits, with every override applied.
  public var traits: Traits
  /// The split layout of its content: never `none` (WN-2).
  public var splitLayout: SplitLayout { isCollapsed ? .collapsed : .expanded }
  /// Where the bar of a tab bar in its place stands.
  public var bar: BarPlace
  /// Nil while collapsed: a split view is collapsed where its own horizontal class is compact (SC-1).
  public var columns: Columns?
  /// That of each environment of a request with several, which is otherwise answered for the first; else empty.
  public var results: [ResolveAnswer] = []

  /// The columns of an expanded split view.
  public struct Columns: Hashable, Sendable {
    public var displayMode: DisplayMode
    /// Nil in the classic style (M12).
    public var splitBehavior: SplitBehavior?
    /// Points.
    public var primaryWidth: Double
    /// Points; nil without that column.
    public var supplementaryWidth: Double?
    /// Points; nil where it is not shown.
    public var inspectorWidth: Double?
    /// Leading to trailing.
    public var frames: [ColumnFrame]
  }

  public init(_ request: ResolveRequest) {
    self.init(request, in: request.environments[0])
    if request.isOfSeveral { results = request.environments.map { ResolveAnswer(request, in: $0) } }
  }

  private init(_ request: ResolveRequest, in environment: Environment) {
    let own = environment.turned(for: request.orientations).traits
    let traits = request.traitOverride?.applied(to: own, in: own.horizontal) ?? own
    self.traits = traits.answered
    let tabs = TabBar(tabs: [Tab(child: .screen(route: ""))], form: request.tabBar)
    bar = tabs?.bar(in: traits) ?? .none
    guard traits.horizontal == .regular else { return }
    var preferences = SplitPreferences(request.split)
    if let entry = request.split.byWidth?.entry(at: traits.size.width) { preferences.displayMode = entry.displayMode }
    // Before the first layout only the secondary is on display (M0).
    if request.split.gestureOffIn?.contains(.secondaryOnly) == true { preferences.presentsWithGesture = false }
    var room = SplitRoom(
      style: request.style, preferences: preferences, traits: traits, rules: environment.system.rules)
    room.showsInspector = request.isInspectorShown
    let mode = room.preferredMode(on: .firstAppearance(restored: nil))
    columns = Columns(
      displayMode: mode, splitBehavior: request.style == .classic ? nil : room.behavior(in: mode),
      primaryWidth: room.primaryWidth(in: mode),
      supplementaryWidth: request.style == .tripleColumn ? room.supplementaryWidth(in: mode) : nil,
      inspectorWidth: request.isInspectorShown ? room.inspectorWidth(in: mode) : nil,
      frames: room.frames(in: mode))
  }

  public var isCollapsed: Bool { columns == nil }

  /// Points; the primary of a collapsed split view has the whole width (M5).
  public var primaryColumnWidth: Double { columns?.primaryWidth ?? traits.size.width }

  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    var traits = Traits.empty
    reader.integer("scale", &traits.scale, in: Limits.scale)
    traits.members(&reader)
    reader.fold(&traits.fold)
    try reader.check()
    self.traits = traits
    bar = try reader.requireWord("bar", BarPlace.self)
    let collapsed = try reader.require("isCollapsed")
    let isCollapsed = try collapsed.bool()
    guard isCollapsed == (traits.horizontal == .compact) else {
      throw collapsed.refused("a split view is collapsed where its horizontal class is compact")
    }
    let width = try reader.require("primaryColumnWidth")
    let primaryWidth = try width.double()
    if isCollapsed {
      guard primaryWidth == traits.size.width else {
        throw width.refused("a collapsed split view's primary has the whole width")
      }
      columns = nil
    } else {
      columns = Columns(
        displayMode: try reader.requireWord("displayMode", DisplayMode.self),
        splitBehavior: try reader.word("splitBehavior", SplitBehavior.self), primaryWidth: primaryWidth,
        supplementaryWidth: try reader.optional("supplementaryColumnWidth")?.double(),
        inspectorWidth: try reader.optional("inspectorColumnWidth")?.double(),
        frames: try ColumnFrame.frames(try reader.require("frames")))
    }
    let splitLayout = try reader.require("splitLayout")
    guard try splitLayout.word(SplitLayout.self) == self.splitLayout else {
      throw splitLayout.refused("does not agree with isCollapsed")
    }
    if let results = reader.optional("results") { self.results = try results.array(ResolveAnswer.init(json:)) }
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    var traits = traits
    traits.members(&writer)
    writer.member("scale", traits.scale)
    writer.fold(traits.fold)
    writer.word("bar", bar)
    writer.member("isCollapsed", isCollapsed)
    writer.word("splitLayout", splitLayout)
    writer.member("primaryColumnWidth", primaryColumnWidth)
    if let columns {
      writer.word("displayMode", columns.displayMode)
      writer.word("splitBehavior", columns.splitBehavior)
      writer.member("supplementaryColumnWidth", columns.supplementaryWidth)
      writer.member("inspectorColumnWidth", columns.inspectorWidth)
      writer.frames(columns.frames)
    }
    if !results.isEmpty { writer.array("results", results) }
    writer.endObject()
  }
}

extension Traits {
  static var empty: Traits {
    Traits(horizontal: .regular, vertical: .regular, size: Size(width: 0, height: 0), scale: 0)
  }

  /// All but the scale, which is the device's, and a fold.
  mutating func members(_ m: inout some Members) {
    m.required("horizontalSizeClass", &horizontal)
    m.required("verticalSizeClass", &vertical)
    m.required("width", &size.width)
    m.required("height", &size.height)
  }
}

extension Archive where Self: ~Copyable {
  mutating func fold(_ fold: inout Fold?) {
    member(
      "fold", ifPresent: { (json) throws(BodyRefusal) in fold = try Fold(json: json) },
      else: { $0.fold(fold) })
  }
}
