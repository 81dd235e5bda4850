extension Transition {
  /// Turns the device, if the app allows it: a split view at the root is asked first (CL-26, SYS1-1).
  public struct Rotate: SystemTransition {
    package static let type = "rotate"

    public var orientation: Orientation = .portrait

    package mutating func members(_ m: any Members) { m.required("orientation", &orientation) }

    /// A window whose app does not support the orientation stays, and turns once the app does (D-44).
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      guard orientation != session.environment.deviceOrientation else { return Outcome(.noChange) }
      session.askOrientations(&recorder)
      session.environment.turnDevice(to: orientation)
      session.environment.rotate(to: session.supportedOrientation)
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func rotate(_ orientation: Orientation) -> Self { Self(Transition.Rotate(orientation: orientation)) }
}

/// The orientations supported by the root of the window: a split view's delegate is asked (CL-26, SYS1-1), any other
/// root has them as a member (D-164).
extension Session {
  /// Turns a window in an orientation that its app does not support, and one that its device has left behind once the
  /// app supports that (D-44).
  mutating func turnToSupportedOrientation(_ recorder: inout EventRecorder) {
    let supported = supportedOrientation
    guard supported != environment.orientation else { return }
    askOrientations(&recorder)
    environment.rotate(to: supported)
  }

  /// The window's orientation as its app wants it: the device's, if supported.
  var supportedOrientation: Orientation {
    let device = environment.deviceOrientation
    if supports(device) { return device }
    return supports(environment.orientation) ? environment.orientation : device.other
  }

  /// A phone alone obeys: an iPad's app supports multitasking, and so every orientation.
  func supports(_ orientation: Orientation) -> Bool {
    guard environment.idiom == .phone else { return true }
    return switch supportedOrientations?.answer {
    case nil, .all: true
    case .portrait: orientation == .portrait
    case .landscape: orientation == .landscape
    }
  }

  fileprivate func askOrientations(_ recorder: inout EventRecorder) {
    guard let (split, answer) = supportedOrientations, let split else { return }
    recorder.ask(.supportedInterfaceOrientations(split: split, answer: answer))
  }

  /// Nil without an answer of the app, and for windows without a catalogue device, which only turn themselves.
  private var supportedOrientations: (split: ControllerID?, answer: InterfaceOrientations)? {
    // The inner display of a foldable phone turns regardless of the app (WN-4, D-102).
    guard let device = environment.device, !device.model.isUnfolded else { return nil }
    let split = root.split
    switch split?.delegate.supportedInterfaceOrientations ?? root.answers.supportedInterfaceOrientations {
    case .system: return nil
    case .portraitOnPhone: return (split.map { _ in root.id }, device.model.idiom == .phone ? .portrait : .all)
    case .portrait: return (split.map { _ in root.id }, .portrait)
    case .landscape: return (split.map { _ in root.id }, .landscape)
    }
  }
}
