extension Transition {
  /// Forces size classes of the window, or no longer does.
  public struct SetTraits: SystemTransition {
    public var horizontal: ForcedClass
    public var vertical: ForcedClass

    @usableFromInline
    init(horizontal: ForcedClass, vertical: ForcedClass) { (self.horizontal, self.vertical) = (horizontal, vertical) }

    @inlinable package static var type: String { "setTraits" }
    @usableFromInline package static var example: Self { Self(horizontal: .forced(.compact), vertical: .unchanged) }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(
        horizontal: try visitor.forced("horizontalSizeClass") { $0.horizontal },
        vertical: try visitor.forced("verticalSizeClass") { $0.vertical })
    }

    @usableFromInline
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
    .setTraits(Transition.Box(Transition.SetTraits(horizontal: horizontal, vertical: vertical)))
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
