/// What an offer of a route comes to: a screen that it opens, or that the screen with the offer is closed.
package struct RouteOpening: Sendable {
  package let name: String
  /// That of its offer; nil: one is made.
  private let givenName: String?
  /// Nil: it closes, by a button with its name.
  private let offered: OfferedScreen?

  /// Nil where the table does not say how the offered route opens.
  private init?(_ offer: ScreenRoute.Offer, in routes: ScreenRoutes) {
    givenName = offer.name
    switch offer.action {
    case .open(let sample, let row):
      guard let route = routes[sample.route], let openings = route.opening else { return nil }
      let screen = OfferedScreen(sample, of: route, openings, row: row, in: routes)
      offered = screen
      name = "Open \(offer.name ?? screen.id?.description ?? route.name)"
    case .close: (offered, name) = (nil, offer.name ?? "Done")
    }
  }

  /// All openings of a table, by the route of the screen that offers them.
  package static func all(in routes: ScreenRoutes) -> [String: [RouteOpening]] {
    Dictionary(uniqueKeysWithValues: routes.routes.map { ($0.name, all(from: $0, in: routes)) })
  }

  static func all(from route: ScreenRoute, in routes: ScreenRoutes) -> [RouteOpening] {
    route.offers.compactMap { RouteOpening($0, in: routes) }
  }

  /// What a tap on the accessory of a tab bar opens; nil where that is nothing.
  init?(_ accessory: TabAccessory, in routes: ScreenRoutes) {
    guard var offer = accessory.offer else { return nil }
    offer.name = offer.name ?? accessory.title
    self.init(offer, in: routes)
  }

  /// The row that opens it; nil: a button does.
  package var row: String? { offered?.row }

  /// The title of the button that closes a screen; nil where it opens one.
  package var closingTitle: String? { offered == nil ? name : nil }

  /// What its row or its button says: the offer's name, else the title of what it opens, else the route in words with the
  /// values (D-401).
  package var title: String { offered.map { givenName ?? $0.title } ?? name }

  /// The screen that it opens, and the id that this gets where it is free; nil where it gets any.
  var named: (screen: Screen, id: ControllerID)? {
    guard let id = offered?.id, let opened else { return nil }
    return (opened, id)
  }

  /// The screen that it opens; nil where it closes one.
  var opened: Screen? { offered?.screen.screen }

  /// Whether a screen on display shows the same.
  package func isShown(in display: Display) -> Bool { offered?.isShown(in: display) ?? false }

  /// Whether there is something to do on a screen on display, as far as that is known without trying it.
  package func stands(on leaf: Shown, in session: Session) -> Bool {
    offered?.stands(on: leaf, in: session) ?? (leaf.closing != nil)
  }

  /// Does it from a screen in reach, as a user's row or the app's button does; nil where it cannot be done there.
  package func open(from leaf: Shown, in session: Session, _ routes: ScreenRoutes?) -> Attempt? {
    if let offered { return offered.open(from: leaf, in: session, routes) }
    return leaf.closing.flatMap { Attempt([Transition($0)], on: session, routes) }
  }
}

/// A screen that an offer opens: how, and by what.
private struct OfferedScreen: Sendable {
  private let openings: ScreenRoute.Openings
  /// Whether it is presented in a stack.
  private let isPushedOn: Bool
  private let again: Transition.Again
  /// The row that opens it; nil: a button does.
  let row: String?
  let screen: Controller
  /// `chat.1`: the route and the values; nil where that is no id.
  let id: ControllerID?
  private let route: ScreenRoute
  private let sample: ScreenRoute.Sample

  init(
    _ sample: ScreenRoute.Sample, of route: ScreenRoute, _ openings: ScreenRoute.Openings, row: String?,
    in routes: ScreenRoutes
  ) {
    (self.openings, isPushedOn, again) = (openings, routes.arePushed(on: route.name), route.again)
    (self.row, self.route, self.sample) = (row, route, sample)
    screen = routes.screen(for: sample, of: route)
    id = route.id(for: sample)
  }

  /// The title of its screens, else the route in words with the values.
  var title: String {
    if let title = screen.screen?.title, !title.isEmpty { return title }
    return route.words(for: sample)
  }

  func stands(on leaf: Shown, in session: Session) -> Bool {
    !transitions(for: screen, from: leaf, in: session).isEmpty
  }

  /// Whether a screen on display shows the same.
  func isShown(in display: Display) -> Bool {
    display.visibleLeaves.contains { $0.controller.shows(.new(screen)) }
  }

  /// Opens it from a screen in reach, as a user's row or the app's button does; nil where it cannot be opened there.
  ///
  /// What stands already where it would go is returned to. Its id is the route's with the values, else the smallest
  /// free one, so that a screen that is opened anew is the state it was before.
  func open(from leaf: Shown, in session: Session, _ routes: ScreenRoutes?) -> Attempt? {
    guard let id else { return open(as: .automatic, from: leaf, in: session, routes) }
    return open(as: id, from: leaf, in: session, routes) ?? open(as: .automatic, from: leaf, in: session, routes)
  }

  private func open(as id: ControllerID, from leaf: Shown, in session: Session, _ routes: ScreenRoutes?) -> Attempt? {
    let screen = Controller(
      id: id, traitOverride: screen.traitOverride, answers: screen.answers, content: screen.content)
    guard let attempt = Attempt(transitions(for: screen, from: leaf, in: session), on: session, routes) else {
      return nil
    }
    guard openings[leaf.classOfTree] == .detail, let split = leaf.innermost(.split)?.id,
      attempt.session.standsBare(screen, in: split)
    else {
      return attempt
    }
    // A bare detail has no bar, and a push from it lands on the list's stack: an app wraps it (SH-9).
    let stack = Controller.stack(root: screen)
    return Attempt(transitions(for: stack, from: leaf, in: session), on: session, routes) ?? attempt
  }

  private func transitions(for controller: Controller, from leaf: Shown, in session: Session) -> [Transition] {
    let newcomer = Transition.Newcomer.new(controller)
    let list = leaf.id
    let action: Transition.Action
    switch (openings[leaf.classOfTree], row) {
    case (.tab, let row):
      // D-456: no screen is made.
      guard let tab = session.tab(showing: newcomer) else { return [] }
      return (row.map { [Transition(.selectRow(list, row: $0))] } ?? []) + [Transition(.selectTab(tab))]
    case (.present(let style, let replaces, let end), _):
      let whole = isPushedOn ? Transition.Newcomer.new(.stack(root: controller)) : newcomer
      action = .present(
        whole, style: style, from: replaces ? nil : list, replaces: replaces, again: .return, endsWith: end)
    case (.push, let row?): action = .tapRow(row, list: list, opening: newcomer, as: .push, again: again)
    case (.detail, let row?): action = .tapRow(row, list: list, opening: newcomer, as: .detail, again: again)
    case (.column, let row?): action = .tapRow(row, list: list, opening: newcomer, as: .column, again: again)
    case (.push, nil):
      guard let stack = leaf.innermost(.stack)?.id else { return [] }
      action = .push(newcomer, stack: stack, again: again)
    case (.detail, nil): action = .showDetail(newcomer, from: list, again: again)
    case (.column, nil):
      guard let (split, column) = session.nextColumn(after: list) else { return [] }
      if column == .secondary { return [Transition(.showDetail(newcomer, from: list, again: again))] }
      return [Transition(.setColumn(column, newcomer, split: split)), Transition(.showColumn(column, split: split))]
    }
    return [Transition(action)]
  }
}

extension Shown {
  /// What closes it, a screen: its presented tree is dismissed with all above it, else the screen below it in its stack,
  /// or in one around that, is popped to; nil where there is neither (D-262).
  fileprivate var closing: Transition.Action? {
    if let presenter = presenter ?? holders.first(where: { $0.presenter != nil })?.presenter {
      return .dismiss(presenter.id)
    }
    var inner = self
    while let container = inner.container, case .stack(let stack) = container.controller.node {
      if let below = stack.value.below(inner.id) { return .popTo(below.id) }
      inner = container
    }
    return nil
  }
}

extension Session {
  /// Whether a screen is the whole secondary of an expanded classic split view.
  fileprivate func standsBare(_ screen: Controller, in split: ControllerID) -> Bool {
    guard let split = root.find(split)?.split, let bare = split.secondary, split.holdsBare(bare.id) else {
      return false
    }
    return bare.screen?.route == screen.screen?.route && bare.screen?.params == screen.screen?.params
  }
}

/// Transitions that were accepted as one, and what they came to.
package struct Attempt {
  package let transitions: [Transition]
  package private(set) var session: Session
  package let events: [Event]
  package let isHandled: Bool
  /// Why it was not handled.
  let reason: Outcome.Reason?
  /// The screens that refused.
  let blocked: [Outcome.Blocked]
  /// The conditions that refused.
  package let needs: [String]
  /// Whether a link is parked.
  package let isParked: Bool
  /// Whether it is a move of a user: it does something, or says what it lacks or who refuses (D-168).
  var isMove: Bool { isHandled || !blocked.isEmpty || !needs.isEmpty }

  /// Nil without transitions, and where they are refused.
  ///
  /// - Parameter routes: the app's table.
  package init?(_ transitions: [Transition], on start: Session, _ routes: ScreenRoutes?) {
    self.transitions = transitions
    session = start
    switch transitions.count {
    case 0: return nil
    case 1:
      guard let answer = try? session.apply(transitions[0], routes: routes) else { return nil }
      (events, isHandled) = (answer.events, answer.outcome.handled)
      (reason, blocked, needs) = (answer.outcome.reason, answer.outcome.blocked, answer.outcome.needs)
      isParked = answer.outcome.parked
    default:
      guard let answer = try? session.apply(batch: transitions, routes: routes) else { return nil }
      (events, isHandled) = (answer.events, answer.isRevision)
      (blocked, needs) = (answer.outcomes.last?.blocked ?? [], answer.outcomes.last?.needs ?? [])
      isParked = answer.outcomes.contains(where: \.parked)
      reason = answer.isRevision ? nil : answer.outcomes.last?.reason
    }
    session.cacheDisplay()
  }
}
