import NavigationModel

extension Split {
  /// The styles of this version.
  fileprivate enum Style: String, CaseIterable {
    case classic
  }

  /// The members of a split view but `id`.
  ///
  /// It is collapsed where its secondary is preserved or stands, as a stack in a stack, on the primary's; an answer says so itself.
  init(members reader: inout BodyReader) throws(BodyRefusal) {
    _ = try reader.word("style", Style.self)
    let primary = try Controller(json: try reader.require("primary"))
    let secondary = try reader.tree("secondary")
    let displayMode = try reader.word("displayMode", DisplayMode.self) ?? .secondaryOnly
    let behavior = try reader.optional("behavior").map(SplitBehavior.init(json:)) ?? SplitBehavior()
    let kept = reader.optional("preserved")
    let preserved = try kept.flatMap(Self.preserved)
    if let kept, secondary != nil, preserved != nil { throw kept.refused("a split view with a secondary preserves none") }
    let looksCollapsed = Self.isCollapsedForm(primary: primary, secondary: secondary, preserved: preserved)
    let isCollapsed = reader.isAnswer ? try reader.bool("isCollapsed") ?? looksCollapsed : looksCollapsed
    self.init(
      primary: primary, secondary: secondary, preserved: preserved, isCollapsed: isCollapsed, displayMode: displayMode, behavior: behavior)
  }

  private static func preserved(_ json: JSONValue) throws(BodyRefusal) -> Controller? {
    var reader = try BodyReader(json)
    let secondary = try reader.tree("secondary")
    try reader.finish()
    return secondary
  }
}

/// Each member is read where it is kept: a split view that is passed on is copied with all its columns.
extension KeptContent<Split> {
  func writeMembers(to writer: inout JSONWriter, form: WrittenForm) {
    writer.word("style", Split.Style.classic)
    writer.tree("primary", value.primary, form: form)
    if let secondary = value.secondary {
      writer.key("secondary")
      secondary.write(to: &writer, form: form, leadsBack: LeadsBack(isToPlaceholderAllowed: value.behavior.allowsReturnToPlaceholder))
    }
    writer.word("displayMode", value.displayMode)
    switch form {
    case .snapshot: break
    case .stored: writer.member("isCollapsed", value.isCollapsed)
    case .session: writeComputed(to: &writer)
    }
    if value.behavior != SplitBehavior() {
      writer.key("behavior")
      value.behavior.write(to: &writer, form: form)
    }
    if let preserved = value.preserved {
      writer.key("preserved")
      writer.beginObject()
      writer.tree("secondary", preserved, form: form)
      writer.endObject()
    }
  }

  /// What the server works out and no request may carry: every computed member of a split view is written here.
  private func writeComputed(to writer: inout JSONWriter) {
    writer.member("isCollapsed", value.isCollapsed)
    if value.isCollapsed { writer.word("topColumn", value.topColumn) }
    writer.key("viewControllers")
    writer.ids(value.viewControllers)
    writer.key("columns")
    writer.beginObject()
    writer.nullable("primary", value.controller(of: .primary))
    writer.nullable("secondary", value.controller(of: .secondary))
    writer.endObject()
  }
}
