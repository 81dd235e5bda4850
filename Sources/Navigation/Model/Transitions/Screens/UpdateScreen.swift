extension Transition {
  /// Sets members of a screen, or those of any controller but a split view (D-163).
  public struct UpdateScreen: AppTransition {
    package static let type = "updateScreen"

    public var controller: ControllerID = .missing
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
}

extension Transition.Action {
  public static func updateScreen(_ controller: ControllerID, _ update: ScreenUpdate) -> Self {
    Self(Transition.UpdateScreen(controller: controller, update: update))
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
