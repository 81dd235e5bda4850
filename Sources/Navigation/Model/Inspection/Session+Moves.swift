/// What a user can do now: a control in reach, what a screen in reach offers, or a gesture.
public struct Move: Hashable, Sendable {
  /// Its name for people, and a key: the same as long as the same things can be done (D-165).
  public var name: String
  /// One or more, posted as a batch (D-365).
  public var transitions: [Transition]
  /// Whether a user has to know it, since no control says so.
  public var isGesture = false
  /// What a tab's item says beside its title.
  public var badge: String?
  /// Whether the tab or the page is the selected one.
  public var isSelected = false
  /// The screens that would refuse.
  public var blocked: [Outcome.Blocked] = []
  /// Why it would not be handled; nil where it would be.
  public var reason: Outcome.Reason?
  /// The conditions that it lacks.
  public var needs: [String] = []
}

extension Move {
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

  /// What the app's routes offer on a screen on display, in the order of the table: none of it is tried yet.
  package func openings(on leaf: Shown, routes: ScreenRoutes) -> [RouteOpening] {
    guard let screen = leaf.controller.screen, !screen.isPlaceholder, let route = routes[screen.route] else {
      return []
    }
    return RouteOpening.all(from: route, in: routes)
  }

  /// The most offers that a picture tries: those of the screens on display, up to a limit for each.
  ///
  /// - Parameter limit: the most that it tries of one screen.
  package func offersToTry(of routes: ScreenRoutes, limit: Int) -> Int {
    display.visibleLeaves.reduce(0) { tries, leaf in
      tries + min(limit, leaf.controller.screen.flatMap { routes[$0.route]?.offers.count } ?? 0)
    }
  }

  /// What the accessories on display open.
  package func accessories(_ routes: ScreenRoutes) -> [(opening: RouteOpening, leaf: Shown)] {
    guard root.summary.reportsBars else { return [] }
    return display.entries.indices.compactMap { Shown(display, $0).accessory(routes) }
  }
}

/// What a user does by the row or the button of an offer, as a picture has it (D-401).
package struct OfferedTap: Hashable, Sendable {
  /// One or more, posted as a batch (D-365).
  package let transitions: [Transition]
  /// What the row or the button says.
  package let title: String
  /// Whether it lacks a condition.
  package let isLocked: Bool
  /// Whether a screen refuses.
  package let isBlocked: Bool

  /// Whether the tap is refused as things stand.
  package var isDimmed: Bool { isLocked || isBlocked }

  /// What its name says about that.
  var addition: String { isLocked ? ", locked" : isBlocked ? ", blocked" : "" }
}

extension Shown {
  /// What the accessory above its bar opens, with the screen from which: the last one in reach in the tab bar (TG-12,
  /// D-466). Nil of one that is no tab bar, and out of reach.
  package func accessory(_ routes: ScreenRoutes) -> (opening: RouteOpening, leaf: Shown)? {
    guard case .tabBar(let tabBar) = controller.node, let accessory = tabBar.value.form.accessory, bar != BarPlace.none,
      canReachControls, let opening = RouteOpening(accessory, in: routes),
      let leaf = display.lastReachable(where: { leaf in leaf.holders.contains { $0.id == id } })
    else { return nil }
    return (opening, leaf)
  }
}

extension RouteOpening {
  /// The tap on its row or its button on a screen in reach; nil where it comes to nothing. What is shown already has one,
  /// too, though it is no move (D-401).
  package func tap(from leaf: Shown, in session: Session, _ routes: ScreenRoutes) -> OfferedTap? {
    guard let attempt = open(from: leaf, in: session, routes), attempt.isMove || isShown(in: session.display) else {
      return nil
    }
    return OfferedTap(
      transitions: attempt.transitions, title: title, isLocked: !attempt.needs.isEmpty,
      isBlocked: !attempt.blocked.isEmpty)
  }

  /// Whether what it opens lacks a condition, as far as that is known without trying it.
  package func isLocked(in session: Session, _ routes: ScreenRoutes) -> Bool {
    guard let holding = session.conditions?.holding, let opened else { return false }
    return !holding.isSuperset(of: routes.requirements(of: opened.route))
  }
}

extension ScreenRoute {
  /// Its name as people read it: `order detail` of `orderDetail`, `order-detail` and `order/detail`.
  var words: String {
    var words = ""
    for character in name {
      switch character {
      case "-", "_", "/", ".": words.append(" ")
      case _ where character.isUppercase && words.last?.isLowercase == true: words += " \(character.lowercased())"
      case _: words.append(character)
      }
    }
    return words
  }

  /// Its name in words, and the values of a sample that are no lists or objects: `letter emmy`.
  func words(for sample: Sample) -> String {
    let values = zip(sample.params.members, sample.texts).filter { member, _ in
      member.json.first != "{" && member.json.first != "["
    }
    return ([words] + values.map(\.1)).joined(separator: " ")
  }
}
