extension Transition {
  /// Sets members of a screen.
  public struct UpdateScreen: AppTransition {
    public var controller: ControllerID
    public var update: ScreenUpdate

    @usableFromInline
    init(_ controller: ControllerID, _ update: ScreenUpdate) { (self.controller, self.update) = (controller, update) }

    @inlinable package static var type: String { "updateScreen" }
    @usableFromInline package static var example: Self { Self("list", ScreenUpdate { $0.title = "Title" }) }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(try visitor.requireID("controller") { $0.controller }, try visitor.update { $0.update })
    }

    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      _ = try session.resolve(controller, .screen)
      var (update, applier) = (update, UpdateApplier())
      _ = session.root.update(controller) { controller in
        guard case .screen(var screen) = controller.content else { return }
        Screen.visit(&screen, &update, &applier)
        controller.content = .screen(screen)
        var userDismissal = controller.userDismissal
        UserDismissal.visit(&userDismissal, &update, &applier)
        if userDismissal != controller.userDismissal { controller.userDismissal = userDismissal }
      }
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func updateScreen(_ controller: ControllerID, _ update: ScreenUpdate) -> Self {
    .updateScreen(Transition.Box(Transition.UpdateScreen(controller, update)))
  }
}
