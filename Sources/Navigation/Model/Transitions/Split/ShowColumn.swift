extension Transition {
  /// Shows a column. Expanded: sets the nearest mode that shows it (CO-21). Collapsed: pops down to the column or
  /// pushes it (M10). The inspector is a column or a sheet (IN-2).
  public struct ShowColumn: AppTransition {
    package static let type = "showColumn"

    public var column: Column = .primary
    public var split: ControllerID?

    package mutating func members(_ m: inout some Members) {
      m.required("column", &column)
      m.optional("split", &split)
    }

    package func naming(in session: Session) -> ControllerID? { try? session.resolve(split, .split) }

    /// Not handled where neither the display nor the preference changes (M3).
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.changeSplit(split, &recorder) { (id, split, room, change, recorder) throws(Rejection) in
        try split.checkColumnStyle(column, id)
        if column == .inspector { return split.showInspector(id, in: room, &change, &recorder) }
        let request = room.showing(column, in: split.isCollapsed ? nil : split.displayMode)
        let isPreferred = split.writePreference(of: request)
        let outcome =
          split.isCollapsed
          ? split.showCollapsed(column, &change, &recorder)
          : split.showMode(request.mode, of: id, orElse: request.refusal, &change, &recorder)
        return isPreferred ? outcome.asHandled : outcome
      }
    }
  }
}

extension Transition.Action {
  public static func showColumn(_ column: Column, split: ControllerID? = nil) -> Self {
    Self(Transition.ShowColumn(column: column, split: split))
  }
}
