extension Transition {
  /// Moves the session to another device, by its name in the catalogue (D-100).
  public struct SetDevice: SystemTransition {
    package static let type = "setDevice"

    public var device: String = ""

    package mutating func members(_ m: inout some Members) { m.required("device", &device) }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      guard let known = Device(named: device) else { throw .unknownDevice(device) }
      session.environment.set(known)
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func setDevice(_ device: String) -> Self { Self(Transition.SetDevice(device: device)) }
}
