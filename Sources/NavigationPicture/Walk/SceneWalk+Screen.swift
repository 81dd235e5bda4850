import Navigation

/// Leaves: a placeholder, a list, or lines of text.
extension SceneWalk {
  /// The rows of a list that names none.
  private static let unnamedRows = 8

  mutating func add(_ shown: Shown, _ screen: Screen, in place: Area) {
    let id = shown.id
    var place = place
    addStrip(shown.itemsOfColumn + (shown.hasBar ? [] : closeButtons(of: shown)), &place)
    if screen.isPlaceholder { return add(.message(screen.title ?? id.description, place.inner)) }
    if !place.isTitled {
      let heading = place.takeTop(points(Measure.bar))
      add(.heading(screen.title ?? id.description, isMade: screen.title == nil, isLarge: false, heading))
    }
    let frame = place.inner
    let named = ListRow.named(by: screen)
    let isList =
      named != nil || screen.selection != nil || place.isSidebar || place.isRoot && shown.ownColumn != .secondary
    guard isList else { return add(.lines(frame)) }
    let height = points(Measure.row)
    let room = Int(min(max(0, frame.height / height), 1_000))
    let rows = named ?? ListRow.unnamed(min(room, Self.unnamedRows), selection: screen.selection)
    let canReach = shown.canReachScreen
    var wasSelected = true
    for (index, row) in rows.prefix(room).enumerated() {
      let isSelected = row.id == screen.selection
      defer { wasSelected = isSelected }
      add(
        .row(
          Scene.Row(
            frame: Frame(x: frame.x, y: frame.y + Double(index) * height, width: frame.width, height: height),
            title: row.title,
            subtitle: row.subtitle, image: row.image, isSelected: isSelected, hasLine: !isSelected && !wasSelected,
            tap: canReach && medium == .svg ? tap(on: row, of: id, isSelected: isSelected) : nil)))
    }
  }

  private func tap(on row: ListRow, of list: ControllerID, isSelected: Bool) -> Tap {
    let opens = routes.flatMap { session.opening(ofRow: row.id, list: list, routes: $0) }
    return .row(list: list, row: row.id, title: row.title, isSelected: isSelected, opens: opens)
  }
}
