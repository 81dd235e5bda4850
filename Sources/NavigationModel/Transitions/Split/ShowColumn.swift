extension Transition {
  /// Shows a column. Expanded: sets the nearest mode that shows it (CO-21). Collapsed: pops down to the column or
  /// pushes it (M10).
  public struct ShowColumn: AppTransition {
    public var column: Column
    public var split: ControllerID?

    @usableFromInline init(_ column: Column, split: ControllerID?) { (self.column, self.split) = (column, split) }

    @inlinable package static var type: String { "showColumn" }
    @usableFromInline package static var example: Self { Self(.primary, split: nil) }

    @inlinable @inline(__always)
    package static func visit<V: TransitionVisitor<Self> & ~Copyable>(_ visitor: inout V) throws(V.Failure) -> Self {
      Self(try visitor.requireWord("column") { $0.column }, split: try visitor.id("split") { $0.split })
    }

    /// Not handled where neither the display nor the preference changes (M3).
    @usableFromInline
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.changeSplit(split, &recorder) { (id, split, room, change, recorder) throws(Rejection) in
        try split.checkColumnStyle(column, id)
        let request = room.showing(column, in: split.isCollapsed ? nil : split.displayMode)
        let isPreferred = split.writePreference(of: request)
        let outcome =
          split.isCollapsed
          ? split.showCollapsed(column, &change, &recorder)
          : split.showMode(request.mode, id, orElse: request.refusal, &change, &recorder)
        return isPreferred ? outcome.asHandled : outcome
      }
    }
  }
}

extension Transition.Action {
  public static func showColumn(_ column: Column, split: ControllerID? = nil) -> Self {
    .showColumn(Transition.Box(Transition.ShowColumn(column, split: split)))
  }
}
