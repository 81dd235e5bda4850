extension Transition {
  /// Turns the device, if the app allows it: a split view at the root is asked first (CL-26, SYS1-1).
  public struct Rotate: SystemTransition {
    package static let type = "rotate"

    public var orientation: Orientation = .portrait

    package mutating func members(_ m: inout some Members) { m.required("orientation", &orientation) }

    /// A window whose app does not support the orientation stays, and turns once the app does (D-44).
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      guard orientation != session.environment.deviceOrientation else { return Outcome(.noChange) }
      session.reportOrientations(&recorder)
      session.environment.turnDevice(to: orientation)
      session.environment.rotate(to: session.supportedOrientation)
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func rotate(_ orientation: Orientation) -> Self { Self(Transition.Rotate(orientation: orientation)) }
}

/// The orientations supported by the root of the window, or by what is presented over all of it (PR-11, D-243): a split
/// view's delegate is asked (CL-26, SYS1-1), any other root has them as a member (D-164).
extension Session {
  /// Turns a window in an orientation that its app does not support, and one that its device has left behind once the
  /// app supports that (D-44).
  mutating func turnToSupportedOrientation(_ recorder: inout EventRecorder) {
    let supported = supportedOrientation
    guard supported != environment.orientation else { return }
    reportOrientations(&recorder)
    environment.rotate(to: supported)
  }

  /// The window's orientation as its app wants it; in the background a presentation turns nothing (D-243).
  var supportedOrientation: Orientation {
    if environment.isInBackground, root.summary.holdsPresented { return environment.orientation }
    return environment.supportedOrientation(for: orienting.supportedOrientations)
  }

  func supports(_ orientation: Orientation) -> Bool {
    environment.supports(orientation, for: orienting.supportedOrientations)
  }

  fileprivate func reportOrientations(_ recorder: inout EventRecorder) {
    let orienting = orienting
    guard orienting.kind == .split, let answer = environment.orientations(for: orienting.supportedOrientations) else {
      return
    }
    recorder.call(.supportedInterfaceOrientations(split: orienting.id, answer: answer))
  }

  /// What determines the orientations: the topmost tree that was to be over the whole window, else the root. A sheet never
  /// does, whatever it adapts to, as one that is full screen in landscape would turn the window for ever (D-243).
  private var orienting: Controller {
    guard root.summary.holdsPresented else { return root }
    return display.trees.reduce(root) { $1.isOverWindow ? $1.controller : $0 }
  }
}

extension Shown {
  /// Whether it was to be presented over the whole window.
  fileprivate var isOverWindow: Bool {
    guard let presenter, isInView else { return false }
    return switch presenter.controller.presentation.style {
    case .fullScreen, .overFullScreen: true
    case .currentContext: presenter.around == nil
    case .automatic, .pageSheet, .formSheet, .overCurrentContext, .popover: false
    }
  }
}

extension Controller {
  fileprivate var supportedOrientations: SplitDelegate.SupportedInterfaceOrientations {
    split?.delegate.supportedInterfaceOrientations ?? answers.supportedInterfaceOrientations
  }
}

extension Environment {
  /// The window of an app with these orientations (D-44).
  package func turned(for word: SplitDelegate.SupportedInterfaceOrientations) -> Environment {
    var window = self
    window.rotate(to: supportedOrientation(for: word))
    return window
  }

  /// The device's, if supported.
  fileprivate func supportedOrientation(for word: SplitDelegate.SupportedInterfaceOrientations) -> Orientation {
    if supports(deviceOrientation, for: word) { return deviceOrientation }
    return supports(orientation, for: word) ? orientation : deviceOrientation.other
  }

  /// A phone alone obeys: an iPad's app supports multitasking, and so every orientation.
  fileprivate func supports(
    _ orientation: Orientation, for word: SplitDelegate.SupportedInterfaceOrientations
  ) -> Bool {
    guard idiom == .phone else { return true }
    return switch orientations(for: word) {
    case nil, .all: true
    case .portrait: orientation == .portrait
    case .landscape: orientation == .landscape
    }
  }

  /// Nil without an answer of the app, and for windows without a catalogue device, which only turn themselves.
  fileprivate func orientations(for word: SplitDelegate.SupportedInterfaceOrientations) -> InterfaceOrientations? {
    // The inner display of a foldable phone turns regardless of the app (WN-4, D-102).
    guard let device, !device.model.isUnfolded else { return nil }
    return switch word {
    case .system: nil
    case .portraitOnPhone: device.model.idiom == .phone ? .portrait : .all
    case .portrait: .portrait
    case .landscape: .landscape
    }
  }
}
