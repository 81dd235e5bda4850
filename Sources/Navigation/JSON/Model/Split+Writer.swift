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
    writer.key("preserved")
    writer.beginObject()
    for column in SplitStyle.tripleColumn.columns {
      writer.tree(column.name, collapse.preserved[column], form: form)
    }
    writer.endObject()
  }

  /// The last layout, with which a snapshot continues.
  private func writeLayout(to writer: inout JSONWriter) {
    writer.member("isCollapsed", value.isCollapsed)
    guard let size = value.size else { return }
    writer.key("size")
    writer.beginObject()
    writer.size(size)
    writer.endObject()
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
    writer.key("displayModeButton")
    writer.beginObject()
    writer.member("visible", target != nil)
    writer.word("target", target)
    writer.endObject()
    if value.isCollapsed { writer.word("topColumn", value.topColumn) }
    writer.array("viewControllers", value.viewControllers)
    writer.key("columns")
    writer.beginObject()
    for column in value.style.columns { writer.nullable(column.name, value.controller(of: column)) }
    if let compact = value.columns.compact { writer.member("compact", compact.id) }
    if let inspector = value.columns.inspector ?? (value.inspector == .sheet ? presentedChild : nil) {
      writer.member("inspector", inspector.id)
    }
    writer.endObject()
  }
}
