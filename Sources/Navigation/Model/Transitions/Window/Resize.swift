extension Transition {
  /// Changes the size of the window. Then, as after every change of the environment, all split views are laid out again
  /// (SC-1, TR-4).
  public struct Resize: SystemTransition {
    package static let type = "resize"

    public var size: Size = Size(width: 0, height: 0)
    /// A stage of a drag of the window's edge.
    public var phase: ResizePhase?

    package mutating func members(_ m: inout some Members) {
      m.required("width", &size.width)
      m.required("height", &size.height)
      m.optional("phase", &phase)
    }

    package var resizePhase: ResizePhase? { phase }

    package func dragged(in session: Session) -> Dragged? { phase.map { _ in .windowEdge } }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.environment.resize(to: size)
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func resize(_ size: Size, phase: Transition.ResizePhase? = nil) -> Self {
    Self(Transition.Resize(size: size, phase: phase))
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
