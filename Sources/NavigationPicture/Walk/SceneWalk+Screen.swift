import NavigationModel

/// Leaves: a placeholder, a list, or lines of text.
extension SceneWalk {
  /// Rows that a list has which names none.
  private static let unnamedRows = 8

  mutating func add(_ id: ControllerID, _ screen: Screen, _ place: Place) {
    let frame = addStrip(place)
    if screen.isPlaceholder { return add(.message(screen.title ?? id.description, frame)) }
    let named = ListRow.named(by: screen)
    let isList = named != nil || screen.selection != nil || place.isSidebar || place.isRoot && place.column != .secondary
    guard isList else { return add(.lines(frame)) }
    let height = points(Measure.row)
    let room = Int(min(max(0, frame.height / height), 1_000))
    let rows = named ?? ListRow.unnamed(min(room, Self.unnamedRows), selection: screen.selection)
    let canReach = place.isLive && display.canReach(leaf: id)
    for (index, row) in rows.prefix(room).enumerated() {
      let isSelected = row.id == screen.selection
      add(
        .row(
          Scene.Row(
            frame: Frame(x: frame.x, y: frame.y + Double(index) * height, width: frame.width, height: height), title: row.title,
            subtitle: row.subtitle, isSelected: isSelected, isFirst: index == 0,
            tap: canReach ? .row(list: id, row: row.id, title: row.title, isSelected: isSelected) : nil)))
    }
  }
}
