extension Split {
  /// The members of the split view `id` but that one, read whole: each column depends on the style, and all of them say
  /// whether it is collapsed.
  ///
  /// A classic one is collapsed if its secondary is preserved, or is a stack on the primary's stack; a column style, if
  /// it has `collapsedColumns` (D-122). A snapshot and an answer have `isCollapsed`.
  /// Throws `noSuchColumn` and `wrongStyle` for a column or a member that the style does not have (M12).
  init(members reader: inout JSONObjectReader, of id: ControllerID) throws(BodyRefusal) {
    let style = try reader.word("style", SplitStyle.self) ?? .classic
    let columns = ColumnContents(
      primary: style == .classic ? try Controller(json: try reader.require("primary")) : try reader.tree("primary"),
      supplementary: try reader.tree("supplementary"), secondary: try reader.tree("secondary"),
      compact: try reader.tree("compact"), inspector: try reader.tree("inspector"))
    let update = try SplitUpdate(members: &reader)
    let displayMode = try reader.word("displayMode", DisplayMode.self) ?? .secondaryOnly
    self.init(
      style: style, preferences: SplitPreferences(update), columns: columns, displayMode: displayMode,
      delegate: SplitDelegate(update))
    apply(lists: update)
    collapse = try Self.collapse(of: columns, style, &reader)
    if let chosen = reader.optional("chosenDisplayModes") {
      chosenModes = try chosen.array(ChosenMode.init(json:)).sorted()
    }
    isOverlayDeferred = try reader.bool("overlayDeferred") ?? false
    modeBeforeSecondaryOnly = try reader.word("displayModeBeforeSecondaryOnly", DisplayMode.self)
    isDetailChosen = try reader.bool("detailChosen") ?? false
    if try reader.bool("isInspectorShown") == true { inspector = columns.inspector == nil ? .sheet : .column }
    if let member = reader.optional("lastTopColumn") { lastTopColumn = try lastTop(member, of: id) }
    if reader.holdsState, let size = reader.optional("size") { self.size = try Self.size(size) }
    try style.refuseForeignColumns(&reader, of: id)
    try style.refuseForeignMembers(&reader, of: id)
    try reader.checkTwins(of: self)
    if let target = delegate.collapsesOnto, style == .classic, !collapses(onto: target) {
      throw try reader.answer("collapsesOnto").refused(.noSuchController(target))
    }
    if let foreign = style.foreignAnswer(update) { throw try reader.answer(foreign).refused(.wrongStyle(id)) }
  }

  /// Throws `noSuchColumn` for a column that the style does not have.
  private func lastTop(_ json: JSONValue, of id: ControllerID) throws(BodyRefusal) -> Column {
    guard style != .classic, !isCollapsed, delegate.topColumnForCollapsing == .lastTop else {
      throw json.refused("only an expanded column style that answers \"lastTop\" keeps it")
    }
    let column = try json.word(Column.self)
    if !style.columns.contains(column) { throw json.refused(.noSuchColumn(split: id, column)) }
    return column
  }

  private static func size(_ json: JSONValue) throws(BodyRefusal) -> Size {
    var reader = try json.object()
    let size = Size(width: try reader.require("width").double(), height: try reader.require("height").double())
    try reader.finish()
    return size
  }

  private static func collapse(
    of columns: ColumnContents, _ style: SplitStyle, _ reader: inout JSONObjectReader
  ) throws(BodyRefusal) -> Collapse? {
    let member = reader.optional("preserved")
    let preserved = try member.map(ColumnContents.init(preserved:)) ?? ColumnContents()
    for column in Column.allCases where columns[column] != nil && preserved[column] != nil {
      throw member?.refused("a column that has its own controller preserves none") ?? reader.missing("preserved")
    }
    let named = reader.optional("collapsedColumns")
    let stacked = try named?.array { (json) throws(BodyRefusal) in try CollapsedColumn(json: json, in: columns) }
    let looksCollapsed: Bool
    switch style {
    case .classic:
      if let named { throw named.refused("a classic split view names no collapsed columns") }
      looksCollapsed = isCollapsedForm(columns, preserved: preserved)
    case .doubleColumn, .tripleColumn:
      if let member, stacked == nil { throw member.refused("preserved columns need \"collapsedColumns\" beside them") }
      looksCollapsed = stacked != nil
    }
    let isCollapsed = reader.holdsState ? try reader.bool("isCollapsed") ?? looksCollapsed : looksCollapsed
    if !isCollapsed, let left = member ?? named {
      throw left.refused("an expanded split view keeps nothing")
    }
    if isCollapsed, style != .classic, stacked == nil { throw reader.missing("collapsedColumns") }
    return isCollapsed ? Collapse(preserved: preserved, columns: stacked ?? []) : nil
  }
}

extension JSONObjectReader {
  /// Throws at the first word of the `compact` tree that names nothing in the columns (D-432).
  mutating func checkTwins(of split: Split) throws(BodyRefusal) {
    guard let fault = split.twinFault(in: split.columns.compact) else { return }
    var compact = try require("compact").object()
    var tab = try Array(try compact.require("tabs").elements)[fault.tab].object()
    throw try tab.require(fault.member).refused(fault.rejection)
  }
}

extension SplitStyle {
  /// The first answer that a split view of this style has not; columns always nest (CO-12, M12).
  func foreignAnswer(_ update: SplitUpdate) -> StaticString? {
    guard !update.fits(self), let delegate = update.delegate else { return nil }
    if self != .classic, delegate.flattenOnCollapse == true { return "flattenOnCollapse" }
    if self != .classic, case .some(.some) = delegate.collapsesOnto { return "collapsesOnto" }
    if self != .tripleColumn, case .some(.some) = delegate.supplementaryPlaceholder {
      return "supplementaryPlaceholder"
    }
    return nil
  }

  /// Throws `noSuchColumn` at the first column that a split view of this style has not.
  fileprivate func refuseForeignColumns(_ reader: inout JSONObjectReader, of id: ControllerID) throws(BodyRefusal) {
    let names: [Column] =
      switch self {
      case .classic: [.supplementary, .compact]
      case .doubleColumn: [.supplementary]
      case .tripleColumn: []
      }
    for column in names {
      if let value = reader.optional(column.name) { throw value.refused(.noSuchColumn(split: id, column)) }
    }
    if self == .classic, let value = reader.optional("inspector") ?? reader.optional("isInspectorShown") {
      throw value.refused(.wrongStyle(id))
    }
  }

  /// Throws `wrongStyle` at the first settable member that a split view of this style has not (M12).
  func refuseForeignMembers(_ reader: inout JSONObjectReader, of id: ControllerID) throws(BodyRefusal) {
    let ofThree: [StaticString] = [
      "preferredSupplementaryColumnWidth", "preferredSupplementaryColumnWidthFraction",
      "minimumSupplementaryColumnWidth",
      "maximumSupplementaryColumnWidth",
    ]
    let ofInspector: [StaticString] = [
      "preferredInspectorColumnWidth", "preferredInspectorColumnWidthFraction", "minimumInspectorColumnWidth",
      "maximumInspectorColumnWidth",
    ]
    let names: [StaticString] =
      switch self {
      case .classic: ["preferredSplitBehavior", "showsSecondaryOnlyButton"] + ofThree + ofInspector
      case .doubleColumn: ofThree
      case .tripleColumn: []
      }
    for name in names {
      if let value = reader.optional(name) { throw value.refused(.wrongStyle(id)) }
    }
  }
}

extension ColumnContents {
  fileprivate init(preserved json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    self.init()
    for column in SplitStyle.tripleColumn.columns { self[column] = try reader.tree(column.name) }
    try reader.finish()
  }
}

extension CollapsedColumn: JSONWritable {
  /// Throws `noSuchController` if it is neither a column's controller nor on a column's stack.
  fileprivate init(json: JSONValue, in columns: ColumnContents) throws(BodyRefusal) {
    var reader = try json.object()
    self.init(column: try reader.requireWord("column", Column.self), id: try reader.requireID("controller"))
    let named = id
    let stands = Column.allCases.contains { column in
      columns[column]?.id == named || columns[column]?.stack?.above.contains { $0.id == named } == true
    }
    if !stands { throw try reader.require("controller").refused(.noSuchController(id)) }
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.word("column", column)
    writer.member("controller", id)
    writer.endObject()
  }
}

extension ChosenMode: MemberBody {
  package static var empty: Self { Self(automatic: .secondaryOnly, mode: .secondaryOnly) }

  package mutating func members(_ m: inout some Members) {
    m.required("automatic", &automatic)
    m.required("chosen", &mode)
  }
}

extension SplitUpdate: MemberUpdate {
  package init(members reader: inout JSONObjectReader) throws(BodyRefusal) {
    self.init()
    members(&reader)
    try reader.check()
  }

  package func writeMembers(to writer: inout JSONWriter) {
    var update = self
    update.members(&writer)
  }

  /// The settable members of a split view but its columns, each of which may be absent.
  package mutating func members(_ m: inout some Members) {
    var preferences = SplitPreferences()
    m.ofUpdate { SplitPreferences.visit(&preferences, &self, &$0) }
    m.lists(of: &self)
    m.optional("behaviorFrom", &delegateFrom)
    m.optional("behavior", &delegate)
    m.settable("traitOverride", &traitOverride)
  }
}
