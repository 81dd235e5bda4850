extension Transition {
  /// A user's tap on a screen's own left button: the app is notified and performs the screen's `leftBarAction`.
  public struct TapLeftBarButton: UserTransition {
    package static let type = "tapLeftBarButton"

    /// Nil: the screen that was shown last.
    public var screen: ControllerID?

    package mutating func members(_ m: inout some Members) { m.optional("controller", &screen) }

    /// Not handled without anything to pop or dismiss (D-12). Throws `notOnDisplay` where the button is missing or out
    /// of reach.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let display = session.display
      guard let id = screen ?? display.last?.id else { throw .noTarget(.container(.screen)) }
      _ = try session.resolve(id, .screen)
      guard display.canReach(leaf: id), let location = session.root.locateInSession(id),
        case .screen(let screen) = location.controller.node, screen.value.leftBarButton != nil,
        case .stack(let own)? = location.parent?.node, !own.value.isNavigationBarHidden
      else { throw .notOnDisplay(id) }
      recorder.begin(with: .leftBarButtonTapped(id))
      switch screen.value.leftBarAction {
      case nil: return Outcome()
      case .dismiss: return try Transition.Dismiss(controller: id).apply(to: &session, &recorder)
      case .pop:
        let around = location.containers.prefix { $0.kind != .split }
        guard let stack = around.first(where: { $0.stack?.above.isEmpty == false }) else {
          return Outcome(.atRoot)
        }
        return session.truncate(stack.id, &recorder) { $0.count - 1 }
      }
    }
  }
}

extension Transition.Action {
  public static func tapLeftBarButton(_ screen: ControllerID? = nil) -> Self {
    Self(Transition.TapLeftBarButton(screen: screen))
  }
}
