extension Transition {
  /// Turns the device, if the app allows it: the split view at the root is asked first (CL-26, SYS1-1).
  public struct Rotate: AppTransition {
    public var orientation: Orientation

    @usableFromInline init(_ orientation: Orientation) { self.orientation = orientation }

    @inlinable package static var type: String { "rotate" }
    @usableFromInline package static var example: Self { Self(.portrait) }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(try visitor.requireWord("orientation") { $0.orientation })
    }

    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      if orientation != session.environment.orientation {
        session.askOrientations(&recorder)
        guard session.supports(orientation) else { return Outcome(handled: false) }
      }
      session.environment.rotate(to: orientation)
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func rotate(_ orientation: Orientation) -> Self {
    .rotate(Transition.Box(Transition.Rotate(orientation)))
  }
}

/// The orientations supported by a split view at the root of the window (CL-26, SYS1-1).
extension Session {
  /// Turns a window in an unsupported orientation to portrait, which every app allows (D-44).
  mutating func turnToSupportedOrientation(_ recorder: inout EventRecorder) {
    guard !supports(environment.orientation) else { return }
    askOrientations(&recorder)
    environment.rotate(to: .portrait)
  }

  func supports(_ orientation: Orientation) -> Bool {
    switch supportedOrientations?.answer {
    case nil, .all: true
    case .portrait: orientation == .portrait
    }
  }

  fileprivate func askOrientations(_ recorder: inout EventRecorder) {
    guard let (split, answer) = supportedOrientations else { return }
    recorder.ask(.supportedInterfaceOrientations(split: split, answer: answer))
  }

  /// Nil without an answer of the app, and for windows without a catalogue device, which only turn themselves.
  private var supportedOrientations: (split: ControllerID, answer: InterfaceOrientations)? {
    guard case .split(let split) = root.node else { return nil }
    switch split.value.delegate.supportedInterfaceOrientations {
    case .system: return nil
    case .portraitOnPhone:
      // The inner display of a foldable phone turns regardless of the app (WN-4, D-102).
      guard let device = environment.device, !device.model.isUnfolded else { return nil }
      return (split.id, device.model.idiom == .phone ? .portrait : .all)
    }
  }
}
