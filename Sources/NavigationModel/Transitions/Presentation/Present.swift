extension Transition {
  /// Presents a tree over another one (PR).
  public struct Present: AppTransition {
    public var newcomer: Newcomer
    public var style: PresentationStyle
    public var sender: ControllerID?

    @usableFromInline
    init(_ newcomer: Newcomer, style: PresentationStyle, from sender: ControllerID?) {
      (self.newcomer, self.style, self.sender) = (newcomer, style, sender)
    }

    @inlinable package static var type: String { "present" }
    @usableFromInline package static var example: Self {
      Self(.new(.screen("sheet", route: "page")), style: .formSheet, from: nil)
    }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      let newcomer = try visitor.newcomer { $0.newcomer }
      let sender = try visitor.id("from") { $0.sender }
      return Self(newcomer, style: try visitor.word("style", unless: .pageSheet) { $0.style }, from: sender)
    }

    /// Throws `alreadyPresenting` for a presenter with a presented tree (PR-6), and the errors of `push` for a
    /// controller that cannot move.
    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let sender = try session.resolveSender(sender)
      _ = try session.present(newcomer, style, by: session.presenter(for: style, from: sender), &recorder)
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func present(
    _ newcomer: Transition.Newcomer, style: PresentationStyle = .pageSheet, from sender: ControllerID? = nil
  ) -> Self {
    .present(Transition.Box(Transition.Present(newcomer, style: style, from: sender)))
  }
}

extension Session {
  /// Presents a controller that no container of the sender takes, in its own style: `automatic`, a page sheet (SH-1,
  /// PR-8, D-74).
  mutating func presentUntaken(
    _ newcomer: Transition.Newcomer, from sender: Location, _ recorder: inout EventRecorder
  ) throws(Rejection) -> ControllerID {
    try present(newcomer, .pageSheet, by: presenter(for: .pageSheet, from: sender), &recorder)
  }

  /// The presenter: for `currentContext` the nearest stack around the sender, which defines a context by default (PR-1,
  /// NV-18). For any other style the root of the presented tree, or the window's, so that no collapse removes the
  /// presenter (D-73).
  fileprivate func presenter(for style: PresentationStyle, from sender: Location) -> Controller {
    let id = sender.controller.id
    if style == .currentContext,
      let stack = ([sender.controller] + sender.containers).first(where: { $0.kind == .stack })
    {
      return stack
    }
    return root.presentationRoot(of: id) ?? root
  }

  fileprivate mutating func present(
    _ newcomer: Transition.Newcomer, _ style: PresentationStyle, by presenter: Controller,
    _ recorder: inout EventRecorder
  ) throws(Rejection) -> ControllerID {
    if presenter.presentedChild != nil { throw .alreadyPresenting(presenter.id) }
    let child = try admit(newcomer, into: presenter.id, .presented, &recorder)
    _ = root.update(presenter.id) { $0.presented = Presented(style, child) }
    recorder.animated = true
    return child.id
  }
}
