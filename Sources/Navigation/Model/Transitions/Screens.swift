extension Transition {
  /// Sets members of a screen, or those of any controller but a split view (D-163).
  public struct UpdateScreen: AppTransition {
    package static let type = "updateScreen"

    public var controller: ControllerID = .automatic
    public var update: ScreenUpdate = ScreenUpdate()

    package mutating func members(_ m: inout some Members) {
      m.required("controller", &controller)
      m.update(&update)
    }

    /// Throws `wrongKind` for a member that a controller of its kind does not have.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      guard let kind = session.root.findInSession(controller)?.kind else { throw .noSuchController(controller) }
      if kind != .screen, kind == .split || update.isOfScreens { throw .wrongKind(controller, expected: .screen) }
      _ = session.root.update(controller) { update.apply(to: &$0) }
      return Outcome()
    }
  }

  /// An item was deleted: each screen that shows it is removed, with the screens above it, in every stack, parked or
  /// not (D-17).
  public struct RemoveItem: AppTransition {
    package static let type = "removeItem"

    public var route: String = ""
    public var params: Params = Params()

    package mutating func members(_ m: inout some Members) {
      m.required("route", &route)
      m.required("params", &params)
    }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      session.remove({ $0.screen.map(shows) == true }, &recorder) ? Outcome() : Outcome(.noMatch)
    }

    private func shows(_ screen: Screen) -> Bool {
      !screen.isPlaceholder && screen.route == route && screen.params.contains(params)
    }
  }

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

  /// Says which conditions of the app's table hold from now on; what follows from it does at the end of the transition or
  /// the batch (D-293).
  public struct SetConditions: AppTransition {
    package static let type = "setConditions"

    public var conditions = ConditionValues()

    package mutating func members(_ m: inout some Members) { m.required("conditions", &conditions) }

    /// Throws `noSuchCondition`.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      var holding = session.conditions?.holding ?? []
      for value in conditions.all {
        guard let condition = recorder.routes?.condition(called: value.name) else { throw .noSuchCondition(value.name) }
        if value.holds { holding.formUnion(condition) } else { holding.subtract(condition) }
      }
      session.conditions?.holding = holding
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func updateScreen(_ controller: ControllerID, _ update: ScreenUpdate) -> Self {
    Self(Transition.UpdateScreen(controller: controller, update: update))
  }

  public static func removeItem(route: String, params: Params) -> Self {
    Self(Transition.RemoveItem(route: route, params: params))
  }

  public static func open(_ route: String, params: Params = Params()) -> Self {
    Self(Transition.Open(destination: .route(route, params)))
  }

  public static func open(url: String) -> Self { Self(Transition.Open(destination: .url(url))) }

  public static func setConditions(_ conditions: [ConditionValue]) -> Self {
    Self(Transition.SetConditions(conditions: ConditionValues(conditions)))
  }
}

extension ScreenUpdate {
  /// Sets the members of a controller that may have them.
  package func apply(to controller: inout Controller) {
    var (update, applier) = (self, UpdateApplier())
    switch controller.content {
    case .screen(var screen):
      Screen.visit(&screen, &update, &applier)
      controller.content = .screen(screen)
    case .stack, .tabBar, .topTabs, .split: break
    }
    if let traitOverride = update.traitOverride { controller.traitOverride = traitOverride }
    var answers = controller.answers
    ControllerAnswers.visit(&answers, &update, &applier)
    if answers != controller.answers { controller.answers = answers }
  }

  /// Whether only a screen has these members, or there are none.
  fileprivate var isOfScreens: Bool {
    var own = self
    (own.isModalInPresentation, own.onShouldDismiss, own.supportedInterfaceOrientations) = (nil, nil, nil)
    own.traitOverride = nil
    return own != ScreenUpdate() || self == ScreenUpdate()
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

/// Whether a condition holds.
public struct ConditionValue: Hashable, Sendable {
  public var name: String
  public var holds: Bool

  public init(_ name: String, holds: Bool) { (self.name, self.holds) = (name, holds) }
}

/// Whether each of some conditions holds.
public struct ConditionValues: Hashable, Sendable {
  public var all: [ConditionValue]

  public init(_ all: [ConditionValue] = []) { self.all = all }
}
