/// The family Environment: changes of the window, after which every split view is laid out again (SC-1, TR-4).
extension Session {
  mutating func changeEnvironment<Failure: Error>(_ change: (inout Environment) throws(Failure) -> Void) throws(Failure)
    -> Outcome
  {
    try change(&environment)
    return Outcome()
  }

  mutating func setDevice(named name: String) throws(Rejection) -> Outcome {
    guard let device = Device(named: name) else { throw .unknownDevice(name) }
    return changeEnvironment { $0.set(device) }
  }
}

/// The orientations supported by a split view at the root of the window (CL-26, SYS1-1).
extension Session {
  /// Asks the app first; not handled where it does not allow the orientation.
  mutating func rotate(to orientation: Orientation, _ recorder: inout EventRecorder) -> Outcome {
    if orientation != environment.orientation {
      askOrientations(&recorder)
      guard supports(orientation) else { return Outcome(handled: false) }
    }
    return changeEnvironment { $0.rotate(to: orientation) }
  }

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

  private func askOrientations(_ recorder: inout EventRecorder) {
    guard let (split, answer) = supportedOrientations else { return }
    recorder.ask(.supportedInterfaceOrientations(split: split, answer: answer))
  }

  /// Nil without an answer of the app, and for windows without a catalogue device, which only turn themselves.
  private var supportedOrientations: (split: ControllerID, answer: InterfaceOrientations)? {
    guard case .split(let split) = root.node else { return nil }
    switch split.value.behavior.supportedInterfaceOrientations {
    case .system: return nil
    case .portraitOnPhone:
      // The inner display of a foldable phone turns regardless of the app (WN-4, D-102).
      guard let device = environment.device, !device.model.isUnfolded else { return nil }
      return (split.id, device.model.idiom == .phone ? .portrait : .all)
    }
  }
}

extension Environment {
  mutating func force(horizontal: Transition.ForcedClass, vertical: Transition.ForcedClass) {
    forcedHorizontal = horizontal.applied(to: forcedHorizontal)
    forcedVertical = vertical.applied(to: forcedVertical)
  }
}

extension Transition.ForcedClass {
  fileprivate func applied(to forced: SizeClass?) -> SizeClass? {
    switch self {
    case .unchanged: forced
    case .lifted: nil
    case .forced(let sizeClass): sizeClass
    }
  }
}
