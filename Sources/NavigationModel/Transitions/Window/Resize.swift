extension Transition {
  /// Changes the size of the window. Then, as after every change of the environment, all split views are laid out again
  /// (SC-1, TR-4).
  public struct Resize: SystemTransition {
    public var size: Size
    /// A stage of a drag of the window's edge.
    public var phase: ResizePhase?

    @usableFromInline init(_ size: Size, phase: ResizePhase?) { (self.size, self.phase) = (size, phase) }

    @inlinable package static var type: String { "resize" }
    @usableFromInline package static var example: Self { Self(Size(width: 700, height: 800), phase: nil) }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      let width = try visitor.number("width") { $0.size.width }
      let size = Size(width: width, height: try visitor.number("height") { $0.size.height })
      return Self(size, phase: try visitor.word("phase") { $0.phase })
    }

    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.environment.resize(to: size)
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func resize(_ size: Size, phase: Transition.ResizePhase? = nil) -> Self {
    .resize(Transition.Box(Transition.Resize(size, phase: phase)))
  }
}

extension Transition {
  /// The stages of a drag of the window's edge: the first new size, those that follow, the last one.
  ///
  /// They do not affect the size; they group resizes into one step of undo.
  public enum ResizePhase: String, Hashable, Sendable, CaseIterable {
    case began, changed, ended
  }
}
