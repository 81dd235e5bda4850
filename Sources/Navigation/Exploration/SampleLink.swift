/// A link that is tried in every state: an offer of a route that has a path, or a start screen's.
struct SampleLink: Sendable {
  let route: String
  let transition: Transition
  let goal: LinkGoal

  /// Each once, of the paths of a table.
  static func all(in routes: ScreenRoutes) -> [SampleLink] {
    let starts = routes.routes.filter { $0.opening == nil }.map { ScreenRoute.Sample(route: $0.name) }
    let withPath = Set(routes.routes.filter { $0.path != nil }.map(\.name))
    var (seen, links): (Set<Transition.Destination>, [SampleLink]) = ([], [])
    let offered = routes.routes.flatMap(\.offers).compactMap(\.sample)
    for offer in starts + offered where withPath.contains(offer.route) {
      let destination = Transition.Destination.route(offer.route, offer.params)
      guard seen.insert(destination).inserted, let goal = try? LinkGoal(destination, in: routes) else { continue }
      links.append(
        SampleLink(route: offer.route, transition: Transition(.open(offer.route, params: offer.params)), goal: goal))
    }
    return links
  }
}

extension SampleLink {
  /// What is wrong with it in a state (D-167); nil where nothing is, where a screen blocks, and where the delegate takes
  /// the detail.
  func fault(in session: Session, routes: ScreenRoutes?) -> LinkFault? {
    var end = session
    let outcome: Outcome
    do throws(Rejection) { outcome = try end.apply(transition, routes: routes).outcome } catch {
      return LinkFault(error)
    }
    guard outcome.blocked.isEmpty, !outcome.steps.isEmpty else {
      return outcome.blocked.isEmpty && !goal.isShown(in: session) ? .notShown : nil
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
