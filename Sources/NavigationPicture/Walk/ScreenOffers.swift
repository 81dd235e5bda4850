import Navigation

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
