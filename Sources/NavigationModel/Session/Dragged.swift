/// The target of a drag: consecutive transitions of one target are a single undo step.
public enum Dragged: Hashable, Sendable {
  /// The pages of top tabs, by scrolls.
  case pages(of: ControllerID)
  /// The edge of the window, by resizes with a phase.
  case windowEdge
}

extension Session {
  /// The drag target of a transition in this state; nil for most.
  public func dragged(by transition: Transition) -> Dragged? { transition.action.body.dragged(in: self) }
}

extension Transition {
  /// Whether this is the first stage of its drag, which continues no earlier one. Scrolls do not mark it.
  public var beginsDrag: Bool { action.body.resizePhase == .began }

  /// Whether this is the last stage of its drag, which no later one continues. Scrolls do not mark it.
  public var endsDrag: Bool { action.body.resizePhase == .ended }
}
