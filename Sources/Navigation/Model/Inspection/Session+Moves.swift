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
    Attempt(tap.transitions, on: self, routes).map { Move(name: tap.name, of: tap, $0) }
  }

  private func offers(of routes: ScreenRoutes) -> [Move] {
    guard !environment.isInBackground else { return [] }
    let display = display
    let leaves = display.visibleLeaves.filter { display.canReach(leaf: $0.id) }
    let offered = leaves.flatMap { leaf in openings(on: leaf, routes: routes).map { (opening: $0, leaf: leaf) } }
    return (offered + accessories(routes)).compactMap { opening, leaf in
      guard !opening.isShown(in: display), let attempt = opening.open(from: leaf, in: self, routes), attempt.isMove
      else { return nil }
      return Move(name: opening.name, attempt)
    }
  }
}
