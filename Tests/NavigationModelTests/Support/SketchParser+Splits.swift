import Navigation

/// Split views in the notation.
extension SketchParser {
  mutating func expandedSplit(_ id: ControllerID) throws -> Controller {
    let isHidden = take("(")
    let primary = try column("primary")
    if isHidden, !take(")") { throw failure(")") }
    skipBlanks()
    guard take("||") else { throw failure("||") }
    skipBlanks()
    let secondary = take("-") ? nil : try column("secondary")
    guard take("]") else { throw failure("]") }
    return Controller(id: id, content: .split(Split(primary: primary, secondary: secondary, delegate: behavior)))
  }

  /// Expanded; its inspector follows a `+`, its compact tree an `@`.
  mutating func columnStyle(_ id: ControllerID, _ style: SplitStyle) throws -> Controller {
    var columns = ColumnContents()
    for column in style.columns {
      skipBlanks()
      if column != .primary, !take("||"), !take("|>") { throw failure("||") }
      skipBlanks()
      let isHidden = take("(")
      if !take("-") { columns[column] = try self.column(column.rawValue) }
      if isHidden, !take(")") { throw failure(")") }
    }
    skipBlanks()
    var isInspectorShown = false
    if take("+") {
      skipBlanks()
      isInspectorShown = !take("(")
      columns.inspector = try self.column("inspector")
      if !isInspectorShown, !take(")") { throw failure(")") }
      skipBlanks()
    }
    if take("@") { columns.compact = try self.column("compact") }
    guard take("]") else { throw failure("]") }
    var split = Split(style: style, columns: columns, delegate: behavior)
    split.isInspectorShown = isInspectorShown
    return Controller(id: id, content: .split(split))
  }

  mutating func collapsedSplit(_ id: ControllerID) throws -> Controller {
    let primary = try column("primary")
    skipBlanks()
    let preserved = take("/") ? try column("secondary") : nil
    skipBlanks()
    guard take(">") else { throw failure(">") }
    let split = Split(
      columns: ColumnContents(primary: primary),
      collapse: Collapse(preserved: ColumnContents(secondary: preserved)),
      displayMode: .oneBesideSecondary, delegate: behavior)
    return Controller(id: id, content: .split(split))
  }

  mutating func column(_ name: String) throws -> Controller {
    skipBlanks()
    if take("=") { return try controller() }
    let label = rest.drop { $0.isNameCharacter }
    if label.first == ":" || label.first == "[" || label.first == "<" { return try controller() }
    return try presenting(Controller(id: try id(name), content: .stack(try stack())))
  }
}
