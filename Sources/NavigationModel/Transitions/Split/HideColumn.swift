extension Transition {
  /// Hides a column. Expanded: sets the nearest mode that hides it (CO-21). Collapsed: pops the column if it is on top
  /// (M10).
  public struct HideColumn: AppTransition {
    public var column: Column
    public var split: ControllerID?

    @usableFromInline init(_ column: Column, split: ControllerID?) { (self.column, self.split) = (column, split) }

    @inlinable package static var type: String { "hideColumn" }
    @usableFromInline package static var example: Self { Self(.primary, split: nil) }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(try visitor.requireWord("column") { $0.column }, split: try visitor.id("split") { $0.split })
    }

    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.changeSplit(split, &recorder) { (id, split, room, change, recorder) throws(Rejection) in
        try split.checkColumnStyle(column, id)
        if split.isCollapsed { return split.hideCollapsed(column, &change, &recorder) }
        let request = room.hiding(column, in: split.displayMode)
        let isPreferred = split.writePreference(of: request)
        let outcome = split.showMode(request.mode, id, orElse: request.refusal, &change, &recorder)
        return isPreferred ? outcome.asHandled : outcome
      }
    }
  }
}

extension Transition.Action {
  public static func hideColumn(_ column: Column, split: ControllerID? = nil) -> Self {
    .hideColumn(Transition.Box(Transition.HideColumn(column, split: split)))
  }
}
