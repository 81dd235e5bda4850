extension Transition {
  /// Moves the session to another device, by its name in the catalogue.
  public struct SetDevice: SystemTransition {
    public var device: String

    @usableFromInline init(_ device: String) { self.device = device }

    @inlinable package static var type: String { "setDevice" }
    @usableFromInline package static var example: Self { Self("iPhone 16") }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(try visitor.requireText("device") { $0.device })
    }

    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      guard let known = Device(named: device) else { throw .unknownDevice(device) }
      session.environment.set(known)
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func setDevice(_ device: String) -> Self {
    .setDevice(Transition.Box(Transition.SetDevice(device)))
  }
}
