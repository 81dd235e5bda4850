extension Transition {
  /// Forces size classes of the window, or no longer does (SC-2).
  public struct SetTraits: SystemTransition {
    package static let type = "setTraits"

    public var horizontal: ForcedClass = .unchanged
    public var vertical: ForcedClass = .unchanged

    package mutating func members(_ m: inout some Members) {
      m.forced("horizontalSizeClass", &horizontal)
      m.forced("verticalSizeClass", &vertical)
    }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      session.environment.force(horizontal: horizontal, vertical: vertical)
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func setTraits(
    horizontal: Transition.ForcedClass = .unchanged, vertical: Transition.ForcedClass = .unchanged
  ) -> Self {
    Self(Transition.SetTraits(horizontal: horizontal, vertical: vertical))
  }
}

extension Transition {
  /// What `setTraits` says of one class.
  public enum ForcedClass: Hashable, Sendable {
    case unchanged
    /// No longer forced.
    case lifted
    case forced(SizeClass)
  }
}

extension Environment {
  fileprivate mutating func force(horizontal: Transition.ForcedClass, vertical: Transition.ForcedClass) {
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
