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

extension Search {
  /// Tries each link in a new state (D-167).
  mutating func checkLinks(_ session: Session, _ index: Int) {
    guard findings[.links] != nil, !links.isEmpty, !session.environment.isInBackground else { return }
    for link in links {
      guard let message = fault(of: link, in: session) else { continue }
      find(.links, route: link.route, in: session.environment.horizontal, message: message, at: index)
    }
  }

  /// What is wrong with a link; nil where nothing is, where a screen blocks, and where the delegate takes the detail.
  private func fault(of link: SampleLink, in session: Session) -> String? {
    var end = session
    let outcome: Outcome
    do throws(Rejection) { outcome = try end.apply(link.transition, routes: design.routes).outcome } catch {
      return "a link to \(link.route) leads nowhere"
    }
    guard outcome.blocked.isEmpty, !outcome.steps.isEmpty else {
      return outcome.blocked.isEmpty && !link.goal.isShown(in: session)
        ? "a link to \(link.route) does not show it" : nil
    }
    var batched = session
    guard (try? batched.apply(batch: outcome.steps)) != nil, !batched.differs(from: end) else {
      return "a link to \(link.route) does something else than its steps"
    }
    guard link.goal.isShown(in: end) else {
      return session.takesDetails ? nil : "a link to \(link.route) does not show it"
    }
    let again = try? end.apply(link.transition, routes: design.routes).outcome
    return again?.handled == false ? nil : "a second link to \(link.route) does something more"
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
