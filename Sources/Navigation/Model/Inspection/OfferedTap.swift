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

extension Session {
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

extension Session {
  /// What the accessories on display open.
  package func accessories(_ routes: ScreenRoutes) -> [(opening: RouteOpening, leaf: Shown)] {
    guard root.summary.reportsBars else { return [] }
    return display.entries.indices.compactMap { Shown(display, $0).accessory(routes) }
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
