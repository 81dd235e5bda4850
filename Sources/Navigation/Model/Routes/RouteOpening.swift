/// What an offer of a route comes to: the screen, how it is opened, and by what.
package struct RouteOpening: Sendable {
  package let name: String
  private let kind: ScreenRoute.Opening
  /// The row that opens it; nil: a button does.
  let row: String?
  private let screen: Controller
  /// `chat.1`: the route and the values; nil where that is no id.
  private let id: ControllerID?

  init(_ offer: ScreenRoute.Offer, of route: ScreenRoute, _ kind: ScreenRoute.Opening) {
    self.kind = kind
    row = offer.row
    screen = route.screen(for: offer)
    id = route.id(for: offer)
    name = "Open \(id?.description ?? route.name)"
  }

  /// All openings of a table, by the route of the screen that offers them.
  package static func all(in routes: ScreenRoutes) -> [String: [RouteOpening]] {
    Dictionary(uniqueKeysWithValues: routes.routes.map { ($0.name, all(from: $0, in: routes)) })
  }

  static func all(from route: ScreenRoute, in routes: ScreenRoutes) -> [RouteOpening] {
    route.offers.compactMap { offer in
      routes[offer.route].flatMap { route in route.opening.map { RouteOpening(offer, of: route, $0) } }
    }
  }

  /// Whether a screen on display shows the same.
  func isShown(in display: Display) -> Bool {
    display.visibleLeaves.contains { $0.controller.shows(.new(screen)) }
  }

  /// Opens it from a screen in reach, as a user's row or the app's button does; nil where it cannot be opened there.
  ///
  /// What stands already where it would go is returned to. Its id is the route's with the values, else the smallest
  /// free one, so that a screen that is opened anew is the state it was before.
  package func open(from leaf: Shown, in session: Session) -> Attempt? {
    guard let id else { return open(as: .automatic, from: leaf, in: session) }
    return open(as: id, from: leaf, in: session) ?? open(as: .automatic, from: leaf, in: session)
  }

  private func open(as id: ControllerID, from leaf: Shown, in session: Session) -> Attempt? {
    let screen = Controller(
      id: id, traitOverride: screen.traitOverride, answers: screen.answers, content: screen.content)
    guard let attempt = Attempt(transitions(for: screen, from: leaf, in: session), on: session) else { return nil }
    guard kind == .detail, let split = leaf.innermost(.split)?.id, attempt.session.standsBare(screen, in: split) else {
      return attempt
    }
    // A bare detail has no bar, and a push from it lands on the list's stack: an app wraps it (SH-9).
    let stack = Controller.stack(root: screen)
    return Attempt(transitions(for: stack, from: leaf, in: session), on: session) ?? attempt
  }

  private func transitions(for controller: Controller, from leaf: Shown, in session: Session) -> [Transition] {
    let newcomer = Transition.Newcomer.new(controller)
    let list = leaf.id
    let action: Transition.Action
    switch (kind, row) {
    case (.present(let style), _): action = .present(newcomer, style: style, from: list, again: .return)
    case (.push, let row?): action = .tapRow(row, list: list, opening: newcomer, as: .push, again: .return)
    case (.detail, let row?): action = .tapRow(row, list: list, opening: newcomer, as: .detail, again: .return)
    case (.column, let row?): action = .tapRow(row, list: list, opening: newcomer, as: .column, again: .return)
    case (.push, nil):
      guard let stack = leaf.innermost(.stack)?.id else { return [] }
      action = .push(newcomer, stack: stack, again: .return)
    case (.detail, nil): action = .showDetail(newcomer, from: list, again: .return)
    case (.column, nil):
      guard let (split, column) = session.nextColumn(after: list) else { return [] }
      if column == .secondary { return [Transition(.showDetail(newcomer, from: list, again: .return))] }
      return [Transition(.setColumn(column, newcomer, split: split)), Transition(.showColumn(column, split: split))]
    }
    return [Transition(action)]
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

  /// Nil without transitions, and where they are refused.
  package init?(_ transitions: [Transition], on start: Session) {
    self.transitions = transitions
    session = start
    switch transitions.count {
    case 0: return nil
    case 1:
      guard let answer = try? session.apply(transitions[0]) else { return nil }
      (events, isHandled) = (answer.events, answer.outcome.handled)
      (reason, blocked) = (answer.outcome.reason, answer.outcome.blocked)
    default:
      guard let answer = try? session.apply(batch: transitions) else { return nil }
      (events, isHandled) = (answer.events, answer.isRevision)
      blocked = answer.outcomes.last?.blocked ?? []
      reason = answer.isRevision ? nil : answer.outcomes.last?.reason
    }
    session.cacheDisplay()
  }
}
