extension Transition {
  /// Hides a column. Expanded: sets the nearest mode that hides it (CO-21). Collapsed: pops the column if it is on top
  /// (M10). The inspector as `dismiss` does (IN-4).
  public struct HideColumn: AppTransition {
    package static let type = "hideColumn"

    public var column: Column = .primary
    public var split: ControllerID?

    package mutating func members(_ m: inout some Members) {
      m.required("column", &column)
      m.optional("split", &split)
    }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      if column == .inspector { return try session.hideInspector(of: split, &recorder) }
      return try session.changeSplit(split, &recorder) { (id, split, room, change, recorder) throws(Rejection) in
        try split.checkColumnStyle(column, id)
        if split.isCollapsed { return split.hideCollapsed(column, &change, &recorder) }
        let request = room.hiding(column, in: split.displayMode)
        let isPreferred = split.writePreference(of: request)
        let outcome = split.showMode(request.mode, of: id, orElse: request.refusal, &change, &recorder)
        return isPreferred ? outcome.asHandled : outcome
      }
    }
  }
}

extension Transition.Action {
  public static func hideColumn(_ column: Column, split: ControllerID? = nil) -> Self {
    Self(Transition.HideColumn(column: column, split: split))
  }
}
