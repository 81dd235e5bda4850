/// A link that is tried in every state: an offer of a route that has a path, or a start screen's.
struct SampleLink: Sendable {
  let route: String
  let transition: Transition
  let goal: LinkGoal
  private let targets: [LinkTarget]

  /// Each once, of the paths of a table.
  static func all(in routes: ScreenRoutes) -> [SampleLink] {
    let starts = routes.routes.filter { $0.opening == nil }.map { ScreenRoute.Sample(route: $0.name) }
    let withPath = Set(routes.routes.filter { !$0.paths.isEmpty }.map(\.name))
    var (seen, links): (Set<Transition.Destination>, [SampleLink]) = ([], [])
    let offered = routes.routes.flatMap(\.offers).compactMap(\.sample)
    for offer in starts + offered where withPath.contains(offer.route) {
      let destination = Transition.Destination.route(offer.route, offer.params)
      guard seen.insert(destination).inserted, let targets = try? LinkTarget.all(destination, in: routes) else {
        continue
      }
      links.append(
        SampleLink(
          route: offer.route, transition: Transition(.open(offer.route, params: offer.params)),
          goal: LinkGoal(targets), targets: targets))
    }
    return links
  }
}

extension SampleLink {
  /// Its path in a way, or its route.
  var name: String {
    guard let part = targets[0].chain.last else { return route }
    let screen = Screen(route: part.route.name, params: part.params)
    return targets[0].routes.url(of: screen) ?? route
  }

  /// Whether it would be parked.
  func waits(in session: Session) -> Bool {
    let target = targets.fitting(session)
    return target.unmet(in: session).first.map { target.routes.otherwise(of: $0) != nil } == true
  }

  /// What is wrong with it in a state (D-167); nil where nothing is, where a screen blocks, and where the delegate takes
  /// the detail.
  func fault(in session: Session, routes: ScreenRoutes?) -> LinkFault? {
    var end = session
    let outcome: Outcome
    do throws(Rejection) { outcome = try end.apply(transition, routes: routes).outcome } catch {
      return LinkFault(error)
    }
    if outcome.parked { return fault(afterParking: end) }
    // Without an `otherwise` it is closed.
    if outcome.reason == .conditionUnmet { return nil }
    guard outcome.blocked.isEmpty, !outcome.steps.isEmpty else {
      return outcome.blocked.isEmpty && !goal.isShown(in: session) ? .notShown : nil
    }
    return goal.isShown(in: end) || session.takesDetails ? nil : .notShown
  }

  /// It is parked at a screen on display, and leads to its own once all that it waits for holds (D-295).
  private func fault(afterParking session: Session) -> LinkFault? {
    var end = session
    while let parked = end.conditions?.parked {
      guard end.display.visibleLeaves.contains(where: { $0.id == parked.at }) else { return .notShown }
      let met = Transition(.setConditions([ConditionValue(parked.waitsFor, holds: true)]))
      guard let outcome = try? end.apply(met, routes: targets[0].routes).outcome else { return .refused }
      if !outcome.blocked.isEmpty { return nil }
      if outcome.dropped != nil { return .refused }
    }
    return goal.isShown(in: end) || session.takesDetails ? nil : .notShown
  }
}

extension Session {
  /// Whether a delegate handles details itself (D-71).
  fileprivate var takesDetails: Bool {
    root.first { controller in
      if case .split(let split) = controller.node { split.value.delegate.onShowDetail == .handled } else { false }
    } != nil
  }
}
