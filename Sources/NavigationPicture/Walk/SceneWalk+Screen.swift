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

/// What an app's routes offer on a screen, in the order of the table, tried as far as it is drawn (D-401).
struct ScreenOffers {
  /// The most offers of a screen that a picture tries (D-403): each is a transition on a copy of the session.
  static let triedLimit = 64

  /// The button in the bar that closes the screen; nil where none does.
  private(set) var close: BarItem?
  private var rows: [RouteOpening] = []
  private var buttons: [RouteOpening] = []
  private let leaf: Shown
  private let session: Session
  private let routes: ScreenRoutes
  private let isInReach: Bool
  private var tried = 0

  init(on leaf: Shown, in session: Session, _ routes: ScreenRoutes, for medium: Medium) {
    (self.leaf, self.session, self.routes) = (leaf, session, routes)
    isInReach = leaf.canReachScreen
    for opening in session.openings(on: leaf, routes: routes) {
      if opening.row != nil {
        rows.append(opening)
      } else if opening.closingTitle == nil || close != nil {
        if opening.stands(on: leaf, in: session) { buttons.append(opening) }
      } else if opening.stands(on: leaf, in: session), let button = button(opening) {
        // Text has no colours.
        let title = button.isDimmed && medium == .text ? "(\(button.title))" : button.title
        close = .left(title, button.tap)
      }
    }
  }

  /// A row, with the offer that it opens, or a button.
  enum Entry {
    case row(ListRow, RouteOpening?)
    case button(RouteOpening)
  }

  var hasRows: Bool { !rows.isEmpty }
  var isEmpty: Bool { rows.isEmpty && buttons.isEmpty }
  /// Whether no more may be tried.
  var isExhausted: Bool { tried >= Self.triedLimit }

  /// The rows that the screen names, each with the first offer that has its id, then one for each of the other offers
  /// with rows, then the buttons.
  func entries(named: [ListRow]) -> [Entry] {
    let ids = Set(named.map(\.id))
    var (first, rest): ([String: RouteOpening], [Entry]) = ([:], [])
    for opening in rows {
      guard let id = opening.row else { continue }
      if ids.contains(id), first[id] == nil {
        first[id] = opening
      } else {
        rest.append(.row(ListRow(id: id, title: opening.title), opening))
      }
    }
    return named.map { .row($0, first[$0.id]) } + rest + buttons.map(Entry.button)
  }

  /// The tap on a row in reach, and whether it is dimmed: without an offer that does something the row is selected.
  mutating func tap(on row: ListRow, _ opening: RouteOpening?, isSelected: Bool) -> (tap: Tap?, isDimmed: Bool) {
    guard isInReach else { return (nil, opening?.isLocked(in: session, routes) ?? false) }
    let opens = opening.flatMap { attempt($0) }
    let tap = Tap.row(list: leaf.id, row: row.id, title: row.title, isSelected: isSelected, opens: opens)
    return (tap, opens?.isDimmed ?? false)
  }

  /// A button; nil where it would come to nothing, as far as that is known out of reach.
  mutating func button(_ opening: RouteOpening) -> (title: String, tap: Tap?, isDimmed: Bool)? {
    guard isInReach else { return (opening.title, nil, opening.isLocked(in: session, routes)) }
    return attempt(opening).map { ($0.title, .offer($0), $0.isDimmed) }
  }

  private mutating func attempt(_ opening: RouteOpening) -> OfferedTap? {
    tried += 1
    return opening.tap(from: leaf, in: session, routes)
  }
}

/// The rows that a screen names in `params.rows`.
struct ListRow: Hashable, Sendable {
  var id: String
  var title: String?
  var subtitle: String?
  var image: String?
}

extension ListRow {
  /// Nil where the screen names no rows, or `rows` is invalid.
  static func named(by screen: Screen) -> [ListRow]? {
    guard let member = screen.params.members.first(where: { $0.name == "rows" }),
      let document = try? JSONDocument(member.json), let elements = try? document.root.elements
    else { return nil }
    var rows: [ListRow] = []
    for element in elements {
      guard let row = try? ListRow(json: element) else { return nil }
      rows.append(row)
    }
    return rows
  }

  /// Nil without a valid controller `id` and a `title`; `subtitle` and `image` are optional.
  private init?(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    guard let id = try reader.string("id"), ControllerID(id) != nil, let title = try reader.string("title") else {
      return nil
    }
    self.init(id: id, title: title, subtitle: try reader.string("subtitle"), image: try reader.string("image"))
  }

  /// `count` rows drawn as lines; a selection with another name becomes the second row.
  static func unnamed(_ count: Int, selection: String?) -> [ListRow] {
    var rows = (0..<max(0, count)).map { ListRow(id: $0 < numbered.count ? numbered[$0] : "row-\($0 + 1)", title: nil) }
    guard let selection, !rows.contains(where: { $0.id == selection }), !rows.isEmpty else { return rows }
    rows[min(1, rows.count - 1)] = ListRow(id: selection, title: selection)
    return rows
  }

  private static let numbered = (1...16).map { "row-\($0)" }
}
