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
    // Columns always nest (CO-12).
    if let foreign = update.foreignAnswer(of: style) { throw try reader.answer(foreign).refused(.wrongStyle(id)) }
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
    throw (tab.given(fault.member) ?? tab.object).refused(fault.rejection)
  }
}

extension SplitStyle {
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

/// Each member is read where it is stored: a split view that is passed on is copied with all its columns.
extension ContentStorage<Split> {
  func writeMembers(to writer: inout JSONWriter, form: WrittenForm) {
    writer.word("style", value.style)
    let sidebar = form.inSidebar(isCollapsed: value.isCollapsed)
    writer.tree("primary", value.columns.primary, form: sidebar)
    writer.tree("supplementary", value.columns.supplementary, form: sidebar)
    if let secondary = value.columns.secondary {
      writer.key("secondary")
      secondary.write(
        to: &writer, form: form, leadsBack: LeadsBack(isToPlaceholderAllowed: value.delegate.allowsReturnToPlaceholder))
    }
    writer.tree("compact", value.columns.compact, form: form)
    writer.tree("inspector", value.columns.inspector, form: sidebar)
    writer.word("displayMode", value.displayMode)
    switch form {
    case .request: break
    case .snapshot: writeLayout(to: &writer)
    case .session(let environment, _): writeComputed(to: &writer, environment)
    }
    if value.preferences != SplitPreferences() {
      var (preferences, update) = (value.preferences, SplitUpdate())
      SplitPreferences.visit(&preferences, &update, &writer)
    }
    if !value.byWidth.isEmpty { writer.array("byWidth", value.byWidth) }
    if !value.gestureOffIn.isEmpty { writer.words("gestureOffIn", value.gestureOffIn) }
    if value.delegate != SplitDelegate() {
      writer.key("behavior")
      value.delegate.write(to: &writer, form: form)
    }
    writeState(to: &writer, form: form)
  }

  /// What is carried of a split view's past.
  private func writeState(to writer: inout JSONWriter, form: WrittenForm) {
    if !value.chosenModes.isEmpty { writer.array("chosenDisplayModes", value.chosenModes) }
    writer.flag("overlayDeferred", value.isOverlayDeferred)
    writer.word("displayModeBeforeSecondaryOnly", value.modeBeforeSecondaryOnly)
    writer.flag("detailChosen", value.isDetailChosen)
    writer.flag("isInspectorShown", value.inspector != .hidden)
    writer.word("lastTopColumn", value.lastTopColumn)
    guard let collapse = value.collapse else { return }
    if value.style != .classic {
      // Also where no column is on the stack: that it is there says that the split view is collapsed.
      writer.array("collapsedColumns", collapse.columns)
    }
    guard !collapse.preserved.isEmpty else { return }
    writer.object("preserved") { writer in
      for column in SplitStyle.tripleColumn.columns {
        writer.tree(column.name, collapse.preserved[column], form: form)
      }
    }
  }

  /// The last layout, with which a snapshot continues.
  private func writeLayout(to writer: inout JSONWriter) {
    writer.member("isCollapsed", value.isCollapsed)
    guard let size = value.size else { return }
    writer.object("size") { writer in
      writer.size(size)
    }
  }

  /// What the server works out and no request may carry: every computed member of a split view is written here.
  private func writeComputed(to writer: inout JSONWriter, _ environment: Environment) {
    let room = value.room(in: environment)
    writer.member("isCollapsed", value.isCollapsed)
    if value.style != .classic { writer.word("splitBehavior", value.splitBehavior(in: room)) }
    writer.member("primaryColumnWidth", value.primaryColumnWidth(in: room))
    if value.style == .tripleColumn {
      writer.member("supplementaryColumnWidth", value.supplementaryColumnWidth(in: room))
    }
    if !value.isCollapsed, value.inspector != .hidden {
      writer.member("inspectorColumnWidth", room.inspectorWidth(in: value.displayMode))
    }
    writer.frames(value.frames(in: room))
    let target = value.displayModeButtonTarget(in: room)
    writer.object("displayModeButton") { writer in
      writer.member("visible", target != nil)
      writer.word("target", target)
    }
    if value.isCollapsed { writer.word("topColumn", value.topColumn) }
    writer.array("viewControllers", value.viewControllers)
    writer.object("columns") { writer in
      for column in value.style.columns { writer.nullable(column.name, value.controller(of: column)) }
      if let compact = value.columns.compact { writer.member("compact", compact.id) }
      if let inspector = value.columns.inspector ?? (value.inspector == .sheet ? presentedChild : nil) {
        writer.member("inspector", inspector.id)
      }
    }
  }
}

extension ColumnFrame {
  /// An object with a member for each visible column, leading to trailing, read whole.
  package static func frames(_ json: JSONValue) throws(BodyRefusal) -> [ColumnFrame] {
    var reader = try json.object()
    var frames: [ColumnFrame] = []
    for column in Column.allCases {
      guard let value = reader.optional(column.name) else { continue }
      var frame = try value.object()
      frames.append(
        ColumnFrame(
          column: column, x: try frame.require("x").double(), width: try frame.require("width").double(),
          height: try frame.require("height").double()))
      _ = try frame.require("y").double()
      try frame.finish()
    }
    try reader.finish()
    return frames
  }
}

extension JSONWriter {
  /// Points from the split view's leading top corner.
  package mutating func frames(_ frames: [ColumnFrame]) {
    key("frames")
    beginObject()
    for frame in frames {
      key(frame.column.name)
      beginObject()
      member("x", frame.x)
      member("y", 0.0)
      member("width", frame.width)
      member("height", frame.height)
      endObject()
    }
    endObject()
  }
}

extension Column {
  /// The column's member name.
  var name: StaticString {
    switch self {
    case .primary: "primary"
    case .supplementary: "supplementary"
    case .secondary: "secondary"
    case .compact: "compact"
    case .inspector: "inspector"
    }
  }
}
