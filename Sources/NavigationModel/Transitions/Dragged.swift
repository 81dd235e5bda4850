/// What transitions move that come one after another and are one step of undo together.
public enum Dragged: Hashable, Sendable {
  /// The pages of top tabs, by scrolls.
  case pages(of: ControllerID)
  /// The edge of the window, by resizes with a phase.
  case windowEdge
}

extension Session {
  /// What a transition drags in this state; nil for most.
  public func dragged(by transition: Transition) -> Dragged? {
    if case .scroll(let topTabs, _, _) = transition.action {
      return (try? resolve(topTabs, .topTabs)).map { .pages(of: $0) }
    }
    if case .resize(_, .some) = transition.action { return .windowEdge }
    return nil
  }
}

extension Transition {
  /// Whether this is the first stage of its drag, which goes on with no other one. Scrolls do not say so.
  public var beginsDrag: Bool { if case .resize(_, .began) = action { true } else { false } }

  /// Whether this is the last stage of its drag, which no other one goes on with. Scrolls do not say so.
  public var endsDrag: Bool { if case .resize(_, .ended) = action { true } else { false } }
}
