extension Transition {
  /// A user's scroll. Its end settles on the most visible page (SYS4-17, SYS4-19 as decided).
  public struct Scroll: UserTransition {
    package static let type = "scroll"

    public var topTabs: ControllerID?
    /// Points.
    public var contentOffset: Double = 0
    public var phase: ScrollPhase = .dragging

    package mutating func members(_ m: inout some Members) {
      m.optional("topTabs", &topTabs)
      m.contentOffset("contentOffset", &contentOffset)
      m.required("phase", &phase)
    }

    package func dragged(in session: Session) -> Dragged? {
      (try? session.resolve(topTabs, .topTabs)).map { .pages(of: $0) }
    }

    /// Not handled outwards at an edge without bounce (SYS4-23, SYS4-24); a scroll from elsewhere stops there (D-123).
    /// Throws `notOnDisplay`.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let id = try session.resolve(topTabs, .topTabs)
      guard session.display.canReach(id) else { throw .notOnDisplay(id) }
      guard let container = session.root.find(id)?.topTabs, container.beginsScroll(to: contentOffset) else {
        return Outcome(.atEdge)
      }
      session.updateTopTabs(id, &recorder) { topTabs in
        topTabs.scroll(to: contentOffset)
        switch phase {
        case .dragging, .decelerating: break
        case .ended: topTabs.settle(on: topTabs.mostVisibleIndex)
        }
      }
      recorder.animated = true
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func scroll(
    topTabs: ControllerID? = nil, contentOffset: Double, _ phase: Transition.ScrollPhase
  ) -> Self {
    Self(Transition.Scroll(topTabs: topTabs, contentOffset: contentOffset, phase: phase))
  }
}

extension Transition {
  /// The stages of a scroll: dragged by a finger, decelerating, at rest (SYS4-17).
  public enum ScrollPhase: String, Hashable, Sendable, CaseIterable {
    case dragging, decelerating, ended
  }
}

extension TopTabs {
  /// Whether this container handles a pan to this offset. Parsers already reject non-finite offsets.
  fileprivate func beginsScroll(to contentOffset: Double) -> Bool {
    guard contentOffset.isFinite else { return false }
    return edge(beyond: contentOffset).map(takesPan(over:)) ?? true
  }
}
