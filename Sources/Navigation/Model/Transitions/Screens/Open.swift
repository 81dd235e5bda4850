extension Transition {
  /// Shows what a route with its params names, wherever it is kept, or brings it as the app's routes say (D-167).
  public struct Open: AppTransition {
    package static let type = "open"

    public var destination: Destination = .url("")

    package mutating func members(_ m: inout some Members) { m.destination(&destination) }

    package var isMadeOfSteps: Bool { true }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let target = try LinkTarget(destination, in: recorder.routes, for: session)
      let unmet = target.unmet(in: session)
      guard unmet.isEmpty else { return try session.park(destination, needing: unmet, target.routes, &recorder) }
      let (outcome, _) = try session.open(target, &recorder)
      return outcome
    }
  }

  /// What is opened: exactly one of the two.
  public enum Destination: Hashable, Sendable {
    case route(String, Params)
    case url(String)
  }
}

extension Session {
  /// Brings what a link names; its screen is nil where that was not reached.
  mutating func open(_ target: LinkTarget, _ recorder: inout EventRecorder) throws(Rejection) -> (
    outcome: Outcome, screen: ControllerID?
  ) {
    var opening = LinkOpening(of: target, in: self, recorder)
    do throws(LinkOpening.Stop) {
      try opening.run()
    } catch {
      switch error {
      case .rejected(let rejection): throw rejection
      case .blocked(let outcome): return (outcome, nil)
      // The app's delegate has taken the detail (D-71).
      case .taken: break
      }
    }
    (self, recorder) = (opening.session, opening.recorder)
    return (opening.steps.isEmpty ? Outcome(.alreadyThere) : Outcome(steps: opening.steps), opening.reached)
  }
}

extension Transition.Action {
  public static func open(_ route: String, params: Params = Params()) -> Self {
    Self(Transition.Open(destination: .route(route, params)))
  }

  public static func open(url: String) -> Self { Self(Transition.Open(destination: .url(url))) }
}
