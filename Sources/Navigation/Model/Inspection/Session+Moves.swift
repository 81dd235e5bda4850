/// What a user can do now: a control in reach, what a screen in reach offers, or a gesture.
public struct Move: Hashable, Sendable {
  /// Its name for people, and a key: the same as long as the same things can be done (D-165).
  public var name: String
  /// One or more, posted as a batch (D-365).
  public var transitions: [Transition]
  /// Whether a user has to know it, since no control says so.
  public var isGesture: Bool
  /// What a tab's item says beside its title.
  public var badge: String?
  /// Whether the tab or the page is the selected one.
  public var isSelected: Bool
  /// The screens that would refuse.
  public var blocked: [Outcome.Blocked]
  /// Why it would not be handled; nil where it would be.
  public var reason: Outcome.Reason?
  /// The conditions that it lacks.
  public var needs: [String]

  public init(
    name: String, transitions: [Transition], isGesture: Bool = false, badge: String? = nil, isSelected: Bool = false,
    blocked: [Outcome.Blocked] = [], reason: Outcome.Reason? = nil, needs: [String] = []
  ) {
    self.name = name
    self.transitions = transitions
    self.isGesture = isGesture
    self.badge = badge
    self.isSelected = isSelected
    self.blocked = blocked
    self.reason = reason
    self.needs = needs
  }

  /// As it was tried.
  fileprivate init(name: String, of tap: Tap? = nil, _ attempt: Attempt) {
    self.init(
      name: name, transitions: attempt.transitions, isGesture: tap?.isGesture ?? false, badge: tap?.badge,
      isSelected: tap?.isSelected ?? false, blocked: attempt.blocked, reason: attempt.reason, needs: attempt.needs)
  }
}

extension Session {
  /// The taps of its picture but the rows of lists: the controls in a user's reach, and the gestures that are taps.
  package var taps: [Tap] { display.taps }

  /// The gestures in a user's reach (D-260).
  package var gestures: [Tap] { display.gestures }

  /// What a user can do now but for rows and scrolling: each is accepted, and handled unless its `reason` says why not,
  /// which is found by trying (D-165). The gestures are last (D-260).
  public var moves: [Move] { moves(offers: [], nil) }

  /// The moves, and before the gestures what the app's routes offer from the screens in reach, but for what is on top
  /// already (D-168).
  public func moves(routes: ScreenRoutes) -> [Move] { moves(offers: offers(of: routes), routes) }

  private func moves(offers: [Move], _ routes: ScreenRoutes?) -> [Move] {
    let (controls, gestures) = (taps.filter { !$0.isGesture }, gestures)
    return controls.compactMap { move($0, routes) } + offers + gestures.compactMap { move($0, routes) }
  }

  private func move(_ tap: Tap, _ routes: ScreenRoutes?) -> Move? {
    Attempt([Transition(tap.action)], on: self, routes).map { Move(name: tap.name, of: tap, $0) }
  }

  private func offers(of routes: ScreenRoutes) -> [Move] {
    guard !environment.isInBackground else { return [] }
    let display = display
    return display.visibleLeaves.filter { display.canReach(leaf: $0.id) }.flatMap { leaf -> [Move] in
      guard let screen = leaf.controller.screen, !screen.isPlaceholder, let route = routes[screen.route] else {
        return []
      }
      return RouteOpening.all(from: route, in: routes).compactMap { opening in
        guard !opening.isShown(in: display), let attempt = opening.open(from: leaf, in: self, routes),
          attempt.isHandled || !attempt.blocked.isEmpty || !attempt.needs.isEmpty
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
    return opening.open(from: leaf, in: self, routes)?.transitions.first?.action
  }

  /// The buttons that close a screen on display, by the app's routes; none where nothing closes it (D-262).
  package func closeButtons(of leaf: Shown, routes: ScreenRoutes) -> [BarItem] {
    guard let screen = leaf.controller.screen, !screen.isPlaceholder, let route = routes[screen.route] else {
      return []
    }
    return RouteOpening.all(from: route, in: routes).compactMap { opening in
      guard let title = opening.closingTitle, let attempt = opening.open(from: leaf, in: self, routes),
        attempt.isHandled || !attempt.blocked.isEmpty
      else { return nil }
      let tap = leaf.canReachScreen ? attempt.transitions.first.map { Tap.close($0.action, title: title) } : nil
      return .left(title, tap)
    }
  }
}
