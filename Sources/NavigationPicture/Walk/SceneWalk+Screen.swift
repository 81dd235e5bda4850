import Navigation

/// Leaves: a placeholder, a list, or lines of text.
extension SceneWalk {
  /// The rows of a list that names none.
  private static let unnamedRows = 8

  mutating func add(_ shown: Shown, _ screen: Screen, in place: Area) {
    let id = shown.id
    var place = place
    addStrip(shown.itemsOfColumn + (shown.hasBar ? [] : closeButton(of: shown)), &place)
    if screen.isPlaceholder { return add(.message(screen.title ?? id.description, place.inner)) }
    if !place.isTitled {
      let heading = place.takeTop(points(Measure.bar))
      add(.heading(screen.title ?? id.description, isMade: screen.title == nil, isLarge: false, heading))
    }
    let named = ListRow.named(by: screen)
    if let offers = offers(on: shown) {
      let beneath = shown.style == nil ? openEdge.map { max(0, place.inner.maxY - $0) } : nil
      return add(offers, of: screen, named, in: place.inner.inset(bottom: beneath ?? 0))
    }
    let isList =
      named != nil || screen.selection != nil || place.isSidebar || place.isRoot && shown.ownColumn != .secondary
    guard isList else { return add(.lines(place.inner)) }
    let room = room(in: place.inner)
    let rows = named ?? ListRow.unnamed(min(room, Self.unnamedRows), selection: screen.selection)
    let canReach = medium == .svg && shown.canReachScreen
    var slots = Slots(place.inner, height: points(Measure.row))
    for row in rows.prefix(room) {
      let isSelected = row.id == screen.selection
      let tap = Tap.row(list: id, row: row.id, title: row.title, isSelected: isSelected)
      add(.row(slots.row(row, isSelected: isSelected, tap: canReach ? tap : nil)))
    }
  }

  /// In a session with routes nothing is made up: the rows are those that the screen names and those of its offers, with
  /// its buttons below them; what has no room is counted (D-401, D-403).
  private mutating func add(_ offers: ScreenOffers, of screen: Screen, _ named: [ListRow]?, in frame: Frame) {
    let (entries, room, height) = (offers.entries(named: named ?? []), room(in: frame), points(Measure.row))
    var slots = Slots(frame, height: height)
    if named == nil, !offers.hasRows {
      // What is no list has lines of text, as many as its buttons leave room for.
      let text = frame.cut(bottom: Double(min(entries.count, room)) * height).rest
      let lines = entries.isEmpty ? text : text.cut(top: points(Scene.linesHeight)).top
      add(.lines(lines))
      slots.y = lines.maxY
    }
    var offers = offers
    for (index, entry) in entries.enumerated() where slots.count < room {
      let left = entries.count - index
      if !offers.isEmpty, offers.isExhausted || left > 1 && slots.count == room - 1 {
        return add(.more(left, slots.next()))
      }
      switch entry {
      case .row(let row, let opening):
        let isSelected = row.id == screen.selection
        let (tap, isDimmed) = offers.tap(on: row, opening, isSelected: isSelected)
        add(.row(slots.row(row, isSelected: isSelected, isDimmed: isDimmed, tap: tap)))
      case .button(let opening):
        guard let (title, tap, isDimmed) = offers.button(opening) else { continue }
        add(.button(Scene.Button(frame: slots.next(), title: title, isDimmed: isDimmed, tap: tap)))
      }
    }
  }

  /// The rows and buttons that fit.
  private func room(in frame: Frame) -> Int { Int(min(max(0, frame.height / points(Measure.row)), 1_000)) }
}

/// The places of rows and buttons, from top to bottom.
private struct Slots {
  var y: Double
  private(set) var count = 0
  private let frame: Frame
  private let height: Double
  private var wasSelected = true

  init(_ frame: Frame, height: Double) { (self.frame, self.height, y) = (frame, height, frame.y) }

  mutating func next() -> Frame {
    defer { (y, count) = (y + height, count + 1) }
    return Frame(x: frame.x, y: y, width: frame.width, height: height)
  }

  mutating func row(_ row: ListRow, isSelected: Bool, isDimmed: Bool = false, tap: Tap?) -> Scene.Row {
    defer { wasSelected = isSelected }
    return Scene.Row(
      frame: next(), title: row.title, subtitle: row.subtitle, image: row.image, isSelected: isSelected,
      isDimmed: isDimmed, hasLine: !isSelected && !wasSelected, tap: tap)
  }
}
