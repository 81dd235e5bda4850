/// What a user can do now: a control in reach, or what a screen in reach offers.
public struct Move: Hashable, Sendable {
  /// Its name for people.
  public var name: String
  /// Posted as a batch where there are several.
  public var transitions: [Transition]
  /// The screens that would refuse; empty where it would be handled.
  public var blocked: [Outcome.Blocked]

  public init(name: String, transitions: [Transition], blocked: [Outcome.Blocked] = []) {
    self.name = name
    self.transitions = transitions
    self.blocked = blocked
  }
}

extension Session {
  /// The controls in a user's reach but the rows of lists.
  package var taps: [Tap] { TapWalk(self).taps }

  /// What a user can do now but for rows, scrolling and swipes: each is accepted, and handled unless it is blocked
  /// (D-165).
  public var moves: [Move] {
    taps.map { tap in
      let transition = Transition(tap.action)
      return Move(name: tap.name, transitions: [transition], blocked: blocked(by: transition))
    }
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
          return Move(name: opening.name, transitions: attempt.transitions, blocked: attempt.blocked)
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

  /// Found by trying, only where something may block.
  private func blocked(by transition: Transition) -> [Outcome.Blocked] {
    guard mayBlock else { return [] }
    var trial = self
    return (try? trial.apply(transition))?.outcome.blocked ?? []
  }
}
