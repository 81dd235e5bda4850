/// The family Environment: whatever changes the window, then every split view decides anew (SC-1, TR-4).
extension Session {
  mutating func changeEnvironment<Failure: Error>(_ change: (inout Environment) throws(Failure) -> Void) throws(Failure) -> Outcome {
    try change(&environment)
    return Outcome()
  }

  mutating func setDevice(named name: String) throws(Rejection) -> Outcome {
    guard let device = Device(named: name) else { throw .unknownDevice(name) }
    return changeEnvironment { $0.set(device) }
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
