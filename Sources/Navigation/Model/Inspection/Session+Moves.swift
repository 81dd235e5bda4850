/// What a user can do now: a control in reach, or what a screen in reach offers.
public struct Move: Hashable, Sendable {
  /// Its name for people.
  public var name: String
  /// Posted as a batch where there are several.
  public var transitions: [Transition]
  /// The screens that would refuse.
  public var blocked: [Outcome.Blocked]
  /// Why it would not be handled; nil where it would be.
  public var reason: Outcome.Reason?

  public init(
    name: String, transitions: [Transition], blocked: [Outcome.Blocked] = [], reason: Outcome.Reason? = nil
  ) {
    self.name = name
    self.transitions = transitions
    self.blocked = blocked
    self.reason = reason
  }

  /// As it was tried.
  fileprivate init(name: String, _ attempt: Attempt) {
    self.init(name: name, transitions: attempt.transitions, blocked: attempt.blocked, reason: attempt.reason)
  }
}

extension Session {
  /// The controls in a user's reach but the rows of lists.
  package var taps: [Tap] { display.taps }

  /// What a user can do now but for rows, scrolling and swipes: each is accepted, and handled unless its `reason` says
  /// why not, which is found by trying (D-165).
  public var moves: [Move] {
    taps.compactMap { tap in Attempt([Transition(tap.action)], on: self).map { Move(name: tap.name, $0) } }
  }

  /// The moves, then what the app's routes offer from the screens in reach, but for what is on top already (D-168).
  public func moves(routes: ScreenRoutes) -> [Move] {
    guard !environment.isInBackground else { return [] }
    let display = display
    return moves
      + display.visibleLeaves.filter { display.canReach(leaf: $0.id) }.flatMap { leaf -> [Move] in
        guard let screen = leaf.controller.screen, !screen.isPlaceholder, let route = routes[screen.route] else {
          return []
        }
        return RouteOpening.all(from: route, in: routes).compactMap { opening in
          guard !opening.isShown(in: display), let attempt = opening.open(from: leaf, in: self),
            attempt.isHandled || !attempt.blocked.isEmpty
          else { return nil }
          return Move(name: opening.name, attempt)
        }
      }
  }

  /// What the tap on a row of a list in reach opens; nil without an offer with its id, or where it is refused.
  package func opening(ofRow row: String, list: ControllerID, routes: ScreenRoutes) -> Transition.Action? {
    guard let leaf = display.visibleLeaves.first(where: { $0.id == list }), let screen = leaf.controller.screen,
      let route = routes[screen.route],
      let opening = RouteOpening.all(from: route, in: routes).first(where: { $0.row == row })
    else { return nil }
    return opening.open(from: leaf, in: self)?.transitions.first?.action
  }
}
